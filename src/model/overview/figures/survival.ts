import { day, hour, minute } from '../../../text/time.ts';
import type { JobFacts } from './survey.ts';

/** Fewest finished jobs for percentiles. */
export const fewestFinished = 30;

/** Share of jobs that must still be observed for the curve to continue while others are unfinished. */
const leastObserved = 0.05;

/** Smallest rise between two points of the curve. */
const leastRise = 0.0105;

/**
 * The share of jobs that finished within a time, as far as it is known while some are unfinished. Times in
 * milliseconds.
 */
export interface Survival {
  /** Ascending from 0 in steps of at least 0.01. */
  readonly curve: { time: number; share: number }[];
  readonly until: number;
  /** Whether no job is unfinished. */
  readonly isComplete: boolean;
  /**
   * Times within which half, and nine in ten, of the jobs finish, rounded up for labels; null if not known.
   */
  readonly median: number | null;
  readonly nineInTen: number | null;
  /**
   * The share of active jobs that have run longer than `nineInTen` in a queue that neither grows nor shrinks.
   */
  readonly usualShare: number;
  readonly finished: number;
  /** Number of jobs without a known running time. */
  readonly leftOut: number;
}

/** Running times in whole seconds, ascending: of all jobs, and of those that finished. */
interface RunningTimes {
  readonly all: Float64Array;
  readonly finished: Float64Array;
}

/** A time at which jobs finished. */
interface Step {
  readonly time: number;
  /** The share of jobs that run longer. */
  readonly surviving: number;
  /** The area below the surviving shares up to this time. */
  readonly area: number;
}

/** The Kaplan-Meier estimate: an unfinished job counts for as long as it has run. */
export function survivalOf(jobs: readonly JobFacts[], now: number): Survival {
  const times = runningTimesOf(jobs, now);
  const { all, finished } = times;
  const steps = stepsOf(times);
  const isComplete = finished.length === all.length;
  const reached = (share: number) =>
    // Sums of shares are not exact.
    finished.length < fewestFinished
      ? null
      : (steps.find(({ surviving }) => 1 - surviving >= share - 1e-9)?.time ?? null);
  const [median, nineInTen] = [reached(0.5), reached(0.9)];
  const lastObserved = Math.min(all.length - 1, Math.floor(all.length * (1 - leastObserved)));
  const observed = isComplete ? all.at(-1) : all[lastObserved];
  const until = Math.max(observed ?? 0, nineInTen ?? median ?? 0);
  const limit = nineInTen === null ? null : roundedUp(nineInTen);
  return {
    curve: curveOf(steps).filter(({ time }) => time <= until),
    until,
    isComplete,
    finished: finished.length,
    leftOut: jobs.length - all.length,
    median: median === null ? null : roundedUp(median),
    nineInTen: limit,
    usualShare: limit === null ? 0 : shareBeyond(limit, steps, all.at(-1) ?? 0),
  };
}

/** The running times that are known. */
function runningTimesOf(jobs: readonly JobFacts[], now: number): RunningTimes {
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

function stepsOf({ all, finished }: RunningTimes): Step[] {
  const steps: Step[] = [];
  let [time, surviving, area] = [0, 1, 0];
  let shorter = 0;
  for (let index = 0; index < finished.length;) {
    const first = index;
    const next = finished[first] ?? 0;
    while (index < finished.length && finished[index] === next) index++;
    while ((all[shorter] ?? next) < next) shorter++;
    area += surviving * (next - time);
    surviving *= 1 - (index - first) / (all.length - shorter);
    time = next;
    steps.push({ time, surviving, area });
  }
  return steps;
}

function curveOf(steps: readonly Step[]): Survival['curve'] {
  const curve = [{ time: 0, share: 0 }];
  for (const { time, surviving } of steps) {
    const share = 1 - surviving;
    const last = curve.at(-1);
    if (last?.time === time) last.share = share;
    else if (share >= (last?.share ?? 0) + leastRise || surviving === 0) curve.push({ time, share });
  }
  return curve;
}

/** The share of the area below the surviving shares that is beyond a time. */
function shareBeyond(limit: number, steps: readonly Step[], longest: number): number {
  const areaAt = (time: number) => {
    const step = steps.findLast((each) => each.time <= time);
    return step === undefined ? time : step.area + step.surviving * (time - step.time);
  };
  const area = areaAt(longest);
  return area === 0 ? 0 : Math.max(0, area - areaAt(limit)) / area;
}

/** Rounds up to whole days, hours or minutes, from three of the unit on. */
function roundedUp(ms: number): number {
  const unit = [day, hour, minute].find((each) => ms >= 3 * each) ?? 1000;
  return Math.ceil(ms / unit) * unit;
}
