import {
  type Job,
  type JobRow,
  type ServiceError,
  type UnreadableRow,
  documentedJobMembers,
  rowId,
} from '../../service/index.ts';
import type { JobPoller } from '../following/jobPoller.ts';
import { concernsAll } from '../following/progress.ts';
import type { JobList } from '../jobs/jobList.ts';
import type { JobReader, JobReading } from '../jobs/jobReader.ts';
import { Emitter } from '../util/emitter.ts';
import { isSameJson } from '../util/json.ts';

/** Whether the known job is up to date, and if not, why. */
type Freshness =
  | { readonly kind: 'current' }
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

/** Takes the job as the list knows it, as long as nothing newer is known. */
function withKnown(state: JobDetailsState, job: Job, readAt: number): JobDetailsState {
  return state.job === undefined ? withReading({ ...state, readAt }, job) : state;
}

/**
 * Takes what the list or the poller has read.
 * @param isWhole whether the job has all its members; a list omits some
 */
function withRead(
  state: JobDetailsState,
  job: Job,
  isWhole: boolean,
  canReadSingles: boolean,
  now: number,
): JobDetailsState {
  const { job: known, isLoading } = state;
  if (known === undefined && !isLoading && state.freshness.kind === 'current') return state;
  const next = withReading(state, job, isWhole);
  // A load in progress will decide the freshness.
  if (isLoading) return next;
  if (isWhole) return withDetails(next, now);
  const isCovered =
    known !== undefined &&
    Object.keys(known).every((name) => documentedJobMembers.has(name) || Object.hasOwn(job, name));
  return withFreshness(
    { ...next, isBehind: next === state ? state.isBehind : !isCovered && canReadSingles },
    current,
    now,
  );
}

/** @param isListed whether the list is as the service has sent it in this window */
export function withAnswer(
  state: JobDetailsState,
  reading: JobReading,
  unreadable: UnreadableRow | undefined,
  isListed: boolean,
  now: number,
): JobDetailsState {
  const { job: known } = state;
  switch (reading.kind) {
    case 'single':
      return withDetails(withReading(state, reading.job, true), now);
    case 'gone': {
      const next = { ...state, detailsFailure: null };
      return known === undefined
        ? withFreshness(next, { kind: 'notFound', isCertain: true }, now)
        : withoutJob(next, now);
    }
    case 'failed':
      if (reading.error.kind === 'cancelled') return state;
      return withFailure({ ...state, detailsFailure: reading.error }, reading.error, isListed, now);
    case 'list': {
      const { job, error, isAbsent } = reading;
      // A list that failed to load is not newer than the known job.
      const isNews = job !== undefined && (known === undefined || error === null);
      const next = {
        ...(isNews ? withReading(state, job) : state),
        unreadable: unreadable ?? state.unreadable,
        detailsFailure: reading.refusal ?? null,
      };
      if (error !== null) return withFreshness(next, { kind: 'failed', error }, now);
      if (job !== undefined || next.unreadable !== undefined) return withFreshness(next, current, now);
      return isAbsent && known !== undefined
        ? withoutJob(next, now)
        : withFreshness(next, { kind: 'notFound', isCertain: false }, now);
    }
  }
}

/**
 * Takes a reading, which is the newest version known; members that a list omits are kept, unless it is whole.
 */
function withReading(state: JobDetailsState, read: Job, isWhole = false): JobDetailsState {
  const { job: known } = state;
  const job = known === undefined || isWhole ? read : { ...known, ...read };
  return known !== undefined && isSameJson(job, known) ? state : { ...state, job };
}

function withFreshness(state: JobDetailsState, freshness: Freshness, now: number): JobDetailsState {
  return { ...state, freshness, readAt: freshness.kind === 'current' ? now : state.readAt };
}

function withDetails(state: JobDetailsState, now: number): JobDetailsState {
  return withFreshness({ ...state, detailsFailure: null, detailsReadAt: now, isBehind: false }, current, now);
}

/** A failure of the details alone leaves a job current that the list still tells of. */
function withFailure(
  state: JobDetailsState,
  error: ServiceError,
  isListed: boolean,
  now: number,
): JobDetailsState {
  return state.job !== undefined && isListed && !concernsAll(error)
    ? { ...state, detailsFailure: error }
    : withFreshness(state, { kind: 'failed', error }, now);
}

/** Marks the job as gone, keeping the time at which this was first noticed. */
function withoutJob(state: JobDetailsState, now: number): JobDetailsState {
  return withFreshness(
    state,
    state.freshness.kind === 'gone' ? state.freshness : { kind: 'gone', foundAt: now },
    now,
  );
}

interface JobDetailsParts {
  readonly jobs: JobList;
  readonly reader: JobReader;
  readonly poller: Pick<JobPoller, 'onDidPoll'>;
  /** Whether the job's service is the connected one. */
  readonly isConnected: () => boolean;
  /** The id of the job's row if its key is missing; then only the list can provide the job. */
  readonly row?: string | undefined;
  /** The known row of a job that is not in the loaded list. */
  readonly known?: JobRow | undefined;
}

export type JobDetails = ReturnType<typeof createJobDetails>;

