import { execFile } from 'node:child_process';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { addCounts, describeCounts, noCounts, readCounts, readPlaywrightCounts, readVitestCounts, type Counts } from './support/counts.ts';
import { HumanError, runCommand } from './support/process/humanError.ts';
import { projectFolder, testResultsFolder } from './support/paths.ts';
import { run } from './support/process/run.ts';
import { marks } from './support/marks.ts';
import { findBrowser } from './support/vscode/browser.ts';
import { hosts, type HostName } from './support/vscode/hosts.ts';
import { installVscode } from './support/vscode/install.ts';

const usage = `Runs the tests: test/run.ts quick | rest

  quick  what npm test runs: all but the tests marked ${marks.full}, in the current VS Code
  rest   what quick leaves out, once it has run: the marked tests, the other extension hosts, the runner of host tests, npm start, the MCP server as others see it`;

interface Step {
  readonly title: string;
  readonly script: string;
  readonly args?: readonly string[];
  readonly env?: NodeJS.ProcessEnv;
  /** What has to be there before it begins. */
  readonly needs?: Promise<unknown>;
  /** Where the step's suites leave their counts; a step without any is one test. */
  readonly report?: { readonly file: string; readonly read: (file: string) => Promise<Counts | null> };
}

type Result = readonly [title: string, counts: Counts];

const report = (name: string) => join(testResultsFolder, name);
const quickCounts = report('quick.json');

await runCommand(async () => {
  const [tier] = process.argv.slice(2);
  if (tier === 'quick') return quick();
  if (tier === 'rest') return rest();
  throw new HumanError(usage);
});

async function quick(): Promise<number> {
  await rm(testResultsFolder, { recursive: true, force: true });
  await mkdir(testResultsFolder, { recursive: true });
  const window = prepare(['current']);
  const checks = await runSteps([step('Type check', 'typecheck'), step('Build', 'build')]);
  if (total(checks).failed > 0) return finish(checks, noCounts);
  // Those without a window begin, because VS Code's server may still be on its way.
  const [results, leftOut] = await Promise.all([
    runSteps([
      step('Lint', 'lint'),
      vitestStep('Unit tests', 'test:unit', 'unit.json'),
      hostStep('current', marks.without(marks.full), window),
      e2eStep(['--grep-invert', marks.full], window),
    ]),
    countLeftOut(),
  ]);
  const [, ...suites] = results;
  const { passed, failed } = total(suites);
  const all = suites.reduce((sum, [, counts]) => sum + counts.leftOut, passed + failed + leftOut);
  await writeFile(quickCounts, JSON.stringify(total([...checks, ...results])));
  console.log(`\nquick: ${passed + failed} of ${all} tests; npm run test:all runs all of them, also in other extension hosts.`);
  return finish([...checks, ...results], noCounts);
}

async function rest(): Promise<number> {
  const before = await readCounts(quickCounts);
  if (before === null) throw new HumanError('These are the tests that npm test leaves out: run that first, or npm run test:all.');
  const window = prepare(['current', 'floor']);
  // Longest first, so that both cores come to their end together.
  const results = await runSteps([
    e2eStep(['--grep', marks.full, '--project', 'one window'], window),
    hostStep('web', `${marks.everyHost}|${marks.without(marks.full)}`, window),
    hostStep('current', marks.full, window),
    e2eStep(['--grep', marks.full, '--project', 'own window'], window, 'e2e-own-window'),
    vitestStep('Tests of the runner of host tests, of npm start and of the MCP server', 'test:runner', 'runner.json'),
    hostStep('floor', marks.floor, window),
  ]);
  return finish(results, before);
}

