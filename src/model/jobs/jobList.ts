import { type Job, type JobRow, type JobsPage, type ServiceError, jobRow, rowId } from '../../service/index.ts';
import { Emitter } from '../util/emitter.ts';
import { SingleFlight } from '../util/singleFlight.ts';
import { type JobPages, appendPage, jobsIn, maxRefreshedPages, mergePage, mergeRows, noPages, putFirst, recalled, withDoubt, withoutRows } from './jobPages.ts';
import type { KnownJobs } from './lastKnown.ts';
import { type PageSource, pagesInOrder } from './pagesInOrder.ts';
import { needsMorePages, replacePages, rowsOf } from './refreshedPages.ts';

/** The kinds of load: the first page, one more page, all remaining pages, or the loaded pages again. */
export type LoadKind = 'first' | 'more' | 'all' | 'refresh';

/** `rows` stays the same array while pages are appended, see {@link appendPage}; any other change replaces it. */
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
   * Whether to read further pages for rows that newer jobs pushed down. An automatic refresh does not, because the list
   * would grow with each new job.
   */
  readonly readOn?: boolean;
  /** Whether to keep the rows' places: if the answer would move a row, rows are only updated and new jobs counted. */
  readonly holdsRows?: boolean;
}

export interface LoadAllOptions extends LoadOptions {
  /** Checked after each page: true ends the load and keeps the loaded pages. */
  readonly until?: (rows: readonly JobRow[]) => boolean;
}

/** Reads the first jobs stored by an earlier window; never rejects. */
type Recall = () => Promise<KnownJobs | undefined>;

/** Shortest time between two change events while all pages load, in milliseconds, because VS Code requests all open rows after each. */
const changeInterval = 1000;

/** Pages between two progress reports after the first {@link maxRefreshedPages}, because the window draws each report. */
const pagesPerReport = 10;

/**
 * The jobs of the connected service, page by page. Runs one load at a time, drops repeats by key, ignores answers of earlier
 * connections, and keeps its rows after a failure. Its promises never reject: failures are in the state.
 */
export class JobList {
  readonly #changed = new Emitter();
  readonly onDidChange = this.#changed.event;
  readonly #readAgain = new Emitter<readonly Job[]>();
  /** Fires with all jobs that a refresh read, changed or not, after the state has changed and before `onDidChange`. */
  readonly onDidReadAgain = this.#readAgain.event;
  readonly #flight = new SingleFlight<LoadKind>();
  readonly #pagesAtOnce: number | undefined;
  #source: PageSource | undefined;
  #recall: Recall | undefined;
  #state: JobListState = { ...noPages, loading: null, failure: null };
  /** Most loaded pages that the current refresh reads. */
  #wanted = 0;
  /** The pages that the current refresh has read, with what was read beside them since. */
  #again: JobsPage[] = [];

  /** @param pagesAtOnce most simultaneous requests */
  constructor(pagesAtOnce?: number) {
    this.#pagesAtOnce = pagesAtOnce;
  }

  get state(): JobListState {
    return this.#state;
  }

  /** Whether a load that replaces the rows is in progress. */
  get isReadAnew(): boolean {
    return this.#flight.kind === 'first' || this.#flight.kind === 'refresh';
  }

  /**
   * Clears the state and switches to another source.
   * @param recall reads stored rows to show until the first answer
   */
  connect(source: PageSource | undefined, recall?: Recall): void {
    this.#flight.abort();
    this.#source = source;
    this.#recall = recall;
    this.#again = [];
    this.#change({ ...noPages, loading: null, failure: null });
  }

  /** Loads the first page once: does nothing after the first answer, good or bad. */
  ensureLoaded(): Promise<void> {
    const { count, recalledAt, failure } = this.#state;
    return (count === 0 || recalledAt !== null) && failure === null ? this.refresh() : this.#flight.landed;
  }

