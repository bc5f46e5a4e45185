import type { Job, ServiceError } from '../../service/index.ts';
import { jobState } from '../jobs/job.ts';
import { valuesOf } from '../jobs/members/jobMembers.ts';
import { isSameJson } from '../util/json.ts';

/** Job progress, derived from the poll results. */
export interface Progress {
  /** Property values from the last poll, to detect changes. Undefined before the first poll. */
  readonly compared: readonly unknown[] | undefined;
  readonly isChanged: boolean;
  readonly wasActive: boolean;
  readonly isOver: boolean;
  /** Number of consecutive polls that did not find the job. */
  readonly misses: number;
  readonly isDeleted: boolean;
}

export const nothingPolled: Progress = {
  compared: undefined,
  isChanged: false,
  wasActive: false,
  isOver: false,
  misses: 0,
  isDeleted: false,
};

/** Number of consecutive HTTP 404 responses after which a job is considered deleted. */
const missedPollsUntilDeleted = 3;

/**
 * Number of consecutive complete job lists that must omit a job before the job counts as deleted.
 */
const missedReadingsUntilDeleted = 2;

/** Grace period in which a service may not find a job that was just started, in milliseconds. */
export const gracePeriod = 30_000;

export function afterPoll(before: Progress, job: Job): Progress {
  const compared = valuesOf(job);
  const isChanged = before.compared !== undefined && !isSameJson(before.compared, compared);
  return progressAfterReading({ ...before, compared, isChanged, misses: 0 }, job);
}

/**
 * Updates the progress after a job was read, for example by a list refresh. A job is over when it
 * is completed. If the service sends no completion time, the job is over when it was active and no
 * step or workflow is active anymore.
 */
export function progressAfterReading(before: Progress, job: Job): Progress {
  const wasActive = before.wasActive || jobState(job) === 'active';
  const isOver = jobState(job) === 'completed' || (wasActive && isIdle(job));
  return { ...before, wasActive, isOver };
}

/**
 * Updates the progress after a poll that did not find the job.
 * @param isWhole true if the entire job list was read, false after HTTP 404 for `GET /jobs/{key}`
 */
export function afterMiss(before: Progress, isWhole: boolean): Progress {
  const misses = before.misses + 1;
  const limit = isWhole ? missedReadingsUntilDeleted : missedPollsUntilDeleted;
  return { ...before, misses, isDeleted: misses >= limit };
}

/** Returns true if the service reports that no step or workflow of the job is active. */
function isIdle(job: Job): boolean {
  const reportsActivity = job.activeSteps != null || job.activeWorkflows != null;
  return jobState(job) === 'unknown' && reportsActivity;
}

/** Returns true if requests for other jobs would probably fail with the same error. */
export function affectsAllJobs({ kind, status, retryAfter }: ServiceError): boolean {
  // HTTP 403 may apply only to the requested job.
  if (kind === 'unauthorized') return status !== 403;
  if (retryAfter !== undefined) return true;
  return ['rateLimited', 'unreachable', 'timeout', 'webPage', 'cancelled'].includes(kind);
}
