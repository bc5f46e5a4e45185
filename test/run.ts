import { mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { addCounts, describeCounts, noCounts, readHostCounts, readPlaywrightCounts, readVitestCounts, type Counts } from './support/counts.ts';
import { runCommand } from './support/humanError.ts';
import { projectFolder, testResultsFolder } from './support/paths.ts';
import { run } from './support/run.ts';
import { findBrowser } from './support/vscode/browser.ts';
import { hosts } from './support/vscode/hosts.ts';
import { installVscode } from './support/vscode/install.ts';

interface Step {
  readonly title: string;
  readonly script: string;
  readonly args?: readonly string[];
  /** Where the step's suites leave their counts; a step without any is one test. */
  readonly report?: { readonly file: string; readonly read: (file: string) => Promise<Counts | null> };
}

const report = (name: string) => join(testResultsFolder, name);

/** What follows says nothing new where one of these fails. */
const checks: readonly Step[] = [
  { title: 'Type check', script: 'typecheck' },
  { title: 'Lint', script: 'lint' },
  { title: 'Build', script: 'build' },
];

/** Beside the end-to-end tests, which take as long: alone, neither keeps two cores busy. */
const suites: readonly Step[] = [
  {
    title: 'Unit tests',
    script: 'test:unit',
    args: ['--reporter=default', '--reporter=json', `--outputFile.json=${report('unit.json')}`],
    report: { file: report('unit.json'), read: readVitestCounts },
  },
  ...Object.entries(hosts).map(([name, { title, results }]) => ({
    title: `Host tests in ${title}`,
    script: 'test:host',
    args: ['--no-build', ...(name === 'current' ? [] : [`--${name}`])],
    report: { file: report(`${results}/results.json`), read: readHostCounts },
  })),
  { title: 'Tests of the test commands', script: 'test:runner', report: { file: report('runner.json'), read: readVitestCounts } },
];

const endToEnd: Step = { title: 'End-to-end tests', script: 'test:e2e', args: ['--no-build'], report: { file: report('e2e/results.json'), read: readPlaywrightCounts } };

/** Everything that `npm test` runs; the last line adds up all suites. */
await runCommand(async () => {
  await rm(testResultsFolder, { recursive: true, force: true });
  await mkdir(testResultsFolder, { recursive: true });
  const summary: (readonly [title: string, counts: Counts])[] = [];

  // The downloads are over by the time they are needed.
  const releases = new Set(Object.values(hosts).map(({ release }) => release));
  const hindered = Promise.all([findBrowser(), ...[...releases].map((release) => installVscode(release))]).then(() => null, (error: unknown) => ({ error }));
  for (const step of checks) summary.push(await runStep(step));
  const hindrance = await hindered;
  if (hindrance) throw hindrance.error;
  if (summary.every(([, { failed }]) => failed === 0)) {
    const log = report('e2e.log');
    const [counts] = await Promise.all([
      countStep(endToEnd, log),
      (async () => {
        for (const step of suites) summary.push(await runStep(step));
      })(),
    ]);
    // Not before: the output of two steps would mix.
    console.log(`\n=== ${endToEnd.title} ===\n\n${await readFile(log, 'utf8').catch(() => '')}`);
    summary.push([endToEnd.title, counts]);
  }

  const total = summary.map(([, counts]) => counts).reduce(addCounts);
  console.log(`\n${summary.map(([title, counts]) => `${title}: ${describeCounts(counts)}`).join('\n')}`);
  if (total.skipped > 0) console.log(`Skipped: ${total.skipped}`);
  console.log(`\n${total.passed} passed, ${total.failed} failed`);
  return total.failed > 0 ? 1 : 0;
});

async function runStep(step: Step): Promise<readonly [title: string, counts: Counts]> {
  console.log(`\n=== ${step.title} ===\n`);
  return [step.title, await countStep(step)];
}

async function countStep({ script, args = [], report }: Step, logFile?: string): Promise<Counts> {
  const code = await run('npm', ['run', '--silent', script, '--', ...args], { cwd: projectFolder, ...(logFile === undefined ? {} : { logFile }) });
  if (!report) return code === 0 ? { ...noCounts, passed: 1 } : { ...noCounts, failed: 1 };
  const counts = await report.read(report.file);
  // A suite that could not load, or a run that ended too early, has no failed test to count.
  if (counts === null || (code !== 0 && counts.failed === 0)) return { ...(counts ?? noCounts), failed: 1 };
  return counts;
}
