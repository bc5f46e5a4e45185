import {
  type Job,
  type JobRow,
  type ServiceError,
  abortableDelay,
  jobRow,
  rowId,
} from '../../service/index.ts';
import { parseTimestamp } from '../../text/time.ts';
import { type Disposable, Emitter } from '../util/emitter.ts';
import { SingleFlight } from '../util/singleFlight.ts';
import { type CachedJobs, delayAfterCache } from './jobListCache.ts';
import type { StoreChange } from './jobStore.ts';
import { jobsIn } from './listRows.ts';
import { type JobListSource, PageReading } from './pageReading.ts';

/**
 * Kind of load. `more` loads the next page, and `all` loads all remaining pages. `refresh` reloads
 * the loaded pages, or the first page if no page is loaded. `autoRefresh` also reloads the loaded
 * pages, but does not add or move rows.
 */
export type LoadKind = 'more' | 'all' | 'refresh' | 'autoRefresh';

interface JobListState {
  /**
   * Rows in the order in which the service returned them. New pages are appended to the same array.
   * Undefined until rows are loaded or restored from the cache.
   */
  readonly rows: readonly JobRow[] | undefined;
  /** Total number of jobs, or null if the service does not report a total. */
  readonly total: number | null;
  /** Number of loaded pages. */
  readonly count: number;
  /** Time when the first page was requested, in milliseconds since the epoch. */
  readonly readAt: number;
  readonly hasMore: boolean;
  /** Warning that explains why jobs may be missing. Null if no jobs seem to be missing. */
  readonly note: string | null;
  /** Number of jobs that started after the list was loaded and are not in the list yet. */
  readonly newer: number;
  /**
   * Time when a previous window loaded the cached rows, in milliseconds since the epoch. Null after
   * the first response in this window.
   */
  readonly cachedAt: number | null;
  readonly loading: LoadKind | null;
  readonly failure: { readonly during: LoadKind; readonly error: ServiceError } | null;
}

/** State of the job list before any page is loaded. */
export const emptyJobList: JobListState = {
  rows: undefined,
  total: null,
  count: 0,
  readAt: 0,
  hasMore: false,
  note: null,
  newer: 0,
  cachedAt: null,
  loading: null,
  failure: null,
};

interface LoadOptions {
  /** Signal that cancels the load, even while the load is waiting for another load to finish. */
  readonly signal?: AbortSignal | undefined;
  /** Callback that receives the progress after each page, or less often if the list is long. */
  readonly onProgress?: (loaded: number, total: number | null) => void;
}

export interface LoadAllOptions extends LoadOptions {
  /**
   * Callback that is called after each page. If the callback returns true, loading stops, and the
   * loaded pages are kept.
   */
  readonly until?: (rows: readonly JobRow[]) => boolean;
}

/** Reads the jobs that a previous window cached. The returned promise never rejects. */
type ReadCachedJobs = () => Promise<CachedJobs | undefined>;

/** A job that was started in this window but is not on a loaded page yet. */
interface PrependedJob {
  readonly row: JobRow;
  /** Time when the job was started, in milliseconds since the epoch. */
  readonly startedAt: number;
}

/** Maximum time until a service includes a new job in its list, in milliseconds. */
const listingDelay = 30_000;

/** Maximum number of pages that a refresh reloads. */
export const maxRefreshedPages = 100;

/** Maximum number of pages that an automatic refresh reloads. */
export const maxAutoRefreshedPages = 20;

/**
 * Minimum interval between change events while all pages are being loaded, in milliseconds. Change
 * events are expensive because VS Code requests all rows again after each event.
 */
const changeInterval = 1000;

/** Number of pages between two progress reports while a long list is being loaded. */
const pagesPerReport = 10;

/**
 * Loads and stores pages of the job list. Only one load runs at a time. The methods never reject:
 * if a load fails, the list keeps the rows and sets `state.failure`.
 */
