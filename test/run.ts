import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { addCounts, describeCounts, noCounts, readCounts, readPlaywrightCounts, readVitestCounts } from './support/counts.ts';
import { marks } from './support/marks.ts';
import { testResultsFolder } from './support/paths.ts';
import { runCommand } from './support/process/humanError.ts';
import { runSchedule, type Step } from './support/process/schedule.ts';
import { hosts, type HostName } from './support/vscode/hosts.ts';

const browser = download('the browser');
const vscode = download('VS Code', ['current']);
// After the other, because the last step of all needs it.
const oldestVscode = download('the oldest VS Code', ['floor'], [vscode]);

const build = check('build', 60);
const window = [build, browser, vscode];
const checks = [check('typecheck', 180), check('lint', 180)];
const unit = vitest('unit', 'test:unit', [], 600);

/** Longest first, so that both cores end together; what needs no VS Code runs while it is on its way. */
const quick = [browser, vscode, build, host('current', ['--grep', marks.without(marks.full)], 900), windows('windows', 'e2e', ['--grep-invert', marks.full], 900), unit, ...checks];
const all = [
  browser,
  vscode,
  oldestVscode,
  build,
  host('current', [], 900),
  windows('windows 1', 'e2e-1', ['--project', 'one window', '--shard=1/2'], 900),
  windows('windows 2', 'e2e-2', ['--project', 'one window', '--shard=2/2'], 900),
  windows('own windows', 'e2e-own', ['--project', 'own window'], 900),
  unit,
  host('web', ['--grep', marks.everyHost], 600),
  playwright('looks', 'test:looks', 'looks', [], 600, [build, browser]),
  vitest('runner', 'test:runner', window, 600),
  host('floor', ['--grep', marks.floor], 600),
  ...checks,
];

await runCommand(async () => {
  const { values: flags } = parseArgs({ options: { all: { type: 'boolean', default: false } } });
  await rm(testResultsFolder, { recursive: true, force: true });
  await mkdir(testResultsFolder, { recursive: true });
  const results = await runSchedule(flags.all ? all : quick);
  const total = results.map(({ counts }) => counts).reduce(addCounts, noCounts);
  console.log('');
  for (const { step, seconds, counts, problem } of results) console.log(`${step.name} (${seconds} s): ${describeCounts(counts)}${problem === undefined ? '' : `; ${problem}`}`);
  if (!flags.all) console.log('\nnpm test -- --all runs every test, also in the other extension hosts.');
  if (total.skipped > 0) console.log(`\n${total.skipped} skipped`);
  console.log(`\n${total.passed} passed, ${total.failed} failed`);
  return total.failed > 0 ? 1 : 0;
});

function download(name: string, args: readonly string[] = [], needs: readonly Step[] = []): Step {
  return { name, command: ['node', 'test/support/prepare.ts', ...args], needs, isDownload: true, limitSeconds: 600 };
}

function check(script: string, limitSeconds: number): Step {
  return { name: script, command: npmRun(script), limitSeconds };
}

function vitest(name: string, script: string, needs: readonly Step[], limitSeconds: number): Step {
  const file = join(testResultsFolder, `${name}.json`);
  const command = npmRun(script, '--reporter=default', '--reporter=json', `--outputFile.json=${file}`);
  return { name, command, needs, limitSeconds, readCounts: () => readVitestCounts(file) };
}

function host(name: HostName, args: readonly string[], limitSeconds: number): Step {
  const command = npmRun('test:host', '--no-build', ...(name === 'current' ? [] : [`--${name}`]), ...args);
  const file = join(testResultsFolder, hosts[name].results, 'results.json');
  return { name: `host ${name}`, command, needs: name === 'floor' ? [...window, oldestVscode] : window, limitSeconds, readCounts: () => readCounts(file) };
}

function windows(name: string, results: string, args: readonly string[], limitSeconds: number): Step {
  return { ...playwright(name, 'test:e2e', results, ['--no-build', ...args], limitSeconds, window), env: { E2E_RESULTS: results } };
}

function playwright(name: string, script: string, results: string, args: readonly string[], limitSeconds: number, needs: readonly Step[]): Step {
  const file = join(testResultsFolder, results, 'results.json');
  return { name, command: npmRun(script, ...args), needs, limitSeconds, readCounts: () => readPlaywrightCounts(file) };
}

function npmRun(script: string, ...args: string[]): Step['command'] {
  return ['npm', 'run', '--silent', script, '--', ...args];
}