/** @param before what an earlier part of the run counted */
function finish(results: readonly Result[], before: Counts): number {
  const { passed, failed, skipped, flaky = 0 } = addCounts(before, total(results));
  console.log(`\n${results.map(([title, counts]) => `${title}: ${describeCounts(counts)}`).join('\n')}`);
  if (skipped > 0) console.log(`Skipped: ${skipped}`);
  if (flaky > 0) console.log(`Passed only when run again, so to be mended: ${flaky}`);
  console.log(`\n${passed} passed, ${failed} failed`);
  return failed > 0 ? 1 : 0;
}

function total(results: readonly Result[]): Counts {
  return results.map(([, counts]) => counts).reduce(addCounts, noCounts);
}

/** Gets the browser and VS Code's servers, which the steps before the first window do not wait for. */
function prepare(needed: readonly HostName[]): Promise<unknown> {
  const prepared = Promise.all([findBrowser(), ...needed.map((name) => installVscode(hosts[name].release))]);
  // The step that waits for it reports the failure.
  prepared.catch(() => undefined);
  return prepared;
}

function step(title: string, script: string): Step {
  return { title, script };
}

function vitestStep(title: string, script: string, reportName: string): Step {
  const file = report(reportName);
  return { title, script, args: ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`], report: { file, read: readVitestCounts } };
}

function hostStep(name: HostName, grep: string, needs: Promise<unknown>): Step {
  const { title, results } = hosts[name];
  const args = ['--no-build', ...(name === 'current' ? [] : [`--${name}`]), '--grep', grep];
  return { title: `Host tests in ${title}`, script: 'test:host', args, needs, report: { file: report(`${results}/results.json`), read: readCounts } };
}

function e2eStep(args: readonly string[], needs: Promise<unknown>, results = 'e2e'): Step {
  return { title: 'Window tests', script: 'test:e2e', args: ['--no-build', ...args], env: { E2E_RESULTS: results }, needs, report: { file: report(`${results}/results.json`), read: readPlaywrightCounts } };
}

/** The tests that no suite of the quick tier knows of. */
async function countLeftOut(): Promise<number> {
  const list = async (file: string, args: readonly string[], test: RegExp) => {
    const { stdout } = await promisify(execFile)(process.execPath, [join(projectFolder, 'node_modules', file), ...args], { cwd: projectFolder });
    return stdout.match(test)?.length ?? 0;
  };
  const counts = await Promise.all([
    list('@playwright/test/cli.js', ['test', '--config', 'test/e2e/playwright.config.ts', '--list', '--grep', marks.full], /^ +\[/gm),
    list('vitest/vitest.mjs', ['list', '--staticParse=false', '--config', 'test/runner/vitest.config.ts'], / > /g),
  ]);
  return counts.reduce((sum, count) => sum + count);
}

/** Runs the steps in this order on two cores, each once one is free. What a step says shows when it is over: two at once would mix. */
async function runSteps(steps: readonly Step[]): Promise<Result[]> {
  const results: Result[] = [];
  const waiting = steps.entries();
  const work = async () => {
    for (const [index, step] of waiting) {
      console.log(`${step.title}…`);
      await step.needs;
      const begun = performance.now();
      const logFile = report(`step-${index}.log`);
      const counts = await runStep(step, logFile);
      results[index] = [`${step.title} (${Math.round((performance.now() - begun) / 1000)} s)`, counts];
      console.log(`\n=== ${step.title} ===\n\n${await readFile(logFile, 'utf8')}`);
      await rm(logFile);
    }
  };
  await Promise.all([work(), work()]);
  return results;
}

async function runStep({ script, args = [], env, report }: Step, logFile: string): Promise<Counts> {
  const code = await run('npm', ['run', '--silent', script, '--', ...args], { cwd: projectFolder, env: { ...process.env, ...env }, logFile });
  if (!report) return code === 0 ? { ...noCounts, passed: 1 } : { ...noCounts, failed: 1 };
  const counts = await report.read(report.file);
  // A suite that could not load, or a run that ended too early, has no failed test to count.
  if (counts === null || (code !== 0 && counts.failed === 0)) return { ...(counts ?? noCounts), failed: 1 };
  return counts;
}
