import { type Job, type JobRow, type JobsPage, type ServiceError, rowId } from '../../service/index.ts';
import { Emitter } from '../util/emitter.ts';
import { SingleFlight } from '../util/singleFlight.ts';
import { type JobPages, appendPage, findRow, jobsIn, maxRefreshedPages, mergeJobs, mergeRead, noPages, putFirst, recalled } from './jobPages.ts';
import type { KnownJobs } from './lastKnown.ts';
import { type PageSource, pagesInOrder } from './pagesInOrder.ts';
import { needsMorePages, replacePages, rowsOf } from './refreshedPages.ts';

/** What a load is for: the first page, one page more, all pages to the end, or all loaded pages anew. */
export type LoadKind = 'first' | 'more' | 'all' | 'refresh';

/** `rows` stays the same array while pages are added to it, see {@link appendPage}; every other change makes another. */
interface JobListState extends JobPages {
  readonly loading: LoadKind | null;
  readonly failure: { readonly during: LoadKind; readonly error: ServiceError } | null;
}

interface LoadOptions {
  /** Ends the load, also while it waits for another. */
  readonly signal?: AbortSignal;
  /** Called after each page, while all pages of a long list load after some. */
  readonly onProgress?: (loaded: number, total: number | null) => void;
}

interface RefreshOptions extends LoadOptions {
  /** The most loaded pages to read again, {@link maxRefreshedPages} by default; those below keep their rows. */
  readonly most?: number;
  /**
   * Whether to read past these pages for rows that newer jobs pushed there; an automatic refresh does not, or the list
   * would grow with every new job.
   */
  readonly readOn?: boolean;
  /** Whether rows stay where they are if the answer would move one: then only their changes are taken, and new jobs counted. */
  readonly holdsRows?: boolean;
}

export interface LoadAllOptions extends LoadOptions {
  /** Ends the load early and keeps what was loaded; asked after each page. */
  readonly until?: (rows: readonly JobRow[]) => boolean;
}

/** Reads the first jobs as an earlier window had them; never rejects. */
type Recall = () => Promise<KnownJobs | undefined>;

/** The shortest time between two change events while all pages load, in milliseconds: with each event VS Code asks for all open rows again. */
const changeInterval = 1000;

