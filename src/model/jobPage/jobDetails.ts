import { type Job, type JobRow, type ServiceError, type UnreadableRow, rowId } from '../../service/index.ts';
import type { JobPoller, PollEvent } from '../following/jobPoller.ts';
import type { JobList } from '../jobs/jobList.ts';
import type { JobReader, JobReading } from '../jobs/jobReader.ts';
import { type Disposable, Emitter, type Event } from '../util/emitter.ts';
import {
  type JobDetailsState,
  applyAbsence,
  applyDisconnection,
  applyFailure,
  applyKnown,
  applyReading,
  applyResponse,
  isUpToDate,
  nothingRead,
} from './detailsState.ts';

interface JobDetailsOptions {
  readonly jobs: JobList;
  readonly reader: JobReader;
  readonly poller: Pick<JobPoller, 'onDidPoll'>;
  /** Whether the job's service is the connected one. */
  readonly isConnected: () => boolean;
  /** The id of the job's row if its key is missing; then only the list can provide the job. */
  readonly row?: string | undefined;
  /** The known row of a job that is not in the loaded list. */
  readonly known?: JobRow | undefined;
  /** The job as the start returned it, if this window started it a moment ago. */
  readonly justStarted: () => Job | undefined;
}

/**
 * Loads one job and keeps it up to date: first from the list, at once, then from the reader, then from later
 * lists and polls.
 */
export class JobDetails {
  readonly #changed = new Emitter();
  readonly onDidChange: Event<void> = this.#changed.event;
  readonly #key: string;
  readonly #rowId: string;
  readonly #options: JobDetailsOptions;
  readonly #subscriptions: readonly Disposable[];
  #state = nothingRead(Date.now());
  /** The job as the list last had it. */
  #listed: Job | undefined;
  #loading: AbortController | undefined;

