import { defineConfig } from 'vitest/config';

const all = 'test/unit/**/*.test.ts';
/** What ships, built once. */
const ships = 'test/unit/package/**/*.test.ts';
/** What measures the memory of its process. */
const alone = 'test/unit/service/hugeAnswer.test.ts';

export default defineConfig({
  oxc: { jsx: { importSource: 'preact' } },
  test: {
    allowOnly: false,
    maxWorkers: '100%',
    dangerouslyIgnoreUnhandledErrors: false,
    // Only what hangs takes so long, however busy the machine is.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // Wherever the machine is: some tests expect times of day.
    env: { TZ: 'UTC' },
    setupFiles: `${import.meta.dirname}/test/unit/setup.ts`,
    projects: [
      // Files share processes: to start one for each takes longer than most of them.
      { extends: true, test: { name: 'unit', include: [all], exclude: [ships, alone], isolate: false } },
      {
        extends: true,
        test: {
          name: 'package',
          include: [ships],
          globalSetup: 'test/unit/package/builds.ts',
          isolate: false,
        },
      },
      { extends: true, test: { name: 'alone', include: [alone] } },
    ],
  },
});
