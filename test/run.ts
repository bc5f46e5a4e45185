import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { addCounts, describeCounts, noCounts, readHostCounts, readPlaywrightCounts, readVitestCounts, type Counts } from './support/counts.ts';
import { runCommand } from './support/humanError.ts';
import { projectFolder, testResultsFolder } from './support/paths.ts';
import { run } from './support/run.ts';

interface Step {
  readonly title: string;
  readonly script: string;
  readonly args?: readonly string[];
  /** Where the step's suites leave their counts; a step without any is one test. */
  readonly reports?: readonly { readonly file: string; readonly read: (file: string) => Promise<Counts | null> }[];
  /** What follows says nothing new where this fails. */
  readonly stopsOnFailure?: boolean;
}

const report = (name: string) => join(testResultsFolder, name);

const steps: readonly Step[] = [
  { title: 'Type check', script: 'typecheck', stopsOnFailure: true },
  { title: 'Lint', script: 'lint', stopsOnFailure: true },
  {
    title: 'Unit tests',
    script: 'test:unit',
    args: ['--reporter=default', '--reporter=json', `--outputFile.json=${report('unit.json')}`],
    reports: [{ file: report('unit.json'), read: readVitestCounts }],
  },
  {
    title: 'Host tests and tests of their runner',
    script: 'test:host',
    reports: [
      { file: report('host/results.json'), read: readHostCounts },
      { file: report('runner.json'), read: readVitestCounts },
    ],
  },
  {
    title: 'End-to-end tests',
    script: 'test:e2e',
    args: ['--no-build'],
    reports: [{ file: report('e2e/results.json'), read: readPlaywrightCounts }],
  },
];

/** Everything that `npm test` runs; the last line adds up all suites. */
await runCommand(async () => {
  await rm(testResultsFolder, { recursive: true, force: true });
  await mkdir(testResultsFolder, { recursive: true });
  let total = noCounts;
  for (const step of steps) {
    console.log(`\n=== ${step.title} ===\n`);
    const counts = await runStep(step);
    total = addCounts(total, counts);
    if (step.stopsOnFailure === true && counts.failed > 0) break;
  }
  console.log(`\n${describeCounts(total)}`);
  return total.failed > 0 ? 1 : 0;
});

async function runStep({ script, args = [], reports }: Step): Promise<Counts> {
  const code = await run('npm', ['run', '--silent', script, '--', ...args], { cwd: projectFolder });
  if (!reports) return code === 0 ? { ...noCounts, passed: 1 } : { ...noCounts, failed: 1 };
  const found = await Promise.all(reports.map(({ file, read }) => read(file)));
  const counts = found.reduce<Counts>((sum, each) => addCounts(sum, each ?? noCounts), noCounts);
  // A suite that could not load, or a run that ended too early, has no failed test to count.
  const isWhole = code === 0 && found.every((each) => each !== null);
  return isWhole || counts.failed > 0 ? counts : { ...counts, failed: 1 };
}
