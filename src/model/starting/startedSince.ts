import type { Job, JobRow } from '../../service/index.ts';
import { clockTolerance, parseTimestamp } from '../../text/time.ts';
import { workflowsOf } from '../jobs/job.ts';
import type { JobList } from '../jobs/jobList.ts';
import { jobsIn } from '../jobs/listRows.ts';

/** The listed jobs before a start, for finding the new ones afterwards. */
export interface BeforeStart {
  readonly workflowKey: string;
  /** Undefined if the list was not loaded. */
  readonly keys: ReadonlySet<string> | undefined;
  /** When the list was read, and when the start was sent, in epoch milliseconds. */
  readonly readAt: number;
  readonly sentAt: number;
}

export function beforeStart(
  workflowKey: string,
  now: number,
  { rows, readAt = 0 }: Partial<Pick<JobList['state'], 'rows' | 'readAt'>> = {},
): BeforeStart {
  return {
    workflowKey,
    keys: rows && new Set(jobsIn(rows).map(({ key }) => key)),
    readAt: readAt || now,
    sentAt: now,
  };
}

/**
 * The listed jobs that a start without an answer may have created: jobs of its workflow that started at or
 * after the start. A job without a readable start time counts if it was not listed before. The position in the
 * list decides nothing, because a list sorted by update shows old jobs first.
 */
export function startedSince(rows: readonly JobRow[], { workflowKey, keys, sentAt }: BeforeStart): Job[] {
  return jobsIn(rows).filter((job) => {
    if (keys?.has(job.key) === true) return false;
    if (!workflowsOf(job).some(({ key }) => key === workflowKey)) return false;
    const startedAt = parseTimestamp(job.startedAt);
    return startedAt === null || startedAt >= sentAt - clockTolerance;
  });
}
