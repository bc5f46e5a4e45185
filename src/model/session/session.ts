import {
  type ChangingClient,
  type Job,
  type RequestWait,
  type ServiceClient,
  unexpectedShape,
} from '../../service/index.ts';
import { JobBrowsing } from '../browsing/jobBrowsing.ts';
import { type FieldList, createFieldList } from '../fields/fieldList.ts';
import { JobFollower } from '../following/jobFollower.ts';
import { WatchedRows } from '../following/watchedRows.ts';
import { WatchList } from '../following/watchList.ts';
import { JobList } from '../jobs/jobList.ts';
import type { CachedSession } from '../jobs/jobListCache.ts';
import { JobReader } from '../jobs/jobReader.ts';
import { JobStore } from '../jobs/jobStore.ts';
import { jobsIn } from '../jobs/listRows.ts';
import type { JobListSource } from '../jobs/pageReading.ts';
import { Overview } from '../overview/overview.ts';
import { Emitter } from '../util/emitter.ts';
import type { KeyValueStore } from '../util/keyValueStore.ts';
import {
  type Asker,
  type Change,
  type ChangeGuard,
  type ChangeOutcome,
  type Sending,
  runChange,
} from '../starting/change.ts';
import { SessionCache, type SessionStorage } from './sessionCache.ts';

export interface SessionOptions {
  readonly client: ChangingClient;
  /** Decides whether a change may be sent, and asks the user for confirmation if necessary. */
  readonly guard: ChangeGuard;
  /** Stores the watched jobs, the filter, and the grouping in the workspace. */
  readonly workspaceStore: KeyValueStore;
  /** Stores which person the user is. All windows share this store. */
  readonly userStore: KeyValueStore;
  readonly storage: SessionStorage;
}

/** Everything about one connected service. Disposed when the window connects to another service. */
export class Session {
  readonly client: ServiceClient;
  /** The delay that the service requested with `Retry-After`. */
  readonly wait: RequestWait;
  /** The newest version of every job. */
  readonly jobs: JobStore;
  /** The loaded pages of the job list. */
  readonly list: JobList;
  readonly fields: FieldList;
  readonly reader: JobReader;
  readonly watches: WatchList;
  readonly watched: WatchedRows;
  /** Polls jobs and refreshes views automatically. */
  readonly follower: JobFollower;
  readonly browsing: JobBrowsing;
  readonly overview: Overview;
  readonly cache: SessionCache;
  /** Reads pages of the job list without changing the loaded pages. */
  readonly source: JobListSource;
  readonly #route: Pick<SessionOptions, 'client' | 'guard'>;
  readonly #end = new AbortController();
  readonly #credentialChanged = new Emitter();
  readonly #owned: readonly { dispose(): void }[];

  /** Fires when the API key or its header has changed. */
  readonly onDidChangeCredential = this.#credentialChanged.event;

