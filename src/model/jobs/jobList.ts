import { type Job, type JobRow, type ServiceError, jobRow, rowId } from '../../service/index.ts';
import { parseTimestamp } from '../../text/time.ts';
import { type Disposable, Emitter } from '../util/emitter.ts';
import { createSingleFlight } from '../util/singleFlight.ts';
import type { CachedJobs } from './jobListCache.ts';
import type { StoreChange } from './jobStore.ts';
import { jobsIn } from './listRows.ts';
import { type JobListSource, PageReading } from './pageReading.ts';

/**
 * The kinds of load: the first page, one more page, all remaining pages, the loaded pages again, and the
 * automatic refresh, which only updates rows.
 */
export type LoadKind = 'first' | 'more' | 'all' | 'refresh' | 'autoRefresh';

interface JobListState {
  /**
   * Rows in the order of the service, with unique ids. They are the same growing array while pages are
   * appended, except after a start. Undefined before the first response, unless a job was started.
   */
  readonly rows: readonly JobRow[] | undefined;
  /** The latest total of the service, plus the jobs started since. Null if the service sends no total. */
  readonly total: number | null;
  /** Number of loaded pages. */
  readonly count: number;
  /** The time at which the first page was requested, in epoch milliseconds. */
  readonly readAt: number;
  readonly hasMore: boolean;
  /** Explains in a sentence why jobs may be missing. */
  readonly note: string | null;
  /** Number of known jobs that started after the list was read. */
  readonly newer: number;
  /** The time at which an earlier window read the rows. Null after the service has responded. */
  readonly cachedAt: number | null;
  readonly loading: LoadKind | null;
  readonly failure: { readonly during: LoadKind; readonly error: ServiceError } | null;
}

/** The state before anything is loaded. */
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
  /** Cancels the load, even while it waits for another load. */
  readonly signal?: AbortSignal | undefined;
  /** Called after each page. In a long load, called after every {@link pagesPerReport} pages. */
  readonly onProgress?: (loaded: number, total: number | null) => void;
}

export interface LoadAllOptions extends LoadOptions {
  /** Called after each page. Returns true to end the load and keep the loaded pages. */
  readonly until?: (rows: readonly JobRow[]) => boolean;
}

/** Reads the first jobs that an earlier window stored. Never rejects. */
type ReadCachedJobs = () => Promise<CachedJobs | undefined>;

/** A job that was started in this window, and that no page contains yet. */
interface PrependedJob {
  readonly row: JobRow;
  /** Epoch milliseconds. */
  readonly startedAt: number;
}

/** Time after a start in which the service may not list the job yet, in milliseconds. */
const listingDelay = 30_000;

/** Maximum number of pages that a refresh reads. The list then ends after them. */
export const maxRefreshedPages = 100;

/** Maximum number of pages of an automatic refresh. Also the pages after which progress is reported less often. */
export const maxAutoRefreshedPages = 20;

/**
 * Minimum time between two change events while all pages load, in milliseconds. VS Code requests all open rows
 * after each event.
 */
const changeInterval = 1000;

/**
 * Number of pages between two progress reports after the first {@link maxAutoRefreshedPages}. The window draws
 * each report, which takes time.
 */
const pagesPerReport = 10;

/**
 * The loaded pages of the job list. Runs one load at a time, and keeps its rows after a failure. Promises never
 * reject, because the state contains the failure.
 */
export class JobList {
  readonly #source: JobListSource;
  readonly #readCache: ReadCachedJobs;
  readonly #changed = new Emitter();
  readonly #flight = createSingleFlight<LoadKind>();
  readonly #subscription: Disposable;
  #reading: PageReading | undefined;
  /** The rows that an earlier window stored. */
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

  /** True if one reading of the list found that the rows are all jobs of the service. */
  get isWhole(): boolean {
    return this.#reading?.isWhole === true && this.#state.newer === 0;
  }

  /** Loads the first page. Does nothing after the first response or failure. */
  ensureLoaded(): Promise<void> {
    const { failure } = this.#state;
    const isMissing = this.#reading === undefined && failure === null;
    return isMissing ? this.refresh() : this.#flight.settled;
  }

