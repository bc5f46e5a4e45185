import {
  type Job,
  type JobRow,
  type JobsPage,
  type ServiceError,
  jobRow,
  rowId,
} from '../../service/index.ts';
import { Emitter } from '../util/emitter.ts';
import { createSingleFlight } from '../util/singleFlight.ts';
import {
  type JobPages,
  appendPage,
  jobsIn,
  maxRefreshedPages,
  mergeRows,
  noPages,
  putFirst,
  recalled,
} from './jobPages.ts';
import type { KnownJobs } from './lastKnown.ts';
import { type PageSource, pagesInOrder } from './pagesInOrder.ts';
import { afterRefresh, needsMorePages, rowsOf, wantedRows, withPage } from './refreshedPages.ts';

/** The kinds of load: the first page, one more page, all remaining pages, or the loaded pages again. */
export type LoadKind = 'first' | 'more' | 'all' | 'refresh';

/**
 * `rows` stays the same array while pages are appended, see {@link appendPage}; any other change replaces it.
 */
interface JobListState extends JobPages {
  readonly loading: LoadKind | null;
  readonly failure: { readonly during: LoadKind; readonly error: ServiceError } | null;
}

interface LoadOptions {
  /** Cancels the load, even while it waits for another. */
  readonly signal?: AbortSignal;
  /** Called after each page; in a long load of all pages, after every {@link pagesPerReport} pages. */
  readonly onProgress?: (loaded: number, total: number | null) => void;
}

interface RefreshOptions extends LoadOptions {
  /** Most loaded pages to read again, by default {@link maxRefreshedPages}; later pages keep their rows. */
  readonly most?: number;
  /**
   * Whether to read further pages for rows that newer jobs pushed down. An automatic refresh does not,
   * because the list would grow with each new job.
   */
  readonly readOn?: boolean;
  /**
   * Whether rows stay where they are: if the answer would move one, rows are only updated and new jobs
   * counted.
   */
  readonly holdsRows?: boolean;
}

export interface LoadAllOptions extends LoadOptions {
  /** Checked after each page: true ends the load and keeps the loaded pages. */
  readonly until?: (rows: readonly JobRow[]) => boolean;
}

/** Reads the first jobs stored by an earlier window; never rejects. */
type Recall = () => Promise<KnownJobs | undefined>;

/**
 * Shortest time between two change events while all pages load, in milliseconds, because VS Code requests all
 * open rows after each.
 */
const changeInterval = 1000;

/**
 * Pages between two progress reports after the first {@link maxRefreshedPages}, because the window draws each
 * report.
 */
const pagesPerReport = 10;

/**
 * The jobs of the connected service, page by page. Runs one load at a time, drops repeats by key, ignores
 * answers of earlier connections, and keeps its rows after a failure. Its promises never reject: failures are
 * in the state.
 */
export class JobList {
  readonly #changed = new Emitter();
  readonly #readAgain = new Emitter<readonly Job[]>();
  readonly #flight = createSingleFlight<LoadKind>();
  readonly #pagesAtOnce: number | undefined;
  #source: PageSource | undefined;
  #recall: Recall | undefined;
  #state: JobListState = { ...noPages, loading: null, failure: null };
  /** What the current refresh does; callers that join it may ask for more. */
  #refreshing = { most: 0, readOn: false, holdsRows: false };
  /** The pages that the current refresh has read, with what was read beside them since. */
  #refreshedPages: readonly JobsPage[] = [];

  readonly onDidChange = this.#changed.event;
  /**
   * Fires with all jobs that a refresh read, changed or not, after the state has changed and before
   * `onDidChange`.
   */
  readonly onDidReadAgain = this.#readAgain.event;

  /** @param pagesAtOnce most simultaneous requests */
  constructor(pagesAtOnce?: number) {
    this.#pagesAtOnce = pagesAtOnce;
  }

  get state(): JobListState {
    return this.#state;
  }

  /**
   * Clears the state and switches to another source.
   * @param recallRows reads stored rows to show until the first answer
   */
  connect(source: PageSource | undefined, recallRows?: Recall): void {
    this.#flight.abort();
    this.#source = source;
    this.#recall = recallRows;
    this.#set({ ...noPages, loading: null, failure: null });
  }

  /** Loads the first page once: does nothing after the first answer, good or bad. */
  ensureLoaded(): Promise<void> {
    const { count, recalledAt, failure } = this.#state;
    const isMissing = count === 0 || recalledAt !== null;
    return isMissing && failure === null ? this.refresh() : this.#flight.settled;
  }

