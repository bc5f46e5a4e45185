import { createPause } from './requestWait.ts';
import { abortable } from './retry.ts';

/** Maximum number of concurrent requests per connection. */
const maxInFlight = 4;

/**
 * Limits concurrent requests, and delays all requests after HTTP 429.
 * @param canceled creates the error for requests whose wait is canceled
 */
export function createRequestGate(canceled: () => Error) {
  let inFlight = 0;
  const pause = createPause(canceled);
  /**
   * End of the delay that the service requested, in milliseconds of `performance.now()`. It may be later than
   * the end of the pause, which is limited.
   */
  let requestedUntil = 0;
  /** Callbacks that wake the waiting requests, in order. */
  const waiting = new Set<() => void>();
  const release = () => {
    inFlight--;
    const [first] = waiting;
    first?.();
  };

  return {
    wait: pause.wait,
    /** Returns the rest of the delay that the service requested. */
    requestedWait: () => Math.max(0, requestedUntil - performance.now()),
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
        while (pause.left() > 0) {
          await pause.delay(signal);
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
      pause.extend(milliseconds);
      requestedUntil = Math.max(requestedUntil, performance.now() + requested);
    },
  };
}