  /** Loads more pages until one adds a row. Joins a load in progress, but waits for the end of a refresh. */
  async loadMore(): Promise<void> {
    const { kind } = this.#flight;
    if (kind === 'more' || kind === 'all') return this.#flight.settled;
    if (kind !== undefined) return this.#afterCurrent(undefined, () => this.loadMore());
    const reading = this.#reading;
    if (reading === undefined) return this.refresh();
    if (!reading.hasMore) return;
    const before = reading.rows.length;
    const isEnough = () => {
      this.#show(reading);
      return reading.rows.length > before;
    };
    await this.#start('more', undefined, (signal) => reading.read({ signal, pagesAtOnce: 1, isEnough }));
  }

  /**
   * Loads all remaining pages. A failure keeps the loaded pages. Waits for the end of any other load, even of a
   * load of all pages, because that load may stop earlier.
   */
  async loadAll(options: LoadAllOptions = {}): Promise<void> {
    const { signal } = options;
    if (this.#flight.kind !== undefined) return this.#afterCurrent(signal, () => this.loadAll(options));
    if (this.#reading === undefined) await this.refresh({ signal });
    const reading = this.#reading;
    if (reading?.hasMore !== true) return;
    await this.#start('all', signal, (ended) => this.#readToEnd(reading, ended, options));
  }

  /**
   * Reads the loaded pages again, at most {@link maxRefreshedPages}, and replaces the list in one step. A
   * failure or cancellation keeps the old list. Waits for the end of any other load.
   */
  async refresh(options: LoadOptions = {}): Promise<void> {
    const { kind } = this.#flight;
    if (kind === 'first' || kind === 'refresh') return this.#flight.settled;
    if (kind !== undefined) return this.#afterCurrent(options.signal, () => this.refresh(options));
    await this.#start(this.#reading === undefined ? 'first' : 'refresh', options.signal, (ended) =>
      this.#replace(ended, options),
    );
  }

  /**
   * Reads at most {@link maxAutoRefreshedPages} loaded pages, which updates their rows through the store. Does
   * not move rows, and counts the jobs that started after the list was read. Does nothing during another load.
   */
  autoRefresh(): Promise<void> {
    if (this.#flight.kind !== undefined) return this.#flight.settled;
    const loaded = this.#reading;
    if (loaded === undefined) return this.refresh();
    return this.#start('autoRefresh', undefined, (signal) => this.#countNewer(loaded, signal));
  }

  /** Cancels the current load, and reads the loaded or requested pages again. */
  restart(): Promise<void> {
    const { loading, failure } = this.#state;
    if (this.#reading === undefined && loading === null && failure === null) return Promise.resolve();
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

  /** Adds a started job at the top, even before the service lists the job. */
  putFirst(job: Job): void {
    const row = jobRow(job);
    if (this.row(row.id) !== undefined) return;
    this.#started = [{ row, startedAt: Date.now() }, ...this.#started];
    const { rows, total, hasMore } = this.#state;
    // Started jobs alone are not a complete list.
    const isAlone = rows === undefined;
    this.#set({ rows: this.#rows, total: total === null ? null : total + 1, hasMore: isAlone || hasMore });
  }

  dispose(): void {
    this.#flight.abort();
    this.#subscription.dispose();
    this.#changed.dispose();
  }

  /** The started jobs and, until the first response, the cached jobs. */
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

  /** Updates the state from a reading and the started jobs. Does not fire an event. */
  #show(reading: PageReading): void {
    this.#reading = reading;
    this.#cached = [];
    this.#started = this.#started.filter((each) => isUnlisted(each, reading));
    this.#state = {
      ...this.#state,
      rows: this.#rows,
      total: this.#withStarted(reading.total),
      count: reading.pageCount,
      readAt: reading.readAt,
      hasMore: reading.hasMore,
      note: reading.problem,
      newer: Math.max(this.#state.newer, reading.newer - this.#started.length),
      cachedAt: null,
    };
  }

  /** Adds the started jobs to a total of the service. */
  #withStarted(total: number | null): number | null {
    return total === null ? null : total + this.#started.length;
  }

  /** Replaces the rows of jobs that changed. */
  #onApply({ changed }: StoreChange): void {
    if (changed.every(({ id }) => this.row(id) === undefined)) return;
    this.#reading?.updateRows(changed);
    this.#state = { ...this.#state, rows: this.#rows };
    if (this.#flight.kind !== 'all') this.#changed.fire();
  }

  /**
   * Starts a load. Fires a change event at the beginning and at the end.
   * @param canceled cancels only this load
   */
  #start(
    kind: LoadKind,
    canceled: AbortSignal | undefined,
    work: (signal: AbortSignal) => Promise<void>,
  ): Promise<void> {
    const onSettled = (error: ServiceError | undefined) =>
      this.#set({ loading: null, failure: error === undefined ? null : { during: kind, error } });
    const settled = this.#flight.start(kind, work, onSettled, canceled);
    // An automatic refresh keeps the failure. Otherwise, the row of the failure would disappear and return.
    this.#set({ loading: kind, failure: kind === 'autoRefresh' ? this.#state.failure : null });
    return settled;
  }

  /** Runs a load after the current load, unless it was canceled in the meantime. */
  async #afterCurrent(signal: AbortSignal | undefined, load: () => Promise<void>): Promise<void> {
    const { settled } = this.#flight;
    await (signal === undefined ? settled : Promise.race([settled, untilAborted(signal)]));
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

  async #replace(signal: AbortSignal, { onProgress }: LoadOptions): Promise<void> {
    if (this.#state.count === 0) await this.#showCached(signal);
    const { rows = [], count } = this.#state;
    const reading = new PageReading(this.#source);
    await reading.read({
      signal,
      lastPage: Math.min(Math.max(count, 1), maxRefreshedPages),
      onDidReadPage: () => onProgress?.(reading.rows.length, Math.max(reading.rows.length, rows.length)),
    });
    // A job may have been read separately after its page.
    reading.updateRows(jobsIn(reading.rows).flatMap(({ key }) => this.#source.store.row(key) ?? []));
    this.#state = { ...this.#state, newer: 0 };
    this.#show(reading);
  }

  /** Shows cached rows until the first response. */
  async #showCached(signal: AbortSignal): Promise<void> {
    const cached = await this.#readCache();
    signal.throwIfAborted();
    if (cached === undefined) return;
    const { rows, total, pages, readAt } = cached;
    this.#cached = rows;
    this.#set({ rows: this.#rows, total, count: pages, readAt, cachedAt: readAt, hasMore: false });
  }

  async #countNewer(loaded: PageReading, signal: AbortSignal): Promise<void> {
    const reading = new PageReading(this.#source);
    await reading.read({ signal, lastPage: Math.min(loaded.pageCount, maxAutoRefreshedPages) });
    const growth = (reading.total ?? 0) - (loaded.total ?? reading.total ?? 0);
    const newer = Math.max(this.#countStarted(reading.rows, loaded), growth - this.#started.length);
    this.#state = { ...this.#state, newer, total: this.#withStarted(reading.total) };
  }

  /** Counts the rows that are not in the list and started after all loaded jobs. */
  #countStarted(rows: readonly JobRow[], loaded: PageReading): number {
    const newestStart = loaded.rows.reduce((newest, row) => Math.max(newest, startedAt(row)), -Infinity);
    const isListed = ({ id }: JobRow) => this.row(id) !== undefined;
    const lastListed = rows.findLastIndex(isListed);
    // Jobs below the last loaded row may be older jobs that are not loaded.
    const above = loaded.hasMore && lastListed >= 0 ? rows.slice(0, lastListed) : rows;
    return above.filter((row) => !isListed(row) && startedAt(row) >= newestStart).length;
  }
}

/** True if the reading does not contain the started job, and may have been too early to contain it. */
function isUnlisted({ row, startedAt: at }: PrependedJob, reading: PageReading): boolean {
  const isEarly = !reading.isWhole || reading.readAt < at + listingDelay;
  return isEarly && reading.row(row.id) === undefined;
}

/** Returns the start of a job in epoch milliseconds, or -Infinity if the start is unknown. */
function startedAt(row: JobRow): number {
  return (row.kind === 'job' ? parseTimestamp(row.job.startedAt) : null) ?? -Infinity;
}

function untilAborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve()));
}
