import { readFile } from 'node:fs/promises';
import * as z from 'zod';

/** `leftOut` counts the tests of a suite that were not asked for, `flaky` those of `passed` that passed only when they were run again. */
const countsSchema = z.object({ passed: z.number(), failed: z.number(), skipped: z.number(), leftOut: z.number(), flaky: z.optional(z.number()) });
export type Counts = z.infer<typeof countsSchema>;

export const noCounts: Counts = { passed: 0, failed: 0, skipped: 0, leftOut: 0 };

export function addCounts(one: Counts, other: Counts): Counts {
  return { passed: one.passed + other.passed, failed: one.failed + other.failed, skipped: one.skipped + other.skipped, leftOut: one.leftOut + other.leftOut, flaky: (one.flaky ?? 0) + (other.flaky ?? 0) };
}

export function describeCounts({ passed, failed, skipped, leftOut, flaky = 0 }: Counts): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}${leftOut > 0 ? `, ${leftOut} not asked for` : ''}${flaky > 0 ? `, ${flaky} only when run again` : ''}`;
}

/** The counts that a run wrote, or null where it did not come to its end. */
export const readCounts = reader(countsSchema);

export const readVitestCounts = reader(
  z
    .object({ numPassedTests: z.number(), numFailedTests: z.number(), numPendingTests: z.number(), numTodoTests: z.number() })
    .transform((report): Counts => ({ passed: report.numPassedTests, failed: report.numFailedTests, skipped: report.numPendingTests + report.numTodoTests, leftOut: 0 })),
);

export const readPlaywrightCounts = reader(
  z
    .object({ stats: z.object({ expected: z.number(), unexpected: z.number(), flaky: z.number(), skipped: z.number() }) })
    .transform(({ stats }): Counts => ({ passed: stats.expected + stats.flaky, failed: stats.unexpected, skipped: stats.skipped, leftOut: 0, flaky: stats.flaky })),
);

function reader(schema: z.ZodType<Counts>): (file: string) => Promise<Counts | null> {
  return async (file) => {
    const text = await readFile(file, 'utf8').catch(() => null);
    return text === null ? null : schema.parse(JSON.parse(text));
  };
}
