/** Time and timers; tests bring their own. */
export interface Clock {
  now(): number;
  setTimeout(callback: () => void, milliseconds: number): unknown;
  clearTimeout(timer: unknown): void;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  setTimeout: (callback, milliseconds) => setTimeout(callback, milliseconds),
  clearTimeout: (timer) => clearTimeout(timer as ReturnType<typeof setTimeout>),
};

/** The longest interval between two rounds of polling, unless the service asks for more, in milliseconds. */
export const longestInterval = 60_000;

/** The interval after a change; jitter never makes it shorter than 2 s. */
export const firstInterval = 2_500;

/** Caps a `Retry-After` that names a day far away. */
const longestRetryAfter = 60 * 60_000;

const growth = 1.4;

/** The interval after a round: the first again after a change, else a little longer than before. */
export function nextInterval(interval: number, changed: boolean): number {
  return changed ? firstInterval : Math.min(longestInterval, interval * growth);
}

/** The delay after consecutive failures: doubled with each, and never shorter than the service asks for. */
export function backoffDelay(failures: number, retryAfter = 0, random: () => number): number {
  return Math.max(jittered(Math.min(longestInterval, firstInterval * 2 ** failures), random), Math.min(retryAfter, longestRetryAfter));
}

/** Shortens an interval by up to a fifth, so that windows that started together do not send requests together. */
export function jittered(interval: number, random: () => number): number {
  return interval * (0.8 + 0.2 * random());
}

/** The time of what is not due. */
export const never = Infinity;

interface ScheduleParts {
  /** When the work is due, in epoch milliseconds, or {@link never}. */
  readonly dueAt: () => number;
  /** Its signal aborts when the run is cancelled; it rejects only with a fault of our own. */
  readonly work: (signal: AbortSignal) => Promise<void>;
  readonly clock: Clock;
}

/** Runs work whenever it is due, one run at a time; has no timer while nothing is due. */
export class Schedule {
  readonly #parts: ScheduleParts;
  #timer: unknown;
  #run: AbortController | undefined;
  /** Holds back the run after a fault. */
  #notBefore = 0;

  constructor(parts: ScheduleParts) {
    this.#parts = parts;
  }

  get isRunning(): boolean {
    return this.#run !== undefined;
  }

  /** Sets the timer anew: to be called whenever `dueAt` may have changed. */
  update(): void {
    const { clock, dueAt } = this.#parts;
    clock.clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#run !== undefined) return;
    const due = Math.max(dueAt(), this.#notBefore);
    if (due < never) this.#timer = clock.setTimeout(() => void this.#start(), Math.max(0, due - clock.now()));
  }

  /** Aborts the run under way and clears the timer; {@link update} goes on. */
  cancel(): void {
    this.#run?.abort();
    this.#run = undefined;
    this.#notBefore = 0;
    this.#parts.clock.clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  async #start(): Promise<void> {
    this.#timer = undefined;
    const run = (this.#run = new AbortController());
    try {
      await this.#parts.work(run.signal);
    } catch (thrown) {
      // Reported as uncaught, because it is a fault of our own and no failure of the service.
      queueMicrotask(() => {
        throw thrown;
      });
      if (!run.signal.aborted) this.#notBefore = this.#parts.clock.now() + firstInterval;
    }
    if (run.signal.aborted) return;
    this.#run = undefined;
    this.update();
  }
}
