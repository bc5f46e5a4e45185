import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { projectFolder, testResultsFolder } from '../support/paths.ts';

export default defineConfig({
  test: {
    root: projectFolder,
    include: ['test/runner/*.test.ts'],
    reporters: ['default', ['json', { outputFile: join(testResultsFolder, 'runner.json') }]],
    // Each test opens a window of its own, which takes a core for seconds.
    maxConcurrency: 2,
    testTimeout: 300_000,
  },
});
