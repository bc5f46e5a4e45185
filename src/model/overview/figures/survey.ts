import type { JobRow, ReadableRow } from '../../../service/index.ts';
import { parseTimestamp } from '../../../text/time.ts';
import { isWithin, namesUnder } from '../../browsing/jobFilter.ts';
import { type JobState, jobState } from '../../jobs/job.ts';
import type { ReadJobs } from '../overviewReading.ts';
import { type ReportPeriod, periodBegin, periodName } from '../period.ts';

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

/** The jobs that were read: the input of the panels. */
export interface Survey {
  readonly all: readonly JobFacts[];
  readonly active: readonly JobFacts[];
  /** The jobs that started in the period. */
  readonly inPeriod: readonly JobFacts[];
  readonly periodName: string;
  /** The beginning of the period in epoch milliseconds; null for all time. */
  readonly from: number | null;
  /** Whether the list was read to its end. */
  readonly isWhole: boolean;
  /** Every start from this time on was read. */
  readonly readSince: number;
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
    facts = {
      row,
      state: jobState(job),
      started: parseTimestamp(job.startedAt),
      updated: parseTimestamp(job.updatedAt),
      completed: parseTimestamp(job.completedAt),
      workflows: names('workflows'),
      steps: names('steps'),
      assignees: names('assignees'),
    };
    known.set(row, facts);
  }
  return facts;
}

export function* survey(
  { rows, first, isWhole, at: now }: ReadJobs,
  period: ReportPeriod,
): Generator<void, Survey> {
  const all: JobFacts[] = [];
  // Rows that are appended meanwhile belong to the next description.
  const end = rows.length;
  for (let index = 0; index < end; index++) {
    if (index % sliceSize === 0) yield;
    const row = rows[index];
    if (row?.kind === 'job') all.push(factsOf(row));
  }
  const from = periodBegin(period, now);
  return {
    all,
    active: all.filter(({ state }) => state === 'active'),
    inPeriod: from === null ? all : all.filter(({ started }) => isWithin({ from, to: null }, started)),
    periodName: periodName(period),
    from,
    isWhole,
    now,
    readSince: isWhole ? -Infinity : readSince(rows.slice(0, first), rows.slice(first, end)),
  };
}

/** Rows compared at the edge of a part, because those of a page may be in any order. */
const edge = 50;

/** The time since which every start was read, if the first and the last rows of a list were read. */
function readSince(first: readonly JobRow[], last: readonly JobRow[]): number {
  const order = orderOf(startsOf([...first, ...last]));
  if (order === 'unknown') return Infinity;
  const starts = startsOf(order === 'newestFirst' ? first.slice(-edge) : last.slice(0, edge));
  return starts.length === 0 ? Infinity : Math.max(...starts) + 1;
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

/** The jobs of which this time is known, the earliest first. */
export function earliest(jobs: readonly JobFacts[], which: 'started' | 'updated'): JobFacts[] {
  return jobs
    .filter((job) => job[which] !== null)
    .sort((one, other) => (one[which] ?? 0) - (other[which] ?? 0));
}
