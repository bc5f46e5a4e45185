import { readFile } from 'node:fs/promises';
import * as z from 'zod';

const countsSchema = z.object({ passed: z.number(), failed: z.number(), skipped: z.number() });
export type Counts = z.infer<typeof countsSchema>;

export const noCounts: Counts = { passed: 0, failed: 0, skipped: 0 };

export function addCounts(one: Counts, other: Counts): Counts {
  return {
    passed: one.passed + other.passed,
    failed: one.failed + other.failed,
    skipped: one.skipped + other.skipped,
  };
}

export function describeCounts({ passed, failed, skipped }: Counts): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}

/** Reads the counts that a run wrote; null where it did not come to its end. */
export const readCounts = reader(countsSchema);

export const readVitestCounts = reader(
  z
    .object({
      numPassedTests: z.number(),
      numFailedTests: z.number(),
      numPendingTests: z.number(),
      numTodoTests: z.number(),
    })
    .transform((report): Counts => ({
      passed: report.numPassedTests,
      failed: report.numFailedTests,
      skipped: report.numPendingTests + report.numTodoTests,
    })),
);

/** A test that passes only when it is run again has failed. */
export const readPlaywrightCounts = reader(
  z
    .object({
      stats: z.object({
        expected: z.number(),
        unexpected: z.number(),
        flaky: z.number(),
        skipped: z.number(),
      }),
    })
    .transform(({ stats }): Counts => ({
      passed: stats.expected,
      failed: stats.unexpected + stats.flaky,
      skipped: stats.skipped,
    })),
);

function reader(schema: z.ZodType<Counts>): (file: string) => Promise<Counts | null> {
  return async (file) => {
    const text = await readFile(file, 'utf8').catch(() => null);
    return text === null ? null : schema.parse(JSON.parse(text));
  };
}
