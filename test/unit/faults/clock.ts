import { vi } from 'vitest';

/** Timeout of each request, in milliseconds. The MCP server has the same timeout. */
export const requestTimeout = 30_000;

/**
 * Skips the delay before each retry that a service requests.
 * @param wait the delay in milliseconds. A delay may be up to a second shorter.
 * @param timeout real duration of {@link requestTimeout}
 * @returns the skipped delays
 */
export function skipWaits(wait = 0, timeout = requestTimeout): number[] {
  const skipped: number[] = [];
  const { setTimeout: setRealTimeout, performance } = globalThis;
  const realNow = performance.now.bind(performance);
  const durationOf = (delay: number) => {
    if (delay === requestTimeout) return timeout;
    if (delay <= Math.max(0, wait - 1001) || delay > wait) return delay;
    skipped.push(delay);
    return 0;
  };
  vi.spyOn(performance, 'now').mockImplementation(() =>
    skipped.reduce((total, delay) => total + delay, realNow()),
  );
  vi.stubGlobal('setTimeout', (callback: () => void, delay = 0, ...values: []) =>
    setRealTimeout(callback, durationOf(delay), ...values),
  );
  return skipped;
}
