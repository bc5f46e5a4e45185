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

let last = 0,
  ahead = 0;

/**
 * Milliseconds for due times: goes on where the clock of the day is set back, and counts sleep, which
 * `performance.now` may not.
 */
export function steadyNow(): number {
  ahead = Math.max(ahead, last - Date.now());
  return (last = Date.now() + ahead);
}

/** The due time of something that is not due. */
export const never = Infinity;

interface RunOutcome {
  /** Delays the next run, more with each failure in a row. */
  readonly error?: ServiceError | undefined;
  /** Whether the interval between runs begins anew. */
  readonly isChanged?: boolean;
  /** Whether there is no next run until `hurry`. */
  readonly isRefused?: boolean;
}

/** The pace of a schedule that has not run yet. */
const initialPace = {
  lastRun: -Infinity,
  nextRun: never,
  interval: firstInterval,
  failures: 0,
  notBefore: 0,
};

/**
 * Runs work when it is due, one run at a time, at an interval that grows while nothing changes; has a timer
 * only while something is due.
 * @param dueAt when the work is due, by {@link steadyNow}, or {@link never}; delays after failures are added
 * to it
 * @param work gets a signal that aborts when the run is cancelled; rejects only with its reason or a fault of
 * our own
 */
export function createSchedule(
  dueAt: () => number,
  work: (signal: AbortSignal) => Promise<RunOutcome | void>,
) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let current: AbortController | undefined;
  let pace = initialPace;

  /** Resets the timer. Call this whenever `dueAt` may have changed. */
  const update = () => {
    clearTimeout(timer);
    if (current !== undefined) return;
    const due = Math.max(dueAt(), pace.notBefore);
    if (due < never) timer = setTimeout(() => void start(), Math.max(0, due - steadyNow()));
  };
  const start = async () => {
    const run = (current = new AbortController());
    let next: typeof pace;
    try {
      next = paceAfter(pace, (await work(run.signal)) ?? {});
    } catch (thrown) {
      if (run.signal.aborted && thrown === run.signal.reason) return;
      // Rethrown as uncaught, because it is a fault of our own and not a failure of the service.
      queueMicrotask(() => {
        throw thrown;
      });
      next = { ...pace, lastRun: steadyNow(), notBefore: steadyNow() + firstInterval };
    }
    if (run.signal.aborted) return;
    pace = next;
    current = undefined;
    update();
  };
  /** Aborts the current run and clears the timer until the next {@link update}. */
  const cancel = () => {
    current?.abort();
    current = undefined;
    clearTimeout(timer);
  };

  return {
    get lastRun(): number {
      return pace.lastRun;
    },
    /** When the next run is due at the growing interval; {@link never} before the first {@link hurry}. */
    get nextRun(): number {
      return pace.nextRun;
    },
    update,
    cancel,
    /** Makes the next run due soon, unless it is delayed after a failure; updates the timer. */
    hurry(): void {
      const isDelayed = pace.failures > 0 && pace.notBefore < never;
      if (!isDelayed) {
        pace = {
          ...pace,
          notBefore: 0,
          interval: firstInterval,
          nextRun: Math.min(pace.nextRun, steadyNow() + jittered(firstInterval)),
        };
      }
      update();
    },
    /** Begins anew, as for another service: the interval counts from now on, and failures are forgotten. */
    restart(): void {
      cancel();
      pace = initialPace;
    },
    /**
     * Aborts the current run; the next one waits for the shortest interval, so that frequent interruptions
     * cause no more requests.
     */
    interrupt(): void {
      if (current === undefined) return;
      cancel();
      pace = { ...pace, lastRun: steadyNow(), nextRun: steadyNow() + jittered(firstInterval) };
    },
  };
}

function paceAfter(
  pace: typeof initialPace,
  { error, isChanged = false, isRefused = false }: RunOutcome,
): typeof initialPace {
  const lastRun = steadyNow();
  if (error === undefined) {
    const interval = nextInterval(pace.interval, isChanged);
    return { lastRun, nextRun: lastRun + jittered(interval), interval, failures: 0, notBefore: 0 };
  }
  const failures = pace.failures + 1;
  const notBefore = isRefused ? never : lastRun + backoffDelay(failures, error.retryAfter);
  return { ...pace, lastRun, nextRun: notBefore, failures, notBefore };
}

/** Delivers items in batches, at most once per interval; the first one at once. */
export function createThrottle<T>(interval: number, handOut: (items: readonly T[]) => void) {
  let items: T[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  let notBefore = 0;

  /** Drops pending items and ends the interval, so that the next item is delivered at once. */
  const clear = () => {
    clearTimeout(timer);
    timer = undefined;
    items = [];
    notBefore = 0;
  };
  /** Delivers pending items and ends the interval, so that the next item is delivered at once. */
  const flush = () => {
    const pending = items;
    clear();
    if (pending.length > 0) handOut(pending);
  };
  const deliver = () => {
    flush();
    notBefore = steadyNow() + interval;
  };
  return {
    add(more: readonly T[]): void {
      items.push(...more);
      if (items.length > 0) timer ??= setTimeout(deliver, Math.max(0, notBefore - steadyNow()));
    },
    clear,
    flush,
  };
}
