import { appendFile, mkdir, readFile, rm } from 'node:fs/promises';
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

/** Steps of one track follow each other; tracks run beside each other. */
type Tracks = readonly (readonly Step[])[];
type Result = readonly [title: string, counts: Counts];

/** @param files only those whose path holds this */
function vitestStep(title: string, script: string, reportName: string, files?: string): Step {
  const file = report(reportName);
  return { title, script, args: [...(files === undefined ? [] : [files]), '--reporter=default', '--reporter=json', `--outputFile.json=${file}`], report: { file, read: readVitestCounts } };
}

/** What follows says nothing new where one of these fails. */
const checks: Tracks = [
  [
    { title: 'Type check', script: 'typecheck' },
    { title: 'Build', script: 'build' },
  ],
  [{ title: 'Lint', script: 'lint' }],
];

/** Two for two cores, and both take as long: with a third, each slowed the others by more than it saved. */
const suites: Tracks = [
  [
    vitestStep('Unit tests', 'test:unit', 'unit.json'),
    ...Object.entries(hosts).map(([name, { title, results }]) => ({
      title: `Host tests in ${title}`,
      script: 'test:host',
      args: ['--no-build', ...(name === 'current' ? [] : [`--${name}`])],
      report: { file: report(`${results}/results.json`), read: readHostCounts },
    })),
    vitestStep('Tests of npm start', 'test:runner', 'start.json', 'start.test'),
  ],
  [
    { title: 'End-to-end tests', script: 'test:e2e', args: ['--no-build'], report: { file: report('e2e/results.json'), read: readPlaywrightCounts } },
    vitestStep('Tests of the runner of host tests', 'test:runner', 'hostRunner.json', 'hostRunner.test'),
  ],
];

/** Everything that `npm test` runs; the last line adds up all suites. */
await runCommand(async () => {
  await rm(testResultsFolder, { recursive: true, force: true });
  await mkdir(testResultsFolder, { recursive: true });

  // The downloads are over by the time they are needed.
  const releases = new Set(Object.values(hosts).map(({ release }) => release));
  const hindered = Promise.all([findBrowser(), ...[...releases].map((release) => installVscode(release))]).then(() => null, (error: unknown) => ({ error }));
  const results = await runTracks(checks);
  const hindrance = await hindered;
  if (hindrance) throw hindrance.error;
  if (results.every(([, { failed }]) => failed === 0)) results.push(...(await runTracks(suites)));

  const total = results.map(([, counts]) => counts).reduce(addCounts);
  console.log(`\n${results.map(([title, counts]) => `${title}: ${describeCounts(counts)}`).join('\n')}`);
  if (total.skipped > 0) console.log(`Skipped: ${total.skipped}`);
  console.log(`\n${total.passed} passed, ${total.failed} failed`);
  return total.failed > 0 ? 1 : 0;
});

/** The first track shows what it says, the others when all are over: their output would mix. */
async function runTracks(tracks: Tracks): Promise<Result[]> {
  const logs = tracks.map((_, index) => (index === 0 ? undefined : report(`track-${index}.log`)));
  const results = await Promise.all(tracks.map((steps, index) => runTrack(steps, logs[index])));
  for (const log of logs) {
    if (log === undefined) continue;
    process.stdout.write(await readFile(log, 'utf8'));
    await rm(log);
  }
  return results.flat();
}

async function runTrack(steps: readonly Step[], logFile: string | undefined): Promise<Result[]> {
  const results: Result[] = [];
  for (const step of steps) {
    const heading = `\n=== ${step.title} ===\n\n`;
    if (logFile === undefined) process.stdout.write(heading);
    else await appendFile(logFile, heading);
    results.push([step.title, await runStep(step, logFile)]);
  }
  return results;
}

async function runStep({ script, args = [], report }: Step, logFile: string | undefined): Promise<Counts> {
  const code = await run('npm', ['run', '--silent', script, '--', ...args], { cwd: projectFolder, ...(logFile === undefined ? {} : { logFile }) });
  if (!report) return code === 0 ? { ...noCounts, passed: 1 } : { ...noCounts, failed: 1 };
  const counts = await report.read(report.file);
  // A suite that could not load, or a run that ended too early, has no failed test to count.
  if (counts === null || (code !== 0 && counts.failed === 0)) return { ...(counts ?? noCounts), failed: 1 };
  return counts;
}
