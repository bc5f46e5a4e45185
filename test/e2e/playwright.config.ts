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
  // A window takes a whole core for seconds.
  workers: 1,
  // A test that passes only then is flaky: the run names it and counts it as neither passed nor failed.
  retries: 1,
  forbidOnly: true,
  timeout: 120_000,
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
    // What moves without end, as the sign of an active job does, has the browser draw 60 frames a second.
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: {
      args: browserArguments,
      // Set by `npm run test:e2e`; without it Playwright takes its own browser.
      ...(process.env['CHROME_PATH'] ? { executablePath: process.env['CHROME_PATH'] } : {}),
    },
  },
});
