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
  mergePage,
  mergeRows,
  noPages,
  putFirst,
  recalled,
  withDoubt,
  withoutRows,
} from './jobPages.ts';
import type { KnownJobs } from './lastKnown.ts';
import { type PageSource, pagesInOrder } from './pagesInOrder.ts';
import { needsMorePages, replacePages, rowsOf } from './refreshedPages.ts';

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
   * Whether to keep the rows' places: if the answer would move a row, rows are only updated and new jobs
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

export type JobList = ReturnType<typeof createJobList>;

/**
 * The jobs of the connected service, page by page. Runs one load at a time, drops repeats by key, ignores
 * answers of earlier connections, and keeps its rows after a failure. Its promises never reject: failures are
 * in the state.
 * @param pagesAtOnce most simultaneous requests
 */
export function createJobList(pagesAtOnce?: number) {
  const changed = new Emitter();
  const readAgain = new Emitter<readonly Job[]>();
  const flight = createSingleFlight<LoadKind>();
  let source: PageSource | undefined;
  let recall: Recall | undefined;
  let state: JobListState = { ...noPages, loading: null, failure: null };
  /** What the current refresh does; callers that join it may ask for more. */
  let current = { most: 0, readOn: false, holdsRows: false };
  /** The pages that the current refresh has read, with what was read beside them since. */
  let newPages: JobsPage[] = [];

  const isReadAnew = () => flight.kind === 'first' || flight.kind === 'refresh';
  const rowOf = (id: string): JobRow | undefined => state.rows?.[state.places.get(id) ?? -1];
  /** Changes the state without an event. */
  const keep = (change: Partial<JobListState>) => {
    state = { ...state, ...change };
  };
  const change = (changes: Partial<JobListState>) => {
    if (changes === state) return;
    keep(changes);
    changed.fire();
  };
  /** Updates what the current refresh has read by what was read after it. */
  const renew = (rows: readonly JobRow[]) => {
    const newer = new Map(rows.map((row) => [row.id, row]));
    newPages = newPages.map((page) => ({
      ...page,
      jobs: page.jobs.map((row) => newer.get(row.id) ?? row),
    }));
  };

  /** Adds the pages that follow the loaded ones to the end of the list; yields the number of each. */
  async function* readOn(
    from: PageSource,
    signal: AbortSignal,
    lastPage: () => number | null,
  ): AsyncGenerator<number> {
    for await (const { number, page, mayLack } of pagesInOrder(
      from,
      state.count + 1,
      lastPage,
      signal,
      pagesAtOnce,
      state.totalAtEnd,
    )) {
      if (signal.aborted) return;
      const isAgain = number <= state.count;
      keep(appendPage(mayLack ? withDoubt(state) : state, page, number, Date.now()));
      if (isAgain) continue;
      yield number;
      if (!state.hasMore) return;
    }
  }
  /** Reads pages until one adds a row. */
  const readNext = async (from: PageSource, signal: AbortSignal) => {
    const before = state.rows?.length ?? 0;
    const last = state.count + maxRefreshedPages;
    for await (const number of readOn(from, signal, () => null)) {
      if ((state.rows?.length ?? 0) > before || number === last) return;
    }
  };
  const readToEnd = async (from: PageSource, signal: AbortSignal, { onProgress, until }: LoadAllOptions) => {
    let lastEvent = Date.now();
    for await (const number of readOn(from, signal, () => state.lastPage)) {
      const now = Date.now();
      const { rows = [], total, hasMore } = state;
      if (number <= maxRefreshedPages || number % pagesPerReport === 0 || !hasMore) {
        onProgress?.(rows.length, total);
      }
      if (until?.(rows) === true) return;
      if (now - lastEvent < changeInterval) continue;
      lastEvent = now;
      changed.fire();
    }
  };
  const readAnew = async (from: PageSource, signal: AbortSignal, { onProgress }: RefreshOptions) => {
    const known = state.rows === undefined ? await recall?.() : undefined;
    if (signal.aborted) return;
    if (known !== undefined && state.rows === undefined) {
      current.most = known.pages;
      change(recalled(known));
    }
    const loaded = state;
    // Answers requested from now on list the jobs put first, except those of a first load.
    if (loaded.count > 0) keep({ locallyAddedIds: noPages.locallyAddedIds });
    const wanted = current.most;
    const now = Date.now();
    newPages = [];
    const goal = Math.round(((loaded.rows?.length ?? 0) * wanted) / Math.max(loaded.count, 1));
    let rows = 0;
    let isDoubtful = false;
    for await (const { number, page, mayLack } of pagesInOrder(
      from,
      1,
      () => loaded.lastPage && Math.min(loaded.lastPage, wanted),
      signal,
      pagesAtOnce,
    )) {
      if (signal.aborted) return;
      isDoubtful ||= mayLack;
      const before = newPages[number - 1];
      newPages[number - 1] =
        before === undefined ? page : { ...before, jobs: [...before.jobs, ...page.jobs] };
      if (before !== undefined) continue;
      rows += page.jobs.length;
      onProgress?.(rows, Math.max(rows, goal));
      // Rows of an earlier window need not be found again.
      if (!needsMorePages(loaded, newPages, wanted, current.readOn && loaded.recalledAt === null)) break;
    }
    const read = newPages;
    newPages = [];
    const replaced = replacePages(state, read, now);
    const again = isDoubtful ? withDoubt(replaced) : replaced;
    const isMoved = (state.rows ?? []).some(({ id }, index) => id !== again.rows?.[index]?.id);
    keep(
      current.holdsRows && isMoved
        ? read.reduce<JobPages>((pages, page, index) => mergePage(pages, page, index + 1), state)
        : again,
    );
    readAgain.fire(jobsIn(rowsOf(read)));
  };

  /**
   * Starts a load whose `work` stores pages as they arrive; fires a change event at the end.
   * @param cancelled cancels only this load
   */
  const start = (
    kind: LoadKind,
    work: (from: PageSource, signal: AbortSignal) => Promise<void>,
    cancelled?: AbortSignal,
  ): Promise<void> => {
    const from = source;
    if (from === undefined) return Promise.resolve();
    const settled = flight.start(
      kind,
      (signal) => work(from, signal),
      (error) => change({ loading: null, failure: error === undefined ? null : { during: kind, error } }),
    );
    cancelled?.addEventListener('abort', () => {
      if (flight.settled !== settled) return;
      flight.abort();
      change({ loading: null });
    });
    change({ loading: kind, failure: null });
    return settled;
  };
  /**
   * Runs a load after the current one, unless the connection has changed, or the load was cancelled,
   * meanwhile.
   */
  const afterwards = async ({ signal }: LoadOptions, load: () => Promise<void>) => {
    const from = source;
    const { settled } = flight;
    await (signal === undefined
      ? settled
      : Promise.race([
          settled,
          new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve())),
        ]));
    if (from === source && signal?.aborted !== true) await load();
  };
  const connect = (to: PageSource | undefined, recallRows?: Recall) => {
    flight.abort();
    source = to;
    recall = recallRows;
    change({ ...noPages, loading: null, failure: null });
  };
  const refresh = (options: RefreshOptions = {}): Promise<void> => {
    const { most = maxRefreshedPages, readOn = true, holdsRows = false } = options;
    const wanted = Math.min(Math.max(state.count, 1), most);
    if (options.signal?.aborted === true) return flight.settled;
    if (isReadAnew() && wanted <= current.most) {
      current.readOn ||= readOn;
      current.holdsRows &&= holdsRows;
      return flight.settled;
    }
    if (flight.kind !== undefined) return afterwards(options, () => refresh(options));
    current = { most: wanted, readOn, holdsRows };
    return start(
      state.count === 0 ? 'first' : 'refresh',
      (from, signal) => readAnew(from, signal, options),
      options.signal,
    );
  };
  const loadMore = (): Promise<void> => {
    if (flight.kind === 'refresh') return afterwards({}, loadMore);
    if (flight.kind !== undefined || !state.hasMore) return flight.settled;
    return start('more', readNext);
  };
  const loadAll = (options: LoadAllOptions = {}): Promise<void> => {
    const { signal } = options;
    if (signal?.aborted === true) return Promise.resolve();
    const isRecalled = flight.kind === undefined && state.recalledAt !== null;
    if (isRecalled) void refresh(signal && { signal });
    if (isRecalled || flight.kind === 'all') {
      return afterwards(options, async () => void (state.failure ?? (await loadAll(options))));
    }
    if (flight.kind !== undefined) return afterwards(options, () => loadAll(options));
    if (state.count > 0 && !state.hasMore) return Promise.resolve();
    return start('all', (from, ended) => readToEnd(from, ended, options), signal);
  };
  const merge = (page: JobsPage, number: number) => {
    const { rows } = state;
    if (rows === undefined) return;
    renew(page.jobs);
    const { currentPage } = page.pagination;
    if (currentPage !== null && currentPage !== number) change(mergeRows(state, page.jobs));
    else if (rows.length > 0 || page.jobs.length === 0) change(mergePage(state, page, number));
    // An empty list can be refreshed, because no row can move.
    else if (flight.kind === undefined) void refresh({ readOn: false });
  };

  return {
    onDidChange: changed.event,
    /**
     * Fires with all jobs that a refresh read, changed or not, after the state has changed and before
     * `onDidChange`.
     */
    onDidReadAgain: readAgain.event,
    get state(): JobListState {
      return state;
    },
    /** Whether a load that replaces the rows is in progress. */
    get isReadAnew(): boolean {
      return isReadAnew();
    },
    /**
     * Clears the state and switches to another source.
     * @param recallRows reads stored rows to show until the first answer
     */
    connect,
    /** Loads the first page once: does nothing after the first answer, good or bad. */
    ensureLoaded: (): Promise<void> =>
      (state.count === 0 || state.recalledAt !== null) && state.failure === null ? refresh() : flight.settled,
    /** Loads further pages until one adds a row. Joins a load in progress, but waits for a refresh to end. */
    loadMore,
    /**
     * Loads all remaining pages; a failure keeps the loaded ones. Waits for another load to end, also for one
     * of all pages, which may end sooner, and for the refresh that replaces the rows of an earlier window.
     */
    loadAll,
    /**
     * Reads the loaded pages again and replaces them in one step, so that a failure keeps the old rows. Waits
     * for another load to end.
     */
    refresh,
    find(key: string): Job | undefined {
      const row = rowOf(rowId(key));
      return row?.kind === 'job' ? row.job : undefined;
    },
    row: rowOf,
    /** The index of a row in the list; undefined where the list has no row with this id. */
    placeOf: (id: string): number | undefined => state.places.get(id),
    /** Puts a new job first, even before the service lists it. */
    put: (job: Job) => change(putFirst(state, job, isReadAnew())),
    /** Updates loaded jobs in place, with one change event if something is new. */
    update(jobs: readonly Job[]): void {
      const rows = jobs.map(jobRow);
      renew(rows);
      change(mergeRows(state, rows));
    },
    drop: (ids: ReadonlySet<string>) => change(withoutRows(state, ids)),
    /**
     * Updates loaded jobs in place from a page that was read outside of this list. Adds no rows: newly
     * started jobs are only counted.
     */
    merge,
    /**
     * Reads a page apart from the loads, and merges it; undefined if no service, or another one, is connected
     * when it arrives.
     * @throws {ServiceError}
     */
    async readBeside(number: number, signal: AbortSignal): Promise<JobsPage | undefined> {
      const from = source;
      const page = await from?.(number, signal);
      if (page === undefined || signal.aborted || from !== source) return undefined;
      merge(page, number);
      return page;
    },
    dispose(): void {
      changed.dispose();
      readAgain.dispose();
      connect(undefined);
    },
  };
}
