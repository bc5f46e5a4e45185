import { join } from 'node:path';
import { defineConfig } from '@playwright/test';
import { testResultsFolder } from '../support/paths.ts';
import { browserArguments } from '../support/vscode/browser.ts';

const output = join(testResultsFolder, 'looks');

export default defineConfig({
  testDir: '.',
  testMatch: '**/*.test.ts',
  outputDir: join(output, 'failures'),
  reporter: [['list'], ['json', { outputFile: join(output, 'results.json') }]],
  workers: 1,
  retries: 0,
  forbidOnly: true,
  // Even on a busy machine, only a test that hangs takes this long.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  use: {
    locale: 'en-US',
    timezoneId: 'Europe/Berlin',
    screenshot: 'only-on-failure',
    launchOptions: {
      args: browserArguments,
      // Set by `npm run test:looks`. The default is Playwright's browser.
      ...(process.env['CHROME_PATH'] ? { executablePath: process.env['CHROME_PATH'] } : {}),
    },
  },
});
