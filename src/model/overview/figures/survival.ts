import { day, hour, minute } from '../../../text/time.ts';
import type { JobFacts } from './survey.ts';

/** Minimum number of finished jobs for an estimate. */
export const minFinished = 30;

/** Estimated job durations in milliseconds. Null if there are too few finished jobs. */
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
 * Calculates the Kaplan-Meier estimate of job durations, which takes unfinished jobs into account.
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

/** Returns the running times in milliseconds, rounded down to seconds, in ascending order. */
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
 * Returns the time in which the given share of jobs finishes, or null if too few jobs have
 * finished.
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
    // The small tolerance allows for floating-point rounding errors.
    if (1 - surviving >= share - 1e-9) return roundedUpDuration(time);
  }
  return null;
}

/**
 * Rounds up to whole days, hours, minutes, or seconds. For example, durations of at least three
 * days are rounded up to whole days.
 */
function roundedUpDuration(ms: number): number {
  const unit = [day, hour, minute].find((each) => ms >= 3 * each) ?? 1000;
  return Math.ceil(ms / unit) * unit;
}
