import { day, hour, minute } from '../../../text/time.ts';
import type { JobFacts } from './survey.ts';

/** Minimum number of finished jobs for an estimate. */
export const minFinished = 30;

/** Estimate of how long jobs take. Times are in milliseconds, and null if they are unknown. */
export interface Survival {
  /** Time in which half of the jobs finish, rounded up for labels. */
  readonly median: number | null;
  /** Time in which 9 in 10 jobs finish, rounded up for labels. */
  readonly nineInTen: number | null;
  readonly finished: number;
  /** Number of jobs that have no usable start or end time. */
  readonly leftOut: number;
}

/** Point of the survival curve at which jobs finished. */
interface SurvivalStep {
  readonly time: number;
  /** Share of jobs that run longer. */
  readonly surviving: number;
}

/** Calculates the Kaplan-Meier estimate: an unfinished job counts for the time that it has run. */
export function survivalOf(jobs: readonly JobFacts[], now: number): Survival {
  const { all, finished } = runningTimesOf(jobs, now);
  const steps = stepsOf(all, finished);
  const reached = (share: number) =>
    // The tolerance compensates for rounding errors.
    finished.length < minFinished
      ? null
      : (steps.find(({ surviving }) => 1 - surviving >= share - 1e-9)?.time ?? null);
  const [median, nineInTen] = [reached(0.5), reached(0.9)];
  return {
    finished: finished.length,
    leftOut: jobs.length - all.length,
    median: median === null ? null : roundedUpDuration(median),
    nineInTen: nineInTen === null ? null : roundedUpDuration(nineInTen),
  };
}

/** Returns running times in whole seconds, in ascending order. */
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

function stepsOf(all: Float64Array, finished: Float64Array): SurvivalStep[] {
  const steps: SurvivalStep[] = [];
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

/** Rounds up to whole days, hours, or minutes. A unit applies to times of at least three units. */
function roundedUpDuration(ms: number): number {
  const unit = [day, hour, minute].find((each) => ms >= 3 * each) ?? 1000;
  return Math.ceil(ms / unit) * unit;
}
