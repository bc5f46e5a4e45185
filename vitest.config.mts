import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/unit/**/*.test.ts'],
    dangerouslyIgnoreUnhandledErrors: false,
    testTimeout: 20_000,
  },
});
