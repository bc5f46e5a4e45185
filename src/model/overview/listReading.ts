import { type JobRow, type JobsPage, ServiceError, toServiceError } from '../../service/index.ts';
import { parseTimestamp } from '../../text/time.ts';
import { jobState } from '../jobs/job.ts';
import { JobList } from '../jobs/jobList.ts';
import { earlyEnd } from '../jobs/jobPages.ts';
import type { JobReader } from '../jobs/jobReader.ts';
import { type PageSource, pagesInOrder } from '../jobs/pagesInOrder.ts';

/** Fewer than the Jobs view sends, so that what a person asks for goes first. */
const pagesAtOnce = 2;

/** The pages that are read unasked: the newest, and the last ones, where work is forgotten. */
const [newestPages, lastPages] = [80, 20];

/** Most jobs of one page to ask for by key. */
const mostAsked = 20;

/** What {@link ListReading} has read, as of one moment. */
export interface ReadJobs {
  /** Each job once, in the service's order. */
  readonly rows: readonly JobRow[];
  /** How many of the rows are from the first page on without a gap; the others are the last of the list. */
  readonly first: number;
  /** The number of jobs by the service's latest answer; null if it sends none. */
  readonly total: number | null;
  /** Whether the list was read to its end. */
  readonly isWhole: boolean;
  /** Whether one reading met every job that the total names. */
  readonly isExact: boolean;
  /** How the first page is sorted by start. */
  readonly order: 'newestFirst' | 'oldestFirst' | 'mixed';
  /** Number of jobs that went since `to`, unknown which ones; the rows are as of then. */
  readonly went: number;
  /** When the rows were read, in epoch milliseconds. */
  readonly from: number;
  readonly to: number;
  /** Why paging ended early. */
  readonly note: string | null;
  /** The page that could not be read. */
  readonly failedPage: number | null;
}

/** The rows when the service last counted as many jobs. */
interface CertainRows extends Pick<ReadJobs, 'rows' | 'first'> {
  readonly at: number;
}

/** One reading of a service's list, which then follows the changes of what it read. */
export class ListReading {
  readonly #source: PageSource;
  readonly #reader: JobReader;
  readonly #list = new JobList(pagesAtOnce);
  /** The rows of the last pages, where the pages before them were not read. */
  #last: readonly JobRow[] = [];
  #read: Pick<ReadJobs, 'rows' | 'first'> = { rows: [], first: 0 };
  #perPage = 1;
  #order: ReadJobs['order'] = 'newestFirst';
  #from = 0;
  #latest = 0;
  /** When the first page was read, or any page while all are read, and the total then. */
  #to = 0;
  #total: number | null = null;
  /** The first job of the first answer, and the total then less the jobs dropped since. */
  #top: { readonly id: string | undefined; total: number | null } | undefined;
  /** Whether no job went unnoticed while all pages were read. */
  #isConfirmed = false;
  /** Number of jobs that were not read, less those that went while others were; undefined while pages are read. */
  #unread: number | undefined;
  #certain: CertainRows | undefined;
  #failedPage: number | null = null;
  /** The page with active jobs that was read again last. */
  #again = 1;

  constructor(source: PageSource, reader: JobReader) {
    this.#reader = reader;
    this.#source = async (number, signal) => {
      const page = await source(number, signal);
      this.#latest = Date.now();
      this.#from ||= this.#latest;
      if (number === 1 || this.#unread === undefined) [this.#to, this.#total] = [this.#latest, page.pagination.total];
      this.#perPage = Math.max(this.#perPage, page.jobs.length);
      if (number === 1) this.#order = orderOf(page.jobs);
      this.#top ??= { id: page.jobs[0]?.id, total: page.pagination.total };
      return page;
    };
    this.#list.connect(this.#source);
  }

  /** Number of pages read from the first on. */
  get pages(): number {
    return this.#list.state.count;
  }

