import { type Job, type JobRow, type ReadableRow, type ServiceError, rowId } from '../../service/index.ts';
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
  readonly signal?: AbortSignal;
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
  readonly key: string;
  readonly id: string;
  /** The last request before the start. */
  readonly request: number;
}

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
  /** The total from the last automatic refresh. Undefined after any other load. */
  #refreshedTotal: number | null | undefined;

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
  loadMore(): Promise<void> {
    const isExtending = this.#flight.kind === 'more' || this.#flight.kind === 'all';
    if (this.#flight.kind !== undefined && !isExtending) return this.#afterCurrent({}, () => this.loadMore());
    const reading = this.#reading;
    if (isExtending) return this.#flight.settled;
    if (reading === undefined) return this.#state.hasMore ? this.refresh() : Promise.resolve();
    if (!reading.hasMore) return Promise.resolve();
    const before = reading.rows.length;
    return this.#start('more', (signal) =>
      reading.read({
        signal,
        pagesAtOnce: 1,
        isEnough: () => {
          this.#update();
          return reading.rows.length > before;
        },
      }),
    );
  }

  /**
   * Loads all remaining pages. A failure keeps the loaded pages. Waits for the end of any other load, even of a
   * load of all pages, because that load may stop earlier.
   */
  async loadAll(options: LoadAllOptions = {}): Promise<void> {
    const { signal } = options;
    if (signal?.aborted === true) return;
    if (this.#flight.kind !== undefined) {
      const wasAll = this.#flight.kind === 'all';
      return this.#afterCurrent(options, async () => {
        if (!wasAll || this.#state.failure === null) await this.loadAll(options);
      });
    }
    if (this.#reading === undefined) {
      await this.refresh(signal && { signal });
      if (this.#reading !== undefined && this.#state.failure === null) await this.loadAll(options);
      return;
    }
    const reading = this.#reading;
    if (!reading.hasMore) return;
    await this.#start('all', (ended) => this.#readToEnd(reading, ended, options), signal);
  }

  /**
   * Reads the loaded pages again, at most {@link maxRefreshedPages}, and replaces the list in one step. A
   * failure or cancellation keeps the old list. Waits for the end of any other load.
   */
  refresh(options: LoadOptions = {}): Promise<void> {
    const { signal } = options;
    if (signal?.aborted === true || this.#isReplacing) return this.#flight.settled;
    if (this.#flight.kind !== undefined) return this.#afterCurrent(options, () => this.refresh(options));
    const kind = this.#reading === undefined ? 'first' : 'refresh';
    return this.#start(kind, (ended) => this.#replace(ended, options), signal);
  }

  /**
   * Reads at most {@link maxAutoRefreshedPages} loaded pages, which updates their rows through the store. Does
   * not move rows, and counts the jobs that started after the list was read. Does nothing during another load.
   */
  autoRefresh(): Promise<void> {
    if (this.#flight.kind !== undefined) return this.#flight.settled;
    const loaded = this.#reading;
    if (loaded === undefined) return this.refresh();
    return this.#start('autoRefresh', (signal) => this.#countNewer(loaded, signal));
  }

  /** Cancels the current load, and reads the loaded or requested pages again. */
  restart(): Promise<void> {
    const { loading, failure } = this.#state;
    if (this.#reading === undefined && loading === null && failure === null) return Promise.resolve();
    this.#flight.abort();
    this.#set({ loading: null });
    return this.refresh();
  }

  find(key: string): Job | undefined {
    const row = this.row(rowId(key));
    return row?.kind === 'job' ? row.job : undefined;
  }

  row(id: string): JobRow | undefined {
    const reading = this.#reading;
    if (reading === undefined) return this.#state.rows?.find((row) => row.id === id);
    const started = this.#started.find((each) => each.id === id);
    return started === undefined ? reading.row(id) : this.#startedRow(started);
  }

  /** Adds a started job at the top, even before the service lists the job. */
  putFirst(job: Job): void {
    const id = rowId(job.key);
    if (this.#reading?.indexOf(id) !== undefined) return;
    const others = this.#started.filter((each) => each.id !== id);
    this.#started = [{ key: job.key, id, request: this.#source.store.nextRequest() }, ...others];
    this.#cached = this.#cached.filter((row) => row.id !== id);
    this.#update();
    this.#changed.fire();
  }

  dispose(): void {
    this.#flight.abort();
    this.#subscription.dispose();
    this.#changed.dispose();
  }

  /** True during a load that replaces the list. */
  get #isReplacing(): boolean {
    return this.#flight.kind === 'first' || this.#flight.kind === 'refresh';
  }

  #set(changes: Partial<JobListState>): void {
    this.#state = { ...this.#state, ...changes };
    this.#changed.fire();
  }

  /** Updates the state from the reading and the started jobs. Does not fire an event. */
  #update(): void {
    const reading = this.#reading;
    if (reading === undefined) {
      // Started jobs alone are not a complete list.
      const hasMore = this.#state.cachedAt === null;
      this.#state = { ...this.#state, rows: this.#withStarted(this.#cached), hasMore };
      return;
    }
    this.#started = this.#started.filter((each) => isUnlisted(each, reading));
    this.#state = {
      ...this.#state,
      rows: this.#withStarted(reading.rows),
      total: this.#totalOf(reading),
      count: reading.pageCount,
      readAt: reading.readAt,
      hasMore: reading.hasMore,
      note: reading.problem,
      newer: Math.max(this.#state.newer, reading.newer - this.#started.length),
      cachedAt: null,
    };
  }

  /** Returns the latest total, plus the started jobs. */
  #totalOf(reading: PageReading): number | null {
    const total = this.#refreshedTotal ?? reading.total;
    return total === null ? null : total + this.#started.length;
  }

  /** Returns the rows of started jobs, followed by these rows. */
  #withStarted(listed: readonly JobRow[]): readonly JobRow[] {
    if (this.#started.length === 0) return listed;
    return [...this.#started.map((each) => this.#startedRow(each)), ...listed];
  }

  #startedRow({ key }: PrependedJob): ReadableRow {
    const { store } = this.#source;
    return store.row(key) ?? store.placeholder(key);
  }

  /** Replaces the rows of jobs that changed. */
  #onApply({ changed }: StoreChange): void {
    if (changed.length === 0 || this.#state.rows === undefined) return;
    const rows = changed.flatMap(({ key }) => this.#source.store.row(key) ?? []);
    const isListed = this.#reading?.updateRows(rows) ?? this.#updateCached(rows);
    const isStarted = rows.some(({ id }) => this.#started.some((each) => each.id === id));
    if (!isListed && !isStarted) return;
    this.#update();
    if (this.#flight.kind !== 'all') this.#changed.fire();
  }

  /** Replaces cached rows. Returns true if any of these jobs is cached. */
  #updateCached(changed: readonly ReadableRow[]): boolean {
    const byId = new Map(changed.map((row) => [row.id, row]));
    if (!this.#cached.some(({ id }) => byId.has(id))) return false;
    this.#cached = this.#cached.map((row) => byId.get(row.id) ?? row);
    return true;
  }

  /**
   * Starts a load. Fires a change event at the beginning and at the end.
   * @param canceled cancels only this load
   */
  #start(
    kind: LoadKind,
    work: (signal: AbortSignal) => Promise<void>,
    canceled?: AbortSignal,
  ): Promise<void> {
    const settled = this.#flight.start(kind, work, (error) => {
      this.#set({ loading: null, failure: error === undefined ? null : { during: kind, error } });
    });
    canceled?.addEventListener('abort', () => {
      if (this.#flight.settled !== settled) return;
      this.#flight.abort();
      this.#set({ loading: null });
    });
    const isAutomatic = kind === 'autoRefresh';
    if (!isAutomatic) this.#refreshedTotal = undefined;
    // An automatic refresh keeps the failure. Otherwise, the row of the failure would disappear and return.
    this.#set({ loading: kind, failure: isAutomatic ? this.#state.failure : null });
    return settled;
  }

  /** Runs a load after the current load, unless it was canceled in the meantime. */
  async #afterCurrent({ signal }: LoadOptions, load: () => Promise<void>): Promise<void> {
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
        this.#update();
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
    const cachedPages = await this.#showCached(signal);
    if (signal.aborted) return;
    const pages = this.#reading?.pageCount ?? cachedPages;
    const expected = this.#state.rows?.length ?? 0;
    const reading = new PageReading(this.#source);
    await reading.read({
      signal,
      lastPage: Math.min(Math.max(pages, 1), maxRefreshedPages),
      onDidReadPage: () => onProgress?.(reading.rows.length, Math.max(reading.rows.length, expected)),
    });
    const isFirst = this.#reading === undefined;
    // A job may have been read separately after its page.
    reading.updateRows(jobsIn(reading.rows).flatMap(({ key }) => this.#source.store.row(key) ?? []));
    this.#reading = reading;
    if (isFirst) {
      // Some services need a few seconds to list a new job, so the first load does not remove started jobs.
      const request = this.#source.store.nextRequest();
      this.#started = this.#started.map((each) => ({ ...each, request }));
    }
    this.#state = { ...this.#state, newer: 0 };
    this.#update();
  }

  /** Shows cached rows until the first response. Returns the number of cached pages. */
  async #showCached(signal: AbortSignal): Promise<number> {
    if (this.#reading !== undefined || this.#state.cachedAt !== null) return this.#state.count;
    const cached = await this.#readCache();
    if (signal.aborted || cached === undefined) return 0;
    const { store } = this.#source;
    this.#cached = cached.rows
      .filter(({ id }) => this.#started.every((each) => each.id !== id))
      .map((row) => store.newestRow(row));
    const { total, pages, readAt } = cached;
    this.#set({
      rows: this.#withStarted(this.#cached),
      total,
      count: pages,
      readAt,
      cachedAt: readAt,
      hasMore: false,
    });
    return pages;
  }

  async #countNewer(loaded: PageReading, signal: AbortSignal): Promise<void> {
    const reading = new PageReading(this.#source);
    await reading.read({ signal, lastPage: Math.min(loaded.pageCount, maxAutoRefreshedPages) });
    const growth = (reading.total ?? 0) - (loaded.total ?? reading.total ?? 0);
    const newer = Math.max(this.#countStarted(reading.rows, loaded), growth - this.#started.length);
    this.#refreshedTotal = reading.total;
    this.#state = { ...this.#state, newer, total: this.#totalOf(loaded) };
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
function isUnlisted({ id, request }: PrependedJob, reading: PageReading): boolean {
  return reading.indexOf(id) === undefined && !(reading.isWhole && reading.beganAfter(request));
}

/** Returns the start of a job in epoch milliseconds, or -Infinity if the start is unknown. */
function startedAt(row: JobRow): number {
  return (row.kind === 'job' ? parseTimestamp(row.job.startedAt) : null) ?? -Infinity;
}

function untilAborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve()));
}
