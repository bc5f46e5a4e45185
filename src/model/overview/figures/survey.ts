import type { Count, Grade, JobPick, Scope, Span } from '../../../protocol/overview.ts';
import { type Estimate, Estimator, Tally } from './estimate.ts';
import { type Columns, type JobRecords, stateCodes } from '../jobRecords.ts';
import { everyJob } from '../pick.ts';
import type { Sample } from '../sample.ts';

/** Number of records visited between two yields. */
const sliceSize = 4096;

/** The jobs of a scope, and how certain numbers of them are: the input of the panels. */
export interface Survey {
  readonly sample: Sample;
  readonly records: JobRecords;
  readonly columns: Columns;
  readonly now: number;
  readonly language: string;
  readonly scope: Scope;
  /** Record indexes of the jobs of the scope, without unreadable ones. */
  readonly indexes: Uint32Array;
  /** Record indexes of the active ones. */
  readonly active: Uint32Array;
  /** Whether every job of the scope was read. */
  readonly isExact: boolean;
  readonly estimator: Estimator | undefined;
}

export function* survey(sample: Sample, columns: Columns, scope: Scope, now: number, language: string): Generator<void, Survey> {
  const isExact = isAllReadSince(sample, scope.from);
  const estimator = isExact || sample.strata.length === 0 ? undefined : new Estimator(sample);
  return { sample, records: sample.records, columns, now, language, scope, ...(yield* indexesOf(columns, scope)), isExact, estimator };
}

/** The part of a survey since a time from which all jobs were read. */
export function* startedSince(survey: Survey, from: number): Generator<void, Survey> {
  const scope: Scope = { ...survey.scope, preset: 'custom', from };
  return { ...survey, scope, ...(yield* indexesOf(survey.columns, scope)), isExact: true, estimator: undefined };
}

function* indexesOf({ size, states, started }: Columns, { from, to }: Scope): Generator<void, Pick<Survey, 'indexes' | 'active'>> {
  const indexes = new Uint32Array(size);
  const active = new Uint32Array(size);
  // Jobs without a start time belong only to a scope without bounds.
  const [least, end] = [from ?? (to === null ? 0 : 1), to ?? Infinity];
  let [count, activeCount] = [0, 0];
  yield* visit(states, (state, index) => {
    const time = (started[index] ?? 0) * 1000;
    if (state === stateCodes.unreadable || time < least || time >= end || (time === 0 && from !== null)) return;
    indexes[count++] = index;
    if (state === stateCodes.active) active[activeCount++] = index;
  });
  return { indexes: indexes.subarray(0, count), active: active.slice(0, activeCount) };
}

/** Visits numbers and yields between slices. */
export function* visit(numbers: ArrayLike<number>, see: (number: number, at: number) => void): Generator<void, void> {
  for (let at = 0; at < numbers.length; at++) {
    if (at % sliceSize === 0) yield;
    see(numbers[at] ?? 0, at);
  }
}

/** The page of a record if numbers are estimated, else 0, because one run per tally is faster. */
export function pageOf({ columns, estimator }: Survey, index: number): number {
  return estimator === undefined ? 0 : (columns.pages[index] ?? 0);
}

/** Whether all jobs that started at this time (epoch milliseconds) or later were read; null means all times. */
export function isAllReadSince({ isWhole, completeSince }: Sample, from: number | null): boolean {
  return isWhole || (completeSince !== null && (from ?? -Infinity) >= completeSince);
}

/** The grade of a number of jobs that started at this time or later. */
function gradeSince({ sample, scope, estimator, isExact }: Survey, from: number | null): Grade {
  if (isExact || isAllReadSince(sample, latest(scope.from, from))) return 'exact';
  return estimator === undefined ? 'atLeast' : 'about';
}

/** A pick within the scope. */
export function scopedPick({ scope }: Survey, parts: Partial<JobPick>): JobPick {
  const started: Span | null = scope.from === null && scope.to === null ? null : { from: scope.from, to: scope.to };
  return { ...everyJob, started, ...parts };
}

/** @param from a time before which none of the counted jobs started */
export function countOf(survey: Survey, tally: Tally, pick: JobPick | null, from: number | null = null): Count {
  const grade = gradeSince(survey, from);
  if (grade === 'about' && survey.estimator !== undefined) return aboutCount(tally.seen, survey.estimator.estimate(tally), pick);
  return seenCount(tally.seen, grade, pick);
}

/** An estimated count, never below the jobs that were read. */
export function aboutCount(seen: number, { value, from, to }: Estimate, pick: JobPick | null): Count {
  const [least, most] = [Math.max(seen, from), Math.max(seen, to)];
  return { value: Math.min(most, Math.max(least, value)), grade: 'about', range: { from: least, to: most }, pick: seen === 0 ? null : pick, was: null };
}

/** A count without an estimate. */
export function seenCount(seen: number, grade: Grade, pick: JobPick | null): Count {
  return { value: seen, grade, range: null, pick: seen === 0 ? null : pick, was: null };
}

/** The sum of several tallies. */
export function merged(tallies: Iterable<Tally | undefined>): Tally {
  const all = new Tally();
  for (const tally of tallies) if (tally !== undefined) all.addAll(tally);
  return all;
}

function latest(one: number | null, other: number | null): number | null {
  return one === null ? other : other === null ? one : Math.max(one, other);
}
