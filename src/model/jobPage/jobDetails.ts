import { type Job, type JobRow, type ServiceError, type UnreadableRow, documentedJobMembers, rowId } from '../../service/index.ts';
import type { JobPoller } from '../following/jobPoller.ts';
import { concernsAll } from '../following/pollRound.ts';
import type { JobList } from '../jobs/jobList.ts';
import type { JobReader, JobReading } from '../jobs/jobReader.ts';
import { type Disposable, Emitter } from '../util/emitter.ts';
import { isSameJson } from '../util/json.ts';
import { type JobHistory, nothingSeen, withState } from './jobTimeline.ts';

/** Whether the known job is up to date, and if not, why. */
type Freshness =
  | { readonly kind: 'current' }
  | { readonly kind: 'failed'; readonly error: ServiceError }
  /** The service no longer has the job; `foundAt`: when this was first noticed, in epoch milliseconds. */
  | { readonly kind: 'gone'; readonly foundAt: number }
  /** The loaded part of the list does not contain the job; `isCertain` if GET /jobs/{key} confirmed that it does not exist. */
  | { readonly kind: 'notFound'; readonly isCertain: boolean }
  | { readonly kind: 'disconnected' };

const current: Freshness = { kind: 'current' };

export interface JobDetailsState {
  readonly job: Job | undefined;
  /** The unreadable list entry with the job's key. */
  readonly unreadable: UnreadableRow | undefined;
  readonly history: JobHistory;
  readonly freshness: Freshness;
  /** Why GET /jobs/{key} failed, which no list disproves. Null if it succeeded or is not supported. */
  readonly detailsFailure: ServiceError | null;
  /** When the service last sent the job with all its members, in epoch milliseconds. */
  readonly detailsReadAt: number | null;
  readonly isLoading: boolean;
  /** Whether a list or poll was newer than the last single job, whose additional members may therefore be out of date. */
  readonly isBehind: boolean;
  /** When the service last sent the job, in epoch milliseconds. */
  readonly readAt: number;
  /** `readAt` while the freshness is not `current`; else null. */
  readonly staleSince: number | null;
}

/** Takes the job as the list knows it, as long as nothing newer is known. */
function withKnown(state: JobDetailsState, job: Job, readAt: number, now: number): JobDetailsState {
  return state.job === undefined ? { ...withReading({ ...state, readAt }, job, now), staleSince: state.staleSince && readAt } : state;
}

/**
 * Takes what the list or the poller has read.
 * @param isWhole whether the job has all its members; a list omits some
 */
function withRead(state: JobDetailsState, job: Job, isWhole: boolean, canReadSingles: boolean, now: number): JobDetailsState {
  const { job: known, isLoading } = state;
  if (known === undefined && !isLoading && state.freshness.kind === 'current') return state;
  const next = withReading(state, job, now, isWhole);
  // A load in progress will decide the freshness.
  if (isLoading) return next;
  if (isWhole) return withDetails(next, now);
  const isCovered = known !== undefined && Object.keys(known).every((name) => documentedJobMembers.has(name) || name in job);
  return withFreshness({ ...next, isBehind: next === state ? state.isBehind : !isCovered && canReadSingles }, current, now);
}

/** The poller found that the service no longer has the job. */
function withoutPolled(state: JobDetailsState, now: number): JobDetailsState {
  if (state.job !== undefined) return withoutJob(state, now);
  return state.freshness.kind === 'failed' ? withFreshness(state, { kind: 'notFound', isCertain: true }, now) : state;
}

/** @param isListed whether the list is as the service has sent it in this window */
export function withAnswer(state: JobDetailsState, reading: JobReading, unreadable: UnreadableRow | undefined, isListed: boolean, now: number): JobDetailsState {
  const { job: known } = state;
  switch (reading.kind) {
    case 'single':
      return withDetails(withReading(state, reading.job, now, true), now);
    case 'gone':
      return known === undefined ? withFreshness({ ...state, detailsFailure: null }, { kind: 'notFound', isCertain: true }, now) : withoutJob({ ...state, detailsFailure: null }, now);
    case 'failed':
      if (reading.error.kind === 'cancelled') return state;
      return withFailure({ ...state, detailsFailure: reading.error }, reading.error, isListed, now);
    case 'list': {
      const { job, error, isAbsent } = reading;
      // A list that failed to load is not newer than the known job.
      const isNews = job !== undefined && (known === undefined || error === null);
      const next = { ...(isNews ? withReading(state, job, now) : state), unreadable: unreadable ?? state.unreadable, detailsFailure: reading.refusal ?? null };
      if (error !== null) return withFreshness(next, { kind: 'failed', error }, now);
      if (job !== undefined || next.unreadable !== undefined) return withFreshness(next, current, now);
      return isAbsent && known !== undefined ? withoutJob(next, now) : withFreshness(next, { kind: 'notFound', isCertain: false }, now);
    }
  }
}

