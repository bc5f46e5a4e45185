import {
  type Job,
  type ServiceError,
  type UnreadableRow,
  documentedJobMembers,
  mergeJobs,
} from '../../service/index.ts';
import { concernsAll } from '../following/progress.ts';
import { jobState } from '../jobs/job.ts';
import type { JobReading } from '../jobs/jobReader.ts';
import { isSameJson } from '../util/json.ts';

/** Whether the known job is up to date, and if not, why. */
type Freshness =
  | { readonly kind: 'current' }
  /** The service does not find the job yet, because it was started a moment ago. */
  | { readonly kind: 'justStarted' }
  | { readonly kind: 'failed'; readonly error: ServiceError }
  /** The service no longer has the job; `foundAt`: when this was first noticed, in epoch milliseconds. */
  | { readonly kind: 'gone'; readonly foundAt: number }
  /**
   * The loaded part of the list does not contain the job; `isCertain` if GET /jobs/{key} confirmed that it
   * does not exist.
   */
  | { readonly kind: 'notFound'; readonly isCertain: boolean }
  | { readonly kind: 'disconnected' };

const current: Freshness = { kind: 'current' };

export interface JobDetailsState {
  readonly job: Job | undefined;
  /** The unreadable list entry with the job's key. */
  readonly unreadable: UnreadableRow | undefined;
  readonly freshness: Freshness;
  /** Why GET /jobs/{key} failed, which no list disproves. Null if it succeeded or is not supported. */
  readonly detailsFailure: ServiceError | null;
  /** When the service last sent the job with all its members, in epoch milliseconds. */
  readonly detailsReadAt: number | null;
  readonly isLoading: boolean;
  /**
   * Whether a list or poll was newer than the last single job, whose additional members may therefore be out
   * of date.
   */
  readonly isBehind: boolean;
  /** When the service last sent the job, in epoch milliseconds. */
  readonly readAt: number;
}

export function nothingRead(now: number): JobDetailsState {
  return {
    job: undefined,
    unreadable: undefined,
    freshness: current,
    detailsFailure: null,
    detailsReadAt: null,
    isLoading: false,
    isBehind: false,
    readAt: now,
  };
}

/** Whether the known job is as the service returned it last, and no reading has failed since. */
export function isUpToDate({ kind }: Freshness): boolean {
  return kind === 'current' || kind === 'justStarted';
}

/** Whether a known job is neither completed nor gone. */
export function mayChange({ job, freshness }: JobDetailsState): boolean {
  return job !== undefined && jobState(job) !== 'completed' && freshness.kind !== 'gone';
}

/** The job as the list knows it, unless something newer is known. */
export function applyKnown(state: JobDetailsState, job: Job, readAt: number): JobDetailsState {
  return state.job === undefined ? { ...state, job, readAt } : state;
}

interface Reading {
  readonly job: Job;
  /** Whether the job has all its members; a list omits some. */
  readonly isWhole: boolean;
  /** Whether the service can be asked for the members that a list omits. */
  readonly canReadSingles: boolean;
  readonly now: number;
}

/** The job after the list or the poller read it. */
export function applyReading(state: JobDetailsState, reading: Reading): JobDetailsState {
  const { job: known, isLoading, freshness } = state;
  const { job, isWhole, canReadSingles, now } = reading;
  if (known === undefined && !isLoading && freshness.kind === 'current') return state;
  const next = withJob(state, job, isWhole);
  // A load in progress will decide the freshness.
  if (isLoading) return next;
  if (isWhole) return withDetails(next, now);
  const isBehind = next === state ? state.isBehind : canReadSingles && !(known && coversMembers(job, known));
  return withFreshness({ ...next, isBehind }, current, now);
}

/** Whether a list sends all members that are known. */
function coversMembers(job: Job, known: Job): boolean {
  return Object.keys(known).every((name) => documentedJobMembers.has(name) || Object.hasOwn(job, name));
}

