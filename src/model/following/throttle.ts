import { type Clock, systemClock } from './schedule.ts';

/** Collects items and hands them out together, at most once per interval; the first at once. */
export class Throttle<T> {
  readonly #interval: number;
  readonly #handOut: (items: readonly T[]) => void;
  readonly #clock: Clock;
  #items: T[] = [];
  #timer: unknown;
  #lastHandOut = -Infinity;

  constructor(interval: number, handOut: (items: readonly T[]) => void, clock: Clock = systemClock) {
    this.#interval = interval;
    this.#handOut = handOut;
    this.#clock = clock;
  }

  add(items: readonly T[]): void {
    if (items.length === 0) return;
    this.#items.push(...items);
    this.#timer ??= this.#clock.setTimeout(() => this.#flush(), Math.max(0, this.#lastHandOut + this.#interval - this.#clock.now()));
  }

  /** Drops what was not handed out yet; the next item is handed out at once. */
  clear(): void {
    this.#clock.clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#items = [];
    this.#lastHandOut = -Infinity;
  }

  dispose(): void {
    this.clear();
  }

  #flush(): void {
    const items = this.#items;
    this.clear();
    this.#lastHandOut = this.#clock.now();
    this.#handOut(items);
  }
}
