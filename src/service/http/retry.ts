import { ServiceError } from '../serviceError.ts';

/** The most times that a GET is sent. */
const maxAttempts = 3;
/** The longest `Retry-After` that is waited for; past it the request fails at once and says when to come back. */
export const maxRetryAfter = 30_000;

const firstBackoff = 500;
const maxBackoff = 8_000;
const passingStatus = new Set([408, 425, 429, 500, 502, 503, 504]);

/** Milliseconds to wait before the next attempt; undefined where the failure is final. */
export function delayBefore(nextAttempt: number, error: ServiceError, random: () => number = Math.random): number | undefined {
  if (nextAttempt > maxAttempts || !isPassing(error)) return undefined;
  const { retryAfter = 0 } = error;
  if (retryAfter > maxRetryAfter) return undefined;
  // Full jitter: clients that failed together do not come back together.
  return Math.max(retryAfter, random() * Math.min(maxBackoff, firstBackoff * 2 ** (nextAttempt - 2)));
}

function isPassing({ kind, status }: ServiceError): boolean {
  if (status !== undefined) return passingStatus.has(status);
  return kind === 'unreachable' || kind === 'timeout';
}

/** Repeats an attempt after failures that pass by themselves. Only for requests that may be sent twice. */
export async function withRetries<T>(attempt: () => Promise<T>, signal: AbortSignal, random?: () => number): Promise<T> {
  for (let next = 2; ; next++) {
    try {
      return await attempt();
    } catch (thrown) {
      const delay = thrown instanceof ServiceError ? delayBefore(next, thrown, random) : undefined;
      if (delay === undefined) throw thrown;
      await abortableDelay(delay, signal);
    }
  }
}

/** Waits; rejects with the signal's reason as soon as it is aborted. */
export function abortableDelay(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) {
      reject(signal.reason as Error);
      return;
    }
    const abort = () => {
      clearTimeout(timer);
      reject(signal.reason as Error);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', abort);
      resolve();
    }, milliseconds);
    signal.addEventListener('abort', abort, { once: true });
  });
}
