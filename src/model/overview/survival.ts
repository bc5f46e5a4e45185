import { type Survey, visit } from './survey.ts';

/** With fewer finished jobs there are no percentiles. */
export const fewestFinished = 30;

/** How long jobs ran, in whole seconds: finished ones, and those that were not finished when they were read. */
export class RunningTimes {
  /** (2 · seconds + 1 if unfinished) · classes + class of weight: so the order of numbers is that of times, finished first. */
  #packed: number[] | Float64Array = [];
  readonly #classes: number;
  readonly #weights: readonly number[];
  #finished = 0;
  #leftOut = 0;
  #weight = 0;
  #finishedWeight = 0;

  constructor({ estimator }: Survey) {
    this.#classes = estimator?.weightClasses ?? 1;
    this.#weights = Array.from({ length: this.#classes }, (_, weightClass) => estimator?.weight(weightClass) ?? 1);
  }

  get finished(): number {
    return this.#finished;
  }

  /** Number of jobs of which it cannot be said how long they ran. */
  get leftOut(): number {
    return this.#leftOut;
  }

  /** How many jobs of the list all of them represent. */
  get weight(): number {
    return this.#weight;
  }

  get finishedWeight(): number {
    return this.#finishedWeight;
  }

  /** @param seconds null where it cannot be said */
  add(seconds: number | null, isFinished: boolean, weightClass: number): void {
    if (seconds === null) {
      this.#leftOut++;
      return;
    }
    const weight = this.#weights[weightClass] ?? 1;
    this.#weight += weight;
    if (isFinished) {
      this.#finished++;
      this.#finishedWeight += weight;
    }
    (this.#packed as number[]).push((2 * seconds + (isFinished ? 0 : 1)) * this.#classes + weightClass);
  }

  /** Visits them from short to long, finished ones first among equals; nothing is added after that. */
  *inOrder(see: (milliseconds: number, isFinished: boolean, weight: number) => void): Generator<void, void> {
    if (Array.isArray(this.#packed)) this.#packed = Float64Array.from(this.#packed).sort();
    yield* visit(this.#packed, (packed) => {
      const time = Math.floor(packed / this.#classes);
      see(Math.floor(time / 2) * 1000, time % 2 === 0, this.#weights[packed % this.#classes] ?? 1);
    });
  }
}

/** The running times of these records. A job that completed before it started, or at a time that cannot be read, is left out, as is one of an unknown state. */
export function* runningTimes(of: Survey, indexes: Uint32Array): Generator<void, RunningTimes> {
  const times = new RunningTimes(of);
  yield* visit(indexes, (index) => addRunningTime(times, of, index));
  return times;
}

export function addRunningTime(times: RunningTimes, { records, estimator, now }: Survey, index: number): void {
  const state = records.state(index);
  const started = records.time('started', index);
  const ended = state === 'completed' ? records.time('completed', index) : Math.max(started, Math.floor(now / 1000));
  const isKnown = started !== 0 && ended >= started && (state === 'completed' || state === 'active');
  times.add(isKnown ? ended - started : null, state === 'completed', estimator?.weightClass(records.page(index)) ?? 0);
}

/** The share of jobs that finished within a time, as far as that can be said while some are unfinished. */
export interface Survival {
  /** Steps of at least a hundredth, from 0. */
  readonly curve: { time: number; share: number }[];
  readonly until: number;
  readonly median: number | null;
  readonly nineInTen: number | null;
}

/** The part of the jobs that the curve is shown for at least. */
const leastObserved = 0.05;

/** Rounding of sums of weights. */
const tolerance = 1e-9;

/** Kaplan and Meier's estimate: an unfinished job counts among those that may finish for as long as it was observed. */
export function* survivalOf(times: RunningTimes): Generator<void, Survival> {
  const curve = [{ time: 0, share: 0 }];
  let atRisk = times.weight;
  let surviving = 1;
  let observed = 0;
  let median: number | null = null;
  let nineInTen: number | null = null;
  /** Of the time that is visited. */
  let [time, finished, left] = [0, 0, 0];
  const close = () => {
    if (atRisk >= times.weight * leastObserved - tolerance) observed = time;
    if (finished > 0) {
      surviving *= Math.max(0, 1 - finished / atRisk);
      const share = surviving < tolerance ? 1 : 1 - surviving;
      if (share >= 0.5 - tolerance) median ??= time;
      if (share >= 0.9 - tolerance) nineInTen ??= time;
      const last = curve.at(-1);
      if (last?.time === time) last.share = share;
      else if (share >= (last?.share ?? 0) + 0.0105 || share === 1) curve.push({ time, share });
    }
    atRisk -= finished + left;
    [finished, left] = [0, 0];
  };
  yield* times.inOrder((milliseconds, isFinished, weight) => {
    if (milliseconds !== time) {
      close();
      time = milliseconds;
    }
    if (isFinished) finished += weight;
    else left += weight;
  });
  close();
  const isEnough = times.finished >= fewestFinished;
  const until = Math.max(observed, (isEnough ? (nineInTen ?? median) : null) ?? 0);
  return { curve: curve.filter((point) => point.time <= until), until, median: isEnough ? median : null, nineInTen: isEnough ? nineInTen : null };
}

/** What finished jobs took. */
export interface Yardstick {
  /** Milliseconds that half of them took at most, and nine in ten, rounded up to what a label can say. */
  readonly median: number;
  readonly nineInTen: number;
  /** The share of active jobs that have run longer than `nineInTen` in a queue that neither grows nor shrinks. */
  readonly usualShare: number;
}

/** Undefined where too few have finished, or all in no time. */
export function* yardstickOf(times: RunningTimes): Generator<void, Yardstick | undefined> {
  let passed = 0;
  let half = Infinity;
  let most = Infinity;
  yield* times.inOrder((milliseconds, isFinished, weight) => {
    if (!isFinished) return;
    passed += weight;
    if (passed >= times.finishedWeight * 0.5 - tolerance) half = Math.min(half, milliseconds);
    if (passed >= times.finishedWeight * 0.9 - tolerance) most = Math.min(most, milliseconds);
  });
  if (times.finished < fewestFinished || most === 0) return undefined;
  const nineInTen = roundedUp(most);
  let [all, beyond] = [0, 0];
  yield* times.inOrder((milliseconds, isFinished, weight) => {
    if (!isFinished) return;
    all += weight * milliseconds;
    beyond += weight * Math.max(0, milliseconds - nineInTen);
  });
  return { median: roundedUp(half), nineInTen, usualShare: beyond / all };
}

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** Up to whole days from three days on, hours from three hours on, and minutes from three minutes on. */
function roundedUp(ms: number): number {
  const unit = [day, hour, minute].find((each) => ms >= 3 * each) ?? 1000;
  return Math.ceil(ms / unit) * unit;
}
