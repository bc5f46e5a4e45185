import type { Job, JobRow } from '../../service/index.ts';
import { clockTolerance, parseTimestamp } from '../../text/time.ts';
import { workflowsOf } from '../jobs/job.ts';
import type { JobList } from '../jobs/jobList.ts';
import { jobsIn } from '../jobs/listRows.ts';

/** Snapshot of the job list before a start request, used to identify the new job. */
export interface BeforeStart {
  readonly workflowKey: string;
  /** Keys of the jobs that were already in the list. */
  readonly keys: ReadonlySet<string>;
  /** Time when the start was requested, in milliseconds since the epoch. */
  readonly sentAt: number;
}

export function beforeStart(workflowKey: string, { state }: Pick<JobList, 'state'>): BeforeStart {
  const keys = new Set(jobsIn(state.rows ?? []).map(({ key }) => key));
  return { workflowKey, keys, sentAt: Date.now() };
}

/**
 * Returns the jobs that a start request without a response may have created: all new jobs of the
 * workflow, except jobs that started before the request. New jobs can appear at any position in the
 * list.
 */
export function startedSince(
  rows: readonly JobRow[],
  { workflowKey, keys, sentAt }: BeforeStart,
): Job[] {
  return jobsIn(rows).filter((job) => {
    if (keys.has(job.key)) return false;
    if (!workflowsOf(job).some(({ key }) => key === workflowKey)) return false;
    const startedAt = parseTimestamp(job.startedAt);
    return startedAt === null || startedAt >= sentAt - clockTolerance;
  });
}
