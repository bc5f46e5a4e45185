import type { Job, ServiceError, UnreadableRow } from '../../service/index.ts';
import { concernsAll } from '../following/progress.ts';
import { jobState } from '../jobs/job.ts';
import type { JobReading } from '../jobs/jobReader.ts';

/** Whether the known job is up to date, and if not, why. */
type Freshness =
  | { readonly kind: 'current' }
  /** The service did not find a job that is known. Further polls show whether it is deleted. */
  | { readonly kind: 'missed' }
  /** The service does not find the job yet, because it was started a moment ago. */
  | { readonly kind: 'justStarted' }
  | { readonly kind: 'failed'; readonly error: ServiceError }
  /** The service no longer has the job; `foundAt`: when this was first noticed, in epoch milliseconds. */
  | { readonly kind: 'deleted'; readonly foundAt: number }
  /** Nothing is known of the job; `searched` counts the jobs that were searched, if the list holds more. */
  | { readonly kind: 'notFound'; readonly searched: number | undefined }
  | { readonly kind: 'disconnected' };

const current: Freshness = { kind: 'current' };

export interface JobDetailsState {
  readonly job: Job | undefined;
  /** The unreadable list entry with the job's key. */
  readonly unreadable: UnreadableRow | undefined;
  readonly freshness: Freshness;
  /** Why `GET /jobs/{key}` failed for a listed job. Null if it succeeded or is not supported. */
  readonly detailsFailure: ServiceError | null;
  /** When the service last sent the job with all its members, in epoch milliseconds. */
  readonly detailsReadAt: number | null;
  readonly isLoading: boolean;
  /** When the service last sent the job, in epoch milliseconds. */
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

/** Whether the known job is as the service returned it last, and no reading has failed since. */
export function isUpToDate({ kind }: Freshness): boolean {
  return kind === 'current' || kind === 'missed' || kind === 'justStarted';
}

/** Whether a known job is neither completed nor deleted. */
export function mayChange({ job, freshness }: JobDetailsState): boolean {
  return job !== undefined && jobState(job) !== 'completed' && freshness.kind !== 'deleted';
}

/** The job as it is known before it is read. */
export function applyKnown(state: JobDetailsState, job: Job, readAt: number): JobDetailsState {
  return state.job === undefined ? { ...state, job, readAt } : state;
}

/** The job while it is being read: the last failure is shown until the response, a missing connection is not. */
export function applyLoading(state: JobDetailsState): JobDetailsState {
  const freshness = state.freshness.kind === 'disconnected' ? current : state.freshness;
  return { ...state, freshness, isLoading: true };
}

/** The job after any response contained it. @param isSingle whether it contained all members */
export function applyRead(
  state: JobDetailsState,
  job: Job,
  { isSingle, now }: { readonly isSingle: boolean; readonly now: number },
): JobDetailsState {
  const next = { ...state, job, readAt: now };
  // The load in progress decides the freshness.
  if (state.isLoading) return next;
  return isSingle ? withDetails(next, now) : withFreshness(next, current, now);
}

interface LoadResponse {
  readonly reading: JobReading;
  /** Whether the list contains the job, so that a failure may concern only its details. */
  readonly isListed: boolean;
  /** Whether this window started the job a moment ago. */
  readonly isJustStarted?: boolean;
  readonly now: number;
}

/** The job after the response to a load. */
export function applyResponse(state: JobDetailsState, response: LoadResponse): JobDetailsState {
  const next = applyJobReading(state, response);
  return response.isJustStarted === true ? withJustStarted(next) : next;
}

/** What the state means for a job that was started a moment ago: the service may list it before it finds it. */
function withJustStarted(state: JobDetailsState): JobDetailsState {
  const { freshness, detailsFailure } = state;
  const isAbsent = freshness.kind === 'missed' || freshness.kind === 'notFound';
  return {
    ...state,
    freshness: isAbsent ? { kind: 'justStarted' } : freshness,
    detailsFailure: detailsFailure?.kind === 'notFound' ? null : detailsFailure,
  };
}

function applyJobReading(state: JobDetailsState, response: LoadResponse): JobDetailsState {
  const { reading, isListed, now } = response;
  switch (reading.kind) {
    case 'job':
      return withDetails({ ...state, job: reading.job }, now);
    case 'listed':
      return withFreshness(
        { ...state, job: reading.job, detailsFailure: reading.refusal ?? null },
        current,
        now,
      );
    case 'unreadable':
      return withFreshness({ ...state, unreadable: reading.row, detailsFailure: null }, current, now);
    case 'notFound':
    case 'notListed':
      return applyMissed(state, reading.kind === 'notListed' ? reading.searched : undefined, now);
    case 'failed': {
      const { error } = reading;
      if (error.kind === 'cancelled') return state;
      return applyFailure({ ...state, detailsFailure: error }, { error, isListed, now });
    }
  }
}

function applyMissed(state: JobDetailsState, searched: number | undefined, now: number): JobDetailsState {
  const next = { ...state, detailsFailure: null };
  if (state.job === undefined) return withFreshness(next, { kind: 'notFound', searched }, now);
  if (state.freshness.kind === 'deleted') return next;
  // A known job beyond the pages that were searched is not out of date.
  return { ...next, freshness: searched === undefined ? { kind: 'missed' } : current };
}

/** A failure of the details alone leaves a job current that the list still contains. */
export function applyFailure(
  state: JobDetailsState,
  { error, isListed, now }: { readonly error: ServiceError } & Pick<LoadResponse, 'isListed' | 'now'>,
): JobDetailsState {
  const concernsDetails = state.job !== undefined && isListed && !concernsAll(error);
  if (concernsDetails) return { ...state, detailsFailure: error };
  return withFreshness(state, { kind: 'failed', error }, now);
}

/** The service has deleted the job. */
export function applyDeletion(state: JobDetailsState, now: number): JobDetailsState {
  if (state.job === undefined) return withFreshness(state, { kind: 'notFound', searched: undefined }, now);
  if (state.freshness.kind === 'deleted') return state;
  return withFreshness(state, { kind: 'deleted', foundAt: now }, now);
}

/** The window is not connected to the service of the job. */
export function applyDisconnection(state: JobDetailsState): JobDetailsState {
  return { ...state, freshness: { kind: 'disconnected' }, isLoading: false };
}

function withFreshness(state: JobDetailsState, freshness: Freshness, now: number): JobDetailsState {
  return { ...state, freshness, readAt: freshness.kind === 'current' ? now : state.readAt };
}

function withDetails(state: JobDetailsState, now: number): JobDetailsState {
  return withFreshness({ ...state, detailsFailure: null, detailsReadAt: now }, current, now);
}