  constructor({ client, guard, workspaceStore, userStore, storage }: SessionOptions) {
    const { href } = client.baseUrl;
    const store = new JobStore(workspaceStore, href);
    this.#route = { client, guard };
    this.client = readersUntil(this.signal, client);
    this.wait = client.wait;
    this.jobs = store;
    this.source = { listJobs: this.client.listJobs, store };
    this.list = new JobList(this.source, async () => (await this.#readCache()).jobs);
    this.fields = createFieldList(
      this.client.listFields,
      async () => (await this.cache.read()).fields,
    );
    this.reader = new JobReader({ ...this.source, getJob: this.client.getJob });
    this.watches = new WatchList(workspaceStore, href);
    this.watched = new WatchedRows(this.watches, store);
    this.follower = new JobFollower({ reader: this.reader, store, watches: this.watches });
    this.browsing = new JobBrowsing(this.list, {
      jobs: store,
      workspaceStore,
      userStore,
      baseUrl: href,
    });
    this.overview = new Overview(this.source);
    this.cache = new SessionCache(storage, this);
    this.#owned = [
      this.watches.onDidChange((keys) =>
        store.keepWorkflows(keys.filter((key) => this.watches.isWatched(key))),
      ),
      this.cache,
      this.follower,
      this.overview,
      this.browsing,
      this.watched,
      this.watches,
      this.fields,
      this.list,
      store,
      this.#credentialChanged,
    ];
  }

  /** Signal that is aborted when the session is disposed. */
  get signal(): AbortSignal {
    return this.#end.signal;
  }

  /** True if a view or the overview is loading. An automatic refresh does not count. */
  get isLoading(): boolean {
    const { loading } = this.list.state;
    const isListLoading = loading !== null && loading !== 'autoRefresh';
    return isListLoading || this.fields.state.loading || this.overview.isReading;
  }

  /**
   * Sends a change if the guard and the user permit it. Stores the job in the response. Never
   * rejects.
   */
  async change(
    change: Change,
    asker: Asker,
    sending: Sending = (send) => send(this.signal),
  ): Promise<ChangeOutcome> {
    const request = this.jobs.nextRequest();
    const outcome = await runChange(change, asker, { ...this.#route, end: this.signal, sending });
    if (outcome.kind !== 'succeeded') return outcome;
    const { job } = outcome;
    this.jobs.apply({ jobs: [job], source: 'change', request, readAt: Date.now() });
    this.jobs.keepWorkflows([job.key]);
    return { kind: 'succeeded', job: this.jobs.get(job.key) ?? job };
  }

  /**
   * Requests a job with `GET /jobs/{key}` or from the job list. If the service does not find a job
   * that was just started, returns the job from the response to the start.
   * @throws {ServiceError}
   */
  async readJob(key: string, signal: AbortSignal): Promise<FoundJob> {
    const reading = await this.reader.read(key, signal, true);
    if (reading.kind === 'failed') throw reading.error;
    if (reading.kind === 'job' || reading.kind === 'listed') return { job: reading.job };
    const started = this.follower.mayAppear(key) ? this.jobs.get(key) : undefined;
    if (started !== undefined) return { job: started };
    if (reading.kind === 'unreadable') {
      throw unexpectedShape({ request: 'GET /jobs' }, reading.row.problem);
    }
    return reading.kind === 'notListed' ? { searched: reading.searched } : {};
  }

  /** Call this after each successful response. */
  responded(): void {
    this.follower.responded();
  }

  /** Call this when the time zone has changed. Updates everything that is grouped by day. */
  useTimeZone(): void {
    this.browsing.regroup();
    void this.overview.describe();
  }

  /**
   * Call this when the API key or its header has changed. Reads the loaded jobs and fields again.
   */
  useNewCredential(): void {
    this.cache.discard();
    void this.list.restart();
    void this.fields.restart();
    this.follower.useNewCredential();
    this.#credentialChanged.fire();
  }

  dispose(): void {
    this.#end.abort();
    for (const each of this.#owned) each.dispose();
  }

  /** Reads the cache of an earlier window, and adds its jobs to the store. */
  async #readCache(): Promise<CachedSession> {
    const cached = await this.cache.read();
    const { jobs, watched = [] } = cached;
    const apply = (each: readonly Job[], readAt: number) =>
      this.jobs.apply({ jobs: each, source: 'cache', request: 0, readAt });
    for (const { job, readAt } of watched) apply([job], readAt);
    if (jobs !== undefined) apply(jobsIn(jobs.rows), jobs.readAt);
    return cached;
  }
}

/** Creates a client that can only read. Its requests are canceled when the signal is aborted. */
function readersUntil(end: AbortSignal, client: ServiceClient): ServiceClient {
  const until = (signal: AbortSignal) => AbortSignal.any([signal, end]);
  return {
    baseUrl: client.baseUrl,
    listFields: (signal) => client.listFields(until(signal)),
    listJobs: (page, signal) => client.listJobs(page, until(signal)),
    getJob: (key, signal) => client.getJob(key, until(signal)),
  };
}

/**
 * A job, or the number of searched jobs if it was not found. Without a number, all jobs were
 * searched.
 */
export interface FoundJob {
  readonly job?: Job;
  readonly searched?: number;
}
