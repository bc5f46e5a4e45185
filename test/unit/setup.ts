import { afterEach, beforeEach, vi } from 'vitest';
import { setLanguage } from '../../src/text/language.ts';
import { setTimeZone } from '../../src/text/timeZone.ts';

beforeEach(() => {
  setLanguage('en');
  setTimeZone(undefined);
});

// Test files share processes, so the mocks of one test must not affect the next test.
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
});
