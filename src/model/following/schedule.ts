import type { ServiceError } from '../../service/index.ts';

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

/**
 * The delay after consecutive failures: doubles with each, and is never shorter than the service asks for.
 */
export function backoffDelay(failures: number, retryAfter = 0): number {
  return Math.max(
    jittered(Math.min(longestInterval, firstInterval * 2 ** failures)),
    Math.min(retryAfter, longestRetryAfter),
  );
}

/** Shortens an interval by up to a fifth, so that windows that started together spread their requests. */
export function jittered(interval: number): number {
  return interval * (0.8 + 0.2 * Math.random());
}

/** The due time of something that is not due. */
export const never = Infinity;

/** What a run tells about the next one. */
export interface RunOutcome {
  /** Delays the next run, more with each failure in a row. */
  readonly error?: ServiceError | undefined;
  /** Whether the interval between runs begins anew. */
  readonly isChanged?: boolean;
  /** The shortest time until the next run, in milliseconds. */
  readonly pause?: number;
}

/** When runs were and will be; times are in epoch milliseconds. */
interface Pace {
  readonly lastRun: number;
  readonly nextRun: number;
  readonly interval: number;
  /** Failures in a row. */
  readonly failures: number;
  /** The end of the delay after a failure. */
  readonly notBefore: number;
}

const initialPace: Pace = {
  lastRun: -Infinity,
  nextRun: never,
  interval: firstInterval,
  failures: 0,
  notBefore: 0,
};

/**
 * Runs work when it is due, one run at a time, at an interval that grows while nothing changes; has a timer
 * only while something is due.
 */
export class Schedule {
  readonly #dueAt: () => number;
  readonly #work: (signal: AbortSignal) => Promise<RunOutcome | void>;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #current: AbortController | undefined;
  #pace = initialPace;

  /**
   * @param dueAt when the work is due, or {@link never}; delays after failures are added to it
   * @param work gets a signal that aborts when the run is cancelled; rejects only with its reason or a fault
   * of our own
   */
  constructor(dueAt: () => number, work: (signal: AbortSignal) => Promise<RunOutcome | void>) {
    this.#dueAt = dueAt;
    this.#work = work;
  }

  get lastRun(): number {
    return this.#pace.lastRun;
  }

  /** When the next run is due at the growing interval; {@link never} before the first {@link hurry}. */
  get nextRun(): number {
    return this.#pace.nextRun;
  }

  /** Resets the timer. Call this whenever `dueAt` may have changed. */
  update(): void {
    clearTimeout(this.#timer);
    if (this.#current !== undefined) return;
    const due = Math.max(this.#dueAt(), this.#pace.notBefore);
    if (due < never) this.#timer = setTimeout(() => void this.#run(), Math.max(0, due - Date.now()));
  }

  /** Makes the next run due soon, unless it is delayed after a failure; updates the timer. */
  hurry(): void {
    if (this.#pace.failures === 0) this.#pace = hurried(this.#pace);
    this.update();
  }

  /** Makes the next run due now, whatever failed before; updates the timer. */
  retry(): void {
    this.#pace = { ...hurried(this.#pace), failures: 0, nextRun: Date.now() };
    this.update();
  }

  /** Begins anew, as for another service: the interval counts from now on, and failures are forgotten. */
  restart(): void {
    this.cancel();
    this.#pace = initialPace;
  }

  /**
   * Aborts the current run; the next one waits for the shortest interval, so that frequent interruptions
   * cause no more requests.
   */
  interrupt(): void {
    if (this.#current === undefined) return;
    this.cancel();
    const lastRun = Date.now();
    this.#pace = { ...this.#pace, lastRun, nextRun: lastRun + jittered(firstInterval) };
  }

  /** Aborts the current run and clears the timer until the next {@link update}. */
  cancel(): void {
    this.#current?.abort();
    this.#current = undefined;
    clearTimeout(this.#timer);
  }

  async #run(): Promise<void> {
    const run = (this.#current = new AbortController());
    const next = await this.#paceAfterRun(run.signal);
    if (run.signal.aborted) return;
    this.#pace = next;
    this.#current = undefined;
    this.update();
  }

  async #paceAfterRun(signal: AbortSignal): Promise<Pace> {
    try {
      return paceAfter(this.#pace, (await this.#work(signal)) ?? {});
    } catch (thrown) {
      if (signal.aborted && thrown === signal.reason) return this.#pace;
      // Rethrown as uncaught, because it is a fault of our own and not a failure of the service.
      queueMicrotask(() => {
        throw thrown;
      });
      return { ...this.#pace, lastRun: Date.now(), notBefore: Date.now() + firstInterval };
    }
  }
}

function hurried(pace: Pace): Pace {
  const nextRun = Math.min(pace.nextRun, Date.now() + jittered(firstInterval));
  return { ...pace, notBefore: 0, interval: firstInterval, nextRun };
}

function paceAfter(pace: Pace, { error, isChanged = false, pause = 0 }: RunOutcome): Pace {
  const lastRun = Date.now();
  if (error === undefined) {
    const interval = nextInterval(pace.interval, isChanged);
    const nextRun = lastRun + Math.max(jittered(interval), pause);
    return { lastRun, nextRun, interval, failures: 0, notBefore: 0 };
  }
  const failures = pace.failures + 1;
  // A refused key will hardly be accepted soon.
  const shortest = error.kind === 'unauthorized' ? longestInterval : 0;
  const notBefore = lastRun + Math.max(shortest, backoffDelay(failures, error.retryAfter));
  return { ...pace, lastRun, nextRun: notBefore, failures, notBefore };
}
