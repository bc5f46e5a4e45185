import { stateCodes } from '../jobRecords.ts';
import { type Survey, visit } from './survey.ts';

/** Fewest finished jobs for percentiles. */
export const fewestFinished = 30;

/** Running times in ascending order; among equal ones finished jobs first. */
export interface RunningTimes {
  /** Record indexes. */
  readonly indexes: Uint32Array;
  readonly seconds: Uint32Array;
  readonly isFinished: Uint8Array;
  /** How many jobs of the list each job represents. */
  readonly weights: Float64Array;
  readonly finished: number;
  /** Number of jobs without a known running time. */
  readonly leftOut: number;
}

/** The running times of a survey's jobs, except those with an unknown state, an unreadable time, or an end before the start. */
export function* runningTimes({ columns, indexes: all, estimator, now }: Survey): Generator<void, RunningTimes> {
  const count = all.length;
  const nowSeconds = Math.floor(now / 1000);
  /** (2 · seconds + 1 if unfinished) · count + position, so that sorting these numbers sorts the times. */
  const packed = new Float64Array(count);
  let known = 0;
  let finished = 0;
  yield* visit(all, (index, position) => {
    const state = columns.states[index];
    const isFinished = state === stateCodes.completed;
    const started = columns.started[index] ?? 0;
    const ended = isFinished ? (columns.completed[index] ?? 0) : Math.max(started, nowSeconds);
    if (started === 0 || ended < started || state === stateCodes.unknown) return;
    if (isFinished) finished++;
    packed[known++] = (2 * (ended - started) + (isFinished ? 0 : 1)) * count + position;
  });
  const sorted = packed.subarray(0, known).sort();
  yield;
  const times = { indexes: new Uint32Array(known), seconds: new Uint32Array(known), isFinished: new Uint8Array(known), weights: new Float64Array(known), finished, leftOut: count - known };
  yield* visit(sorted, (each, at) => {
    const time = Math.floor(each / count);
    const index = all[each - time * count] ?? 0;
    times.indexes[at] = index;
    times.seconds[at] = time / 2;
    times.isFinished[at] = time % 2 === 0 ? 1 : 0;
    times.weights[at] = estimator?.weightOf(columns.pages[index] ?? 0) ?? 1;
  });
  return times;
}

/** The share of jobs that finished within a time, as far as it can be estimated while some are unfinished. */
export interface Survival {
  /** Ascending from 0 in steps of at least 0.01. */
  readonly curve: { time: number; share: number }[];
  readonly until: number;
  readonly median: number | null;
  readonly nineInTen: number | null;
}

/** Share of jobs that must still be observed for the curve to continue. */
const leastObserved = 0.05;

/** Rounding tolerance for sums of weights. */
const tolerance = 1e-9;

/** The Kaplan-Meier estimate: an unfinished job counts as at risk for as long as it was observed. */
export class SurvivalCurve {
  #weight = 0;
  #finishedJobs = 0;
  #atRisk = 0;
  #surviving = 1;
  #observed = 0;
  #median: number | null = null;
  #nineInTen: number | null = null;
  readonly #curve = [{ time: 0, share: 0 }];
  /** The running time of the last job, and the weights of the jobs with that time. */
  #time = 0;
  #finished = 0;
  #left = 0;

  /** Registers a job; all jobs are registered before the first {@link see}. */
  expect(isFinished: boolean, weight: number): void {
    this.#weight += weight;
    this.#atRisk += weight;
    if (isFinished) this.#finishedJobs++;
  }

  /** Adds the registered jobs in order of their running times. */
  see(seconds: number, isFinished: boolean, weight: number): void {
    if (seconds !== this.#time) {
      this.#step();
      this.#time = seconds;
    }
    if (isFinished) this.#finished += weight;
    else this.#left += weight;
  }

  result(): Survival {
    this.#step();
    const [median, nineInTen] = this.#finishedJobs >= fewestFinished ? [this.#median, this.#nineInTen] : [null, null];
    const until = Math.max(this.#observed, nineInTen ?? median ?? 0);
    return { curve: this.#curve.filter(({ time }) => time <= until), until, median, nineInTen };
  }

  #step(): void {
    const time = this.#time * 1000;
    if (this.#atRisk >= this.#weight * leastObserved - tolerance) this.#observed = time;
    if (this.#finished > 0) {
      this.#surviving *= Math.max(0, 1 - this.#finished / this.#atRisk);
      const share = this.#surviving < tolerance ? 1 : 1 - this.#surviving;
      if (share >= 0.5 - tolerance) this.#median ??= time;
      if (share >= 0.9 - tolerance) this.#nineInTen ??= time;
      const last = this.#curve.at(-1);
      if (last?.time === time) last.share = share;
      else if (share >= (last?.share ?? 0) + 0.0105 || (share === 1 && last?.share !== 1)) this.#curve.push({ time, share });
    }
    this.#atRisk -= this.#finished + this.#left;
    this.#finished = this.#left = 0;
  }
}

/** Adds all jobs to the curves of their list of workflows. */
export function* survivals({ columns }: Survey, times: RunningTimes, curves: readonly (readonly SurvivalCurve[])[]): Generator<void, void> {
  const { indexes, seconds, isFinished, weights } = times;
  yield* visit(indexes, (index, at) => {
    for (const curve of curves[columns.workflows[index] ?? 0] ?? []) curve.expect(isFinished[at] === 1, weights[at] ?? 0);
  });
  yield* visit(indexes, (index, at) => {
    for (const curve of curves[columns.workflows[index] ?? 0] ?? []) curve.see(seconds[at] ?? 0, isFinished[at] === 1, weights[at] ?? 0);
  });
}

/** Running times of finished jobs, for judging active ones. */
export interface Yardstick {
  /** Milliseconds within which half, and nine in ten, of them finished, rounded up for labels. */
  readonly median: number;
  readonly nineInTen: number;
  /** The share of active jobs that have run longer than `nineInTen` in a queue that neither grows nor shrinks. */
  readonly usualShare: number;
}

/** Undefined if too few have finished, or most took no time. */
export function yardstickOf({ seconds, isFinished, weights, finished }: RunningTimes): Yardstick | undefined {
  let all = 0;
  for (const [at, weight] of weights.entries()) all += weight * (isFinished[at] ?? 0);
  const within = (share: number) => {
    let passed = 0;
    const at = weights.findIndex((weight, position) => (passed += weight * (isFinished[position] ?? 0)) >= all * share - tolerance);
    return (seconds[at] ?? 0) * 1000;
  };
  const [median, nineInTen] = [roundedUp(within(0.5)), roundedUp(within(0.9))];
  if (finished < fewestFinished || nineInTen === 0) return undefined;
  let [sum, beyond] = [0, 0];
  for (const [at, weight] of weights.entries()) {
    const time = (seconds[at] ?? 0) * 1000 * weight * (isFinished[at] ?? 0);
    sum += time;
    beyond += Math.max(0, time - nineInTen * weight);
  }
  return { median, nineInTen, usualShare: beyond / sum };
}

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** Rounds up to whole days, hours or minutes, from three of the unit on. */
function roundedUp(ms: number): number {
  const unit = [day, hour, minute].find((each) => ms >= 3 * each) ?? 1000;
  return Math.ceil(ms / unit) * unit;
}
