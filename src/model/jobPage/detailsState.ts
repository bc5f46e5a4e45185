import type { Job, ServiceError, UnreadableRow } from '../../service/index.ts';
import { affectsAllJobs } from '../following/progress.ts';
import { jobState } from '../jobs/job.ts';
import type { JobReading } from '../jobs/jobReader.ts';

/** State of the job on a page: up to date, or the reason why the job may be outdated. */
type Freshness =
  | { readonly kind: 'current' }
  /**
   * The last request did not find the job. The next polls determine whether the job was deleted.
   */
  | { readonly kind: 'missed' }
  /** The job was just started, so the service may not return it yet. */
  | { readonly kind: 'justStarted' }
  | { readonly kind: 'failed'; readonly error: ServiceError }
  | { readonly kind: 'deleted' }
  /**
   * The job was not found. `searched` is the number of searched jobs, or undefined for all jobs.
   */
  | { readonly kind: 'notFound'; readonly searched: number | undefined }
  | { readonly kind: 'disconnected' };

const current: Freshness = { kind: 'current' };

export interface JobDetailsState {
  readonly job: Job | undefined;
  /** Row for the job in the job list, if the row could not be parsed. */
  readonly unreadable: UnreadableRow | undefined;
  readonly freshness: Freshness;
  /** Error from the last `GET /jobs/{key}` request, or null if there was no error. */
  readonly detailsFailure: ServiceError | null;
  /** Time when the service last returned the complete job, in epoch milliseconds. */
  readonly detailsReadAt: number | null;
  readonly isLoading: boolean;
  /** Time when the service last returned the job, in epoch milliseconds. */
  readonly readAt: number;
}

export function initialDetails(now: number): JobDetailsState {
  return {
    job: undefined,
    unreadable: undefined,
    freshness: current,
    detailsFailure: null,
    detailsReadAt: null,
    isLoading: false,
    readAt: now,
  };
}

/**
 * Returns true if no request has failed since the service last returned the job. A missing job in a
 * single response does not count as a failure.
 */
export function isUpToDate({ kind }: Freshness): boolean {
  return kind === 'current' || kind === 'missed' || kind === 'justStarted';
}

/**
 * Returns true if the job may still change. Returns false if it is completed, deleted, or unknown.
 */
export function mayChange({ job, freshness }: JobDetailsState): boolean {
  return job !== undefined && jobState(job) !== 'completed' && freshness.kind !== 'deleted';
}

/**
 * Returns true if the job comes only from the job list, because its details could not be loaded.
 */
export function lacksDetails({ detailsFailure, detailsReadAt }: JobDetailsState): boolean {
  return detailsFailure !== null && detailsReadAt === null;
}

/**
 * Updates the page state with a job from a response.
 * @param isSingle true for the response to `GET /jobs/{key}`, which contains all job properties
 */
export function applyRead(
  state: JobDetailsState,
  job: Job,
  { isSingle, now }: { readonly isSingle: boolean; readonly now: number },
): JobDetailsState {
  const next = { ...state, job, readAt: now };
  // Keeps `freshness`, which the response to the current load will update.
  if (state.isLoading) return next;
  return isSingle ? withDetails(next, now) : asCurrent(next, now);
}

interface LoadResponse {
  readonly reading: JobReading;
  /** True if the job list contains the job. An error may then affect only the job's details. */
  readonly isListed: boolean;
  /** True if this window has just started the job, so that the service may not return it yet. */
  readonly isJustStarted?: boolean;
  readonly now: number;
}

/** Updates the page state with the result of a load. */
export function applyResponse(state: JobDetailsState, response: LoadResponse): JobDetailsState {
  const next = applyJobReading(state, response);
  if (response.isJustStarted !== true) return next;
  const { freshness, detailsFailure } = next;
  const isAbsent = freshness.kind === 'missed' || freshness.kind === 'notFound';
  return {
    ...next,
    freshness: isAbsent ? { kind: 'justStarted' } : freshness,
    detailsFailure: detailsFailure?.kind === 'notFound' ? null : detailsFailure,
  };
}

function applyJobReading(state: JobDetailsState, response: LoadResponse): JobDetailsState {
  const { reading, isListed, now } = response;
  switch (reading.kind) {
    case 'job':
      return withDetails({ ...state, job: reading.job }, now);
    case 'listed': {
      const detailsFailure = reading.refusal ?? null;
      return asCurrent({ ...state, job: reading.job, detailsFailure }, now);
    }
    case 'unreadable':
      return asCurrent({ ...state, unreadable: reading.row, detailsFailure: null }, now);
    case 'notFound':
      return applyMissed(state, undefined);
    case 'notListed':
      return applyMissed(state, reading.searched);
    case 'failed': {
      const { error } = reading;
      if (error.kind === 'cancelled') return state;
      return applyFailure({ ...state, detailsFailure: error }, error, isListed);
    }
  }
}

function applyMissed(state: JobDetailsState, searched: number | undefined): JobDetailsState {
  const next = { ...state, detailsFailure: null };
  if (state.job === undefined) return { ...next, freshness: { kind: 'notFound', searched } };
  if (state.freshness.kind === 'deleted') return next;
  // If only part of the list was searched, the job may be on another page, so the job stays
  // current.
  return { ...next, freshness: searched === undefined ? { kind: 'missed' } : current };
}

/**
 * Updates the page state after a failed request. The job stays current if only the details could
 * not be loaded.
 */
export function applyFailure(
  state: JobDetailsState,
  error: ServiceError,
  isListed: boolean,
): JobDetailsState {
  const concernsDetails = state.job !== undefined && isListed && !affectsAllJobs(error);
  if (concernsDetails) return { ...state, detailsFailure: error };
  return { ...state, freshness: { kind: 'failed', error } };
}

/** Marks the job as deleted. If the job was never loaded, marks it as not found. */
export function applyDeletion(state: JobDetailsState): JobDetailsState {
  const isUnknown = state.job === undefined;
  return {
    ...state,
    freshness: isUnknown ? { kind: 'notFound', searched: undefined } : { kind: 'deleted' },
  };
}

function asCurrent(state: JobDetailsState, now: number): JobDetailsState {
  return { ...state, freshness: current, readAt: now };
}

function withDetails(state: JobDetailsState, now: number): JobDetailsState {
  return asCurrent({ ...state, detailsFailure: null, detailsReadAt: now }, now);
}
