import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { marks } from './support/vscode/marks.ts';
import { testResultsFolder } from './support/paths.ts';
import { conclude } from './support/report/conclusion.ts';
import { runCommand } from './support/process/humanError.ts';
import { runSchedule, type Step } from './support/report/schedule.ts';
import { readHostReport, readPlaywrightReport, readVitestReport } from './support/report/report.ts';
import { hosts, type HostName } from './support/vscode/hosts.ts';

/**
 * Seed for the order of the host tests. It is fixed, so that runs can be compared. In contrast,
 * `npm run test:host` uses a random seed for each run.
 */
const hostSeed = '153809';
const browser = download('the browser', ['browser']);
const vscode = download('VS Code', ['current']);
// The other downloads come last, because fewer steps need them.
const oldestVscode = download('the oldest VS Code', ['floor'], [vscode]);
const node20 = download('Node 20', ['node20'], [oldestVscode]);
const build = check('build', 60);
// Only a step that hangs takes longer than its limit, even on a machine that is three times slower.
const longSteps = 1800;
const forWindows = [build, browser, vscode];
// Each step uses one worker, so that two steps can run on two cores.
const unit = vitest('unit', 600, ['--maxWorkers=1', '--project=unit', '--project=memory']);
const packageQuick = vitest('package', 600, ['--maxWorkers=1', '--project=package']);
const packageWhole = vitest('package', 600, [
  '--maxWorkers=1',
  '--project=package',
  '--project=package-slow',
]);

// The longest steps come first, so that both cores finish at about the same time. Steps that do not
// need VS Code start while it is being downloaded.
const quick = [
  ...forWindows,
  host('current', longSteps, ['--grep', `^(?!.*${marks.full})`]),
  windows('windows', longSteps, ['--grep-invert', marks.full]),
  unit,
  packageQuick,
  check('typecheck', 180),
  check('lint', 180),
];
const all = [
  ...forWindows,
  oldestVscode,
  node20,
  windows('windows', longSteps, ['--project', 'one window']),
  host('current', longSteps, []),
  windows('windows-own', longSteps, ['--project', 'own window']),
  unit,
  packageWhole,
  host('web', 600, ['--web', '--grep', marks.everyHost]),
  { ...playwright('looks', 600, ['--no-build']), needs: [build, browser] },
  { ...vitest('runner', 600, [], 'test:runner'), needs: [...forWindows, node20] },
  host('floor', 600, ['--floor', '--grep', marks.floor], [oldestVscode]),
  check('typecheck', 180),
  check('lint', 180),
];

await runCommand(async () => {
  const { values: flags } = parseArgs({ options: { all: { type: 'boolean', default: false } } });
  await rm(testResultsFolder, { recursive: true, force: true });
  await mkdir(testResultsFolder, { recursive: true });
  const results = await runSchedule(flags.all ? all : quick);
  const { lines, exitCode } = conclude(results);
  if (!flags.all) console.log('\nnpm test -- --all runs all tests, also in other extension hosts.');
  for (const line of lines) console.log(line);
  return exitCode;
});

function download(name: string, args: readonly string[], needs: readonly Step[] = []): Step {
  return {
    name,
    command: ['node', 'test/support/scripts/prepare.ts', ...args],
    needs,
    isDownload: true,
    limitSeconds: 600,
  };
}

function check(script: string, limitSeconds: number): Step {
  return { name: script, command: npmRun(script), limitSeconds };
}

function vitest(
  suite: string,
  limitSeconds: number,
  args: readonly string[],
  script = 'test:unit',
): Step {
  const file = join(testResultsFolder, `${suite}.json`);
  const command = npmRun(
    script,
    ...args,
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${file}`,
  );
  return { name: suite, command, limitSeconds, readReport: () => readVitestReport(file) };
}

function host(
  name: HostName,
  limitSeconds: number,
  args: readonly string[],
  needs: readonly Step[] = [],
): Step {
  const file = join(testResultsFolder, hosts[name].results, 'results.json');
  return {
    name: `host-${name}`,
    command: npmRun('test:host', '--no-build', '--seed', hostSeed, ...args),
    needs: [...forWindows, ...needs],
    limitSeconds,
    readReport: () => readHostReport(file),
  };
}

function windows(name: string, limitSeconds: number, args: readonly string[]): Step {
  return {
    ...playwright(name, limitSeconds, ['--no-build', ...args], 'test:e2e'),
    needs: forWindows,
    env: { E2E_RESULTS: name },
  };
}

function playwright(
  name: string,
  limitSeconds: number,
  args: readonly string[],
  script = `test:${name}`,
): Step {
  const file = join(testResultsFolder, name, 'results.json');
  return {
    name,
    command: npmRun(script, ...args),
    limitSeconds,
    readReport: () => readPlaywrightReport(file),
  };
}

function npmRun(script: string, ...args: string[]): Step['command'] {
  return ['npm', 'run', '--silent', script, '--', ...args];
}