  /** Loads further pages until one adds a row. Joins a load in progress, but waits for a refresh to end. */
  loadMore(): Promise<void> {
    if (this.#flight.kind === 'refresh') return this.#afterwards({}, () => this.loadMore());
    if (this.#flight.kind !== undefined || !this.#state.hasMore) return this.#flight.settled;
    return this.#start('more', (source, signal) => this.#readNext(source, signal));
  }

  /**
   * Loads all remaining pages; a failure keeps the loaded ones. Waits for another load to end, also for one of
   * all pages, which may end sooner, and for the refresh that replaces the rows of an earlier window.
   */
  loadAll(options: LoadAllOptions = {}): Promise<void> {
    const { signal } = options;
    if (signal?.aborted === true) return Promise.resolve();
    const isRecalled = this.#flight.kind === undefined && this.#state.recalledAt !== null;
    if (isRecalled) void this.refresh(signal && { signal });
    if (isRecalled || this.#flight.kind === 'all') {
      return this.#afterwards(options, () => this.#loadRest(options));
    }
    if (this.#flight.kind !== undefined) return this.#afterwards(options, () => this.loadAll(options));
    if (this.#state.count > 0 && !this.#state.hasMore) return Promise.resolve();
    return this.#start('all', (source, ended) => this.#readToEnd(source, ended, options), signal);
  }

  /**
   * Reads the loaded pages again and replaces them in one step, so that a failure keeps the old rows. Waits
   * for another load to end.
   */
  refresh(options: RefreshOptions = {}): Promise<void> {
    const { most = maxRefreshedPages, readOn = true, holdsRows = false, signal } = options;
    const goal = { most: Math.min(Math.max(this.#state.count, 1), most), readOn, holdsRows };
    if (signal?.aborted === true) return this.#flight.settled;
    if (this.#isReadAnew && goal.most <= this.#refreshing.most) return this.#joinRefresh(goal);
    if (this.#flight.kind !== undefined) return this.#afterwards(options, () => this.refresh(options));
    this.#refreshing = goal;
    const kind = this.#state.count === 0 ? 'first' : 'refresh';
    return this.#start(kind, (source, ended) => this.#readAnew(source, ended, options), signal);
  }

  find(key: string): Job | undefined {
    const row = this.row(rowId(key));
    return row?.kind === 'job' ? row.job : undefined;
  }

  row(id: string): JobRow | undefined {
    return this.#state.rows?.[this.#state.rowIndexes.get(id) ?? -1];
  }

  /** The index of a row in the list; undefined where the list has no row with this id. */
  rowIndex(id: string): number | undefined {
    return this.#state.rowIndexes.get(id);
  }

  /** Puts a new job first, even before the service lists it. */
  put(job: Job): void {
    this.#set(putFirst(this.#state, job, this.#isReadAnew ? 'reading' : 'idle'));
  }

  /**
   * Updates loaded jobs in place, with one change event if something is new; also what the current refresh
   * has read before them.
   */
  update(jobs: readonly Job[]): void {
    const newer = new Map(jobs.map((job) => [rowId(job.key), jobRow(job)]));
    this.#refreshedPages = this.#refreshedPages.map((page) => ({
      ...page,
      jobs: page.jobs.map((row) => newer.get(row.id) ?? row),
    }));
    this.#set(mergeRows(this.#state, [...newer.values()]));
  }

  /**
   * Reads a page apart from the loads; undefined if no service, or another one, is connected when it
   * arrives.
   * @throws {ServiceError}
   */
  async readBeside(number: number, signal: AbortSignal): Promise<JobsPage | undefined> {
    const source = this.#source;
    const page = await source?.(number, signal);
    return signal.aborted || source !== this.#source ? undefined : page;
  }

  dispose(): void {
    this.#changed.dispose();
    this.#readAgain.dispose();
    this.connect(undefined);
  }

  /** Whether a load that replaces the rows is in progress. */
  get #isReadAnew(): boolean {
    return this.#flight.kind === 'first' || this.#flight.kind === 'refresh';
  }

  #set(changes: Partial<JobListState>): void {
    if (changes === this.#state) return;
    this.#setSilently(changes);
    this.#changed.fire();
  }

  #setSilently(changes: Partial<JobListState>): void {
    this.#state = { ...this.#state, ...changes };
  }

  /**
   * Starts a load whose `work` stores pages as they arrive; fires a change event at the end.
   * @param cancelled cancels only this load
   */
  #start(
    kind: LoadKind,
    work: (source: PageSource, signal: AbortSignal) => Promise<void>,
    cancelled?: AbortSignal,
  ): Promise<void> {
    const source = this.#source;
    if (source === undefined) return Promise.resolve();
    const settled = this.#flight.start(
      kind,
      (signal) => work(source, signal),
      (error) => this.#set({ loading: null, failure: error === undefined ? null : { during: kind, error } }),
    );
    cancelled?.addEventListener('abort', () => {
      if (this.#flight.settled !== settled) return;
      this.#flight.abort();
      this.#set({ loading: null });
    });
    this.#set({ loading: kind, failure: null });
    return settled;
  }

  /**
   * Runs a load after the current one, unless the connection has changed, or the load was cancelled,
   * meanwhile.
   */
  async #afterwards({ signal }: LoadOptions, load: () => Promise<void>): Promise<void> {
    const source = this.#source;
    const { settled } = this.#flight;
    await (signal === undefined ? settled : Promise.race([settled, untilAborted(signal)]));
    if (source === this.#source && signal?.aborted !== true) await load();
  }

  #joinRefresh({ readOn, holdsRows }: Required<Pick<RefreshOptions, 'readOn' | 'holdsRows'>>): Promise<void> {
    this.#refreshing.readOn ||= readOn;
    this.#refreshing.holdsRows &&= holdsRows;
    return this.#flight.settled;
  }

  /** Loads what another load has left, unless that failed. */
  async #loadRest(options: LoadAllOptions): Promise<void> {
    if (this.#state.failure === null) await this.loadAll(options);
  }

  /** Adds the pages that follow the loaded ones to the end of the list; yields the number of each. */
  async *#readOn(
    source: PageSource,
    signal: AbortSignal,
    lastPage: () => number | null,
  ): AsyncGenerator<number> {
    const pages = pagesInOrder(source, {
      from: this.#state.count + 1,
      totalBefore: this.#state.totalAtEnd,
      lastPage,
      pagesAtOnce: this.#pagesAtOnce,
      signal,
    });
    for await (const page of pages) {
      if (signal.aborted) return;
      const isNew = page.number > this.#state.count;
      this.#setSilently(appendPage(this.#state, page, Date.now()));
      if (isNew) yield page.number;
      if (!this.#state.hasMore) return;
    }
  }

  /** Reads pages until one adds a row. */
  async #readNext(source: PageSource, signal: AbortSignal): Promise<void> {
    const before = this.#state.rows?.length ?? 0;
    for await (const _ of this.#readOn(source, signal, () => null)) {
      if ((this.#state.rows?.length ?? 0) > before) return;
    }
  }

  async #readToEnd(
    source: PageSource,
    signal: AbortSignal,
    { onProgress, until }: LoadAllOptions,
  ): Promise<void> {
    let lastEvent = Date.now();
    for await (const number of this.#readOn(source, signal, () => this.#state.lastPage)) {
      const now = Date.now();
      const { rows = [], total, hasMore } = this.#state;
      if (number <= maxRefreshedPages || number % pagesPerReport === 0 || !hasMore) {
        onProgress?.(rows.length, total);
      }
      if (until?.(rows) === true) return;
      if (now - lastEvent < changeInterval) continue;
      lastEvent = now;
      this.#changed.fire();
    }
  }

  async #readAnew(source: PageSource, signal: AbortSignal, { onProgress }: RefreshOptions): Promise<void> {
    await this.#showRecalledRows(signal);
    if (signal.aborted) return;
    const readAt = Date.now();
    const mayLack = await this.#readFirstPages(source, signal, onProgress);
    if (signal.aborted) return;
    const read = this.#refreshedPages;
    const { holdsRows } = this.#refreshing;
    this.#refreshedPages = [];
    this.#setSilently(afterRefresh(this.#state, read, { readAt, mayLack, holdsRows }));
    this.#readAgain.fire(jobsIn(rowsOf(read)));
  }

  /** Shows the rows of an earlier window, which the first answer replaces. */
  async #showRecalledRows(signal: AbortSignal): Promise<void> {
    if (this.#state.rows !== undefined) return;
    const known = await this.#recall?.();
    if (signal.aborted || known === undefined || this.#state.rows !== undefined) return;
    this.#refreshing.most = known.pages;
    this.#set(recalled(known));
  }

  /** Returns whether jobs may be missing from the pages that it read. */
  async #readFirstPages(
    source: PageSource,
    signal: AbortSignal,
    onProgress: LoadOptions['onProgress'],
  ): Promise<boolean> {
    const loaded = this.#state;
    const wanted = this.#refreshing.most;
    const wantedJobs = wantedRows(loaded, wanted);
    // Answers requested from now on list the jobs put first, except those of a first load.
    if (loaded.count > 0) this.#setSilently({ locallyAddedIds: noPages.locallyAddedIds });
    this.#refreshedPages = [];
    let read = 0;
    const pages = pagesInOrder(source, {
      from: 1,
      lastPage: () => loaded.lastPage && Math.min(loaded.lastPage, wanted),
      pagesAtOnce: this.#pagesAtOnce,
      signal,
    });
    for await (const { number, page, mayLack } of pages) {
      if (signal.aborted) return mayLack;
      const isNew = number > this.#refreshedPages.length;
      this.#refreshedPages = withPage(this.#refreshedPages, number, page);
      if (!isNew) continue;
      read += page.jobs.length;
      onProgress?.(read, Math.max(read, wantedJobs));
      // Rows of an earlier window need not be found again.
      const readOn = this.#refreshing.readOn && loaded.recalledAt === null;
      if (!needsMorePages(loaded, this.#refreshedPages, { pages: wanted, readOn })) return mayLack;
    }
    return false;
  }
}

function untilAborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve()));
}
