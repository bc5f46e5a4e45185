import { abortableDelay } from './retry.ts';

/** The most requests of one connection at a time. */
const maxInFlight = 4;

/** Limits the requests of a connection that are under way, and holds all back while the service asks to slow down. */
export class RequestGate {
  #inFlight = 0;
  /** Wakes the requests that wait for a place, first come first served. */
  readonly #waiting: (() => void)[] = [];
  #pausedUntil = 0;

  /** Resolves to the function that gives the place back. Rejects with the signal's reason when aborted while waiting. */
  async enter(signal: AbortSignal): Promise<() => void> {
    while (this.#inFlight >= maxInFlight) await this.#turn(signal);
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
    this.#waiting.shift()?.();
  }

  async #turn(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const leave = () => {
      const place = this.#waiting.indexOf(resolve);
      if (place >= 0) this.#waiting.splice(place, 1);
      reject(signal.reason as Error);
    };
    this.#waiting.push(resolve);
    signal.addEventListener('abort', leave, { once: true });
    try {
      await promise;
    } finally {
      signal.removeEventListener('abort', leave);
    }
  }
}
