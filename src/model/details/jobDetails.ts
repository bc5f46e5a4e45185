import { type Job, ServiceError, type UnreadableRow, documentedJobMembers, isPlace, unreadableKey } from '../../service/index.ts';
import { parseTimestamp } from '../../text/time.ts';
import { jsonText } from '../export/boundedJson.ts';
import { type Disposable, Emitter } from '../util/emitter.ts';
import type { JobPoller } from '../following/jobPoller.ts';
import { type JobHistory, nothingSeen, withState } from './jobTimeline.ts';
import type { JobList } from '../jobs/jobList.ts';
import type { SingleJobs } from '../jobs/singleJobs.ts';

/** Whether what is known of the job is what the service says now, and if not, why. */
export type Standing =
  | { readonly kind: 'current' }
  | { readonly kind: 'failed'; readonly error: ServiceError }
  /** The service does not know the job any more. */
  | { readonly kind: 'gone' }
  /** The service does not know the job, or cannot be asked for a single one; the loaded part of its list does not hold it. */
  | { readonly kind: 'notFound' }
  | { readonly kind: 'disconnected' };

/** The service that holds the job, while it is the connected one. */
export interface JobSource {
  readonly getJob: (key: string, signal: AbortSignal) => Promise<Job>;
  readonly signal: AbortSignal;
}

/** The poller that the job is read by while its page is visible. */
export type JobPolling = Pick<JobPoller, 'onDidRead' | 'staleness' | 'onDidChangeStaleness'>;

export interface JobDetailsParts {
  readonly jobs: JobList;
  readonly singleJobs: SingleJobs;
  /** Undefined while the job's service is not the connected one. */
  readonly source: () => JobSource | undefined;
  readonly poller: JobPolling;
  readonly now?: () => number;
}

/** Everything known of one job: what the list knew at once, then the job itself where the service can be asked for it; it follows the list. */
export class JobDetails {
  readonly #key: string;
  readonly #parts: JobDetailsParts;
  readonly #changed = new Emitter();
  readonly onDidChange = this.#changed.event;
  readonly #subscriptions: readonly Disposable[];
  #asking: AbortController | undefined;
  #job: Job | undefined;
  #unreadable: UnreadableRow | undefined;
  #history: JobHistory;
  #standing: Standing = { kind: 'current' };
  #isAsking = false;
  /** The job as the list last had it. */
  #listed: Job | undefined;
  #isBehind = false;
  #readAt: number;
  #staleSince: number | null = null;

