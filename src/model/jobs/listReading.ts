import { type JobRow, type JobsPage, type ServiceErrorKind } from '../../service/index.ts';
import { parseTimestamp } from '../../text/time.ts';
import { isSameList } from '../util/json.ts';
import { jobState } from './job.ts';
import { JobList } from './jobList.ts';
import { earlyEnd, skippedRows } from './jobPages.ts';
import type { JobReader } from './jobReader.ts';
import { type PageSource, pagesInOrder } from './pagesInOrder.ts';

/** Fewer than the Jobs view sends, so that what a person asks for goes first. */
const pagesAtOnce = 2;

/** The pages that are read unasked: the newest, and the last ones, where work is forgotten. */
const [newestPages, lastPages] = [80, 20];

/** Most jobs of one page to ask for by key. */
const mostAsked = 20;

/** Failures after which other pages may still be read. */
const pageFailures: readonly ServiceErrorKind[] = ['notFound', 'rejected', 'serverFault', 'unreadable'];

interface Rows {
  /** Each job once, in the service's order. */
  readonly rows: readonly JobRow[];
  /** How many of the rows are from the first page on without a gap; the others are the last of the list. */
  readonly first: number;
}

export interface ReadJobs extends Rows {
  /** The number of jobs by the service's latest answer; null if it sends none. */
  readonly total: number | null;
  /** Whether the list was read to its end. */
  readonly isWhole: boolean;
  /** Whether one reading met every job that the total names. */
  readonly isExact: boolean;
  /** How the first page is sorted by start. */
  readonly order: 'newestFirst' | 'oldestFirst' | 'mixed';
  /** Number of jobs removed since `to`; which ones is unknown, so the rows are as of then. */
  readonly went: number;
  /** When the rows were read, in epoch milliseconds. */
  readonly from: number;
  readonly to: number;
  /** Why paging ended early. */
  readonly note: string | null;
  readonly failedPage: number | null;
}

/** What the answers say of the list. */
interface Answers extends Pick<ReadJobs, 'from' | 'order' | 'total'> {
  readonly latest: number;
  /** When the total was sent. */
  readonly totalAt: number;
  readonly perPage: number;
  /** The first job of the first answer, and the total then. */
  readonly top: Pick<ReadJobs, 'total'> & { readonly id: string | undefined };
}

/** @param isReading whether all pages are being read; else only the first page tells the total, because it shows all jobs that started */
function withAnswer(known: Answers | undefined, number: number, { jobs, pagination: { total } }: JobsPage, isReading: boolean, now: number): Answers {
  const counted = known === undefined || isReading || number === 1 ? { total, totalAt: now } : { total: known.total, totalAt: known.totalAt };
  const { from = now, order = 'newestFirst', perPage = 1, top = { id: jobs[0]?.id, total } } = known ?? {};
  return { ...counted, from, top, latest: now, perPage: Math.max(perPage, jobs.length), order: number === 1 ? orderOf(jobs) : order };
}

/** One reading of a service's list, which then follows the changes of what it read. */
export class ListReading {
  readonly #source: PageSource;
  readonly #reader: JobReader;
  readonly #list = new JobList(pagesAtOnce);
  /** The rows of the last pages, where the pages before them were not read. */
  #last: readonly JobRow[] = [];
  #joined: Rows = { rows: [], first: 0 };
  #answers: Answers | undefined;
  /** Whether no job went unnoticed while all pages were read. */
  #isConfirmed = false;
  /** Number of jobs that were not read, less those that went while others were; undefined while pages are read. */
  #unread: number | undefined;
  /** The rows when the service last counted as many jobs. */
  #certain: (Rows & { readonly at: number }) | undefined;
  #failedPage: number | null = null;
  /** The page with active jobs that was read again last. */
  #again = 1;

