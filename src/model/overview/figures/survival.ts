import { day, hour, minute } from '../../../text/time.ts';
import type { JobFacts } from './survey.ts';

/** Minimum number of finished jobs that an estimate requires. */
export const minFinished = 30;

/** Estimate of how long jobs take. Times are in milliseconds, or null if they are unknown. */
export interface Survival {
  /** Time in which half of the jobs finish, rounded up. */
  readonly median: number | null;
  /** Time in which 9 in 10 jobs finish, rounded up. */
  readonly nineInTen: number | null;
  readonly finished: number;
  /** Number of jobs without a valid start or end time. */
  readonly leftOut: number;
}

/**
 * Calculates the Kaplan-Meier estimate, which also considers how long unfinished jobs have been
 * running.
 */
export function survivalOf(jobs: readonly JobFacts[], now: number): Survival {
  const { finished, unfinished } = runningTimesOf(jobs, now);
  const all = finished.length + unfinished.length;
  const timeFor = (share: number) =>
    finished.length < minFinished ? null : timeInWhichFinish(share, finished, unfinished);
  return {
    finished: finished.length,
    leftOut: jobs.length - all,
    median: timeFor(0.5),
    nineInTen: timeFor(0.9),
  };
}

/**
 * Returns the running times of the jobs in milliseconds, rounded down to whole seconds and sorted
 * in ascending order.
 */
function runningTimesOf(jobs: readonly JobFacts[], now: number) {
  const times: Record<'finished' | 'unfinished', number[]> = { finished: [], unfinished: [] };
  for (const { state, started, completed } of jobs) {
    const isFinished = state === 'completed';
    const ended = isFinished ? completed : now;
    if (started === null || ended === null || state === 'unknown') continue;
    if (isFinished && ended < started) continue;
    const time = Math.floor(Math.max(0, ended - started) / 1000) * 1000;
    times[isFinished ? 'finished' : 'unfinished'].push(time);
  }
  return {
    finished: Float64Array.from(times.finished).sort(),
    unfinished: Float64Array.from(times.unfinished).sort(),
  };
}

/**
 * Returns the time in which the given share of the jobs finishes, or null if too many jobs are
 * unfinished.
 */
function timeInWhichFinish(
  share: number,
  finished: Float64Array,
  unfinished: Float64Array,
): number | null {
  let running = finished.length + unfinished.length;
  let shorter = 0;
  let surviving = 1;
  for (const time of finished) {
    while ((unfinished[shorter] ?? time) < time) {
      shorter++;
      running--;
    }
    surviving *= 1 - 1 / running;
    running--;
    // The tolerance compensates for rounding errors.
    if (1 - surviving >= share - 1e-9) return roundedUpDuration(time);
  }
  return null;
}

/**
 * Rounds up to whole days, hours, minutes, or seconds, depending on the duration. For example,
 * durations of three days or more are rounded up to whole days.
 */
function roundedUpDuration(ms: number): number {
  const unit = [day, hour, minute].find((each) => ms >= 3 * each) ?? 1000;
  return Math.ceil(ms / unit) * unit;
}
