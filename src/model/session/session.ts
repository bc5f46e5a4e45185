import {
  type ChangingClient,
  type Job,
  type RequestWait,
  type ServiceClient,
  unexpectedShape,
} from '../../service/index.ts';
import { JobBrowsing } from '../browsing/jobBrowsing.ts';
import { FieldList } from '../fields/fieldList.ts';
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
import { type KeyValueStore, storeOfService } from '../util/keyValueStore.ts';
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
  /** Decides whether changes such as starting a job are allowed, and asks for confirmation. */
  readonly guard: ChangeGuard;
  /** Workspace storage for state such as the watched jobs, the filter, and the grouping. */
  readonly workspaceStore: KeyValueStore;
  /** Storage that all windows share, for data such as the identity of the current user. */
  readonly userStore: KeyValueStore;
  readonly storage: SessionStorage;
}

/** Owns the state of the connected service, and is disposed when another service is connected. */
export class Session {
  readonly client: ServiceClient;
  /** State of the requests that are waiting because the service requested a delay. */
  readonly wait: RequestWait;
  /** Latest known state of each job. */
  readonly jobs: JobStore;
  /** Loaded pages of the job list. */
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
  /** Reads pages of the job list without changing the pages in {@link list}. */
  readonly source: JobListSource;
  readonly #route: Pick<SessionOptions, 'client' | 'guard'>;
  readonly #end = new AbortController();
  readonly #credentialChanged = new Emitter();
  readonly #owned: readonly { dispose(): void }[];

  /** Event that fires when the API key or its header has changed. */
  readonly onDidChangeCredential = this.#credentialChanged.event;

  constructor({ client, guard, storage, ...stores }: SessionOptions) {
    const { href } = client.baseUrl;
    const workspaceStore = storeOfService(stores.workspaceStore, href);
    const userStore = storeOfService(stores.userStore, href);
    const store = new JobStore(workspaceStore);
    this.#route = { client, guard };
    this.client = readersUntil(this.signal, client);
    this.wait = client.wait;
    this.jobs = store;
    this.source = { listJobs: this.client.listJobs, store };
    this.list = new JobList(this.source, async () => (await this.#readCache()).jobs);
    this.fields = new FieldList(
      this.client.listFields,
      async () => (await this.cache.read()).fields,
    );
    this.reader = new JobReader({ ...this.source, getJob: this.client.getJob });
    this.watches = new WatchList(workspaceStore);
    this.watched = new WatchedRows(this.watches, store);
    this.follower = new JobFollower({ reader: this.reader, store, watches: this.watches });
    this.browsing = new JobBrowsing(this.list, { jobs: store, workspaceStore, userStore });
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

  /** True while a view or the overview is loading, except during automatic job list refreshes. */
  get isLoading(): boolean {
    const { loading } = this.list.state;
    const isListLoading = loading !== null && loading !== 'autoRefresh';
    return isListLoading || this.fields.state.loading || this.overview.isReading;
  }

  /**
   * Sends a change, such as starting a job, after checking the restrictions (read-only, production)
   * and asking for confirmation if required. Stores the returned job. The promise never rejects.
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
    return { kind: 'succeeded', job: this.jobs.get(job.key) ?? job };
  }

  /**
   * Reads a job with `GET /jobs/{key}` or from the job list. If the service does not find a job
   * that was just started, returns the job from the start response.
   * @throws {ServiceError} if the job cannot be read
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

  /** Shortens retry delays after a successful response from the service. */
  responded(): void {
    this.follower.responded();
  }

  /** Updates all data that is grouped by day after the time zone has changed. */
  useTimeZone(): void {
    this.browsing.regroup();
    void this.overview.describe();
  }

  /**
   * Discards the cache, and reloads the jobs, the fields, and the overview after the API key or its
   * header has changed.
   */
  useNewCredential(): void {
    this.cache.discard();
    void this.list.restart();
    void this.fields.restart();
    this.overview.restart();
    this.follower.useNewCredential();
    this.#credentialChanged.fire();
  }

  dispose(): void {
    this.#end.abort();
    for (const each of this.#owned) each.dispose();
  }

  /** Reads the data that a previous window cached, and adds the cached jobs to the store. */
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

/** Creates a read-only client that cancels all requests when the signal is aborted. */
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
 * Result of reading a job. If the job was not found, `searched` is the number of jobs that were
 * searched, or undefined if all jobs were searched.
 */
export interface FoundJob {
  readonly job?: Job;
  readonly searched?: number;
}