export class JobList {
  readonly #source: JobListSource;
  readonly #readCache: ReadCachedJobs;
  readonly #changed = new Emitter();
  readonly #flight = new SingleFlight<LoadKind>();
  readonly #subscription: Disposable;
  #reading: PageReading | undefined;
  /** Rows that a previous window cached. The first response replaces these rows. */
  #cached: readonly JobRow[] = [];
  #started: readonly PrependedJob[] = [];
  #state = emptyJobList;

  readonly onDidChange = this.#changed.event;

  constructor(source: JobListSource, readCache: ReadCachedJobs = () => Promise.resolve(undefined)) {
    this.#source = source;
    this.#readCache = readCache;
    this.#subscription = source.store.onDidApply((change) => this.#onApply(change));
  }

  get state(): JobListState {
    return this.#state;
  }

  /** True if the list contains all jobs of the service. */
  get isWhole(): boolean {
    return this.#reading?.isWhole === true && this.#state.newer === 0;
  }

  /** Loads the first page, unless a page is already loaded or the last load failed. */
  async ensureLoaded(): Promise<void> {
    const { failure } = this.#state;
    if (this.#reading === undefined && failure === null) return this.refresh();
    if (this.#blocking !== undefined) await this.#flight.settled;
  }

  /**
   * Loads the next page, and continues until a page contains new rows. Waits for a running refresh
   * first.
   */
  async loadMore(): Promise<void> {
    const blocking = this.#blocking;
    if (blocking === 'refresh') return this.#afterCurrent(undefined, () => this.loadMore());
    if (blocking !== undefined) return this.#flight.settled;
    const reading = this.#reading;
    if (reading === undefined) return this.refresh();
    if (!reading.hasMore) return;
    const before = reading.rows.length;
    const isEnough = () => {
      this.#show(reading);
      return reading.rows.length > before;
    };
    await this.#start('more', undefined, (signal) =>
      reading.read({ signal, pagesAtOnce: 1, isEnough }),
    );
  }

  /**
   * Waits for a running load, and then loads all remaining pages. If a page cannot be loaded, the
   * list keeps the previous pages.
   */
  async loadAll(options: LoadAllOptions = {}): Promise<void> {
    const { signal } = options;
    if (this.#blocking !== undefined)
      return this.#afterCurrent(signal, () => this.loadAll(options));
    if (this.#reading === undefined) await this.refresh({ signal });
    const reading = this.#reading;
    if (reading?.hasMore !== true) return;
    await this.#start('all', signal, (ended) => this.#readToEnd(reading, ended, options));
  }

  /**
   * Waits for a running load, reloads up to {@link maxRefreshedPages} loaded pages, and then
   * replaces the list. If the refresh fails or is canceled, the list does not change.
   */
  async refresh(options: LoadOptions = {}): Promise<void> {
    const blocking = this.#blocking;
    if (blocking === 'refresh') return this.#flight.settled;
    if (blocking !== undefined)
      return this.#afterCurrent(options.signal, () => this.refresh(options));
    await this.#start('refresh', options.signal, (ended) => this.#replace(ended, options));
  }

  /**
   * Reloads up to {@link maxAutoRefreshedPages} loaded pages, and updates the rows. Counts new
   * jobs, but does not add them to the list. Does nothing while another load is running, and is
   * canceled when another load starts.
   */
  autoRefresh(): Promise<void> {
    if (this.#flight.kind !== undefined) return this.#flight.settled;
    const loaded = this.#reading;
    // The first load shows progress. A retry does not, and keeps the error until the retry ends.
    if (loaded === undefined && this.#state.failure === null) return this.refresh();
    return this.#start('autoRefresh', undefined, (signal) =>
      loaded === undefined ? this.#replace(signal) : this.#countNewer(loaded, signal),
    );
  }

  /**
   * Cancels the current load and reloads the loaded pages, for example after the API key has
   * changed.
   */
  restart(): Promise<void> {
    const { loading, failure } = this.#state;
    if (this.#reading === undefined && loading === null && failure === null)
      return Promise.resolve();
    this.#flight.abort();
    return this.refresh();
  }

  find(key: string): Job | undefined {
    const row = this.row(rowId(key));
    return row?.kind === 'job' ? row.job : undefined;
  }

  row(id: string): JobRow | undefined {
    return this.#reading?.row(id) ?? this.#unlisted.find((row) => row.id === id);
  }

  /** Adds a new job at the top of the list, because the service may not list the job yet. */
  putFirst(job: Job): void {
    const row = jobRow(job);
    if (this.row(row.id) !== undefined) return;
    this.#started = [{ row, startedAt: Date.now() }, ...this.#started];
    const { rows, total, hasMore } = this.#state;
    // If no page is loaded yet, the service may have more jobs to load.
    const isAlone = rows === undefined;
    this.#set({
      rows: this.#rows,
      total: total === null ? null : total + 1,
      hasMore: isAlone || hasMore,
    });
  }

  dispose(): void {
    this.#flight.abort();
    this.#subscription.dispose();
    this.#changed.dispose();
  }

  /**
   * Rows that are not on a loaded page: started jobs and, until the first response, cached jobs.
   */
  get #unlisted(): readonly JobRow[] {
    const started = this.#started.map(({ row }) => row);
    return [...started, ...this.#cached].map((row) => this.#source.store.newestRow(row));
  }

  get #rows(): readonly JobRow[] {
    const listed = this.#reading?.rows ?? [];
    const unlisted = this.#unlisted;
    return unlisted.length === 0 ? listed : [...unlisted, ...listed];
  }

  #set(changes: Partial<JobListState>): void {
    this.#state = { ...this.#state, ...changes };
    this.#changed.fire();
  }

  /** Updates the state to show the given pages. Does not fire a change event. */
  #show(reading: PageReading): void {
    this.#reading = reading;
    this.#cached = [];
    this.#started = this.#started.filter((each) => isUnlisted(each, reading));
    this.#state = {
      ...this.#state,
      rows: this.#rows,
      total: this.#totalOf(reading),
      count: reading.pageCount,
      readAt: reading.readAt,
      hasMore: reading.hasMore,
      note: reading.problem,
      newer: Math.max(this.#state.newer, reading.newer - this.#countUnreported(reading)),
      cachedAt: null,
    };
  }