  constructor(source: PageSource, reader: JobReader) {
    this.#reader = reader;
    this.#source = async (number, signal) => {
      const page = await source(number, signal);
      this.#answers = withAnswer(this.#answers, number, page, this.#unread === undefined, Date.now());
      return page;
    };
    this.#list.connect(this.#source);
  }

  /** Undefined before the first answer. */
  get jobs(): ReadJobs | undefined {
    const { rows: listed, note, hasMore, count } = this.#list.state;
    if (listed === undefined || this.#answers === undefined) return undefined;
    const { from, latest, order, total } = this.#answers;
    const went = this.#went;
    const { rows, first, at } = went > 0 && this.#certain !== undefined ? { ...this.#stillThere(this.#certain), at: this.#certain.at } : { ...this.#rows, at: latest };
    const isWhole = !hasMore && this.#failedPage === null;
    const isMet = total === null ? count === 1 : total === rows.length && this.#isConfirmed;
    return { rows, first, total, went, note, order, from: Math.min(from, at), to: at, isWhole, isExact: isWhole && note === null && went === 0 && isMet, failedPage: this.#failedPage };
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
    this.#unread = this.#certain = undefined;
    this.#failedPage = null;
    const isEnough = () => !all && list.state.count >= newestPages && (list.state.lastPage ?? Infinity) > newestPages + lastPages;
    if (list.state.count === 0 || (list.state.hasMore && !isEnough())) await list.loadAll({ signal, until: isEnough, onProgress: onDidRead });
    signal.throwIfAborted();
    const { hasMore, lastPage, count, failure, note } = list.state;
    if (failure !== null) {
      this.#failedPage = count + 1;
      if (count === 0 || !pageFailures.includes(failure.error.kind)) throw failure.error;
    }
    const next = count + (failure === null ? 1 : 2);
    if (hasMore && lastPage !== null && !all && this.#last.length === 0) await this.#readLast(Math.max(next, lastPage - lastPages + 1), signal);
    if (failure !== null) throw failure.error;
    if (!hasMore && note === null && !this.#isConfirmed) await this.#confirm(signal);
  }

  /** Reads what is new, and one page again that holds active jobs. Rejects with a {@link ServiceError}; returns whether anything changed. */
  async follow(signal: AbortSignal): Promise<boolean> {
    const { rows } = this.#rows;
    this.#unread ??= (this.#answers?.total ?? 0) - rows.length;
    this.#certain ??= { ...this.#rows, at: this.#answers?.totalAt ?? 0 };
    await this.#readTop(signal);
    if (this.#went === 0) this.#certain = { ...this.#rows, at: this.#answers?.totalAt ?? 0 };
    const number = this.#nextAgain();
    // Whether the total counts the jobs that were dropped is known only from the next answer.
    if (number !== undefined && (await this.#readAgain(number, signal))) await this.#readTop(signal);
    return this.#rows.rows !== rows;
  }

  dispose(): void {
    this.#list.dispose();
  }

  /** The rows of the list and of the last pages; the same array while nothing changes, unless pages are appended to it. */
  get #rows(): Rows {
    const { rows = [], places } = this.#list.state;
    const last = this.#last.filter(({ id }) => !places.has(id));
    if (last.length === 0) return { rows, first: rows.length };
    const all = [...rows, ...last];
    if (!isSameList(all, this.#joined.rows)) this.#joined = { rows: all, first: rows.length };
    return this.#joined;
  }

  /** Number of removed jobs that are not known by key. */
  get #went(): number {
    const total = this.#answers?.total ?? null;
    return this.#unread === undefined || total === null ? 0 : Math.max(0, this.#rows.rows.length + this.#unread - total);
  }

  #stillThere({ rows, first }: Rows): Rows {
    const there = new Set(this.#rows.rows.map(({ id }) => id));
    const isThere = ({ id }: JobRow) => there.has(id);
    return { rows: rows.filter(isThere), first: rows.slice(0, first).filter(isThere).length };
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
      // Some of the last pages alone would look like the end of the list.
      this.#last = [];
      this.#failedPage ??= number;
      throw thrown;
    }
  }

  /** Reads the first page again: if as many jobs were added above the old ones as the total grew by, none was removed meanwhile. */
  async #confirm(signal: AbortSignal): Promise<void> {
    this.#last = [];
    if (this.#list.state.count > 1) await this.#readTop(signal);
    this.#isConfirmed = this.#rows.rows.length === this.#answers?.total && (this.#list.state.count <= 1 || this.#wereOnlyAdded(this.#answers.top));
  }

  /** Whether as many jobs are above an earlier first one as the total grew by since. */
  #wereOnlyAdded(top: Answers['top']): boolean {
    const { total } = this.#answers ?? {};
    return top.id !== undefined && top.total !== null && total != null && this.#list.placeOf(top.id) === total - top.total;
  }

  /** Reads the first page again, and more until one ends with a job that was known. */
  async #readTop(signal: AbortSignal): Promise<void> {
    const { places, rows } = this.#list.state;
    const top = { id: rows?.[0]?.id, total: this.#answers?.total ?? null };
    await this.#list.refresh({ most: 1, signal });
    signal.throwIfAborted();
    const { failure, rows: now = [] } = this.#list.state;
    if (failure !== null) throw failure.error;
    // Only a single page shows one moment.
    if (!now.slice(0, this.#answers?.perPage).some(({ id }) => places.has(id))) this.#isConfirmed &&= this.#wereOnlyAdded(top);
  }

  /** The next page that holds jobs that are not completed, in turn; the first one is read anyway. */
  #nextAgain(): number | undefined {
    const { rows, first } = this.#rows;
    const { total, perPage } = this.#answers ?? { total: null, perPage: 1 };
    // The place of the last rows is known from the end of the list.
    const shift = (total ?? rows.length) - rows.length;
    const pages = rows.flatMap((row, index) => (row.kind === 'job' && jobState(row.job) === 'completed' ? [] : Math.floor((index < first ? index : index + shift) / perPage) + 1));
    const next = pages.find((page) => page > this.#again) ?? pages.find((page) => page > 1);
    this.#again = next ?? 1;
    return next;
  }

  /** Returns whether jobs were dropped. */
  async #readAgain(number: number, signal: AbortSignal): Promise<boolean> {
    const page = await this.#source(number, signal);
    signal.throwIfAborted();
    if (earlyEnd(page, number) !== undefined) return false;
    this.#list.merge(page, number);
    const found = new Map(page.jobs.map((row) => [row.id, row]));
    if (this.#last.some(({ id }) => found.has(id))) this.#last = this.#last.map((row) => found.get(row.id) ?? row);
    const gone = await this.#goneFrom(page, signal);
    if (gone.size === 0 || this.#answers === undefined) return false;
    this.#list.drop(gone);
    this.#last = this.#last.filter(({ id }) => !gone.has(id));
    const less = <Counted extends Pick<ReadJobs, 'total'>>(counted: Counted) => ({ ...counted, total: counted.total === null ? null : counted.total - gone.size });
    this.#answers = { ...less(this.#answers), top: less(this.#answers.top) };
    return true;
  }

  /** The ids of the jobs that a page skips, and of which the service says that they do not exist. */
  async #goneFrom(page: JobsPage, signal: AbortSignal): Promise<Set<string>> {
    const gone = new Set<string>();
    for (const row of skippedRows(this.#rows.rows, page).slice(0, mostAsked)) {
      if (row.kind !== 'job' || row.isRepeated === true) continue;
      const { kind } = await this.#reader.readSingle(row.job.key, signal);
      signal.throwIfAborted();
      if (kind === 'gone') gone.add(row.id);
      else if (kind !== 'single') break;
    }
    return gone;
  }
}

function orderOf(rows: readonly JobRow[]): ReadJobs['order'] {
  const starts = rows.flatMap((row) => (row.kind === 'job' ? (parseTimestamp(row.job.startedAt) ?? []) : []));
  const steps = starts.slice(1).map((start, index) => start - (starts[index] ?? 0));
  const [rises, falls] = [steps.filter((step) => step > 0).length, steps.filter((step) => step < 0).length];
  return falls >= 9 * rises ? 'newestFirst' : rises >= 9 * falls ? 'oldestFirst' : 'mixed';
}
