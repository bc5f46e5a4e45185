import type { Job, ServiceError } from '../../service/index.ts';
import { jobState } from '../jobs/job.ts';
import { isSameJson } from '../util/json.ts';

/** What is known of a followed job after its readings. */
export interface Progress {
  /** The members of the last poll that are compared with the next one's. */
  readonly compared: readonly unknown[] | undefined;
  readonly isChanged: boolean;
  readonly wasActive: boolean;
  /** Polls without an active step or workflow. */
  readonly idlePolls: number;
  readonly isOver: boolean;
  /** Polls in a row that did not find the job. */
  readonly absences: number;
  /** When the first of these polls was answered, in epoch milliseconds. */
  readonly absentSince?: number | undefined;
}

export const nothingRead: Progress = {
  compared: undefined,
  isChanged: false,
  wasActive: false,
  idlePolls: 0,
  isOver: false,
  absences: 0,
};

/**
 * Number of polls after which a job without an active step counts as over; before, it may have just started.
 */
const idlePollsUntilOver = 3;

/** Consecutive polls without a job after which it counts as gone. */
const absencesUntilGone = 3;

/** Milliseconds for which a service may not know a job that it has just started. */
export const grace = 30_000;

export function afterPoll(before: Progress, job: Job): Progress {
  const { updatedAt, completedAt, activeSteps, activeWorkflows, assignedTo } = job;
  const compared = [updatedAt, completedAt, activeSteps, activeWorkflows, assignedTo];
  const isChanged = before.compared !== undefined && !isSameJson(before.compared, compared);
  const idlePolls = before.idlePolls + (isIdle(job) ? 1 : 0);
  return afterReading(
    { ...before, compared, isChanged, idlePolls, absences: 0, absentSince: undefined },
    job,
  );
}

/**
 * After a reading that is no poll, such as a refresh of the list. A job is over when it is completed or, for
 * services that never say so, when no step or workflow is active any more.
 */
export function afterReading(before: Progress, job: Job): Progress {
  const wasActive = before.wasActive || jobState(job) === 'active';
  const isIdleForGood = isIdle(job) && (wasActive || before.idlePolls >= idlePollsUntilOver);
  return { ...before, wasActive, isOver: jobState(job) === 'completed' || isIdleForGood };
}

export function afterAbsence(before: Progress): Progress {
  return { ...before, absences: before.absences + 1, absentSince: before.absentSince ?? Date.now() };
}

/** A job that no poll has found yet may have just started. */
export function isGone({ compared, absences, absentSince = Date.now() }: Progress): boolean {
  const mayAppear = compared === undefined && Date.now() < absentSince + grace;
  return absences >= absencesUntilGone && !mayAppear;
}

/** Absent members are no evidence: the deployment may not send them. */
function isIdle(job: Job): boolean {
  const tellsActivity = job.activeSteps != null || job.activeWorkflows != null;
  return jobState(job) === 'unknown' && tellsActivity;
}

/** Whether this failure of one read means that other reads would fail, too. */
export function concernsAll({ kind }: ServiceError): boolean {
  return ['rateLimited', 'unreachable', 'timeout', 'unauthorized', 'cancelled'].includes(kind);
}