  /** Returns the total from the service plus the started jobs that the total does not include. */
  #totalOf(reading: PageReading): number | null {
    return reading.total === null ? null : reading.total + this.#countUnreported(reading);
  }

  /** Counts the started jobs that the service may not have included in the total yet. */
  #countUnreported(reading: PageReading): number {
    return this.#started.filter(
      (each) => isJustStarted(each, reading) && reading.row(each.row.id) === undefined,
    ).length;
  }

  /** Replaces the rows of jobs that have changed in the store. */
  #onApply({ changed }: StoreChange): void {
    if (changed.every(({ id }) => this.row(id) === undefined)) return;
    this.#reading?.updateRows(changed);
    this.#state = { ...this.#state, rows: this.#rows };
    if (this.#flight.kind !== 'all') this.#changed.fire();
  }

  /**
   * Starts a load, and fires change events when the load starts and ends.
   * @param canceled signal that cancels only this load
   */
  #start(
    kind: LoadKind,
    canceled: AbortSignal | undefined,
    work: (signal: AbortSignal) => Promise<void>,
  ): Promise<void> {
    const onSettled = (error: ServiceError | undefined) =>
      this.#set({
        loading: null,
        failure: error === undefined ? null : { during: kind, error },
      });
    const settled = this.#flight.start(kind, work, onSettled, canceled);
    // Keeps the last error during an automatic refresh, so that the error row does not flicker.
    const failure = kind === 'autoRefresh' ? this.#state.failure : null;
    this.#set({ loading: kind, failure });
    return settled;
  }

  /**
   * Kind of the running load that must end before another load starts. Undefined during an automatic
   * refresh, because other loads cancel it.
   */
  get #blocking(): Exclude<LoadKind, 'autoRefresh'> | undefined {
    const { kind } = this.#flight;
    return kind === 'autoRefresh' ? undefined : kind;
  }

  /** Starts a load after the current load has finished, unless the signal is aborted first. */
  async #afterCurrent(signal: AbortSignal | undefined, load: () => Promise<void>): Promise<void> {
    await this.#flight.settled;
    if (signal?.aborted !== true) await load();
  }

  async #readToEnd(
    reading: PageReading,
    signal: AbortSignal,
    { onProgress, until }: LoadAllOptions,
  ): Promise<void> {
    let lastEvent = Date.now();
    await reading.read({
      signal,
      isEnough: () => {
        this.#show(reading);
        const { rows = [], total, count, hasMore } = this.#state;
        if (count <= maxAutoRefreshedPages || count % pagesPerReport === 0 || !hasMore) {
          onProgress?.(rows.length, total);
        }
        if (until?.(rows) === true) return true;
        if (Date.now() - lastEvent >= changeInterval) {
          lastEvent = Date.now();
          this.#changed.fire();
        }
        return false;
      },
    });
  }

  async #replace(signal: AbortSignal, { onProgress }: LoadOptions = {}): Promise<void> {
    if (this.#state.count === 0) await this.#showCached(signal);
    const { rows = [], count } = this.#state;
    const reading = new PageReading(this.#source);
    await reading.read({
      signal,
      lastPage: Math.min(Math.max(count, 1), maxRefreshedPages),
      onDidReadPage: () =>
        onProgress?.(reading.rows.length, Math.max(reading.rows.length, rows.length)),
    });
    // The store may have received newer versions of the loaded jobs while the pages were loading.
    reading.updateRows(
      jobsIn(reading.rows).flatMap(({ key }) => this.#source.store.row(key) ?? []),
    );
    this.#state = { ...this.#state, newer: 0 };
    this.#show(reading);
  }

  /** Shows the cached rows until the service returns the first page. */
  async #showCached(signal: AbortSignal): Promise<void> {
    const cached = await this.#readCache();
    signal.throwIfAborted();
    if (cached === undefined) return;
    const { rows, total, pages, readAt } = cached;
    this.#cached = rows;
    this.#set({ rows: this.#rows, total, count: pages, readAt, cachedAt: readAt, hasMore: false });
    await abortableDelay(delayAfterCache, signal);
  }

  async #countNewer(loaded: PageReading, signal: AbortSignal): Promise<void> {
    const reading = new PageReading(this.#source);
    await reading.read({ signal, lastPage: Math.min(loaded.pageCount, maxAutoRefreshedPages) });
    const growth = (reading.total ?? 0) - (loaded.total ?? reading.total ?? 0);
    const newer = Math.max(
      this.#countStarted(reading.rows, loaded),
      growth - this.#countUnreported(loaded),
    );
    this.#state = { ...this.#state, newer, total: this.#totalOf(reading) };
  }

  /** Counts the jobs that are not in the list yet and started after all loaded jobs. */
  #countStarted(rows: readonly JobRow[], loaded: PageReading): number {
    const newestStart = loaded.rows.reduce(
      (newest, row) => Math.max(newest, startedAt(row)),
      -Infinity,
    );
    const isListed = ({ id }: JobRow) => this.row(id) !== undefined;
    const lastListed = rows.findLastIndex(isListed);
    // Skips rows below the last listed job if the list has more pages, because these rows may be
    // older jobs.
    const above = loaded.hasMore && lastListed >= 0 ? rows.slice(0, lastListed) : rows;
    return above.filter((row) => !isListed(row) && startedAt(row) >= newestStart).length;
  }
}

/** Returns true if a started job is not on the loaded pages, but may still appear there. */
function isUnlisted(started: PrependedJob, reading: PageReading): boolean {
  const isPossible = !reading.isWhole || isJustStarted(started, reading);
  return isPossible && reading.row(started.row.id) === undefined;
}

/** Returns true if a job was started so recently that the service may not list it yet. */
function isJustStarted({ startedAt: at }: PrependedJob, { readAt }: PageReading): boolean {
  return readAt < at + listingDelay;
}

/** Returns the start time of a job in epoch milliseconds, or `-Infinity` if the time is unknown. */
function startedAt(row: JobRow): number {
  return (row.kind === 'job' ? parseTimestamp(row.job.startedAt) : null) ?? -Infinity;
}
