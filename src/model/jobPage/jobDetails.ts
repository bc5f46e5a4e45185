import { type Job, type JobRow, type ServiceError, type UnreadableRow, documentedJobMembers, rowId } from '../../service/index.ts';
import type { JobPoller } from '../following/jobPoller.ts';
import { concernsAll } from '../following/pollRound.ts';
import type { JobList } from '../jobs/jobList.ts';
import type { JobReader, JobReading } from '../jobs/jobReader.ts';
import { type Disposable, Emitter } from '../util/emitter.ts';
import { jsonText } from '../util/json.ts';
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

/** The known state of one job. */
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

type JobDetailsEvent =
  /** `listedAt`: when the listed job was read. */
  | { readonly kind: 'loading'; readonly listed: Job | undefined; readonly listedAt: number | null; readonly unreadable: UnreadableRow | undefined }
  | { readonly kind: 'loaded'; readonly reading: JobReading; readonly unreadable: UnreadableRow | undefined }
  /** The load ended without an answer. */
  | { readonly kind: 'interrupted' }
  | { readonly kind: 'disconnected' }
  /** The list or the poller has read the job, with the members of a list unless it `isWhole`. */
  | { readonly kind: 'read'; readonly job: Job; readonly isWhole: boolean; readonly canReadSingles: boolean }
  /** The list shows the job as an earlier window has read it. */
  | { readonly kind: 'recalled'; readonly job: Job; readonly readAt: number }
  /** The poller found that the service no longer has the job. */
  | { readonly kind: 'gone' }
  /** The list or the poller failed to read the job. */
  | { readonly kind: 'missed'; readonly error: ServiceError };

/** @param isListed whether the list is as the service has sent it in this window */
export function reduce(state: JobDetailsState, event: JobDetailsEvent, now: number, isListed = false): JobDetailsState {
  switch (event.kind) {
    case 'loading': {
      const { listed, listedAt, unreadable } = event;
      const known = state.job === undefined && listed !== undefined ? withReading({ ...state, readAt: listedAt ?? state.readAt }, listed, now) : state;
      return { ...known, unreadable, isLoading: true, isBehind: false };
    }
    case 'loaded':
      return { ...loaded(state, event, now, isListed), isLoading: false };
    case 'interrupted':
      return { ...state, isLoading: false };
    case 'disconnected':
      return { ...withFreshness(state, { kind: 'disconnected' }, now), isLoading: false };
    case 'read': {
      const { job: known, isLoading } = state;
      if (known === undefined && !isLoading && state.freshness.kind === 'current') return state;
      const next = withReading(state, event.job, now, event.isWhole);
      // A load in progress will decide the freshness.
      if (isLoading) return next;
      if (event.isWhole) return withDetails(next, now);
      const isCovered = known !== undefined && Object.keys(known).every((name) => documentedJobMembers.has(name) || name in event.job);
      const isBehind = next === state ? state.isBehind : !isCovered && event.canReadSingles;
      return withFreshness({ ...next, isBehind }, current, now);
    }
    case 'recalled': {
      const { job, readAt } = event;
      return state.job === undefined ? { ...withReading({ ...state, readAt }, job, now), staleSince: state.staleSince && readAt } : state;
    }
    case 'gone':
      return state.job !== undefined ? withoutJob(state, now) : state.freshness.kind === 'failed' ? withFreshness(state, { kind: 'notFound', isCertain: true }, now) : state;
    case 'missed':
      if (state.job === undefined || state.isLoading || state.freshness.kind !== 'current') return state;
      return withFailure(state, event.error, now, isListed);
  }
}

