/** Delivers items in batches, at most once per interval; the first one at once. */
export class Throttle<T> {
  readonly #interval: number;
  readonly #deliver: (items: readonly T[]) => void;
  #items: T[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** By `performance.now`, because the clock of the day may be set back. */
  #notBefore = 0;

  /** @param interval in milliseconds */
  constructor(interval: number, deliver: (items: readonly T[]) => void) {
    this.#interval = interval;
    this.#deliver = deliver;
  }

  add(items: readonly T[]): void {
    this.#items.push(...items);
    if (this.#items.length > 0) {
      this.#timer ??= setTimeout(
        () => this.#deliverInTime(),
        Math.max(0, this.#notBefore - performance.now()),
      );
    }
  }

  /** Drops pending items and ends the interval, so that the next item is delivered at once. */
  clear(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#items = [];
    this.#notBefore = 0;
  }

  /** Delivers pending items and ends the interval, so that the next item is delivered at once. */
  flush(): void {
    const pending = this.#items;
    this.clear();
    if (pending.length > 0) this.#deliver(pending);
  }

  #deliverInTime(): void {
    this.flush();
    this.#notBefore = performance.now() + this.#interval;
  }
}
