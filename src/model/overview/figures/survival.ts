import { day, hour, minute } from '../../../text/time.ts';
import type { JobFacts } from './survey.ts';

/** Minimum number of finished jobs for percentiles. */
export const minFinished = 30;

/** The times within which jobs finish, as far as they are known while some are unfinished. In milliseconds. */
export interface Survival {
  /**
   * Times within which half, and nine in ten, of the jobs finish, rounded up for labels; null if not known.
   */
  readonly median: number | null;
  readonly nineInTen: number | null;
  readonly finished: number;
  /** Number of jobs without a known running time. */
  readonly leftOut: number;
}

/** A time at which jobs finished. */
interface Step {
  readonly time: number;
  /** Share of jobs that run longer. */
  readonly surviving: number;
}

/** The Kaplan-Meier estimate: an unfinished job counts for as long as it has run. */
export function survivalOf(jobs: readonly JobFacts[], now: number): Survival {
  const { all, finished } = runningTimesOf(jobs, now);
  const steps = stepsOf(all, finished);
  const reached = (share: number) =>
    // Sums of shares are not exact.
    finished.length < minFinished
      ? null
      : (steps.find(({ surviving }) => 1 - surviving >= share - 1e-9)?.time ?? null);
  const [median, nineInTen] = [reached(0.5), reached(0.9)];
  return {
    finished: finished.length,
    leftOut: jobs.length - all.length,
    median: median === null ? null : roundedUp(median),
    nineInTen: nineInTen === null ? null : roundedUp(nineInTen),
  };
}

/** The known running times in whole seconds, ascending: of all jobs, and of those that finished. */
function runningTimesOf(jobs: readonly JobFacts[], now: number) {
  const [all, finished]: [number[], number[]] = [[], []];
  for (const { state, started, completed } of jobs) {
    const isFinished = state === 'completed';
    const ended = isFinished ? completed : now;
    if (started === null || ended === null || state === 'unknown') continue;
    if (isFinished && ended < started) continue;
    const time = Math.floor(Math.max(0, ended - started) / 1000) * 1000;
    all.push(time);
    if (isFinished) finished.push(time);
  }
  return { all: Float64Array.from(all).sort(), finished: Float64Array.from(finished).sort() };
}

function stepsOf(all: Float64Array, finished: Float64Array): Step[] {
  const steps: Step[] = [];
  let [surviving, shorter] = [1, 0];
  for (let index = 0; index < finished.length;) {
    const first = index;
    const next = finished[first] ?? 0;
    while (index < finished.length && finished[index] === next) index++;
    while ((all[shorter] ?? next) < next) shorter++;
    surviving *= 1 - (index - first) / (all.length - shorter);
    steps.push({ time: next, surviving });
  }
  return steps;
}

/** Rounds up to whole days, hours or minutes, from three of the unit on. */
function roundedUp(ms: number): number {
  const unit = [day, hour, minute].find((each) => ms >= 3 * each) ?? 1000;
  return Math.ceil(ms / unit) * unit;
}