  constructor(key: string, parts: JobDetailsParts, history: JobHistory = nothingSeen) {
    this.#key = key;
    this.#parts = parts;
    this.#history = history;
    this.#readAt = this.#now;
    this.#subscriptions = [
      parts.jobs.onDidChange(() => this.#listChanged()),
      parts.jobs.onDidReadAgain((read) => this.#heardAmong(read)),
      parts.poller.onDidRead((read) => this.#heardAmong(read)),
      parts.poller.onDidChangeStaleness((staleness) => {
        if (staleness !== null) this.#missed(staleness.error);
      }),
    ];
  }

  get job(): Job | undefined {
    return this.#job;
  }

  /** What came in place of a job that could be read. */
  get unreadable(): UnreadableRow | undefined {
    return this.#unreadable;
  }

  get history(): JobHistory {
    return this.#history;
  }

  get standing(): Standing {
    return this.#standing;
  }

  get isAsking(): boolean {
    return this.#isAsking;
  }

  /** Whether the list knows something newer than what the service last said of the job alone. */
  get isBehind(): boolean {
    return this.#isBehind;
  }

  /** When the service last spoke of the job, once it cannot be known whether that still holds; epoch milliseconds. */
  get staleSince(): number | null {
    return this.#staleSince;
  }

  /**
   * Asks for the job anew. Rejects only with what is no failure of the service.
   * @param again whether the list is to be read anew, too, where the service offers no single jobs
   */
  async load(again = false): Promise<void> {
    this.#asking?.abort();
    const asking = (this.#asking = new AbortController());
    this.#isBehind = false;
    try {
      await this.#load(again, asking.signal);
    } finally {
      if (this.#asking === asking) this.#asking = undefined;
    }
  }

  dispose(): void {
    this.#asking?.abort();
    for (const subscription of this.#subscriptions) subscription.dispose();
    this.#changed.dispose();
  }

  async #load(again: boolean, signal: AbortSignal): Promise<void> {
    const source = this.#parts.source();
    if (source === undefined) return this.#settle({ kind: 'disconnected' });
    const { jobs, singleJobs } = this.#parts;
    this.#adopt(jobs.find(this.#key));
    this.#unreadable = this.#unreadableRow();
    this.#isAsking = true;
    this.#changed.fire();
    const onlyListed = this.#unreadable !== undefined || isPlace(this.#key);
    if (onlyListed || singleJobs.areRefused) return this.#readList(again, false, signal);
    try {
      const job = await source.getJob(this.#key, AbortSignal.any([signal, source.signal]));
      if (signal.aborted) return;
      singleJobs.answered();
      this.#accept(job);
      this.#listed = job;
      this.#settle({ kind: 'current' });
      jobs.update(job);
    } catch (thrown) {
      if (signal.aborted) return;
      if (!(thrown instanceof ServiceError)) {
        this.#settle(this.#standing);
        throw thrown;
      }
      await this.#refused(thrown, again, signal);
    }
  }

  async #refused(error: ServiceError, again: boolean, signal: AbortSignal): Promise<void> {
    const { jobs, singleJobs } = this.#parts;
    if (error.kind === 'cancelled') return this.#settle(this.#standing);
    if (error.kind === 'notFound' || error.status === 405 || error.status === 501) {
      await (again ? jobs.refresh(false) : jobs.ensureLoaded());
      if (signal.aborted) return;
    }
    const meaning = singleJobs.refused(error, jobs.find(this.#key) !== undefined);
    if (meaning === undefined) this.#settle({ kind: 'failed', error });
    else if (meaning === 'gone') this.#settle({ kind: this.#job === undefined ? 'notFound' : 'gone' });
    else await this.#readList(false, meaning === 'either', signal);
  }

  /** @param isUnknown whether the service also said that it knows no such job */
  async #readList(again: boolean, isUnknown: boolean, signal: AbortSignal): Promise<void> {
    const { jobs } = this.#parts;
    await (again ? jobs.refresh(false) : jobs.ensureLoaded());
    if (signal.aborted) return;
    this.#unreadable = this.#unreadableRow() ?? this.#unreadable;
    const listed = jobs.find(this.#key);
    const { failure, hasMore, rows } = jobs.state;
    if (listed !== undefined && failure === null) this.#accept({ ...this.#job, ...listed });
    else this.#adopt(listed);
    this.#listed = listed;
    if (failure !== null) this.#settle({ kind: 'failed', error: failure.error });
    else if (listed !== undefined || this.#unreadable !== undefined) this.#settle({ kind: 'current' });
    else if (this.#job !== undefined && (isUnknown || (rows !== undefined && !hasMore))) this.#settle({ kind: 'gone' });
    else this.#settle({ kind: 'notFound' });
  }

  #heardAmong(read: readonly Job[]): void {
    const job = read.find(({ key }) => key === this.#key);
    if (job !== undefined) this.#heard(job);
  }

  /** Whoever follows the job, or a refresh of the list, has read it. */
  #heard(job: Job): void {
    if (this.#parts.source() === undefined || this.#job === undefined || this.#asking !== undefined || isOlder(job, this.#job)) return;
    const merged = { ...this.#job, ...job };
    const isNews = !isSame(merged, this.#job);
    if (isNews) {
      // The list knows less of a job than the service says of it alone.
      const isWhole = Object.keys(this.#job).every((name) => documentedJobMembers.has(name) || name in job);
      this.#isBehind = !isWhole && !this.#parts.singleJobs.areRefused;
      this.#accept(merged);
    }
    if (isNews || this.#standing.kind !== 'current') this.#settle({ kind: 'current' });
    else this.#readAt = this.#now;
  }

  #listChanged(): void {
    const { jobs } = this.#parts;
    const { failure, loading } = jobs.state;
    if (failure !== null && loading === null && (failure.during === 'refresh' || failure.during === 'first')) this.#missed(failure.error);
    const listed = jobs.find(this.#key);
    if (listed === undefined || listed === this.#listed) return;
    if (this.#job === undefined && this.#isAsking) {
      // The list was quicker than the service is with the job alone.
      this.#adopt(listed);
      this.#changed.fire();
      return;
    }
    this.#listed = listed;
    this.#heard(listed);
  }

  /** What should have told of the job could not be read. */
  #missed(error: ServiceError): void {
    if (this.#parts.source() === undefined || this.#job === undefined || this.#asking !== undefined || this.#standing.kind !== 'current') return;
    this.#settle({ kind: 'failed', error });
  }

  /** What the list has for want of anything better. */
  #adopt(listed: Job | undefined): void {
    if (this.#job !== undefined || listed === undefined) return;
    this.#listed = listed;
    this.#accept(listed);
  }

  #accept(job: Job): void {
    this.#job = job;
    this.#history = withState(this.#history, job, this.#now);
  }

  #settle(standing: Standing): void {
    this.#isAsking = false;
    this.#standing = standing;
    if (standing.kind === 'current') {
      this.#readAt = this.#now;
      this.#staleSince = null;
    } else {
      this.#staleSince ??= this.#readAt;
    }
    this.#changed.fire();
  }

  #unreadableRow(): UnreadableRow | undefined {
    const row = this.#parts.jobs.state.rows?.find(({ kind, id }) => kind === 'unreadable' && unreadableKey(id) === this.#key);
    return row?.kind === 'unreadable' ? row : undefined;
  }

  get #now(): number {
    return (this.#parts.now ?? Date.now)();
  }
}

/** An answer that was under way when a newer one came. */
function isOlder(one: Job, other: Job): boolean {
  const [oneUpdated, otherUpdated] = [one, other].map(({ updatedAt }) => (updatedAt == null ? null : parseTimestamp(updatedAt)));
  return oneUpdated != null && otherUpdated != null && oneUpdated < otherUpdated;
}

function isSame(one: Job, other: Job): boolean {
  return Object.keys(one).every((name) => one[name] === other[name] || jsonText(one[name] ?? null) === jsonText(other[name] ?? null));
}