  /** Undefined before the first answer. */
  get jobs(): ReadJobs | undefined {
    const { rows: listed, note } = this.#list.state;
    const total = this.#total;
    if (listed === undefined || this.#top === undefined) return undefined;
    const went = this.#went;
    const { rows, first, at } = went > 0 && this.#certain !== undefined ? this.#stillThere(this.#certain) : { ...this.#rows, at: this.#latest };
    const isMet = total === null ? this.#list.state.count === 1 : total === rows.length && this.#isConfirmed;
    return {
      rows, first, total, went, note, order: this.#order, from: Math.min(this.#from, at), to: at,
      isWhole: this.#isWhole, isExact: this.#isWhole && note === null && went === 0 && isMet, failedPage: this.#failedPage,
    };
  }

  row(id: string): JobRow | undefined {
    return this.#list.row(id) ?? this.#last.find((row) => row.id === id);
  }

  /**
   * Reads pages that were not read: all, or the newest and the last ones. Rejects with the {@link ServiceError} of a page
   * that failed; what was read is kept, and the next call goes on from there.
   */
  async read(all: boolean, signal: AbortSignal, onDidRead: () => void): Promise<void> {
    const list = this.#list;
    this.#unread = undefined;
    this.#failedPage = null;
    const isEnough = () => !all && list.state.count >= newestPages && (list.state.lastPage ?? Infinity) > newestPages + lastPages;
    const onProgress = list.onDidChange(onDidRead);
    try {
      if (list.state.count === 0 || (list.state.hasMore && !isEnough())) await list.loadAll({ signal, until: isEnough, onProgress: onDidRead });
      signal.throwIfAborted();
      const { hasMore, lastPage, count } = list.state;
      const failure = list.state.failure?.error;
      if (failure !== undefined) this.#failedPage = count + 1;
      if (failure !== undefined && (count === 0 || !concernsOnePage(failure))) throw failure;
      if (hasMore && lastPage !== null && !all && this.#last.length === 0) await this.#readLast(Math.max(count + (failure === undefined ? 1 : 2), lastPage - lastPages + 1), signal);
      if (failure !== undefined) throw failure;
      if (!hasMore && !this.#isConfirmed) await this.#confirm(signal);
    } finally {
      onProgress.dispose();
      this.#unread = (this.#total ?? 0) - this.#rows.rows.length;
      this.#certain = { ...this.#rows, at: this.#to };
    }
  }

  /** Reads what is new, and one page again that holds active jobs. Rejects with a {@link ServiceError}; returns whether anything changed. */
  async follow(signal: AbortSignal): Promise<boolean> {
    const { rows } = this.#rows;
    await this.#readTop(signal);
    if (this.#went === 0) this.#certain = { ...this.#rows, at: this.#to };
    const number = this.#nextAgain();
    if (number !== undefined && (await this.#readAgain(number, signal))) await this.#readTop(signal);
    return this.#rows.rows !== rows;
  }

  dispose(): void {
    this.#list.dispose();
  }

  get #isWhole(): boolean {
    const { rows, hasMore } = this.#list.state;
    return rows !== undefined && !hasMore && this.#failedPage === null;
  }

  /** The rows of the list and of the last pages; the same array while nothing changes, unless pages are appended to it. */
  get #rows(): Pick<ReadJobs, 'rows' | 'first'> {
    const { rows = [], places } = this.#list.state;
    const last = this.#last.filter(({ id }) => !places.has(id));
    if (last.length === 0) return { rows, first: rows.length };
    const all = [...rows, ...last];
    if (all.length !== this.#read.rows.length || all.some((row, index) => row !== this.#read.rows[index])) this.#read = { rows: all, first: rows.length };
    return this.#read;
  }

  /** Number of jobs that went, unknown which ones. */
  get #went(): number {
    return this.#unread === undefined || this.#total === null ? 0 : Math.max(0, this.#rows.rows.length + this.#unread - this.#total);
  }

  #stillThere({ rows, first, at }: CertainRows): CertainRows {
    const there = new Set(this.#rows.rows.map(({ id }) => id));
    const isThere = ({ id }: JobRow) => there.has(id);
    return { rows: rows.filter(isThere), first: rows.slice(0, first).filter(isThere).length, at };
  }

  async #readLast(from: number, signal: AbortSignal): Promise<void> {
    let number = from;
    try {
      for await (const { number: read, page } of pagesInOrder(this.#source, from, () => this.#list.state.lastPage, signal, pagesAtOnce)) {
        if (signal.aborted || earlyEnd(page, read) !== undefined) return;
        const known = new Set(this.#last.map(({ id }) => id));
        this.#last = [...this.#last, ...page.jobs.filter(({ id }) => !known.has(id))];
        number = read + 1;
        if (!page.pagination.hasMore) return;
      }
    } catch (thrown) {
      if (!(thrown instanceof ServiceError)) throw thrown;
      // Some of the last pages alone would look like the end of the list.
      this.#last = [];
      this.#failedPage ??= number;
      throw thrown;
    }
  }

  /** Reads the first page again: if as many jobs were added above the old ones as the total grew by, none was removed meanwhile. */
  async #confirm(signal: AbortSignal): Promise<void> {
    this.#last = [];
    const list = this.#list;
    if (list.state.count > 1) await this.#readTop(signal);
    this.#isConfirmed = list.state.rows?.length === this.#total && (list.state.count <= 1 || this.#wereOnlyAdded(this.#top));
  }

  /** Whether as many jobs are above an earlier first one as the total grew by since. */
  #wereOnlyAdded(top: { readonly id: string | undefined; readonly total: number | null } | undefined): boolean {
    return top?.id !== undefined && top.total !== null && this.#total !== null && this.#list.placeOf(top.id) === this.#total - top.total;
  }

  /** Reads the first page again, and more until one holds a job that was known. */
  async #readTop(signal: AbortSignal): Promise<void> {
    const list = this.#list;
    const { places, rows } = list.state;
    const top = { id: rows?.[0]?.id, total: this.#total };
    for (let pages = 1; ; pages *= 2) {
      await list.refresh({ most: pages, readOn: false, signal });
      signal.throwIfAborted();
      const { failure, rows: now = [] } = list.state;
      if (failure !== null) throw failure.error;
      if (pages >= lastPages || places.size === 0 || now.slice(0, pages * this.#perPage).some(({ id }) => places.has(id))) {
        // Only one page is of one moment.
        if (pages > 1) this.#isConfirmed &&= this.#wereOnlyAdded(top);
        return;
      }
    }
  }

  /** The next page that holds jobs that are not completed, in turn; the first one is read anyway. */
  #nextAgain(): number | undefined {
    const { rows, first } = this.#rows;
    // The place of the last rows is known from the end of the list.
    const shift = (this.#total ?? rows.length) - rows.length;
    const pages = rows.flatMap((row, index) => (row.kind === 'job' && jobState(row.job) === 'completed' ? [] : Math.floor((index < first ? index : index + shift) / this.#perPage) + 1));
    const next = pages.find((page) => page > this.#again) ?? pages.find((page) => page > 1);
    this.#again = next ?? 1;
    return next;
  }

  /** Returns whether jobs were dropped: whether the total counts them is known only from the next answer. */
  async #readAgain(number: number, signal: AbortSignal): Promise<boolean> {
    const page = await this.#source(number, signal);
    signal.throwIfAborted();
    if (earlyEnd(page, number) !== undefined) return false;
    this.#list.merge(page, number);
    const found = new Map(page.jobs.map((row) => [row.id, row]));
    if (this.#last.some(({ id }) => found.has(id))) this.#last = this.#last.map((row) => found.get(row.id) ?? row);
    return this.#dropGone(page, signal);
  }

  /** Drops the jobs that a page skips, if the service says of each that it does not exist. */
  async #dropGone(page: JobsPage, signal: AbortSignal): Promise<boolean> {
    const gone = new Set<string>();
    const ask = (key: string, isListed = false) => this.#reader.readSingle(key, signal, () => isListed);
    for (const row of skippedRows(this.#rows.rows, page).slice(0, mostAsked)) {
      if (row.kind !== 'job' || row.isRepeated === true) continue;
      let { kind } = await ask(row.job.key);
      const listed = page.jobs.find((each) => each.kind === 'job');
      if (kind === 'unclear' && listed?.kind === 'job') {
        // Shows whether the service supports single jobs at all.
        await ask(listed.job.key, true);
        ({ kind } = await ask(row.job.key));
      }
      signal.throwIfAborted();
      if (kind === 'gone') gone.add(row.id);
      else if (kind !== 'single') break;
    }
    if (gone.size === 0) return false;
    this.#list.drop(gone);
    this.#last = this.#last.filter(({ id }) => !gone.has(id));
    if (this.#top?.total != null) this.#top.total -= gone.size;
    if (this.#total !== null) this.#total -= gone.size;
    return true;
  }
}

/** The rows between those of a page that it does not have; at the end of the list also the rows after them. */
export function skippedRows(rows: readonly JobRow[], { jobs, pagination }: JobsPage): readonly JobRow[] {
  const onPage = new Set(jobs.map(({ id }) => id));
  const first = rows.findIndex(({ id }) => onPage.has(id));
  if (first < 0) return [];
  const end = pagination.hasMore ? rows.findLastIndex(({ id }) => onPage.has(id)) : rows.length;
  return rows.slice(first, end).filter(({ id }) => !onPage.has(id));
}

function orderOf(rows: readonly JobRow[]): ReadJobs['order'] {
  const starts = rows.flatMap((row) => (row.kind === 'job' ? (parseTimestamp(row.job.startedAt) ?? []) : []));
  const [rises, falls] = [1, -1].map((sign) => starts.filter((start, index) => index > 0 && sign * (start - (starts[index - 1] ?? 0)) > 0).length) as [number, number];
  return falls >= 9 * rises ? 'newestFirst' : rises >= 9 * falls ? 'oldestFirst' : 'mixed';
}

/** Whether pages after a failed one may still be read. */
function concernsOnePage(error: unknown): boolean {
  return ['notFound', 'rejected', 'serverFault', 'unreadable'].includes(toServiceError('page', error).kind);
}