  /** Loads further pages until one adds a row. Joins a load in progress, but waits for a refresh to end. */
  loadMore(): Promise<void> {
    if (this.#flight.kind === 'refresh') return this.#afterwards({}, () => this.loadMore());
    if (this.#flight.kind !== undefined || !this.#state.hasMore) return this.#flight.landed;
    return this.#start('more', (source, signal) => this.#readNext(source, signal));
  }

  /** Loads all remaining pages; a failure keeps the loaded ones. Waits for another load to end, also for one of all pages, which may end sooner, and for the refresh that replaces the rows of an earlier window. */
  loadAll(options: LoadAllOptions = {}): Promise<void> {
    const { signal } = options;
    if (signal?.aborted === true) return Promise.resolve();
    const isRecalled = this.#flight.kind === undefined && this.#state.recalledAt !== null;
    if (isRecalled) void this.refresh(signal && { signal });
    if (isRecalled || this.#flight.kind === 'all') return this.#afterwards(options, async () => void (this.#state.failure ?? (await this.loadAll(options))));
    if (this.#flight.kind !== undefined) return this.#afterwards(options, () => this.loadAll(options));
    if (this.#state.count > 0 && !this.#state.hasMore) return Promise.resolve();
    return this.#start('all', (source, signal) => this.#readToEnd(source, signal, options), options.signal);
  }

  /** Reads the loaded pages again and replaces them in one step, so that a failure keeps the old rows. Waits for another load to end. */
  refresh(options: RefreshOptions = {}): Promise<void> {
    const wanted = Math.min(Math.max(this.#state.count, 1), options.most ?? maxRefreshedPages);
    if (options.signal?.aborted === true || (this.isReadAnew && wanted <= this.#wanted)) return this.#flight.landed;
    if (this.#flight.kind !== undefined) return this.#afterwards(options, () => this.refresh(options));
    this.#wanted = wanted;
    return this.#start(this.#state.count === 0 ? 'first' : 'refresh', (source, signal) => this.#readAnew(source, signal, options), options.signal);
  }

  find(key: string): Job | undefined {
    const row = this.row(rowId(key));
    return row?.kind === 'job' ? row.job : undefined;
  }

  row(id: string): JobRow | undefined {
    const { rows, places } = this.#state;
    return rows?.[places.get(id) ?? -1];
  }

  /** The index of a row in the list; undefined where the list has no row with this id. */
  placeOf(rowId: string): number | undefined {
    return this.#state.places.get(rowId);
  }

  /** Puts a new job first, even before the service lists it. */
  put(job: Job): void {
    this.#change(putFirst(this.#state, job));
  }

  /** Updates loaded jobs in place, with one change event if something is new. */
  update(jobs: readonly Job[]): void {
    const rows = jobs.map(jobRow);
    this.#renew(rows);
    this.#changeTo(mergeRows(this.#state, rows));
  }

  /**
   * Reads a page apart from the loads, and merges it; undefined if no service, or another one, is connected when it arrives.
   * @throws {ServiceError}
   */
  async readBeside(number: number, signal: AbortSignal): Promise<JobsPage | undefined> {
    const source = this.#source;
    const page = await source?.(number, signal);
    if (page === undefined || signal.aborted || source !== this.#source) return undefined;
    this.merge(page, number);
    return page;
  }

  drop(ids: ReadonlySet<string>): void {
    this.#changeTo(withoutRows(this.#state, ids));
  }

  /**
   * Updates loaded jobs in place from a page that was read outside of this list. Adds no rows: newly started jobs are only
   * counted.
   */
  merge(page: JobsPage, number: number): void {
    const { rows } = this.#state;
    if (rows === undefined) return;
    this.#renew(page.jobs);
    const { currentPage } = page.pagination;
    if (currentPage !== null && currentPage !== number) this.#changeTo(mergeRows(this.#state, page.jobs));
    else if (rows.length > 0 || page.jobs.length === 0) this.#changeTo(mergePage(this.#state, page, number));
    // An empty list can be refreshed, because no row can move.
    else if (this.#flight.kind === undefined) void this.refresh({ readOn: false });
  }

  /** Updates what the current refresh has read by what was read after it. */
  #renew(rows: readonly JobRow[]): void {
    this.#again = this.#again.map((page) => ({ ...page, jobs: page.jobs.map((row) => rows.find(({ id, isRepeated }) => id === row.id && isRepeated === row.isRepeated) ?? row) }));
  }

  dispose(): void {
    this.#changed.dispose();
    this.#readAgain.dispose();
    this.connect(undefined);
  }

  /** Runs a load after the current one, unless the connection has changed, or the load was cancelled, meanwhile. */
  async #afterwards({ signal }: LoadOptions, load: () => Promise<void>): Promise<void> {
    const source = this.#source;
    const { landed } = this.#flight;
    await (signal === undefined ? landed : Promise.race([landed, new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()))]));
    if (source === this.#source && signal?.aborted !== true) await load();
  }

  /**
   * Starts a load whose `work` stores pages as they arrive; fires a change event at the end.
   * @param cancelled cancels only this load
   */
  #start(kind: LoadKind, work: (source: PageSource, signal: AbortSignal) => Promise<void>, cancelled?: AbortSignal): Promise<void> {
    const source = this.#source;
    if (source === undefined) return Promise.resolve();
    const landed = this.#flight.start(
      kind,
      (signal) => work(source, signal),
      (error) => this.#change({ loading: null, failure: error === undefined ? null : { during: kind, error } }),
    );
    cancelled?.addEventListener('abort', () => {
      if (this.#flight.landed !== landed) return;
      this.#flight.abort();
      this.#change({ loading: null });
    });
    // Answers requested from now on contain the jobs put first, except those of a first load.
    const { count, put } = this.#state;
    this.#change({ loading: kind, failure: null, put: count === 0 ? put : noPages.put });
    return landed;
  }

  /** Reads pages until one adds a row. */
  async #readNext(source: PageSource, signal: AbortSignal): Promise<void> {
    const before = this.#state.rows?.length ?? 0;
    const last = this.#state.count + maxRefreshedPages;
    for await (const number of this.#readOn(source, signal, () => null)) if ((this.#state.rows?.length ?? 0) > before || number === last) return;
  }

  async #readToEnd(source: PageSource, signal: AbortSignal, { onProgress, until }: LoadAllOptions): Promise<void> {
    let lastEvent = Date.now();
    for await (const number of this.#readOn(source, signal, () => this.#state.lastPage)) {
      const now = Date.now();
      const { rows = [], total, hasMore } = this.#state;
      if (number <= maxRefreshedPages || number % pagesPerReport === 0 || !hasMore) onProgress?.(rows.length, total);
      if (until?.(rows) === true) return;
      if (now - lastEvent < changeInterval) continue;
      lastEvent = now;
      this.#changed.fire();
    }
  }

  /** Adds the pages that follow the loaded ones to the end of the list; yields the number of each. */
  async *#readOn(source: PageSource, signal: AbortSignal, lastPage: () => number | null): AsyncGenerator<number> {
    const from = this.#state.count + 1;
    for await (const { number, page, mayLack } of pagesInOrder(source, from, lastPage, signal, this.#pagesAtOnce, this.#state.paging.totalAtEnd)) {
      if (signal.aborted) return;
      const isAgain = number <= this.#state.count;
      this.#keep(appendPage(mayLack ? withDoubt(this.#state) : this.#state, page, number, Date.now()));
      if (isAgain) continue;
      yield number;
      if (!this.#state.hasMore) return;
    }
  }

  async #readAnew(source: PageSource, signal: AbortSignal, { readOn = true, holdsRows = false, onProgress }: RefreshOptions): Promise<void> {
    const known = this.#state.rows === undefined ? await this.#recall?.() : undefined;
    if (signal.aborted) return;
    if (known !== undefined && this.#state.rows === undefined) {
      this.#wanted = known.pages;
      this.#change(recalled(known));
    }
    const loaded = this.#state;
    const wanted = this.#wanted;
    const now = Date.now();
    this.#again = [];
    const goal = Math.round(((loaded.rows?.length ?? 0) * wanted) / Math.max(loaded.count, 1));
    let rows = 0;
    let isDoubtful = false;
    for await (const { number, page, mayLack } of pagesInOrder(source, 1, () => loaded.lastPage && Math.min(loaded.lastPage, wanted), signal, this.#pagesAtOnce)) {
      if (signal.aborted) return;
      isDoubtful ||= mayLack;
      const read = this.#again;
      const before = read[number - 1];
      read[number - 1] = before === undefined ? page : { ...before, jobs: [...before.jobs, ...page.jobs] };
      if (before !== undefined) continue;
      rows += page.jobs.length;
      onProgress?.(rows, Math.max(rows, goal));
      // Rows of an earlier window need not be found again.
      if (!needsMorePages(loaded, read, wanted, readOn && loaded.recalledAt === null)) break;
    }
    const read = this.#again;
    this.#again = [];
    const replaced = replacePages(this.#state, read, now);
    const again = isDoubtful ? withDoubt(replaced) : replaced;
    const isMoved = (this.#state.rows ?? []).some(({ id }, index) => id !== again.rows?.[index]?.id);
    this.#keep(holdsRows && isMoved ? read.reduce<JobPages>((pages, page, index) => mergePage(pages, page, index + 1), this.#state) : again);
    this.#readAgain.fire(jobsIn(rowsOf(read)));
  }

  #changeTo(pages: JobPages): void {
    if (pages !== this.#state) this.#change(pages);
  }

  #change(change: Partial<JobListState>): void {
    this.#keep(change);
    this.#changed.fire();
  }

  /** Changes the state without an event. */
  #keep(change: Partial<JobListState>): void {
    this.#state = { ...this.#state, ...change };
  }
}
