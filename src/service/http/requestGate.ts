import { abortable, abortableDelay } from './retry.ts';

/** The most requests of one connection at a time. */
const maxInFlight = 4;

/** Limits concurrent requests, and delays all after a 429. */
export function createRequestGate() {
  let inFlight = 0;
  /** By `performance.now()`, in milliseconds, because the clock of the day may be set back. */
  let pausedUntil = 0;
  /** Wakes the requests that wait for a slot, in order. */
  const waiting = new Set<() => void>();
  const leave = () => {
    inFlight--;
    const [first] = waiting;
    first?.();
  };

  return {
    /**
     * Waits for a free slot; resolves to its release function. Rejects with the signal's reason when aborted
     * while waiting.
     */
    async enter(signal: AbortSignal): Promise<() => void> {
      while (inFlight >= maxInFlight) {
        await abortable((wake) => {
          waiting.add(wake);
          return () => waiting.delete(wake);
        }, signal);
      }
      inFlight++;
      try {
        while (performance.now() < pausedUntil) await abortableDelay(pausedUntil - performance.now(), signal);
      } catch (reason) {
        leave();
        throw reason;
      }
      return leave;
    },
    /** Holds back requests that have not been sent yet. */
    pause(milliseconds: number): void {
      pausedUntil = Math.max(pausedUntil, performance.now() + milliseconds);
    },
  };
}
