import type { HostResults, TimedTest } from '../report.ts';

/** How suites run, in every extension host. */
export const suiteOptions = { ui: 'tdd', reporter: 'spec', timeout: 60_000, forbidOnly: true } as const;

/** Says what went wrong outside of the tests, and fails where that or a test did. */
export function judge(
  { stats, suite }: Pick<Mocha.Runner, 'stats' | 'suite'>,
  rejections: ReadonlySet<unknown>,
): { readonly results: HostResults; readonly verdict: Error | null } {
  if (stats === undefined) throw new Error('Mocha kept no counts.');
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

/** The tests that ran, each with the time that it took. */
function timesOf(suite: Mocha.Suite): TimedTest[] {
  const tests: TimedTest[] = [];
  suite.eachTest((test) => {
    if (test.duration !== undefined) tests.push({ title: test.fullTitle(), seconds: test.duration / 1000 });
  });
  return tests;
}
