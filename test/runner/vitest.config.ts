import { defineConfig } from 'vitest/config';
import { projectFolder } from '../support/paths.ts';

export default defineConfig({
  test: {
    root: projectFolder,
    include: ['test/runner/*.test.ts'],
    allowOnly: false,
    // One window per core.
    maxWorkers: 2,
    testTimeout: 300_000,
  },
});
