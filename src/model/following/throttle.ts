/** Collects items and delivers them in batches, at most once per interval. */
export class Throttle<T> {
  readonly #interval: number;
  readonly #firstDelay: number;
  readonly #deliver: (items: readonly T[]) => void;
  #items: T[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Earliest time for the next delivery, as a value of `performance.now()`. */
  #notBefore = 0;

  /**
   * @param interval minimum interval between deliveries, in milliseconds
   * @param firstDelay time to wait for more items before the first delivery, in milliseconds
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

  /** Discards pending items and ends the current interval. */
  clear(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#items = [];
    this.#notBefore = 0;
  }

  /** Delivers pending items immediately and ends the current interval. */
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
