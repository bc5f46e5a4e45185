import { join } from 'node:path';
import { defineConfig } from '@playwright/test';
import { testResultsFolder } from '../support/paths.ts';
import { browserArguments } from '../support/vscode/browser.ts';
import type { WindowFixtures, WorkerFixtures } from './support/fixtures.ts';

const output = join(testResultsFolder, process.env['E2E_RESULTS'] ?? 'e2e');

export default defineConfig<WindowFixtures, WorkerFixtures>({
  testDir: '.',
  outputDir: join(output, 'failures'),
  reporter: [['list'], ['json', { outputFile: join(output, 'results.json') }]],
  // Opening a window uses a whole processor core for seconds.
  workers: 1,
  // A test that passes only in the second run is reported as flaky.
  retries: 1,
  forbidOnly: true,
  // Three times the duration of the slowest test on a busy machine. Only a test that hangs takes
  // this long, because each action and each assertion has a time limit.
  timeout: 240_000,
  expect: { timeout: 20_000 },
  // Set by `npm run test:e2e -- --pictures`.
  projects: process.env['PICTURES']
    ? [{ name: 'pictures', testMatch: '**/pictures.ts' }]
    : [
        { name: 'one window', testMatch: '**/*.test.ts', testIgnore: '**/ownWindow/**' },
        { name: 'own window', testMatch: '**/ownWindow/**/*.test.ts', use: { ownWindow: true } },
      ],
  use: {
    actionTimeout: 20_000,
    navigationTimeout: 30_000,
    viewport: { width: 1280, height: 800 },
    screenshot: 'only-on-failure',
    // Endless animations, such as the icon of an active job, would make the browser render 60
    // frames per second.
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: {
      args: browserArguments,
      // Set by `npm run test:e2e`. Otherwise, Playwright uses its own browser.
      ...(process.env['CHROME_PATH'] ? { executablePath: process.env['CHROME_PATH'] } : {}),
    },
  },
});
