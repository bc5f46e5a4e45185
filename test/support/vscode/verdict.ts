import type { Counts } from '../counts.ts';

/** How suites run, in every extension host. */
export const suiteOptions = { ui: 'tdd', reporter: 'spec', timeout: 60_000, forbidOnly: true } as const;

/** Says what went wrong outside of the tests, and fails where that or a test did. */
export function judge(
  { stats }: Pick<Mocha.Runner, 'stats'>,
  rejections: ReadonlySet<unknown>,
): { readonly counts: Counts; readonly verdict: Error | null } {
  if (stats === undefined) throw new Error('Mocha kept no counts.');
  for (const reason of rejections) {
    console.error(
      'Unhandled rejection in the extension host:',
      reason instanceof Error ? reason.stack : reason,
    );
  }
  const { passes: passed, pending: skipped } = stats;
  const failed = stats.failures + rejections.size;
  const counts = { passed, failed, skipped };
  if (failed > 0) return { counts, verdict: new Error(`${failed} failed`) };
  return { counts, verdict: passed > 0 ? null : new Error('No test ran.') };
}
