import type { Job, JobRow, JobsPage, ServiceError } from '../../service/index.ts';
import { Emitter } from '../util/emitter.ts';
import { SingleFlight } from '../util/singleFlight.ts';
import { type JobPages, appendPage, beginLoad, findJob, jobsIn, maxRefreshedPages, mergeJobs, mergeRead, noPages, putFirst } from './jobPages.ts';
import { type PageSource, pagesInOrder } from './pagesInOrder.ts';
import { needsMorePages, replacePages, rowsOf } from './refreshedPages.ts';

/** What a load is for: the first page, one page more, all pages to the end, or all loaded pages anew. */
export type LoadKind = 'first' | 'more' | 'all' | 'refresh';

export interface JobListState extends Pick<JobPages, 'rows' | 'total' | 'hasMore' | 'note' | 'newer'> {
  readonly loading: LoadKind | null;
  readonly failure: { readonly during: LoadKind; readonly error: ServiceError } | null;
}

export interface LoadAllOptions {
  /** Called after each page. */
  readonly onProgress?: (loaded: number, total: number | null) => void;
  /** Ends the load early and keeps what was loaded; asked after each page. */
  readonly until?: (rows: readonly JobRow[]) => boolean;
}

/** The number of pages between two change events while all pages load. */
const pagesPerChange = 20;

/**
 * The jobs of the connected service, page by page. One load at a time; repeats are dropped by key; an answer of an
 * earlier connection never arrives; a failure keeps the rows. Its promises never reject: failures are in the state.
 */
export class JobList {
  readonly #changed = new Emitter();
  readonly onDidChange = this.#changed.event;
  readonly #readAgain = new Emitter<readonly Job[]>();
  /** Fires with the jobs that a refresh read, changed or not, after the state and before `onDidChange`. */
  readonly onDidReadAgain = this.#readAgain.event;
  readonly #flight = new SingleFlight<LoadKind>();
  #source: PageSource | undefined;
  #pages = noPages;
  #state = stateOf(noPages, null, null);
  /** Aborted for loads that wait for a refresh to end. */
  #waiting = new AbortController();

  /** `rows` stays the same array while pages are added to it, see {@link appendPage}; every other change makes another. */
  get state(): JobListState {
    return this.#state;
  }

  /** Whether a load is under way that replaces the rows. */
  get isReadAnew(): boolean {
    return this.#flight.kind === 'first' || this.#flight.kind === 'refresh';
  }

  /** Jobs that polling saw above the loaded rows. */
  get arrivedAbove(): number {
    return this.#pages.arrivedAbove;
  }

  /** Drops everything and reads from another source from now on. */
  connect(source: PageSource | undefined): void {
    this.#abort();
    this.#source = source;
    this.#change(noPages, null, null);
  }

  /** Loads the first page once: does nothing after the first answer, good or bad. */
  ensureLoaded(): Promise<void> {
    return this.#pages.count === 0 && this.#state.failure === null ? this.refresh() : this.#flight.landed;
  }

