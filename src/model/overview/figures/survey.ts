import type { ReadableRow } from '../../../service/index.ts';
import { parseTimestamp } from '../../../text/time.ts';
import { isWithin, namesUnder } from '../../browsing/jobFilter.ts';
import { jobState } from '../../jobs/job.ts';
import type { ReadJobs } from '../overviewReading.ts';
import { type ReportPeriod, periodBegin, periodName } from '../period.ts';

/**
 * Job properties that the report panels use. Invalid times are null, and names match the Jobs view
 * filters.
 */
export type JobFacts = ReturnType<typeof readFacts>;

/** Input for all panels: the loaded jobs and the selected period. */
export interface Survey {
  readonly all: readonly JobFacts[];
  readonly active: readonly JobFacts[];
  /** Jobs that started in the selected period. */
  readonly inPeriod: readonly JobFacts[];
  readonly periodName: string;
  /** Start of the period in epoch milliseconds. Null for all time. */
  readonly from: number | null;
  /** True if all pages of the job list were loaded. */
  readonly isWhole: boolean;
  /** Time of the report in epoch milliseconds. */
  readonly now: number;
}

/** Number of jobs to process at a time, so that other work can run between the batches. */
const sliceSize = 2000;

/** Caches job properties, because the panels are created several times during loading. */
const factsCache = new WeakMap<ReadableRow, JobFacts>();

function factsOf(row: ReadableRow): JobFacts {
  const facts = factsCache.get(row) ?? readFacts(row);
  factsCache.set(row, facts);
  return facts;
}

function readFacts(row: ReadableRow) {
  const { job } = row;
  const names = (part: 'workflows' | 'steps' | 'assignees') => [...new Set(namesUnder(part, job))];
  return {
    row,
    state: jobState(job),
    started: parseTimestamp(job.startedAt),
    updated: parseTimestamp(job.updatedAt),
    completed: parseTimestamp(job.completedAt),
    workflows: names('workflows'),
    steps: names('steps'),
    assignees: names('assignees'),
  };
}

export function* survey(
  { rows, isWhole, at: now }: ReadJobs,
  period: ReportPeriod,
): Generator<void, Survey> {
  const all: JobFacts[] = [];
  // Ignores rows that are added while the generator is paused, because the next update includes
  // these rows.
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
    inPeriod:
      from === null ? all : all.filter(({ started }) => isWithin({ from, to: null }, started)),
    periodName: periodName(period),
    from,
    isWhole,
    now,
  };
}

/** Returns the jobs with a known start or update time, earliest first. */
export function earliest(jobs: readonly JobFacts[], which: 'started' | 'updated'): JobFacts[] {
  return jobs
    .filter((job) => job[which] !== null)
    .sort((left, right) => (left[which] ?? 0) - (right[which] ?? 0));
}
