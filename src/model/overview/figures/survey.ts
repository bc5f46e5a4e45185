import type { Count, CountFilter, Scope, ScopePreset, Span } from '../../../protocol/overview.ts';
import type { JobRow, ReadableRow } from '../../../service/index.ts';
import { parseTimestamp } from '../../../text/time.ts';
import { beginOfDay } from '../../../text/timeZone.ts';
import { isWithin, namesUnder } from '../../browsing/jobFilter.ts';
import { type JobState, jobState } from '../../jobs/job.ts';
import type { ReadJobs } from '../overviewReading.ts';

/**
 * What the figures need of a job. Times in epoch milliseconds, null if they cannot be read; names as in the
 * filter of the Jobs view.
 */
export interface JobFacts {
  readonly row: ReadableRow;
  readonly state: JobState;
  readonly started: number | null;
  readonly updated: number | null;
  readonly completed: number | null;
  readonly workflows: readonly string[];
  readonly steps: readonly string[];
  readonly assignees: readonly string[];
}

/** The jobs of a scope: the input of the panels. */
export interface Survey {
  /** The jobs that started in the scope, and all that were read. */
  readonly jobs: readonly JobFacts[];
  readonly all: readonly JobFacts[];
  /** Null for all time. */
  readonly scope: Span | null;
  /** Whether the list was read to its end. */
  readonly isWhole: boolean;
  /** Spans of time in which every start was read. */
  readonly covered: readonly Span[];
  /** The time of the report. */
  readonly now: number;
}

/** Number of jobs between two yields. */
const sliceSize = 2000;

const known = new WeakMap<JobRow, JobFacts>();

function factsOf(row: ReadableRow): JobFacts {
  const { job } = row;
  let facts = known.get(row);
  if (facts === undefined) {
    const names = (part: 'workflows' | 'steps' | 'assignees') => [...new Set(namesUnder(part, job))];
    const [started, updated, completed] = [job.startedAt, job.updatedAt, job.completedAt].map(
      parseTimestamp,
    ) as [number | null, number | null, number | null];
    facts = {
      row,
      state: jobState(job),
      started,
      updated,
      completed,
      workflows: names('workflows'),
      steps: names('steps'),
      assignees: names('assignees'),
    };
    known.set(row, facts);
  }
  return facts;
}

export function* survey({ rows, first, isWhole, at: now }: ReadJobs, chosen: Scope): Generator<void, Survey> {
  const all: JobFacts[] = [];
  // Rows that are appended meanwhile belong to the next description.
  const end = rows.length;
  for (let index = 0; index < end; index++) {
    if (index % sliceSize === 0) yield;
    const row = rows[index];
    if (row?.kind === 'job') all.push(factsOf(row));
  }
  const scope = atTime(chosen, now);
  return {
    all,
    scope,
    isWhole,
    now,
    jobs: scope === null ? all : all.filter(({ started }) => isWithin(scope, started)),
    covered: isWhole ? [{ from: null, to: null }] : coveredBy(rows.slice(0, first), rows.slice(first, end)),
  };
}

/** The whole days of a preset, today included. */
const presetDays: Partial<Record<ScopePreset, number>> = { week: 7, month: 30, quarter: 90 };

/** The times of a scope, which are the current ones of its preset; null for all time. */
function atTime({ preset, from, to }: Scope, now: number): Span | null {
  const days = presetDays[preset];
  if (days !== undefined) return { from: beginOfDay(now, 1 - days), to: null };
  return from === null && to === null ? null : { from, to };
}

/** Rows compared at the edge of a part, because those of a page may be in any order. */
const edge = 50;

/**
 * The spans of time in which every start was read, if the first and the last rows of a list sorted by start
 * were read.
 */
function coveredBy(first: readonly JobRow[], last: readonly JobRow[]): Span[] {
  const order = orderOf(startsOf([...first, ...last]));
  if (order === 'unknown') return [];
  const [inner, outer] = [startsOf(first.slice(-edge)), startsOf(last.slice(0, edge))];
  const since = (times: readonly number[]) =>
    times.length === 0 ? [] : [{ from: Math.max(...times) + 1, to: null }];
  const until = (times: readonly number[]) =>
    times.length === 0 ? [] : [{ from: null, to: Math.min(...times) }];
  return order === 'newestFirst' ? [...since(inner), ...until(outer)] : [...until(inner), ...since(outer)];
}

function startsOf(rows: readonly JobRow[]): number[] {
  return rows.flatMap((row) => (row.kind === 'job' ? (factsOf(row).started ?? []) : []));
}

/** How a list is sorted by start; single jobs may be out of order. */
function orderOf(starts: readonly number[]): 'newestFirst' | 'oldestFirst' | 'unknown' {
  const steps = starts.slice(1).map((start, index) => start - (starts[index] ?? 0));
  const rises = steps.filter((step) => step > 0).length;
  const falls = steps.filter((step) => step < 0).length;
  if (falls > 0 && falls >= 9 * rises) return 'newestFirst';
  return rises > 0 && rises >= 9 * falls ? 'oldestFirst' : 'unknown';
}

/** The number of some jobs, with the filter that selects them among all; null for no filter. */
export function countOf({ scope }: Pick<Survey, 'scope'>, value: number, filter: CountFilter | null): Count {
  const isSelectable = value > 0 && filter !== null;
  return { value, filter: isSelectable ? { ...(scope && { started: scope }), ...filter } : null };
}

export function isActive({ state }: JobFacts): boolean {
  return state === 'active';
}

/** The jobs of which this time is known, the earliest first. */
export function earliest(jobs: readonly JobFacts[], which: 'started' | 'updated'): JobFacts[] {
  return jobs
    .filter((job) => job[which] !== null)
    .sort((one, other) => (one[which] ?? 0) - (other[which] ?? 0));
}
