import type { HostResults, TimedTest } from './report.ts';

/** Mocha options for every extension host. */
export const suiteOptions = {
  ui: 'tdd',
  reporter: 'spec',
  timeout: 60_000,
  forbidOnly: true,
} as const;

/**
 * Prints unhandled rejections, and returns the test results. `verdict` is an error if there are
 * unhandled rejections, if a test failed, or if no test ran.
 */
export function evaluateRun(
  { stats, suite }: Pick<Mocha.Runner, 'stats' | 'suite'>,
  rejections: ReadonlySet<unknown>,
): { readonly results: HostResults; readonly verdict: Error | null } {
  if (stats === undefined) throw new Error('Mocha did not count the tests.');
  for (const reason of rejections) {
    console.error(
      'Unhandled rejection in the extension host:',
      reason instanceof Error ? reason.stack : reason,
    );
  }
  const { passes: passed, pending: skipped } = stats;
  const failed = stats.failures + rejections.size;
  const results = { passed, failed, skipped, tests: timesOf(suite) };
  if (failed > 0) return { results, verdict: new Error(`${failed} failed`) };
  return { results, verdict: passed > 0 ? null : new Error('No test ran.') };
}

/** Returns the tests that ran, with their durations. */
function timesOf(suite: Mocha.Suite): TimedTest[] {
  const tests: TimedTest[] = [];
  suite.eachTest((test) => {
    if (test.duration !== undefined)
      tests.push({ title: test.fullTitle(), seconds: test.duration / 1000 });
  });
  return tests;
}
