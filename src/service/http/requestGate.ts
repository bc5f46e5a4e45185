import { abortable, abortableDelay } from './retry.ts';

/** The most requests of one connection at a time. */
const maxInFlight = 4;

/** Limits concurrent requests, and delays all after a 429. Times are by `performance.now()`, in milliseconds. */
export function createRequestGate() {
  let inFlight = 0;
  let pausedUntil = 0;
  /** What the service asked for, which may be longer than requests wait. */
  let askedUntil = 0;
  /** Wakes the requests that wait for a slot, in order. */
  const waiting = new Set<() => void>();
  const leave = () => {
    inFlight--;
    const [first] = waiting;
    first?.();
  };

  const askedWait = () => Math.max(0, askedUntil - performance.now());
  return {
    /** How long the service still asks to wait. */
    askedWait,
    /**
     * Waits for a free slot; resolves to its release function. Rejects with the signal's reason when aborted
     * while waiting.
     * @param refuse throws where the request is not to wait for what the service asked
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
        leave();
        throw reason;
      }
      return leave;
    },
    /**
     * Holds back requests that have not been sent yet.
     * @param asked what the service asked for
     */
    pause(milliseconds: number, asked = 0): void {
      pausedUntil = Math.max(pausedUntil, performance.now() + milliseconds);
      askedUntil = Math.max(askedUntil, performance.now() + asked);
    },
  };
}
