import { afterEach, beforeEach, vi } from 'vitest';
import { setLanguage } from '../../src/text/language.ts';
import { setTimeZone } from '../../src/text/timeZone.ts';

beforeEach(() => {
  setLanguage('en');
  setTimeZone(undefined);
});

// What a test replaced is back for the next one, because files share processes.
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
});