/** The number of pages between two reports of progress past the first {@link maxRefreshedPages}: each is a message to the window, which draws it. */
const pagesPerReport = 10;

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
  #recall: Recall | undefined;
  #state: JobListState = { ...noPages, loading: null, failure: null };
  /** The most loaded pages that the refresh under way reads. */
  #wanted = 0;

  get state(): JobListState {
    return this.#state;
  }

  /** Whether a load is under way that replaces the rows. */
  get isReadAnew(): boolean {
    return this.#flight.kind === 'first' || this.#flight.kind === 'refresh';
  }

  /**
   * Drops everything and reads from another source from now on.
   * @param recall brings rows to show until the first answer
   */
  connect(source: PageSource | undefined, recall?: Recall): void {
    this.#flight.abort();
    this.#source = source;
    this.#recall = recall;
    this.#change({ ...noPages, loading: null, failure: null });
  }

  /** Loads the first page once: does nothing after the first answer, good or bad. */
  ensureLoaded(): Promise<void> {
    const { count, recalledAt, failure } = this.#state;
    return (count === 0 || recalledAt !== null) && failure === null ? this.refresh() : this.#flight.landed;
  }

  /** Loads the page after the last, and on to the first that brings a row. Joins a load under way; a refresh under way ends first. */
  loadMore(): Promise<void> {
    if (this.#flight.kind === 'refresh') return this.#afterwards(() => this.loadMore());
    if (this.#flight.kind !== undefined || !this.#state.hasMore) return this.#flight.landed;
    return this.#start('more', (source, signal) => this.#readNext(source, signal));
  }

  /** Loads page after page to the end, from the first on; a failure keeps what was loaded. Another load under way ends first. */
  loadAll(options: LoadAllOptions = {}): Promise<void> {
    if (options.signal?.aborted === true || this.#flight.kind === 'all') return this.#flight.landed;
    if (this.#flight.kind !== undefined) return this.#afterwards(() => this.loadAll(options));
    if (this.#state.recalledAt !== null) return this.#refreshThen(() => this.loadAll(options));
    if (this.#state.count > 0 && !this.#state.hasMore) return Promise.resolve();
    return this.#start('all', (source, signal) => this.#readToEnd(source, signal, options), options.signal);
  }

  /** Re-reads the loaded pages in order and swaps them in one step; a failure half-way keeps the old rows. Another load under way ends first. */
  refresh(options: RefreshOptions = {}): Promise<void> {
    const wanted = Math.min(Math.max(this.#state.count, 1), options.most ?? maxRefreshedPages);
    if (options.signal?.aborted === true || (this.isReadAnew && wanted <= this.#wanted)) return this.#flight.landed;
    if (this.#flight.kind !== undefined) return this.#afterwards(() => this.refresh(options));
    this.#wanted = wanted;
    return this.#start(this.#state.count === 0 ? 'first' : 'refresh', (source, signal) => this.#readAnew(source, signal, options), options.signal);
  }

  find(key: string): Job | undefined {
    const row = this.row(rowId(key));
    return row?.kind === 'job' ? row.job : undefined;
  }

  row(id: string): JobRow | undefined {
    return findRow(this.#state, id);
  }

  /** The index of a row in the list; undefined where the list has no row with this id. */
  placeOf(rowId: string): number | undefined {
    return this.#state.places.get(rowId);
  }

  /** Puts a job that was just started first, whether or not the service lists it yet. */
  put(job: Job): void {
    this.#change(putFirst(this.#state, job));
  }

  /** Takes what is new of loaded jobs; rows stay where they are. One change event, and none where nothing is new. */
  update(jobs: readonly Job[]): void {
    this.#changeTo(mergeJobs(this.#state, jobs));
  }

  /**
   * Takes what is new of loaded jobs from a page that was read beside the list: rows stay where they are and none is
   * added, jobs that started since are only counted.
   */
  merge(page: JobsPage, number: number): void {
    const { rows } = this.#state;
    if (rows === undefined) return;
    if (rows.length > 0 || page.jobs.length === 0) this.#changeTo(mergeRead(this.#state, page, number));
    // In an empty list nothing can move.
    else if (this.#flight.kind === undefined) void this.refresh({ readOn: false });
  }

  dispose(): void {
    this.#flight.abort();
    this.#source = undefined;
    this.#changed.dispose();
    this.#readAgain.dispose();
  }

  /** Begins a load once the one under way has ended, unless another service is connected then. */
  async #afterwards(load: () => Promise<void>): Promise<void> {
    const source = this.#source;
    await this.#flight.landed;
    if (source === this.#source) await load();
  }

  /** Begins a load once the service has answered in place of an earlier window. */
  async #refreshThen(load: () => Promise<void>): Promise<void> {
    await this.refresh();
    if (this.#state.recalledAt === null) await load();
  }

  /**
   * Starts a flight whose `work` keeps pages as they arrive; the change event follows at its end.
   * @param cancelled ends this flight and no other
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
    // A load finds the jobs that were put first before it; the first load may not.
    const { count, put } = this.#state;
    this.#change({ loading: kind, failure: null, put: count === 0 ? put : noPages.put, renewed: noPages.renewed });
    return landed;
  }

  async #readNext(source: PageSource, signal: AbortSignal): Promise<void> {
    const before = this.#state.rows?.length ?? 0;
    for (let attempt = 0; attempt < maxRefreshedPages; attempt++) {
      const number = this.#state.count + 1;
      const page = await source(number, signal);
      if (signal.aborted) return;
      this.#keep(appendPage(this.#state, page, number, Date.now()));
      const { rows = [], hasMore } = this.#state;
      if (rows.length > before || !hasMore) return;
    }
  }

  async #readToEnd(source: PageSource, signal: AbortSignal, { onProgress, until }: LoadAllOptions): Promise<void> {
    let lastEvent = Date.now();
    for await (const { number, page } of pagesInOrder(source, this.#state.count + 1, () => this.#state.lastPage, signal)) {
      if (signal.aborted) return;
      const now = Date.now();
      this.#keep(appendPage(this.#state, page, number, now));
      const { rows = [], total, hasMore } = this.#state;
      if (number <= maxRefreshedPages || number % pagesPerReport === 0 || !hasMore) onProgress?.(rows.length, total);
      if (!hasMore || until?.(rows) === true) return;
      if (now - lastEvent < changeInterval) continue;
      lastEvent = now;
      this.#changed.fire();
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
    const read: JobsPage[] = [];
    const goal = Math.round(((loaded.rows?.length ?? 0) * wanted) / Math.max(loaded.count, 1));
    let rows = 0;
    for await (const { page } of pagesInOrder(source, 1, () => loaded.lastPage && Math.min(loaded.lastPage, wanted), signal)) {
      if (signal.aborted) return;
      read.push(page);
      rows += page.jobs.length;
      onProgress?.(rows, Math.max(rows, goal));
      // What became of the rows of an earlier window does not matter.
      if (!needsMorePages(loaded, read, wanted, readOn && loaded.recalledAt === null)) break;
    }
    const again = replacePages(this.#state, read, now);
    const isMoved = (this.#state.rows ?? []).some(({ id }, index) => id !== again.rows?.[index]?.id);
    this.#keep(holdsRows && isMoved ? read.reduce<JobPages>((pages, page, index) => mergeRead(pages, page, index + 1), this.#state) : again);
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
