import { abortable, abortableDelay } from './retry.ts';

/** The most requests of one connection at a time. */
const maxInFlight = 4;

/** Limits concurrent requests, and delays all after a 429. */
export class RequestGate {
  #inFlight = 0;
  /** Wakes the requests that wait for a slot, in order. */
  readonly #waiting = new Set<() => void>();
  #pausedUntil = 0;

  /** Waits for a free slot; resolves to its release function. Rejects with the signal's reason when aborted while waiting. */
  async enter(signal: AbortSignal): Promise<() => void> {
    while (this.#inFlight >= maxInFlight) {
      await abortable((wake) => {
        this.#waiting.add(wake);
        return () => this.#waiting.delete(wake);
      }, signal);
    }
    this.#inFlight++;
    try {
      for (let left = this.#pauseLeft(); left > 0; left = this.#pauseLeft()) await abortableDelay(left, signal);
    } catch (reason) {
      this.#leave();
      throw reason;
    }
    return () => this.#leave();
  }

  /** Holds back requests that have not been sent yet. */
  pause(milliseconds: number): void {
    this.#pausedUntil = Math.max(this.#pausedUntil, Date.now() + milliseconds);
  }

  #pauseLeft(): number {
    return this.#pausedUntil - Date.now();
  }

  #leave(): void {
    this.#inFlight--;
    const [first] = this.#waiting;
    if (first === undefined) return;
    this.#waiting.delete(first);
    first();
  }
}
