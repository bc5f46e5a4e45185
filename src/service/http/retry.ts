import { ServiceError } from '../serviceError.ts';

/** The most times that a GET is sent. */
const maxAttempts = 3;
/** The longest `Retry-After` to wait for; a longer one fails at once. */
export const maxRetryAfter = 30_000;

const firstBackoff = 500;
const passingStatus = new Set([408, 425, 429, 500, 502, 503, 504]);

/** Milliseconds to wait before the next attempt; undefined where the failure is final. */
export function delayBefore(nextAttempt: number, error: ServiceError): number | undefined {
  const { kind, status, retryAfter = 0 } = error;
  const isPassing =
    status === undefined
      ? kind === 'unreachable' || kind === 'timeout'
      : kind !== 'unreadable' && passingStatus.has(status);
  if (nextAttempt > maxAttempts || !isPassing || retryAfter > maxRetryAfter) return undefined;
  // Full jitter: clients that failed together do not come back together.
  return Math.max(retryAfter, Math.random() * firstBackoff * 2 ** (nextAttempt - 2));
}

/** Repeats an attempt after failures that pass by themselves. Only for requests that may be sent twice. */
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

/** Waits; rejects with the signal's reason as soon as it is aborted. */
export function abortableDelay(milliseconds: number, signal: AbortSignal): Promise<void> {
  return abortable((done) => {
    const timer = setTimeout(done, milliseconds);
    return () => clearTimeout(timer);
  }, signal);
}

/**
 * Waits until `done` is called; rejects with the signal's reason as soon as it is aborted.
 * @param begin returns what ends the waiting, if anything has to
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
