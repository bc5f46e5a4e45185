import { readFile } from 'node:fs/promises';
import * as z from 'zod';
import type { Counts } from './counts.ts';

export interface TimedTest {
  readonly title: string;
  readonly seconds: number;
}

/** Test results of a step. */
export interface Report {
  readonly counts: Counts;
  /**
   * Titles of tests that passed only in a second run. These tests count as neither passed nor
   * failed.
   */
  readonly flaky: readonly string[];
  readonly tests: readonly TimedTest[];
}

/** Results that a test suite in an extension host writes when it ends. */
export const hostResultsSchema = z.object({
  passed: z.number(),
  failed: z.number(),
  skipped: z.number(),
  tests: z.array(z.object({ title: z.string(), seconds: z.number() })),
});
export type HostResults = z.infer<typeof hostResultsSchema>;

/** Reads the report of a run in an extension host. Returns null if the run did not finish. */
export const readHostReport = reader(
  hostResultsSchema.transform(({ tests, ...counts }): Report => ({ counts, flaky: [], tests })),
);

export const readVitestReport = reader(
  z
    .object({
      numPassedTests: z.number(),
      numFailedTests: z.number(),
      numPendingTests: z.number(),
      numTodoTests: z.number(),
      testResults: z.array(
        z.object({
          assertionResults: z.array(
            z.object({ fullName: z.string(), duration: z.number().nullish() }),
          ),
        }),
      ),
    })
    .transform((report): Report => ({
      counts: {
        passed: report.numPassedTests,
        failed: report.numFailedTests,
        skipped: report.numPendingTests + report.numTodoTests,
      },
      flaky: [],
      tests: report.testResults
        .flatMap(({ assertionResults }) => assertionResults)
        .map(({ fullName, duration }) => ({ title: fullName, seconds: (duration ?? 0) / 1000 })),
    })),
);

const specSchema = z.object({
  title: z.string(),
  file: z.string(),
  tests: z.array(
    z.object({ status: z.string(), results: z.array(z.object({ duration: z.number() })) }),
  ),
});
type Spec = z.infer<typeof specSchema>;

const suiteSchema = z.object({
  specs: z.array(specSchema),
  get suites() {
    return z.array(suiteSchema).optional();
  },
});

export const readPlaywrightReport = reader(
  z
    .object({
      stats: z.object({ expected: z.number(), unexpected: z.number(), skipped: z.number() }),
      suites: z.array(suiteSchema),
    })
    .transform(({ stats, suites }): Report => {
      const specs = suites.flatMap(specsOf);
      return {
        counts: { passed: stats.expected, failed: stats.unexpected, skipped: stats.skipped },
        flaky: specs.filter(isFlaky).map(nameOfSpec),
        tests: specs.map((spec) => ({ title: nameOfSpec(spec), seconds: secondsOf(spec) })),
      };
    }),
);

function specsOf({ specs, suites = [] }: z.infer<typeof suiteSchema>): Spec[] {
  return [...specs, ...suites.flatMap(specsOf)];
}

function isFlaky({ tests }: Spec): boolean {
  return tests.some(({ status }) => status === 'flaky');
}

function nameOfSpec({ file, title }: Spec): string {
  return `${file}: ${title}`;
}

function secondsOf({ tests }: Spec): number {
  const durations = tests.flatMap(({ results }) => results.map(({ duration }) => duration));
  return durations.reduce((sum, each) => sum + each, 0) / 1000;
}

function reader(schema: z.ZodType<Report>): (file: string) => Promise<Report | null> {
  return async (file) => {
    const text = await readFile(file, 'utf8').catch(() => null);
    return text === null ? null : schema.parse(JSON.parse(text));
  };
}
