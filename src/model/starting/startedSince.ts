import type { Job, JobRow } from '../../service/index.ts';
import { clockTolerance, parseTimestamp } from '../../text/time.ts';
import { workflowsOf } from '../jobs/job.ts';
import type { JobList } from '../jobs/jobList.ts';
import { jobsIn } from '../jobs/listRows.ts';

/** The state before a start. It is used to find the new job afterward. */
export interface BeforeStart {
  readonly workflowKey: string;
  /** Keys of the listed jobs. */
  readonly keys: ReadonlySet<string>;
  /** When the start was requested, in epoch milliseconds. */
  readonly sentAt: number;
}

export function beforeStart(workflowKey: string, { state }: Pick<JobList, 'state'>): BeforeStart {
  const keys = new Set(jobsIn(state.rows ?? []).map(({ key }) => key));
  return { workflowKey, keys, sentAt: Date.now() };
}

/**
 * Finds the jobs that a start without a response may have created: new jobs of the workflow that
 * started after the start was sent. A new job without a valid start time is included. The position
 * in the list does not matter, because the service may sort the list in any order.
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
