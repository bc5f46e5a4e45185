import { createPause } from './requestWait.ts';
import { abortable } from './retry.ts';

/** Maximum number of concurrent requests to a service. */
const maxInFlight = 4;

/**
 * Limits concurrent requests, and delays new requests after HTTP 429.
 * @param canceled creates the error for a delayed request if the user cancels the delay
 */
export function createRequestGate(canceled: () => Error) {
  let inFlight = 0;
  const pause = createPause(canceled);
  /**
   * End of the requested `Retry-After` delay, on the `performance.now()` clock. The actual pause
   * may end earlier, because pauses are limited to 30 seconds.
   */
  let requestedUntil = 0;
  /** Callbacks of requests that wait for a free slot, in order of arrival. */
  const waiting = new Set<() => void>();
  const release = () => {
    inFlight--;
    const [first] = waiting;
    first?.();
  };

  return {
    wait: pause.wait,
    /** Returns the remaining `Retry-After` delay, in milliseconds. */
    requestedWait: () => Math.max(0, requestedUntil - performance.now()),
    /**
     * Waits for a free slot and for the end of any pause. Resolves to a function that releases the
     * slot. Rejects with the signal's reason if the signal is aborted.
     * @param refuse called before and after each pause. Throws if the request must not be sent.
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
     * Delays all requests that have not been sent yet.
     * @param milliseconds duration of the pause
     * @param requested delay that the service requested. May be longer than `milliseconds`.
     */
    pause(milliseconds: number, requested = 0): void {
      pause.extend(milliseconds);
      requestedUntil = Math.max(requestedUntil, performance.now() + requested);
    },
  };
}
