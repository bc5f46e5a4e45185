import type { Job, JobRow } from '../../service/index.ts';
import { clockTolerance, parseTimestamp } from '../../text/time.ts';
import { workflowsOf } from '../jobs/job.ts';
import type { JobList } from '../jobs/jobList.ts';
import { jobsIn } from '../jobs/listRows.ts';

/** State before a start, from which its job can be found afterward. */
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
 * Finds the listed jobs that a start without a response may have created: jobs of its workflow that started after
 * the start was sent. A job without a valid start time counts if it was not listed before. Positions do not count,
 * because a list that is sorted by update shows old jobs first.
 */
export function startedSince(rows: readonly JobRow[], { workflowKey, keys, sentAt }: BeforeStart): Job[] {
  return jobsIn(rows).filter((job) => {
    if (keys.has(job.key)) return false;
    if (!workflowsOf(job).some(({ key }) => key === workflowKey)) return false;
    const startedAt = parseTimestamp(job.startedAt);
    return startedAt === null || startedAt >= sentAt - clockTolerance;
  });
}