  /**
   * Loads the page after the last, and on to the first that brings a row. Joins a load under way instead of loading
   * twice; a refresh under way ends first.
   */
  loadMore(): Promise<void> {
    if (this.#flight.kind === 'refresh') return this.#afterRefresh(() => this.loadMore());
    if (this.#flight.kind !== undefined || !this.#state.hasMore) return this.#flight.landed;
    return this.#start('more', (source, signal) => this.#readNext(source, signal));
  }

  /** Loads page after page to the end; `cancel` and a failure keep what was loaded. Joins or waits as {@link loadMore} does. */
  loadAll(options: LoadAllOptions = {}): Promise<void> {
    if (this.#flight.kind === 'refresh') return this.#afterRefresh(() => this.loadAll(options));
    if (this.#flight.kind !== undefined || !this.#state.hasMore) return this.#flight.landed;
    return this.#start('all', (source, signal) => this.#readToEnd(source, signal, options));
  }

  /**
   * Re-reads the loaded pages in order and swaps them in one step; a failure half-way keeps the old rows.
   * @param readOn whether to read past the loaded pages for rows that newer jobs pushed there; an automatic refresh does
   *   not, or the list would grow with every new job
   */
  refresh(readOn = true): Promise<void> {
    if (this.isReadAnew) return this.#flight.landed;
    return this.#start(this.#pages.count === 0 ? 'first' : 'refresh', (source, signal) => this.#readAnew(source, signal, readOn));
  }

  /** Ends a load under way, and loads that wait for it, and keeps what was loaded before. */
  cancel(): void {
    if (this.#flight.kind === undefined) return;
    this.#abort();
    this.#change(this.#pages, null);
  }

  find(key: string): Job | undefined {
    return findJob(this.#pages, key);
  }

  /** The index of a row in the list; undefined where the list has no row with this id. */
  placeOf(rowId: string): number | undefined {
    return this.#pages.places.get(rowId);
  }

  /** Puts a job that was just started first, whether or not the service lists it yet. */
  put(job: Job): void {
    this.#change(putFirst(this.#pages, job));
  }

  /** Takes what is new of loaded jobs; rows stay where they are. One change event, and none where nothing is new. */
  update(jobs: readonly Job[]): void {
    this.#changeTo(mergeJobs(this.#pages, jobs));
  }

  /**
   * Takes what is new of loaded jobs from a page that was read beside the list: rows stay where they are and none is
   * added, jobs that started since are only counted. A load that reads the whole list anew brings newer data itself.
   */
  merge(page: JobsPage, number: number): void {
    const { rows } = this.#pages;
    if (rows === undefined || this.isReadAnew) return;
    if (rows.length > 0 || page.jobs.length === 0) this.#changeTo(mergeRead(this.#pages, page, number));
    // In an empty list nothing can move.
    else if (this.#flight.kind === undefined) void this.refresh(false);
  }

  dispose(): void {
    this.#abort();
    this.#changed.dispose();
    this.#readAgain.dispose();
  }

  #abort(): void {
    this.#flight.abort();
    this.#waiting.abort();
    this.#waiting = new AbortController();
  }

  async #afterRefresh(load: () => Promise<void>): Promise<void> {
    const { signal } = this.#waiting;
    await this.#flight.landed;
    if (!signal.aborted) await load();
  }

  /** Starts a flight whose `work` keeps pages as they arrive; the change event follows at its end. */
  #start(kind: LoadKind, work: (source: PageSource, signal: AbortSignal) => Promise<void>): Promise<void> {
    const source = this.#source;
    if (source === undefined) return Promise.resolve();
    const landed = this.#flight.start(
      kind,
      (signal) => work(source, signal),
      (error) => this.#change(this.#pages, null, error === undefined ? null : { during: kind, error }),
    );
    this.#change(beginLoad(this.#pages), kind, null);
    return landed;
  }

  async #readNext(source: PageSource, signal: AbortSignal): Promise<void> {
    const before = this.#state.rows?.length ?? 0;
    for (let asked = 0; asked < maxRefreshedPages; asked++) {
      const number = this.#pages.count + 1;
      const page = await source(number, signal);
      if (signal.aborted) return;
      this.#keep(appendPage(this.#pages, page, number));
      const { rows = [], hasMore } = this.#state;
      if (rows.length > before || !hasMore) return;
    }
  }

  async #readToEnd(source: PageSource, signal: AbortSignal, { onProgress, until }: LoadAllOptions): Promise<void> {
    for await (const { number, page } of pagesInOrder(source, this.#pages.count + 1, () => this.#pages.lastPage, signal)) {
      if (signal.aborted) return;
      this.#keep(appendPage(this.#pages, page, number));
      const { rows = [], total, hasMore } = this.#state;
      onProgress?.(rows.length, total);
      if (!hasMore || until?.(rows) === true) return;
      if (number % pagesPerChange === 0) this.#changed.fire();
    }
  }

  async #readAnew(source: PageSource, signal: AbortSignal, readOn: boolean): Promise<void> {
    const loaded = this.#pages;
    const read: JobsPage[] = [];
    while (needsMorePages(loaded, read, readOn)) {
      read.push(await source(read.length + 1, signal));
      if (signal.aborted) return;
    }
    this.#keep(replacePages(this.#pages, read));
    this.#readAgain.fire(jobsIn(rowsOf(read)));
  }

  /** Changes the state without an event. */
  #keep(pages: JobPages, loading = this.#state.loading, failure = this.#state.failure): void {
    this.#pages = pages;
    this.#state = stateOf(pages, loading, failure);
  }

  #change(pages: JobPages, loading = this.#state.loading, failure = this.#state.failure): void {
    this.#keep(pages, loading, failure);
    this.#changed.fire();
  }

  #changeTo(pages: JobPages): void {
    if (pages !== this.#pages) this.#change(pages);
  }
}

function stateOf(pages: JobPages, loading: LoadKind | null, failure: JobListState['failure']): JobListState {
  const { rows, total, hasMore, note, newer } = pages;
  return { rows, total, hasMore, loading, failure, note, newer };
}
