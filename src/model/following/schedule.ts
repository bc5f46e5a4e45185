/** Longest interval between two polls, in milliseconds, unless the service asks for more. */
export const longestInterval = 60_000;

/** Interval after a change; at least 2 s with jitter. */
export const firstInterval = 2_500;

/** Upper limit for an excessive `Retry-After`. */
const longestRetryAfter = 60 * 60_000;

const growth = 1.4;

/** The interval after a round: reset after a change, else a little longer than before. */
export function nextInterval(interval: number, changed: boolean): number {
  return changed ? firstInterval : Math.min(longestInterval, interval * growth);
}

/** The delay after consecutive failures: doubles with each, and is never shorter than the service asks for. */
export function backoffDelay(failures: number, retryAfter = 0): number {
  return Math.max(jittered(Math.min(longestInterval, firstInterval * 2 ** failures)), Math.min(retryAfter, longestRetryAfter));
}

/** Shortens an interval by up to a fifth, so that windows that started together spread their requests. */
export function jittered(interval: number): number {
  return interval * (0.8 + 0.2 * Math.random());
}

/** The due time of something that is not due. */
export const never = Infinity;

/** Runs work when it is due, one run at a time, and has a timer only while something is due. */
export class Schedule {
  readonly #dueAt: () => number;
  readonly #work: (signal: AbortSignal) => Promise<void>;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #run: AbortController | undefined;
  /** Earliest next run after a fault. */
  #notBefore = 0;

  /**
   * @param dueAt when the work is due, in epoch milliseconds, or {@link never}
   * @param work gets a signal that aborts when the run is cancelled; rejects only with a fault of our own
   */
  constructor(dueAt: () => number, work: (signal: AbortSignal) => Promise<void>) {
    this.#dueAt = dueAt;
    this.#work = work;
  }

  get isRunning(): boolean {
    return this.#run !== undefined;
  }

  /** Resets the timer. Call this whenever `dueAt` may have changed. */
  update(): void {
    clearTimeout(this.#timer);
    if (this.#run !== undefined) return;
    const due = Math.max(this.#dueAt(), this.#notBefore);
    if (due < never) this.#timer = setTimeout(() => void this.#start(), Math.max(0, due - Date.now()));
  }

  /** Aborts the current run and clears the timer until the next {@link update}. */
  cancel(): void {
    this.#run?.abort();
    this.#run = undefined;
    this.#notBefore = 0;
    clearTimeout(this.#timer);
  }

  async #start(): Promise<void> {
    const run = (this.#run = new AbortController());
    try {
      await this.#work(run.signal);
    } catch (thrown) {
      // Rethrown as uncaught, because it is a fault of our own and not a failure of the service.
      queueMicrotask(() => {
        throw thrown;
      });
      if (!run.signal.aborted) this.#notBefore = Date.now() + firstInterval;
    }
    if (run.signal.aborted) return;
    this.#run = undefined;
    this.update();
  }
}

/** Delivers items in batches, at most once per interval; the first one at once. */
export class Throttle<T> {
  readonly #interval: number;
  readonly #handOut: (items: readonly T[]) => void;
  #items: T[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;
  #notBefore = 0;

  constructor(interval: number, handOut: (items: readonly T[]) => void) {
    this.#interval = interval;
    this.#handOut = handOut;
  }

  add(items: readonly T[]): void {
    this.#items.push(...items);
    if (this.#items.length > 0) this.#timer ??= setTimeout(() => this.#due(), Math.max(0, this.#notBefore - Date.now()));
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
    const items = this.#items;
    this.clear();
    if (items.length > 0) this.#handOut(items);
  }

  #due(): void {
    const items = this.#items;
    this.clear();
    this.#notBefore = Date.now() + this.#interval;
    this.#handOut(items);
  }
}
