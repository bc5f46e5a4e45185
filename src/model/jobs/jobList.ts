import * as l10n from '@vscode/l10n';
import type { Job, JobsPage, ServiceError } from '../../service/index.ts';
import { parseTimestamp } from '../../text/time.ts';
import { Emitter } from '../util/emitter.ts';
import { type PageSource, pagesInOrder } from './pagesInOrder.ts';
import { isSameJson } from '../util/sameJson.ts';
import { SingleFlight } from '../util/singleFlight.ts';

export type { PageSource };

export type JobRow =
  | { readonly kind: 'job'; readonly id: string; readonly job: Job }
  | { readonly kind: 'unreadable'; readonly id: string; readonly raw: unknown; readonly problem: string };

/** What a load was for: the first page, one page more, all pages to the end, or all loaded pages anew. */
export type LoadKind = 'first' | 'more' | 'all' | 'refresh';

export interface JobListState {
  /**
   * Newest first, as the service orders them; no id twice. Undefined before the first answer, unless a job was put.
   * The same array grows while pages are added, so that one more costs the same however many there are; every other change makes another.
   */
  readonly rows: readonly JobRow[] | undefined;
  /** What the service last said; null where it does not. */
  readonly total: number | null;
  readonly hasMore: boolean;
  readonly loading: LoadKind | null;
  readonly failure: { readonly during: LoadKind; readonly error: ServiceError } | null;
  /** Why paging ended before the service's own end, one sentence. */
  readonly note: string | null;
  /** Jobs known to have started above the loaded rows, seen as rows that shifted while paging. */
  readonly newer: number;
}

export interface LoadAllOptions {
  /** Told after each page. */
  readonly onProgress?: (loaded: number, total: number | null) => void;
  /** Ends the load early, what came is kept; asked after each page. */
  readonly until?: (rows: readonly JobRow[]) => boolean;
}

/** While all pages load, listeners hear of so many at a time. */
const pagesPerChange = 20;

/** Refreshing re-reads at most this many pages; rows beyond stay as they were. */
export const maxRefreshedPages = 20;

const nothing: JobListState = { rows: undefined, total: null, hasMore: false, loading: null, failure: null, note: null, newer: 0 };

/**
 * The jobs of the connected service, page by page. One load at a time; repeats are dropped by key; an answer of an
 * earlier connection never arrives; a failure keeps the rows. Its promises never reject: what went wrong is in the state.
 */
export class JobList {
  readonly #changed = new Emitter();
  readonly onDidChange = this.#changed.event;
  readonly #readAgain = new Emitter<readonly Job[]>();
  /** Tells the jobs that a refresh read, changed or not; before the change that it brings. */
  readonly onDidReadAgain = this.#readAgain.event;
  readonly #flight = new SingleFlight<LoadKind>();
  #source: PageSource | undefined;
  #state = nothing;
  /** The ids of `rows`. */
  #known = new Set<string>();
  #pages = 0;
  #lastPage: number | null = null;
  /** Pages of nothing but repeats, in a row. */
  #barrenPages = 0;
  #previousPage: JobsPage['jobs'] = [];
  #pageSize = 0;
  /** Repeats met while paging, and what stands above them: by so many rows the list has shifted since it was read from the top. */
  #shifted = 0;
  /** Rows met while paging that stand above the loaded rows or below them: it shows once a loaded one is met, or must have been. */
  #unplaced: JobRow[] = [];
  /** Rows known to stand above since then, which explain as much of the shift. */
  #put = 0;
  /** What the service said its total was when the list was read from the top. */
  #totalAtTop: number | null = null;
  #arrivedAbove = 0;
  /** Rows put in while a load is under way, which that load may not have seen. */
  #arrivals: JobRow[] = [];
  /** Loads that wait for a refresh to end. */
  #waiting = new AbortController();

  get state(): JobListState {
    return this.#state;
  }

  /** Jobs that were seen to have started above the loaded rows while these were followed. */
  get arrivedAbove(): number {
    return this.#arrivedAbove;
  }

