import { randomInt } from 'node:crypto';
import { defineConfig } from 'vitest/config';

const all = 'test/unit/**/*.test.ts';
/** What ships, built once. */
const ships = 'test/unit/package/**/*.test.ts';
/** Of those, what takes long and seldom fails: `npm test` leaves it out. */
const whole = ['test/unit/package/vsix.test.ts', 'test/unit/package/mcpConformance.test.ts'];
/** What measures the memory of its process. */
const alone = 'test/unit/service/hugeResponse.test.ts';

const zones = ['UTC', 'Asia/Kolkata', 'America/St_Johns', 'Europe/Berlin', 'America/Los_Angeles'];
/** What a run leaves to chance: `SEED=7 npm run test:unit` runs as the one that printed it. */
const seed = Number(process.env['SEED'] ?? randomInt(1_000_000));
const TZ = process.env['TZ'] ?? zones[seed % zones.length];
// Each worker reads this file, too, and has to take the same.
if (process.env['SEED'] === undefined) {
  process.env['SEED'] = String(seed);
  console.log(`Files in the order of SEED=${seed}, in the time zone ${TZ}.`);
}

/** `RUNS=20 npm run test:unit` runs each property 20 times as often as usual. */
const runs = Number(process.env['RUNS'] ?? 1);
const moreRuns = { find: /^fast-check$/, replacement: `${import.meta.dirname}/test/unit/moreRuns.ts` };

export default defineConfig({
  resolve: { alias: runs > 1 ? [moreRuns] : [] },
  oxc: { jsx: { importSource: 'preact' } },
  test: {
    allowOnly: false,
    maxWorkers: '100%',
    dangerouslyIgnoreUnhandledErrors: false,
    // Only what hangs takes so long, however busy the machine is.
    testTimeout: 60_000 * runs,
    hookTimeout: 60_000,
    sequence: { shuffle: { files: true }, seed },
    env: { TZ },
    setupFiles: `${import.meta.dirname}/test/unit/setup.ts`,
    projects: [
      // Files share processes: to start one for each takes longer than most of them.
      { extends: true, test: { name: 'unit', include: [all], exclude: [ships, alone], isolate: false } },
      {
        extends: true,
        test: {
          name: 'package',
          include: [ships],
          exclude: whole,
          globalSetup: 'test/unit/package/builds.ts',
          isolate: false,
        },
      },
      {
        extends: true,
        test: { name: 'whole', include: whole, globalSetup: 'test/unit/package/builds.ts', isolate: false },
      },
      { extends: true, test: { name: 'alone', include: [alone] } },
    ],
  },
});