/** Takes a reading, which is the newest version known; members that a list omits are kept, unless it is whole. */
function withReading(state: JobDetailsState, read: Job, now: number, isWhole = false): JobDetailsState {
  const { job: known } = state;
  const job = known === undefined || isWhole ? read : { ...known, ...read };
  return known !== undefined && isSameJson(job, known) ? state : { ...state, job, history: withState(state.history, job, now) };
}

function withFreshness(state: JobDetailsState, freshness: Freshness, now: number): JobDetailsState {
  return freshness.kind === 'current' ? { ...state, freshness: current, readAt: now, staleSince: null } : { ...state, freshness, staleSince: state.readAt };
}

function withDetails(state: JobDetailsState, now: number): JobDetailsState {
  return withFreshness({ ...state, detailsFailure: null, detailsReadAt: now, isBehind: false }, current, now);
}

/** A failure of the details alone leaves a job current that the list still tells of. */
function withFailure(state: JobDetailsState, error: ServiceError, isListed: boolean, now: number): JobDetailsState {
  return state.job !== undefined && isListed && !concernsAll(error) ? { ...state, detailsFailure: error } : withFreshness(state, { kind: 'failed', error }, now);
}

/** Marks the job as gone, keeping the time at which this was first noticed. */
function withoutJob(state: JobDetailsState, now: number): JobDetailsState {
  return withFreshness(state, state.freshness.kind === 'gone' ? state.freshness : { kind: 'gone', foundAt: now }, now);
}

interface JobDetailsParts {
  readonly jobs: JobList;
  readonly reader: JobReader;
  readonly poller: Pick<JobPoller, 'onDidPoll'>;
  /** Whether the job's service is the connected one. */
  readonly isConnected: () => boolean;
  /** The id of the job's row if its key is missing or repeated; then only the list can provide the job. */
  readonly row?: string | undefined;
  /** The known row of a job that is not in the loaded list. */
  readonly known?: JobRow | undefined;
}

/** Loads one job and keeps it up to date: first from the list, at once, then from the reader, then from later lists and polls. */
export class JobDetails {
  readonly #key: string;
  readonly #parts: JobDetailsParts;
  readonly #changed = new Emitter();
  readonly onDidChange = this.#changed.event;
  readonly #subscriptions: readonly Disposable[];
  #state: JobDetailsState;
  #listed: Job | undefined;
  #load: AbortController | undefined;

