import { defineConfig } from 'vitest/config';
import { projectFolder } from '../support/paths.ts';

export default defineConfig({
  test: {
    root: projectFolder,
    include: ['test/runner/*.test.ts'],
    allowOnly: false,
    // Each test opens a window, which uses one core.
    maxWorkers: 2,
    testTimeout: 300_000,
  },
});
