import { ServiceError } from '../serviceError.ts';

/** Maximum number of attempts for a GET request, including the first. */
const maxAttempts = 3;
/**
 * Maximum `Retry-After` delay before an automatic retry, in milliseconds. If the service requests a
 * longer delay, the request fails immediately.
 */
export const maxRetryAfter = 30_000;

const firstBackoff = 500;
const temporaryStatuses = new Set([408, 425, 429, 500, 502, 503, 504]);

/**
 * Returns the delay before the next attempt in milliseconds, or undefined if the request should not
 * be retried.
 */
export function delayBefore(nextAttempt: number, error: ServiceError): number | undefined {
  const { kind, status, retryAfter = 0 } = error;
  const isTemporary =
    status === undefined
      ? kind === 'unreachable' || kind === 'timeout'
      : kind !== 'unreadable' && temporaryStatuses.has(status);
  if (nextAttempt > maxAttempts || !isTemporary || retryAfter > maxRetryAfter) return undefined;
  // The delay is random, so that clients that failed at the same time do not all retry at once.
  const backoff = Math.random() * firstBackoff * 2 ** (nextAttempt - 2);
  // After HTTP 429, the request gate already waits for the `Retry-After` delay, so only the backoff
  // is returned.
  return kind === 'rateLimited' ? backoff : Math.max(retryAfter, backoff);
}

/** Retries a request after temporary failures. The request must be safe to repeat. */
export async function withRetries<T>(attempt: () => Promise<T>, signal: AbortSignal): Promise<T> {
  for (let next = 2; ; next++) {
    try {
      return await attempt();
    } catch (thrown) {
      const delay = thrown instanceof ServiceError ? delayBefore(next, thrown) : undefined;
      if (delay === undefined) throw thrown;
      await abortableDelay(delay, signal);
    }
  }
}

/** Waits for the given time. Rejects with the signal's reason if the signal is aborted. */
export function abortableDelay(milliseconds: number, signal: AbortSignal): Promise<void> {
  return abortable((done) => {
    const timer = setTimeout(done, milliseconds);
    return () => clearTimeout(timer);
  }, signal);
}

/**
 * Waits until `done` is called. Rejects with the signal's reason if the signal is aborted.
 * @param begin starts the operation and may return a cleanup function
 */
export function abortable(
  begin: (done: () => void) => (() => void) | undefined,
  signal: AbortSignal,
): Promise<void> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const settle = (settled: () => void) => {
      end?.();
      signal.removeEventListener('abort', abort);
      settled();
    };
    const abort = () => settle(() => reject(signal.reason as Error));
    const end = begin(() => settle(resolve));
    signal.addEventListener('abort', abort);
  });
}