function loaded(state: JobDetailsState, { reading, unreadable }: Extract<JobDetailsEvent, { kind: 'loaded' }>, now: number, isListed: boolean): JobDetailsState {
  const { job: known } = state;
  switch (reading.kind) {
    case 'single':
      return withDetails(withReading(state, reading.job, now, true), now);
    case 'gone':
      return known === undefined ? withFreshness({ ...state, detailsFailure: null }, { kind: 'notFound', isCertain: true }, now) : withoutJob({ ...state, detailsFailure: null }, now);
    case 'failed':
      if (reading.error.kind === 'cancelled') return state;
      return withFailure({ ...state, detailsFailure: reading.error }, reading.error, now, isListed);
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
  return known !== undefined && isSame(job, known) ? state : { ...state, job, history: withState(state.history, job, now) };
}

function withFreshness(state: JobDetailsState, freshness: Freshness, now: number): JobDetailsState {
  return freshness.kind === 'current' ? { ...state, freshness: current, readAt: now, staleSince: null } : { ...state, freshness, staleSince: state.readAt };
}

function withDetails(state: JobDetailsState, now: number): JobDetailsState {
  return withFreshness({ ...state, detailsFailure: null, detailsReadAt: now, isBehind: false }, current, now);
}

/** A failure of the details alone leaves a job current that the list still tells of. */
function withFailure(state: JobDetailsState, error: ServiceError, now: number, isListed: boolean): JobDetailsState {
  return state.job !== undefined && isListed && !concernsAll(error) ? { ...state, detailsFailure: error } : withFreshness(state, { kind: 'failed', error }, now);
}

/** Marks the job as gone, keeping the time at which this was first noticed. */
function withoutJob(state: JobDetailsState, now: number): JobDetailsState {
  return withFreshness(state, state.freshness.kind === 'gone' ? state.freshness : { kind: 'gone', foundAt: now }, now);
}

/** Compares members as text, because they may be nested too deeply for a recursive comparison. */
function isSame(one: Job, other: Job): boolean {
  const names = Object.keys(one);
  return names.length === Object.keys(other).length && names.every((name) => one[name] === other[name] || jsonText(one[name] ?? null) === jsonText(other[name] ?? null));
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
  /** The job as last seen in the list. */
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
        else if (event.kind === 'gone' && event.keys.includes(key) && parts.row === undefined) this.#hear({ kind: 'gone' });
        else if (event.kind === 'failed' && event.keys.includes(key)) this.#hear({ kind: 'missed', error: event.error });
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
    if (!this.#parts.isConnected()) return this.#dispatch({ kind: 'disconnected' });
    const { jobs, reader } = this.#parts;
    this.#listed = this.#listedJob();
    const unreadable = this.#unreadableRow();
    const { known } = this.#parts;
    this.#dispatch({ kind: 'loading', listed: this.#listed ?? (known?.kind === 'job' ? known.job : undefined), listedAt: this.#listed === undefined ? null : jobs.state.readAt, unreadable });
    try {
      const isListedOnly = unreadable !== undefined || this.#parts.row !== undefined;
      const reading = await (isListedOnly ? reader.readListed(this.#rowId, refreshesList) : reader.read(this.#key, signal, refreshesList));
      if (signal.aborted) return;
      this.#dispatch({ kind: 'loaded', reading, unreadable: this.#unreadableRow() });
      // Shows at least what an earlier window has read.
      if (reading.kind === 'failed' && this.#state.job === undefined) void jobs.ensureLoaded();
      if (reading.kind === 'single') jobs.update([reading.job]);
    } catch (thrown) {
      if (signal.aborted) return;
      this.#dispatch({ kind: 'interrupted' });
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
    if (failure !== null && loading === null && (failure.during === 'refresh' || failure.during === 'first')) this.#hear({ kind: 'missed', error: failure.error });
    const listed = this.#listedJob();
    // An unchanged row is ignored, because the known job may be newer.
    if (listed === undefined || listed === this.#listed) return;
    if (recalledAt !== null) return this.#hear({ kind: 'recalled', job: listed, readAt: recalledAt });
    this.#listed = listed;
    this.#hear({ kind: 'read', job: listed, isWhole: false, canReadSingles: this.#canReadSingles });
  }

  #readAmong(read: readonly Job[], isWhole: boolean): void {
    const job = this.#parts.row === undefined ? read.find(({ key }) => key === this.#key) : undefined;
    if (job !== undefined) this.#hear({ kind: 'read', job, isWhole, canReadSingles: this.#canReadSingles });
  }

  /** Handles an event of the list or the poller; ignores it while they work on another service. */
  #hear(event: JobDetailsEvent): void {
    if (this.#parts.isConnected()) this.#dispatch(event);
  }

  #dispatch(event: JobDetailsEvent): void {
    const { rows, failure, recalledAt } = this.#parts.jobs.state;
    const before = this.#state;
    const after = (this.#state = reduce(before, event, Date.now(), rows !== undefined && failure === null && recalledAt === null));
    const isChanged = (name: keyof JobDetailsState) => name !== 'readAt' && name !== 'detailsReadAt' && before[name] !== after[name];
    if ((Object.keys(after) as (keyof JobDetailsState)[]).some(isChanged)) this.#changed.fire();
  }

  get #rowId(): string {
    return this.#parts.row ?? rowId(this.#key);
  }

  get #canReadSingles(): boolean {
    return this.#parts.row === undefined && this.#parts.reader.canReadSingles;
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