  constructor(key: string, options: JobDetailsOptions) {
    const { jobs, poller, isConnected, row, known } = options;
    this.#key = key;
    this.#rowId = row ?? rowId(key);
    this.#options = options;
    // Of a service that is not connected, nothing else is read.
    if (!isConnected() && known?.kind === 'job') {
      this.#state = applyKnown(this.#state, known.job, this.#state.readAt);
    }
    this.#subscriptions = [
      jobs.onDidChange(() => this.#onList()),
      jobs.onDidReadAgain((read) => this.#onRead(read, false)),
      poller.onDidPoll((event) => this.#onPoll(event)),
      this.#changed,
    ];
  }

  get state(): JobDetailsState {
    return this.#state;
  }

  /**
   * Reads the job again, and the list with `refreshesList` if it has to provide the job. Rejects only with a
   * fault of our own.
   */
  async load({ refreshesList = false } = {}): Promise<void> {
    this.#loading?.abort();
    const { signal } = (this.#loading = new AbortController());
    if (!this.#options.isConnected()) return this.#set(applyDisconnection(this.#state));
    this.#showListed();
    try {
      const reading = await this.#read(signal, refreshesList);
      if (!signal.aborted) this.#onResponse(reading);
    } catch (thrown) {
      if (signal.aborted) return;
      this.#set({ ...this.#state, isLoading: false });
      throw thrown;
    }
  }

  dispose(): void {
    this.#loading?.abort();
    for (const subscription of this.#subscriptions) subscription.dispose();
  }

  /** Begins a load with what the list knows. */
  #showListed(): void {
    const { jobs, known, justStarted } = this.#options;
    this.#listed = this.#listedJob();
    const job = this.#listed ?? (known?.kind === 'job' ? known.job : justStarted());
    const readAt = this.#listed === undefined ? this.#state.readAt : jobs.state.readAt;
    const shown = job === undefined ? this.#state : applyKnown(this.#state, job, readAt);
    this.#set({ ...shown, unreadable: this.#unreadableRow(), isLoading: true, isBehind: false });
  }

  #read(signal: AbortSignal, refreshesList: boolean): Promise<JobReading> {
    const { reader, row } = this.#options;
    const isListedOnly = row !== undefined || this.#state.unreadable !== undefined;
    return isListedOnly
      ? reader.readListed(this.#rowId, refreshesList)
      : reader.read(this.#key, signal, refreshesList);
  }

  #onResponse(reading: JobReading): void {
    const { jobs } = this.#options;
    const response = {
      reading,
      unreadable: this.#unreadableRow(),
      isListed: this.#isListed(),
      isJustStarted: this.#options.justStarted() !== undefined,
      now: Date.now(),
    };
    this.#set({ ...applyResponse(this.#state, response), isLoading: false });
    // Shows at least what an earlier window has read.
    if (reading.kind === 'failed' && this.#state.job === undefined) void jobs.ensureLoaded();
    if (reading.kind === 'single') jobs.update([reading.job]);
  }

  #onList(): void {
    const { failure, loading, recalledAt } = this.#options.jobs.state;
    const isRefresh = failure?.during === 'refresh' || failure?.during === 'first';
    if (failure !== null && loading === null && isRefresh) this.#onFailure(failure.error);
    const job = this.#listedJob();
    // An unchanged row is ignored, because the known job may be newer.
    if (job === undefined || job === this.#listed) return;
    if (recalledAt !== null) return this.#update((state) => applyKnown(state, job, recalledAt));
    this.#listed = job;
    this.#onJob(job, false);
  }

  #onPoll(event: PollEvent): void {
    if (event.kind === 'read') this.#onRead(event.jobs, event.areWhole);
    if (event.kind === 'failed' && event.keys.includes(this.#key)) this.#onFailure(event.error);
    const isGone = event.kind === 'gone' && event.keys.includes(this.#key);
    if (!isGone || this.#options.row !== undefined) return;
    const { job, freshness } = this.#state;
    if (job === undefined && freshness.kind !== 'failed') return;
    this.#update((state, now) => applyAbsence(state, now));
  }

  #onRead(read: readonly Job[], isWhole: boolean): void {
    if (this.#options.row !== undefined) return;
    const job = read.find((each) => each.key === this.#key);
    if (job !== undefined) this.#onJob(job, isWhole);
  }

  #onJob(job: Job, isWhole: boolean): void {
    const { reader, row } = this.#options;
    const canReadSingles = row === undefined && reader.canReadSingles;
    this.#update((state, now) => applyReading(state, { job, isWhole, canReadSingles, now }));
  }

  /** The list or the poller failed to read the job. */
  #onFailure(error: ServiceError): void {
    const { job, isLoading, freshness } = this.#state;
    if (job === undefined || isLoading || !isUpToDate(freshness)) return;
    this.#update((state, now) => applyFailure(state, { error, isListed: this.#isListed(), now }));
  }

  /** Ignores what the list and the poller read of another service. */
  #update(change: (state: JobDetailsState, now: number) => JobDetailsState): void {
    if (this.#options.isConnected()) this.#set(change(this.#state, Date.now()));
  }

  #set(after: JobDetailsState): void {
    const before = this.#state;
    this.#state = after;
    const names = Object.keys(after) as (keyof JobDetailsState)[];
    const isChanged = (name: keyof JobDetailsState) =>
      name !== 'readAt' && name !== 'detailsReadAt' && before[name] !== after[name];
    if (names.some(isChanged)) this.#changed.fire();
  }

  #listedJob(): Job | undefined {
    const row = this.#options.jobs.row(this.#rowId);
    return row?.kind === 'job' ? row.job : undefined;
  }

  #unreadableRow(): UnreadableRow | undefined {
    const row = this.#options.jobs.row(this.#rowId) ?? this.#options.known;
    return row?.kind === 'unreadable' ? row : undefined;
  }

  #isListed(): boolean {
    const { rows, failure, recalledAt } = this.#options.jobs.state;
    return rows !== undefined && failure === null && recalledAt === null;
  }
}