  /** Drops everything and reads from another source from now on. */
  connect(source: PageSource | undefined): void {
    this.#abort();
    this.#source = source;
    this.#known = new Set();
    this.#pages = 0;
    this.#lastPage = null;
    this.#beginPaging([]);
    this.#put = 0;
    this.#totalAtTop = null;
    this.#arrivedAbove = 0;
    this.#arrivals = [];
    this.#set(nothing);
  }

  /** Loads the first page once: does nothing after the first answer, good or bad. */
  ensureLoaded(): Promise<void> {
    return this.#pages === 0 && this.#state.failure === null ? this.refresh() : this.#flight.landed;
  }

  /**
   * Loads the page after the last, and on to the first that brings a row. Waits for what is under way instead of
   * loading twice; after a refresh it loads all the same.
   */
  loadMore(): Promise<void> {
    if (this.#flight.kind === 'refresh') return this.#afterRefresh(() => this.loadMore());
    if (this.#flight.kind !== undefined || !this.#state.hasMore) return this.#flight.landed;
    return this.#start('more', (source, signal) => this.#readNext(source, signal));
  }

  /** Loads page after page to the end; `cancel` and a failure keep what came. Waits for what is under way as {@link loadMore} does. */
  loadAll(options: LoadAllOptions = {}): Promise<void> {
    if (this.#flight.kind === 'refresh') return this.#afterRefresh(() => this.loadAll(options));
    if (this.#flight.kind !== undefined || !this.#state.hasMore) return this.#flight.landed;
    return this.#start('all', (source, signal) => this.#readToEnd(source, signal, options));
  }

  /**
   * Re-reads the loaded pages in order and swaps them in one step; a failure half-way keeps the old rows.
   * @param readOn whether to read past the loaded pages for rows that newer jobs pushed there; a refresh nobody asked for
   *   does not, or the list would grow with every new job
   */
  refresh(readOn = true): Promise<void> {
    if (this.#flight.kind === 'first' || this.#flight.kind === 'refresh') return this.#flight.landed;
    return this.#start(this.#pages === 0 ? 'first' : 'refresh', (source, signal) => this.#readPagesAgain(source, signal, readOn));
  }

  /** Ends a load under way, and what waits for it, and keeps what came before. */
  cancel(): void {
    if (this.#flight.kind === undefined) return;
    this.#abort();
    this.#set({ ...this.#state, loading: null });
  }

  find(key: string): Job | undefined {
    const row = this.#state.rows?.find((each) => each.kind === 'job' && each.job.key === key);
    return row?.kind === 'job' ? row.job : undefined;
  }

  /** Puts a job that was just started first, whether or not the service lists it yet. */
  put(job: Job): void {
    const row = jobRow(job);
    const { rows = [], total } = this.#state;
    this.#arrivals.unshift(row);
    const known = this.#known.has(row.id);
    this.#known.add(row.id);
    if (!known) this.#put++;
    this.#set({ ...this.#state, rows: [row, ...rows.filter(({ id }) => id !== row.id)], total: total === null || known ? total : total + 1 });
  }

  /** Replaces the row of a job by newer data; does nothing where the job has no row. */
  update(job: Job): void {
    const row = jobRow(job);
    const { rows } = this.#state;
    if (rows === undefined || !this.#known.has(row.id)) return;
    this.#set({ ...this.#state, rows: rows.map((each) => (each.id === row.id ? row : each)) });
  }

  /** Takes what is new of loaded jobs; rows stay where they are. One change event, and none where nothing is new. */
  updateMany(jobs: readonly Job[]): void {
    this.#merge(jobs, this.#state.total, this.#arrivedAbove);
  }

  /**
   * Takes what is new of loaded jobs from a page that was read beside the list: rows stay where they are and none comes
   * in, those that started since are only counted. A load that reads all of it anew has its own say.
   */
  merge({ jobs, pagination }: JobsPage, number: number): void {
    const { rows, total } = this.#state;
    if (rows === undefined || this.#flight.kind === 'first' || this.#flight.kind === 'refresh') return;
    const readable = jobs.flatMap((each) => (each.kind === 'readable' ? [each.value] : []));
    // Where nothing stands yet, nothing can move.
    if (rows.length === 0 && jobs.length > 0) {
      if (this.#flight.kind === undefined) void this.refresh(false);
      return;
    }
    const isTop = number === 1 && (pagination.currentPage ?? 1) === 1;
    const lastKnown = readable.findLastIndex(({ key }) => this.#known.has(`job:${key}`));
    const top = lastKnown < 0 ? readable : readable.slice(0, lastKnown);
    const above = isTop ? top.filter(({ key }) => !this.#known.has(`job:${key}`)).length : this.#arrivedAbove;
    this.#merge(readable, pagination.total ?? total, above);
  }

  #merge(jobs: readonly Job[], total: number | null, above: number): void {
    const { rows } = this.#state;
    if (rows === undefined) return;
    const given = new Map(jobs.map((job) => [`job:${job.key}`, job]));
    const news = new Map<string, JobRow>();
    for (const row of rows) {
      const job = given.get(row.id);
      if (job !== undefined && tellsNews(job, row)) news.set(row.id, jobRow(job));
    }
    if (news.size === 0 && total === this.#state.total && above === this.#arrivedAbove) return;
    this.#arrivedAbove = above;
    this.#set({ ...this.#state, total, rows: news.size === 0 ? rows : rows.map((row) => news.get(row.id) ?? row) });
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

  /** `work` changes the state itself, at once after an answer that still counts; listeners hear of it when it is over. */
  #start(kind: LoadKind, work: (source: PageSource, signal: AbortSignal) => Promise<void>): Promise<void> {
    const source = this.#source;
    if (source === undefined) return Promise.resolve();
    // Before the first answer every row was put.
    this.#arrivals = this.#pages === 0 ? [...(this.#state.rows ?? [])] : [];
    const landed = this.#flight.start(
      kind,
      (signal) => work(source, signal),
      ({ error }) => this.#set({ ...this.#state, loading: null, failure: error === undefined ? null : { during: kind, error } }),
    );
    this.#set({ ...this.#state, loading: kind, failure: null });
    return landed;
  }

  async #readNext(source: PageSource, signal: AbortSignal): Promise<void> {
    const before = this.#state.rows?.length ?? 0;
    for (let asked = 0; asked < maxRefreshedPages; asked++) {
      const number = this.#pages + 1;
      const page = await source(number, signal);
      if (signal.aborted) return;
      this.#append(page, number);
      const { rows = [], hasMore } = this.#state;
      if (rows.length > before || !hasMore) return;
    }
  }

  async #readToEnd(source: PageSource, signal: AbortSignal, { onProgress, until }: LoadAllOptions): Promise<void> {
    for await (const { number, page } of pagesInOrder(source, this.#pages + 1, () => this.#lastPage, signal)) {
      if (signal.aborted) return;
      this.#append(page, number);
      const { rows = [], total, hasMore } = this.#state;
      onProgress?.(rows.length, total);
      if (!hasMore || until?.(rows) === true) return;
      if (number % pagesPerChange === 0) this.#changed.fire();
    }
  }

  /** Adds the page that follows what is loaded. */
  #append(page: JobsPage, number: number): void {
    const end = earlyEnd(page, number);
    if (end?.kind === 'otherPage') {
      this.#state = { ...this.#state, hasMore: false, note: end.note };
      return;
    }
    const { total, hasMore } = page.pagination;
    const rows = (this.#state.rows ?? []) as JobRow[];
    const started = startedBetween(this.#totalAtTop, total);
    const place = (number - 1) * this.#pageSize;
    const isLast = !hasMore || end !== undefined;
    const below = this.#below(pageRows(page.jobs, number), place < started, isLast);
    const fresh = below.filter(({ id }) => addedTo(this.#known, id));
    this.#shifted += below.length - fresh.length;
    this.#barrenPages = fresh.length === 0 ? this.#barrenPages + 1 : 0;
    // So many jobs that started push pages of loaded rows down here; where they did not, the service goes round in circles.
    const explained = place < started + rows.length;
    const loops = this.#barrenPages > 1 && !explained && (this.#barrenPages > maxRefreshedPages || isSamePage(page.jobs, this.#previousPage));
    this.#pages = number;
    this.#previousPage = page.jobs;
    this.#lastPage = lastPageOf(page);
    rows.push(...fresh);
    this.#state = {
      ...this.#state,
      rows,
      total,
      hasMore: !isLast && !loops,
      note: end?.note ?? (loops ? l10n.t('Paging ended: the service keeps sending jobs that were loaded before.') : null),
      newer: Math.max(0, this.#shifted - this.#put),
    };
  }

  /**
   * What of a page stands below the loaded rows, repeats included. Where more jobs started than there is room for above
   * the page, its rows may be some of these: they are where a loaded row comes after them, and else they are not.
   */
  #below(rows: JobRow[], mayBeAbove: boolean, isLast: boolean): JobRow[] {
    const unplaced = this.#unplaced.splice(0);
    const met = mayBeAbove || unplaced.length > 0 ? rows.findIndex(({ id }) => this.#known.has(id)) : -1;
    if (met >= 0) {
      this.#shifted += unplaced.length + met;
      return rows.slice(met);
    }
    if (!mayBeAbove || isLast) return [...unplaced, ...rows];
    this.#unplaced = [...unplaced, ...rows];
    return [];
  }

  /** Paging goes on below pages that were read from the top. */
  #beginPaging(lastPage: JobsPage['jobs']): void {
    this.#barrenPages = 0;
    this.#previousPage = lastPage;
    this.#shifted = 0;
    this.#unplaced = [];
  }

  async #readPagesAgain(source: PageSource, signal: AbortSignal, readOn: boolean): Promise<void> {
    const old = this.#pages === 0 ? [] : (this.#state.rows ?? []);
    const wanted = Math.min(Math.max(this.#pages, 1), maxRefreshedPages);
    const missing = new Set(old.map(({ id }) => id));
    const seen = new Set<string>();
    const rows: JobRow[] = [];
    let pushing = this.#put;
    let passed = false;
    let totalAtTop: number | null = null;
    for (let number = 1; ; number++) {
      const page = await source(number, signal);
      if (signal.aborted) return;
      const { total } = page.pagination;
      if (number === 1) {
        totalAtTop = total;
        this.#pageSize = page.jobs.length;
      }
      const end = earlyEnd(page, number);
      if (end?.kind !== 'otherPage' || number === 1) {
        const fresh = pageRows(page.jobs, number).filter(({ id }) => addedTo(seen, id));
        const found = fresh.filter(({ id }) => missing.delete(id)).length;
        pushing += page.jobs.length - found;
        // A page of other rows is one of new jobs, for as far down as the total says that there are such.
        const started = startedBetween(this.#totalAtTop, total);
        passed = found === 0 && fresh.length === page.jobs.length && missing.size < old.length && (number - 1) * page.jobs.length >= started;
        rows.push(...fresh);
      }
      const more = page.pagination.hasMore && end === undefined;
      // Jobs that started since (or meanwhile, which shows as repeats) pushed as many loaded rows past the last loaded
      // page: read on until they are found, or a page of other rows shows that those still missing are gone.
      const shiftedPages = !readOn || missing.size === 0 || passed ? 0 : Math.min(Math.ceil(pushing / Math.max(page.jobs.length, 1)), maxRefreshedPages);
      if (more && number < wanted + shiftedPages) continue;

      const finished = number >= this.#pages || (!page.pagination.hasMore && end === undefined);
      const tail = finished ? [] : old.slice(old.findLastIndex(({ id }) => seen.has(id)) + 1);
      const unlisted = this.#arrivals.filter(({ id }) => !seen.has(id) && seen.add(id));
      if (finished) this.#pages = number;
      this.#lastPage = lastPageOf(page);
      this.#beginPaging(page.jobs);
      this.#arrivedAbove = 0;
      this.#put = unlisted.length + (finished ? 0 : pushing);
      this.#totalAtTop = totalAtTop;
      const swapped = keepSame(this.#state.rows ?? [], [...unlisted, ...rows, ...tail.filter(({ id }) => !seen.has(id))]);
      this.#known = new Set(swapped.map(({ id }) => id));
      this.#state = {
        ...this.#state,
        rows: swapped,
        total,
        hasMore: finished || end !== undefined ? more : this.#state.hasMore,
        note: end?.note ?? (finished ? null : this.#state.note),
        newer: 0,
      };
      this.#readAgain.fire(rows.flatMap((row) => (row.kind === 'job' ? [row.job] : [])));
      return;
    }
  }

  #set(state: JobListState): void {
    this.#state = state;
    this.#changed.fire();
  }
}

interface EarlyEnd {
  kind: 'otherPage' | 'emptyPage';
  note: string;
}

/** Whether an answer shows that asking for further pages would only go round in circles. */
function earlyEnd({ jobs, pagination }: JobsPage, asked: number): EarlyEnd | undefined {
  const { currentPage, hasMore } = pagination;
  if (currentPage !== null && currentPage !== asked) {
    return { kind: 'otherPage', note: l10n.t('Paging ended: asked for page {0}, the service answered with page {1}.', asked, currentPage) };
  }
  if (hasMore && jobs.length === 0) {
    return { kind: 'emptyPage', note: l10n.t('Paging ended: page {0} is empty, although the service says that there is more.', asked) };
  }
  return undefined;
}

function jobRow(job: Job): JobRow {
  return { kind: 'job', id: `job:${job.key}`, job };
}

/** Whether a job says anything that its row does not know; what came late from before does not count. */
function tellsNews(job: Job, row: JobRow): boolean {
  if (row.kind !== 'job') return true;
  const [now, before] = [job.updatedAt, row.job.updatedAt].map((text) => (text == null ? null : parseTimestamp(text)));
  if (now != null && before != null && now < before) return false;
  // A single job may have more members than the list sends: leaving those out is no news.
  return Object.entries(job).some(([name, value]) => !isSameJson(value, row.job[name]));
}

/** Rows that were read again; those that read as before are the same objects, and all of them where none is another. */
function keepSame(before: readonly JobRow[], rows: readonly JobRow[]): readonly JobRow[] {
  const known = new Map(before.map((row) => [row.id, row]));
  const kept = rows.map((row) => {
    const old = known.get(row.id);
    return old !== undefined && isSameJson(old, row) ? old : row;
  });
  return kept.length === before.length && kept.every((row, index) => row === before[index]) ? before : kept;
}

function pageRows(jobs: JobsPage['jobs'], page: number): JobRow[] {
  return jobs.map((each, index) =>
    each.kind === 'readable' ? jobRow(each.value) : { kind: 'unreadable', id: unreadableId(each.raw, page, index), raw: each.raw, problem: each.problem },
  );
}

/** Whether a set did not hold an id that it holds now. Looked up once: among 100,000 ids that is what a page costs. */
function addedTo(ids: Set<string>, id: string): boolean {
  const { size } = ids;
  return ids.add(id).size > size;
}

/** How many jobs more there are by two answers, at least: some may be gone. */
function startedBetween(before: number | null, now: number | null): number {
  return before === null || now === null ? 0 : now - before;
}

/** Without a total nobody could tell whether pages that are read beside each other belong together. */
function lastPageOf({ pagination: { lastPage, total } }: JobsPage): number | null {
  return total === null ? null : lastPage;
}

function isSamePage(one: JobsPage['jobs'], other: JobsPage['jobs']): boolean {
  const ids = pageRows(other, 0).map(({ id }) => id);
  return one.length === other.length && pageRows(one, 0).every(({ id }, index) => id === ids[index]);
}

/** A damaged job keeps its key as identity where it has one; else its place has to do. */
function unreadableId(raw: unknown, page: number, index: number): string {
  const key = typeof raw === 'object' && raw !== null && 'key' in raw && typeof raw.key === 'string' && raw.key !== '' ? raw.key : undefined;
  return key === undefined ? `unreadable:${page}:${index}` : `job:${key}`;
}
