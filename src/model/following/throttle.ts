/** Delivers items in batches, at most once per interval. */
export class Throttle<T> {
  readonly #interval: number;
  readonly #firstDelay: number;
  readonly #deliver: (items: readonly T[]) => void;
  #items: T[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** By `performance.now`, because the system clock may be set back. */
  #notBefore = 0;

  /**
   * @param interval in milliseconds
   * @param firstDelay time for which the first item waits for more items, in milliseconds
   */
  constructor(interval: number, deliver: (items: readonly T[]) => void, firstDelay = 0) {
    this.#interval = interval;
    this.#firstDelay = firstDelay;
    this.#deliver = deliver;
  }

  add(items: readonly T[]): void {
    this.#items.push(...items);
    if (this.#items.length > 0) {
      this.#timer ??= setTimeout(
        () => this.#deliverInTime(),
        Math.max(this.#firstDelay, this.#notBefore - performance.now()),
      );
    }
  }

  /** Drops pending items and ends the interval, so that the next item does not wait for it. */
  clear(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#items = [];
    this.#notBefore = 0;
  }

  /** Delivers pending items and ends the interval, so that the next item does not wait for it. */
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