  constructor(key: string, parts: JobDetailsParts, history = nothingSeen) {
    this.#key = key;
    this.#parts = parts;
    this.#state = { job: undefined, unreadable: undefined, history, freshness: current, detailsFailure: null, detailsReadAt: null, isLoading: false, isBehind: false, readAt: Date.now(), staleSince: null };
    // Of a service that is not connected, nothing else is read.
    if (!parts.isConnected() && parts.known?.kind === 'job') this.#state = withReading(this.#state, parts.known.job, Date.now());
    this.#subscriptions = [
      parts.jobs.onDidChange(() => this.#listChanged()),
      parts.jobs.onDidReadAgain((read) => this.#readAmong(read, false)),
      parts.poller.onDidPoll((event) => {
        if (event.kind === 'read') this.#readAmong(event.jobs, event.areWhole === true);
        else if (event.kind === 'gone' && event.keys.includes(key) && parts.row === undefined) this.#update((state, now) => withoutPolled(state, now));
        else if (event.kind === 'failed' && event.keys.includes(key)) this.#missed(event.error);
      }),
    ];
  }

  get state(): JobDetailsState {
    return this.#state;
  }

  /**
   * Reads the job again. Rejects only with a fault of our own.
   * @param refreshesList whether to refresh the list as well, if it has to provide the job
   */
  async load(refreshesList = false): Promise<void> {
    this.#load?.abort();
    const { signal } = (this.#load = new AbortController());
    if (!this.#parts.isConnected()) return this.#set({ ...withFreshness(this.#state, { kind: 'disconnected' }, Date.now()), isLoading: false });
    const { jobs, reader, known, row } = this.#parts;
    this.#listed = this.#listedJob();
    const unreadable = this.#unreadableRow();
    const job = this.#listed ?? (known?.kind === 'job' ? known.job : undefined);
    const readAt = this.#listed === undefined ? this.#state.readAt : jobs.state.readAt;
    const begun = job === undefined ? this.#state : withKnown(this.#state, job, readAt, Date.now());
    this.#set({ ...begun, unreadable, isLoading: true, isBehind: false });
    try {
      const isListedOnly = unreadable !== undefined || row !== undefined;
      const reading = await (isListedOnly ? reader.readListed(this.#rowId, refreshesList) : reader.read(this.#key, signal, refreshesList));
      if (signal.aborted) return;
      this.#set({ ...withAnswer(this.#state, reading, this.#unreadableRow(), this.#isListed, Date.now()), isLoading: false });
      // Shows at least what an earlier window has read.
      if (reading.kind === 'failed' && this.#state.job === undefined) void jobs.ensureLoaded();
      if (reading.kind === 'single') jobs.update([reading.job]);
    } catch (thrown) {
      if (signal.aborted) return;
      this.#set({ ...this.#state, isLoading: false });
      throw thrown;
    }
  }

  dispose(): void {
    this.#load?.abort();
    for (const subscription of this.#subscriptions) subscription.dispose();
    this.#changed.dispose();
  }

  #listChanged(): void {
    const { failure, loading, recalledAt } = this.#parts.jobs.state;
    if (failure !== null && loading === null && (failure.during === 'refresh' || failure.during === 'first')) this.#missed(failure.error);
    const listed = this.#listedJob();
    // An unchanged row is ignored, because the known job may be newer.
    if (listed === undefined || listed === this.#listed) return;
    if (recalledAt !== null) return this.#update((state, now) => withKnown(state, listed, recalledAt, now));
    this.#listed = listed;
    this.#read(listed, false);
  }

  #readAmong(read: readonly Job[], isWhole: boolean): void {
    const job = this.#parts.row === undefined ? read.find(({ key }) => key === this.#key) : undefined;
    if (job !== undefined) this.#read(job, isWhole);
  }

  #read(job: Job, isWhole: boolean): void {
    const { row, reader } = this.#parts;
    this.#update((state, now) => withRead(state, job, isWhole, row === undefined && reader.canReadSingles, now));
  }

  /** The list or the poller failed to read the job. */
  #missed(error: ServiceError): void {
    const { job, isLoading, freshness } = this.#state;
    if (job !== undefined && !isLoading && freshness.kind === 'current') this.#update((state, now) => withFailure(state, error, this.#isListed, now));
  }

  /** Takes news of the list or the poller; ignores them while they work on another service. */
  #update(change: (state: JobDetailsState, now: number) => JobDetailsState): void {
    if (this.#parts.isConnected()) this.#set(change(this.#state, Date.now()));
  }

  #set(after: JobDetailsState): void {
    const before = this.#state;
    this.#state = after;
    const isChanged = (name: keyof JobDetailsState) => name !== 'readAt' && name !== 'detailsReadAt' && before[name] !== after[name];
    if ((Object.keys(after) as (keyof JobDetailsState)[]).some(isChanged)) this.#changed.fire();
  }

  /** Whether the list is as the service has sent it in this window. */
  get #isListed(): boolean {
    const { rows, failure, recalledAt } = this.#parts.jobs.state;
    return rows !== undefined && failure === null && recalledAt === null;
  }

  get #rowId(): string {
    return this.#parts.row ?? rowId(this.#key);
  }

  #listedJob(): Job | undefined {
    const row = this.#parts.jobs.row(this.#rowId);
    return row?.kind === 'job' ? row.job : undefined;
  }

  #unreadableRow(): UnreadableRow | undefined {
    const row = this.#parts.jobs.row(this.#rowId) ?? this.#parts.known;
    return row?.kind === 'unreadable' ? row : undefined;
  }
}
