import { vi } from 'vitest';

/** Timeout of each request, in milliseconds. The MCP server has the same timeout. */
export const requestTimeout = 30_000;

export interface ClockOptions {
  /**
   * Delay that the service requests, in milliseconds. The actual delay may be up to a second
   * shorter.
   */
  readonly wait?: number | undefined;
  /** Resolves when a request times out, instead of {@link requestTimeout}. */
  readonly expire?: (() => Promise<void>) | undefined;
}

/**
 * Skips the delays that a service requests. Returns the list of the skipped delays, which grows.
 */
export function skipWaits({ wait = 0, expire }: ClockOptions): number[] {
  const skipped: number[] = [];
  const { setTimeout: setRealTimeout, performance } = globalThis;
  const realNow = performance.now.bind(performance);
  vi.spyOn(performance, 'now').mockImplementation(() =>
    skipped.reduce((total, delay) => total + delay, realNow()),
  );
  vi.stubGlobal('setTimeout', (callback: () => void, delay = 0, ...values: []) => {
    if (delay === requestTimeout) void expire?.().then(callback);
    const isRequested =
      delay > Math.max(0, wait - 1001) && delay <= wait && delay !== requestTimeout;
    if (isRequested) skipped.push(delay);
    return setRealTimeout(callback, isRequested ? 0 : delay, ...values);
  });
  return skipped;
}
