import { mkdir, rm } from 'node:fs/promises';
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
];

// One after the other: two windows at once starve each other on two cores.
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
    args: name === 'current' ? [] : ['--no-build', `--${name}`],
    report: { file: report(`${results}/results.json`), read: readHostCounts },
  })),
  { title: 'Tests of the test commands', script: 'test:runner', report: { file: report('runner.json'), read: readVitestCounts } },
  { title: 'End-to-end tests', script: 'test:e2e', args: ['--no-build'], report: { file: report('e2e/results.json'), read: readPlaywrightCounts } },
];

/** Everything that `npm test` runs; the last line adds up all suites. */
await runCommand(async () => {
  await rm(testResultsFolder, { recursive: true, force: true });
  await mkdir(testResultsFolder, { recursive: true });
  const summary: [title: string, counts: Counts][] = [];
  const runSteps = async (steps: readonly Step[]) => {
    for (const step of steps) summary.push([step.title, await runStep(step)]);
  };

  // The downloads are over by the time they are needed.
  const releases = new Set(Object.values(hosts).map(({ release }) => release));
  const hindered = Promise.all([findBrowser(), ...[...releases].map((release) => installVscode(release))]).then(() => null, (error: unknown) => ({ error }));
  await runSteps(checks);
  const hindrance = await hindered;
  if (hindrance) throw hindrance.error;
  if (summary.every(([, { failed }]) => failed === 0)) await runSteps(suites);

  const total = summary.map(([, counts]) => counts).reduce(addCounts);
  console.log(`\n${summary.map(([title, counts]) => `${title}: ${describeCounts(counts)}`).join('\n')}`);
  if (total.skipped > 0) console.log(`Skipped: ${total.skipped}`);
  console.log(`\n${total.passed} passed, ${total.failed} failed`);
  return total.failed > 0 ? 1 : 0;
});

async function runStep({ title, script, args = [], report }: Step): Promise<Counts> {
  console.log(`\n=== ${title} ===\n`);
  const code = await run('npm', ['run', '--silent', script, '--', ...args], { cwd: projectFolder });
  if (!report) return code === 0 ? { ...noCounts, passed: 1 } : { ...noCounts, failed: 1 };
  const counts = await report.read(report.file);
  // A suite that could not load, or a run that ended too early, has no failed test to count.
  if (counts === null || (code !== 0 && counts.failed === 0)) return { ...(counts ?? noCounts), failed: 1 };
  return counts;
}
