import { randomInt } from 'node:crypto';
import { defineConfig } from 'vitest/config';

const unitTests = 'test/unit/**/*.test.ts';
/** Tests of the packaged extension, which is built once for all of these tests. */
const packageTests = 'test/unit/package/**/*.test.ts';
/** Slow package test that rarely fails. `npm test` runs it only with `--all`. */
const slowPackageTest = 'test/unit/package/vsix.test.ts';
/** Test that measures the memory usage of its process. */
const memoryTest = 'test/unit/service/hugeResponse.test.ts';

const timeZones = [
  'UTC',
  'Asia/Kolkata',
  'America/St_Johns',
  'Europe/Berlin',
  'America/Los_Angeles',
];
/**
 * Determines the order of the test files and the time zone. To repeat a run, set its seed: `SEED=7
 * npm run test:unit`.
 */
const seed = Number(process.env['SEED'] ?? randomInt(1_000_000));
const TZ = process.env['TZ'] ?? timeZones[seed % timeZones.length];
// Each worker also loads this file and must use the same seed.
if (process.env['SEED'] === undefined) {
  process.env['SEED'] = String(seed);
  console.log(`SEED=${seed}, time zone ${TZ}`);
}

/**
 * Factor for the number of runs of each property-based test. For example, `RUNS=20 npm run
 * test:unit` runs these tests 20 times as often as usual.
 */
const runs = Number(process.env['RUNS'] ?? 1);
const moreRuns = {
  find: /^fast-check$/,
  replacement: `${import.meta.dirname}/test/unit/moreRuns.ts`,
};

export default defineConfig({
  resolve: { alias: runs > 1 ? [moreRuns] : [] },
  oxc: { jsx: { importSource: 'preact' } },
  test: {
    allowOnly: false,
    maxWorkers: '100%',
    dangerouslyIgnoreUnhandledErrors: false,
    // Long enough that only hanging tests exceed this time, even on a busy machine.
    testTimeout: 60_000 * runs,
    hookTimeout: 60_000,
    sequence: { shuffle: { files: true }, seed },
    env: { TZ },
    setupFiles: `${import.meta.dirname}/test/unit/setup.ts`,
    projects: [
      // Test files share processes, because starting a process for each file takes longer than most
      // tests.
      {
        extends: true,
        test: {
          name: 'unit',
          include: [unitTests],
          exclude: [packageTests, memoryTest],
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'package',
          include: [packageTests],
          exclude: [slowPackageTest],
          globalSetup: 'test/unit/package/builds.ts',
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'package-slow',
          include: [slowPackageTest],
          globalSetup: 'test/unit/package/builds.ts',
          isolate: false,
        },
      },
      { extends: true, test: { name: 'memory', include: [memoryTest] } },
    ],
  },
});
