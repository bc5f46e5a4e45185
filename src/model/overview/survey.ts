import type { Count, Grade, JobPick, Scope, Span } from '../../protocol/overview.ts';
import { Estimator, Tally } from './estimate.ts';
import type { JobRecords } from './jobRecords.ts';
import { everyJob, holds, timeOf } from './pick.ts';
import type { Sample } from './sample.ts';

/** Records that are visited before others may have their turn. */
const sliceSize = 4096;

/** What the panels are made from: the jobs of a scope, and how sure numbers of them are. */
export interface Survey {
  readonly sample: Sample;
  readonly records: JobRecords;
  readonly now: number;
  readonly language: string;
  readonly scope: Scope;
  /** The jobs of the scope, as indexes of their records; unreadable ones are none. */
  readonly indexes: Uint32Array;
  /** Whether every job of the scope was read. */
  readonly isExact: boolean;
  readonly estimator: Estimator | undefined;
}

export function* survey(sample: Sample, scope: Scope, now: number, language: string): Generator<void, Survey> {
  const { records } = sample;
  const indexes = new Uint32Array(records.size);
  const isScoped = scope.from !== null || scope.to !== null;
  let count = 0;
  for (let index = 0; index < records.size; index++) {
    if (index % sliceSize === 0) yield;
    if (records.state(index) !== 'unreadable' && (!isScoped || holds(scope, timeOf(records, 'started', index)))) indexes[count++] = index;
  }
  const isExact = isAllReadSince(sample, scope.from);
  const estimator = isExact || sample.strata.length === 0 ? undefined : new Estimator(sample);
  return { sample, records, now, language, scope, indexes: indexes.subarray(0, count), isExact, estimator };
}

/** The jobs of a survey that started at this time or later, all of which were read. */
export function* startedSince(of: Survey, from: number): Generator<void, Survey> {
  const span = { from, to: null };
  const indexes = new Uint32Array(of.indexes.length);
  let count = 0;
  yield* visit(of.indexes, (index) => {
    if (holds(span, timeOf(of.records, 'started', index))) indexes[count++] = index;
  });
  return { ...of, scope: { ...of.scope, preset: 'custom', from }, indexes: indexes.subarray(0, count), isExact: true, estimator: undefined };
}

/** Visits records in slices. */
export function* visit(indexes: ArrayLike<number>, see: (index: number) => void): Generator<void, void> {
  for (let at = 0; at < indexes.length; at++) {
    if (at % sliceSize === 0) yield;
    see(indexes[at] ?? 0);
  }
}

/** Whether every job that started at this time (epoch milliseconds) or later was read; null is all times. */
export function isAllReadSince({ isWhole, completeSince }: Sample, from: number | null): boolean {
  return isWhole || (completeSince !== null && (from ?? -Infinity) >= completeSince);
}

/** How sure a number is of jobs that started at this time or later. */
export function gradeSince({ sample, scope, estimator, isExact }: Survey, from: number | null): Grade {
  if (isExact || isAllReadSince(sample, latest(scope.from, from))) return 'exact';
  return estimator === undefined ? 'atLeast' : 'about';
}

/** A pick within the scope. */
export function scopedPick({ scope }: Survey, parts: Partial<JobPick>): JobPick {
  const started: Span | null = scope.from === null && scope.to === null ? null : { from: scope.from, to: scope.to };
  return { ...everyJob, started, ...parts };
}

/** @param from where all jobs of the number started at this time or later */
export function countOf(of: Survey, tally: Tally, pick: JobPick | null, from: number | null = null): Count {
  const grade = gradeSince(of, from);
  const estimate = grade === 'about' ? of.estimator?.estimate(tally) : undefined;
  return {
    value: estimate?.value ?? tally.seen,
    grade,
    range: estimate === undefined ? null : { from: estimate.from, to: estimate.to },
    pick: tally.seen === 0 ? null : pick,
    was: null,
  };
}

/** A number of jobs that is not estimated. */
export function seenCount(seen = 0, grade: 'exact' | 'atLeast', pick: JobPick): Count {
  return { value: seen, grade, range: null, pick: seen === 0 ? null : pick, was: null };
}

/** The tallies of several lists as one. */
export function merged(tallies: Iterable<Tally | undefined>): Tally {
  const all = new Tally();
  for (const tally of tallies) if (tally !== undefined) all.addAll(tally);
  return all;
}

function latest(one: number | null, other: number | null): number | null {
  return one === null ? other : other === null ? one : Math.max(one, other);
}
