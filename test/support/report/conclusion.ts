import { addCounts, describeCounts, noCounts, type Counts } from './counts.ts';
import type { TimedTest } from './report.ts';
import type { Result } from './schedule.ts';

/** Maximum number of slow tests to list. */
const maxSlowest = 10;

/**
 * Returns the last output lines and the exit code of a test run. The last line contains only the
 * counts.
 */
export function conclude(results: readonly Result[]): { lines: string[]; exitCode: number } {
  const flaky = results.flatMap((result) => result.flaky ?? []);
  const total = totalOf(results, flaky);
  return {
    lines: [
      ...slowestTests(results),
      '',
      ...results.map(describeStep),
      ...(total.skipped > 0 ? ['', `${total.skipped} skipped`] : []),
      '',
      ...describeFlaky(flaky),
      `${total.passed} passed, ${total.failed} failed`,
    ],
    exitCode: total.failed > 0 ? 1 : 0,
  };
}

/**
 * Adds up the test counts of all steps. A single flaky test counts as neither passed nor failed.
 * Several flaky tests count as one failure.
 */
function totalOf(results: readonly Result[], flaky: readonly string[]): Counts {
  const total = results.map(({ counts }) => counts).reduce(addCounts, noCounts);
  return flaky.length > 1 ? { ...total, failed: total.failed + 1 } : total;
}

function describeFlaky(flaky: readonly string[]): string[] {
  if (flaky.length === 0) return [];
  const list = `${flaky.length} flaky: ${flaky.join('; ')}`;
  return flaky.length === 1
    ? [list]
    : [
        list,
        'More than one flaky test fails the run. Find out why these tests passed only in their second run.',
      ];
}

function describeStep({ step, seconds, counts, flaky = [], problem }: Result): string {
  const parts = [describeCounts(counts), flaky.length > 0 ? `, ${flaky.length} flaky` : ''];
  return `${step.name} (${seconds} s): ${parts.join('')}${problem === undefined ? '' : `; ${problem}`}`;
}

function slowestTests(results: readonly Result[]): string[] {
  const tests = results.flatMap(({ step, tests = [] }) =>
    tests.map((test): TimedTest & { step: string } => ({ ...test, step: step.name })),
  );
  if (tests.length === 0) return [];
  tests.sort((left, right) => right.seconds - left.seconds);
  return [
    '',
    'The slowest tests:',
    ...tests
      .slice(0, maxSlowest)
      .map(({ step, title, seconds }) => `${seconds.toFixed(1).padStart(6)} s  ${step}: ${title}`),
  ];
}
