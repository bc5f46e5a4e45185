import { defineConfig } from 'vitest/config';
import { projectFolder } from '../support/paths.ts';

export default defineConfig({
  test: {
    root: projectFolder,
    include: ['test/runner/*.test.ts'],
    // Each test opens a window of its own, which takes a core for seconds.
    maxConcurrency: 2,
    testTimeout: 300_000,
  },
});