/**
 * Loads one job and keeps it up to date: first from the list, at once, then from the reader, then from later
 * lists and polls.
 */
export function createJobDetails(
  key: string,
  { jobs, reader, poller, isConnected, row, known }: JobDetailsParts,
) {
  const changed = new Emitter();
  const id = row ?? rowId(key);
  let state: JobDetailsState = {
    job: undefined,
    unreadable: undefined,
    freshness: current,
    detailsFailure: null,
    detailsReadAt: null,
    isLoading: false,
    isBehind: false,
    readAt: Date.now(),
  };
  /** The job as the list last had it. */
  let listed: Job | undefined;
  let loading: AbortController | undefined;
  // Of a service that is not connected, nothing else is read.
  if (!isConnected() && known?.kind === 'job') state = withReading(state, known.job);

  const listedJob = () => {
    const found = jobs.row(id);
    return found?.kind === 'job' ? found.job : undefined;
  };
  const unreadableRow = () => {
    const found = jobs.row(id) ?? known;
    return found?.kind === 'unreadable' ? found : undefined;
  };
  /** Whether the list is as the service has sent it in this window. */
  const isListed = () =>
    jobs.state.rows !== undefined && jobs.state.failure === null && jobs.state.recalledAt === null;
  const set = (after: JobDetailsState) => {
    const before = state;
    state = after;
    const isChanged = (name: keyof JobDetailsState) =>
      name !== 'readAt' && name !== 'detailsReadAt' && before[name] !== after[name];
    if ((Object.keys(after) as (keyof JobDetailsState)[]).some(isChanged)) changed.fire();
  };
  /** Takes news of the list or the poller; ignores them while they work on another service. */
  const update = (change: (now: number) => JobDetailsState) => {
    if (isConnected()) set(change(Date.now()));
  };
  const take = (job: Job, isWhole: boolean) =>
    update((now) => withRead(state, job, isWhole, row === undefined && reader.canReadSingles, now));
  const takeAmong = (read: readonly Job[], isWhole: boolean) => {
    const job = row === undefined ? read.find((each) => each.key === key) : undefined;
    if (job !== undefined) take(job, isWhole);
  };
  /** The list or the poller failed to read the job. */
  const miss = (error: ServiceError) => {
    const { job, isLoading, freshness } = state;
    if (job !== undefined && !isLoading && freshness.kind === 'current') {
      update((now) => withFailure(state, error, isListed(), now));
    }
  };
  const subscriptions = [
    jobs.onDidChange(() => {
      const { failure, loading: load, recalledAt } = jobs.state;
      if (failure !== null && load === null && (failure.during === 'refresh' || failure.during === 'first')) {
        miss(failure.error);
      }
      const job = listedJob();
      // An unchanged row is ignored, because the known job may be newer.
      if (job === undefined || job === listed) return;
      if (recalledAt !== null) return update(() => withKnown(state, job, recalledAt));
      listed = job;
      take(job, false);
    }),
    jobs.onDidReadAgain((read) => takeAmong(read, false)),
    poller.onDidPoll((event) => {
      if (event.kind === 'read') takeAmong(event.jobs, event.areWhole);
      else if (event.kind === 'failed' && event.keys.includes(key)) miss(event.error);
      else if (event.kind === 'gone' && event.keys.includes(key) && row === undefined) {
        if (state.job !== undefined) update((now) => withoutJob(state, now));
        else if (state.freshness.kind === 'failed') {
          update((now) => withFreshness(state, { kind: 'notFound', isCertain: true }, now));
        }
      }
    }),
    changed,
  ];

  return {
    onDidChange: changed.event,
    get state(): JobDetailsState {
      return state;
    },
    /**
     * Reads the job again. Rejects only with a fault of our own.
     * @param refreshesList whether to refresh the list as well, if it has to provide the job
     */
    async load(refreshesList = false): Promise<void> {
      loading?.abort();
      const { signal } = (loading = new AbortController());
      if (!isConnected()) {
        return set({ ...withFreshness(state, { kind: 'disconnected' }, Date.now()), isLoading: false });
      }
      listed = listedJob();
      const unreadable = unreadableRow();
      const job = listed ?? (known?.kind === 'job' ? known.job : undefined);
      const readAt = listed === undefined ? state.readAt : jobs.state.readAt;
      const begun = job === undefined ? state : withKnown(state, job, readAt);
      set({ ...begun, unreadable, isLoading: true, isBehind: false });
      try {
        const isListedOnly = unreadable !== undefined || row !== undefined;
        const reading = await (isListedOnly
          ? reader.readListed(id, refreshesList)
          : reader.read(key, signal, refreshesList));
        if (signal.aborted) return;
        set({ ...withAnswer(state, reading, unreadableRow(), isListed(), Date.now()), isLoading: false });
        // Shows at least what an earlier window has read.
        if (reading.kind === 'failed' && state.job === undefined) void jobs.ensureLoaded();
        if (reading.kind === 'single') jobs.update([reading.job]);
      } catch (thrown) {
        if (signal.aborted) return;
        set({ ...state, isLoading: false });
        throw thrown;
      }
    },
    dispose(): void {
      loading?.abort();
      for (const subscription of subscriptions) subscription.dispose();
    },
  };
}