interface Response {
  readonly reading: JobReading;
  /** The unreadable list entry with the job's key. */
  readonly unreadable?: UnreadableRow | undefined;
  /** Whether the list is as the service has sent it in this window. */
  readonly isListed: boolean;
  /** Whether this window started the job a moment ago. */
  readonly isJustStarted?: boolean;
  readonly now: number;
}

/** The job after the service answered a load. */
export function applyResponse(state: JobDetailsState, response: Response): JobDetailsState {
  const next = applyJobReading(state, response);
  return response.isJustStarted === true ? asJustStarted(next) : next;
}

/** What the state means for a job that was started a moment ago: the service may list it before it finds it. */
function asJustStarted(state: JobDetailsState): JobDetailsState {
  const { freshness, detailsFailure } = state;
  const isAbsent = freshness.kind === 'gone' || freshness.kind === 'notFound';
  return {
    ...state,
    freshness: isAbsent ? { kind: 'justStarted' } : freshness,
    detailsFailure: detailsFailure?.kind === 'notFound' ? null : detailsFailure,
  };
}

function applyJobReading(state: JobDetailsState, response: Response): JobDetailsState {
  const { reading, isListed, now } = response;
  switch (reading.kind) {
    case 'single':
      return withDetails(withJob(state, reading.job, true), now);
    case 'gone':
      return applyAbsence({ ...state, detailsFailure: null }, now);
    case 'failed': {
      const { error } = reading;
      if (error.kind === 'cancelled') return state;
      return applyFailure({ ...state, detailsFailure: error }, { error, isListed, now });
    }
    case 'list':
      return applyList(state, reading, response);
  }
}

function applyList(
  state: JobDetailsState,
  { job, error, isAbsent, refusal }: Extract<JobReading, { kind: 'list' }>,
  { unreadable = state.unreadable, now }: Response,
): JobDetailsState {
  // A list that failed to load is not newer than the known job.
  const isNews = job !== undefined && (state.job === undefined || error === null);
  const next = {
    ...(isNews ? withJob(state, job, false) : state),
    unreadable,
    detailsFailure: refusal ?? null,
  };
  if (error !== null) return withFreshness(next, { kind: 'failed', error }, now);
  if (job !== undefined || unreadable !== undefined) return withFreshness(next, current, now);
  if (isAbsent && state.job !== undefined) return applyAbsence(next, now);
  return withFreshness(next, { kind: 'notFound', isCertain: false }, now);
}

/** A failure of the details alone leaves a job current that the list still contains. */
export function applyFailure(
  state: JobDetailsState,
  { error, isListed, now }: { readonly error: ServiceError } & Pick<Response, 'isListed' | 'now'>,
): JobDetailsState {
  const concernsDetails = state.job !== undefined && isListed && !concernsAll(error);
  if (concernsDetails) return { ...state, detailsFailure: error };
  return withFreshness(state, { kind: 'failed', error }, now);
}

/** The service has no such job: a known one is gone since this was first noticed. */
export function applyAbsence(state: JobDetailsState, now: number): JobDetailsState {
  if (state.job === undefined) return withFreshness(state, { kind: 'notFound', isCertain: true }, now);
  return state.freshness.kind === 'gone' ? state : withFreshness(state, { kind: 'gone', foundAt: now }, now);
}

/** Another service is connected. */
export function applyDisconnection(state: JobDetailsState): JobDetailsState {
  return { ...state, freshness: { kind: 'disconnected' }, isLoading: false };
}

/** Members that a list omits are kept. */
function withJob(state: JobDetailsState, read: Job, isWhole: boolean): JobDetailsState {
  const { job: known } = state;
  const job = known === undefined || isWhole ? read : mergeJobs(known, read);
  return known !== undefined && isSameJson(job, known) ? state : { ...state, job };
}

function withFreshness(state: JobDetailsState, freshness: Freshness, now: number): JobDetailsState {
  return { ...state, freshness, readAt: freshness.kind === 'current' ? now : state.readAt };
}

function withDetails(state: JobDetailsState, now: number): JobDetailsState {
  return withFreshness({ ...state, detailsFailure: null, detailsReadAt: now, isBehind: false }, current, now);
}
