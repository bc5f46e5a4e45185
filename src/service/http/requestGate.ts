import { abortable, abortableDelay } from './retry.ts';

/** Maximum number of concurrent requests per connection. */
const maxInFlight = 4;

/**
 * Limits concurrent requests, and delays all requests after HTTP 429. Times are milliseconds of
 * `performance.now()`.
 */
export function createRequestGate() {
  let inFlight = 0;
  let pausedUntil = 0;
  /** End of the delay that the service requested. It may be later than `pausedUntil`, which is limited. */
  let requestedUntil = 0;
  /** Callbacks that wake the waiting requests, in order. */
  const waiting = new Set<() => void>();
  const release = () => {
    inFlight--;
    const [first] = waiting;
    first?.();
  };

  const askedWait = () => Math.max(0, requestedUntil - performance.now());
  return {
    /** Returns the rest of the delay that the service requested. */
    askedWait,
    /**
     * Waits for a free slot and returns its release function. Rejects with the signal's reason when aborted.
     * @param refuse throws if the request must not wait for a delay that the service requested
     */
    async enter(signal: AbortSignal, refuse?: () => void): Promise<() => void> {
      while (inFlight >= maxInFlight) {
        await abortable((wake) => {
          waiting.add(wake);
          return () => waiting.delete(wake);
        }, signal);
      }
      inFlight++;
      try {
        refuse?.();
        while (performance.now() < pausedUntil) {
          await abortableDelay(pausedUntil - performance.now(), signal);
          refuse?.();
        }
      } catch (reason) {
        release();
        throw reason;
      }
      return release;
    },
    /**
     * Delays requests that have not been sent yet.
     * @param requested delay that the service requested
     */
    pause(milliseconds: number, requested = 0): void {
      pausedUntil = Math.max(pausedUntil, performance.now() + milliseconds);
      requestedUntil = Math.max(requestedUntil, performance.now() + requested);
    },
  };
}
