import { type Clock, systemClock } from './clock.ts';

/** Collects what comes one by one and hands it out together, at most once per interval; the first at once. */
export class FollowDigest<T> {
  readonly #interval: number;
  readonly #handOut: (items: readonly T[]) => void;
  readonly #clock: Clock;
  #items: T[] = [];
  #timer: unknown;
  #last = -Infinity;

  constructor(interval: number, handOut: (items: readonly T[]) => void, clock: Clock = systemClock) {
    this.#interval = interval;
    this.#handOut = handOut;
    this.#clock = clock;
  }

  add(items: readonly T[]): void {
    if (items.length === 0) return;
    this.#items.push(...items);
    this.#timer ??= this.#clock.setTimeout(() => this.#flush(), Math.max(0, this.#last + this.#interval - this.#clock.now()));
  }

  /** Begins anew: forgets what was not handed out yet, and when something last was. */
  clear(): void {
    this.#clock.clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#items = [];
    this.#last = -Infinity;
  }

  dispose(): void {
    this.clear();
  }

  #flush(): void {
    const items = this.#items;
    this.clear();
    this.#last = this.#clock.now();
    this.#handOut(items);
  }
}
