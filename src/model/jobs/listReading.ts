import { type JobRow, type JobsPage, type ServiceErrorKind } from '../../service/index.ts';
import { parseTimestamp } from '../../text/time.ts';
import { isSameList } from '../util/json.ts';
import { jobState } from './job.ts';
import { createJobList } from './jobList.ts';
import { earlyEnd } from './pagingNotes.ts';
import { jobsIn, indexesOf, skippedRows } from './jobPages.ts';
import type { JobReader } from './jobReader.ts';
import { type PageSource, pagesInOrder } from './pagesInOrder.ts';

/** Fewer than the Jobs view sends, so that what a person asks for goes first. */
const pagesAtOnce = 2;

/**
 * The pages that are read unasked: the first ones, and the last, where most services have the oldest work.
 */
const [firstPages, lastPages] = [80, 20];

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

/**
 * @param isReading whether all pages are being read; else only the first page tells the total, because it
 * shows all jobs that started
 */
function withAnswer(
  known: Answers | undefined,
  number: number,
  { jobs, pagination: { total } }: JobsPage,
  isReading: boolean,
  now: number,
): Answers {
  const counted =
    known === undefined || isReading || number === 1
      ? { total, totalAt: now }
      : { total: known.total, totalAt: known.totalAt };
  const { from = now, order = 'newestFirst', perPage = 1, top = { id: jobs[0]?.id, total } } = known ?? {};
  return {
    ...counted,
    from,
    top,
    latest: now,
    perPage: Math.max(perPage, jobs.length),
    order: number === 1 ? orderOf(jobs) : order,
  };
}

export type ListReading = ReturnType<typeof createListReading>;

/** One reading of a service's list, which then follows the changes of what it read. */
export function createListReading(service: PageSource, reader: JobReader) {
  const list = createJobList(pagesAtOnce);
  /** The rows of the last pages, where the pages before them were not read. */
  let last: readonly JobRow[] = [];
  let answers: Answers | undefined;
  /** Whether no job went unnoticed while all pages were read. */
  let isConfirmed = false;
  /**
   * By how many jobs the service's total exceeded the rows when the reading ended; undefined while pages are
   * read.
   */
  let unread: number | undefined;
  /** The rows as of the last answer that showed no removed job. */
  let certain: (Rows & { readonly at: number }) | undefined;
  let failedPage: number | null = null;
  /** The page with active jobs that was read again last. */
  let lastAgain = 1;

  const source: PageSource = async (number, signal) => {
    const page = await service(number, signal);
    answers = withAnswer(answers, number, page, unread === undefined, Date.now());
    return page;
  };
  list.connect(source);

  /** The rows of the list and of the last pages. */
  const read = (): Rows => {
    const { rows = [], rowIndexes } = list.state;
    const others = last.filter(({ id }) => !rowIndexes.has(id));
    return { rows: others.length === 0 ? rows : [...rows, ...others], first: rows.length };
  };
  /** Number of removed jobs that are not known by key. */
  const countWent = () =>
    unread === undefined || answers?.total == null
      ? 0
      : Math.max(0, read().rows.length + unread - answers.total);
  /** Whether as many jobs are above an earlier first one as the total grew by since. */
  const wereOnlyAdded = (top: Answers['top']) =>
    top.id !== undefined &&
    top.total !== null &&
    answers?.total != null &&
    list.rowIndex(top.id) === answers.total - top.total;

  const readLast = async (from: number, signal: AbortSignal) => {
    let next = from;
    try {
      for await (const { number, page } of pagesInOrder(source, {
        from,
        lastPage: () => list.state.lastPage,
        pagesAtOnce,
        signal,
      })) {
        if (signal.aborted || earlyEnd(page, number) !== undefined) return;
        const known = indexesOf(last);
        last = [...last, ...page.jobs.filter(({ id }) => !known.has(id))];
        next = number + 1;
        if (!page.pagination.hasMore) return;
        // Pages of a list without an end are not its last ones.
        if (next > from + 2 * lastPages) return void (last = []);
      }
    } catch (thrown) {
      // Some of the last pages alone would look like the end of the list.
      last = [];
      failedPage ??= next;
      throw thrown;
    }
  };
  /** Reads the first page again, and more until one ends with a job that was known. */
  const readTop = async (signal: AbortSignal) => {
    const { rowIndexes, rows } = list.state;
    const top = { id: rows?.[0]?.id, total: answers?.total ?? null };
    await list.refresh({ most: 1, signal });
    signal.throwIfAborted();
    const { failure, rows: now = [] } = list.state;
    if (failure !== null) throw failure.error;
    // Only a single page shows one moment.
    if (!now.slice(0, answers?.perPage).some(({ id }) => rowIndexes.has(id))) {
      isConfirmed &&= wereOnlyAdded(top);
    }
  };
  /**
   * Reads the first page again: if as many jobs were added above the old ones as the total grew by, none was
   * removed meanwhile.
   */
  const confirm = async (signal: AbortSignal) => {
    last = [];
    if (list.state.count > 1) await readTop(signal);
    isConfirmed =
      read().rows.length === answers?.total && (list.state.count <= 1 || wereOnlyAdded(answers.top));
  };
  /** The next page that holds jobs that are not completed, in turn; the first one is read anyway. */
  const nextAgain = () => {
    const { rows, first } = read();
    const { total, perPage } = answers ?? { total: null, perPage: 1 };
    // The place of the last rows is known from the end of the list.
    const shift = (total ?? rows.length) - rows.length;
    const pages = rows.flatMap((row, index) =>
      row.kind === 'job' && jobState(row.job) === 'completed'
        ? []
        : Math.floor((index < first ? index : index + shift) / perPage) + 1,
    );
    const next = pages.find((page) => page > lastAgain) ?? pages.find((page) => page > 1);
    lastAgain = next ?? 1;
    return next;
  };
  /** The ids of the jobs that a page skips, and of which the service says that they do not exist. */
  const goneFrom = async (page: JobsPage, signal: AbortSignal) => {
    const gone = new Set<string>();
    for (const row of skippedRows(read().rows, page).slice(0, mostAsked)) {
      if (row.kind !== 'job') continue;
      const { kind } = await reader.readSingle(row.job.key, signal);
      signal.throwIfAborted();
      if (kind === 'gone') gone.add(row.id);
      else if (kind !== 'single') break;
    }
    return gone;
  };
  /** Returns whether jobs were dropped. */
  const readAgain = async (number: number, signal: AbortSignal) => {
    const page = await source(number, signal);
    signal.throwIfAborted();
    if (earlyEnd(page, number) !== undefined) return false;
    list.merge(page, number);
    const found = new Map(page.jobs.map((row) => [row.id, row]));
    last = last.map((row) => found.get(row.id) ?? row);
    const gone = await goneFrom(page, signal);
    if (gone.size === 0 || answers === undefined) return false;
    list.drop(gone);
    last = last.filter(({ id }) => !gone.has(id));
    const less = <Counted extends Pick<ReadJobs, 'total'>>(counted: Counted) => ({
      ...counted,
      total: counted.total === null ? null : counted.total - gone.size,
    });
    answers = { ...less(answers), top: less(answers.top) };
    return true;
  };

  return {
    /** Undefined before the first answer. */
    get jobs(): ReadJobs | undefined {
      const { rows: listed, note, hasMore, count } = list.state;
      if (listed === undefined || answers === undefined) return undefined;
      const { from, latest, order, total } = answers;
      const went = countWent();
      const { rows, first, at } = went > 0 && certain !== undefined ? certain : { ...read(), at: latest };
      const isWhole = !hasMore && note === null && failedPage === null;
      const isMet = total === null ? count === 1 : total === rows.length && isConfirmed;
      return {
        rows,
        first,
        total,
        went,
        note,
        order,
        from: Math.min(from, at),
        to: at,
        isWhole,
        isExact: isWhole && went === 0 && isMet,
        failedPage,
      };
    },
    row: (id: string): JobRow | undefined => list.row(id) ?? last.find((row) => row.id === id),
    /**
     * Reads pages that were not read: all, or the first and the last ones. Rejects with the {@link
     * ServiceError} of a page that failed; what was read is kept, and the next call goes on from there.
     */
    async read(all: boolean, signal: AbortSignal, onDidRead: () => void): Promise<void> {
      unread = certain = undefined;
      failedPage = null;
      const isEnough = () =>
        !all &&
        list.state.count >= firstPages &&
        Math.max(list.state.lastPage ?? Infinity, list.state.count) > firstPages + lastPages;
      if (list.state.count === 0 || (list.state.hasMore && !isEnough())) {
        await list.loadAll({ signal, until: isEnough, onProgress: onDidRead });
      }
      signal.throwIfAborted();
      const { hasMore, lastPage, count, failure, note } = list.state;
      if (failure !== null) {
        failedPage = count + 1;
        if (count === 0 || !pageFailures.includes(failure.error.kind)) throw failure.error;
      }
      const next = count + (failure === null ? 1 : 2);
      if (hasMore && lastPage !== null && !all && last.length === 0) {
        await readLast(Math.max(next, lastPage - lastPages + 1), signal);
      }
      if (failure !== null) throw failure.error;
      if (!hasMore && note === null && !isConfirmed) await confirm(signal);
    },
    /**
     * Reads what is new, and one page again that holds active jobs. Rejects with a {@link ServiceError};
     * returns whether anything changed.
     */
    async follow(signal: AbortSignal): Promise<boolean> {
      const { rows } = read();
      unread ??= (answers?.total ?? 0) - rows.length;
      certain ??= { ...read(), at: answers?.totalAt ?? 0 };
      await readTop(signal);
      if (countWent() === 0) certain = { ...read(), at: answers?.totalAt ?? 0 };
      const number = nextAgain();
      // Whether the total counts the jobs that were dropped is known only from the next answer.
      if (number !== undefined && (await readAgain(number, signal))) await readTop(signal);
      return !isSameList(read().rows, rows);
    },
    dispose: () => list.dispose(),
  };
}

function orderOf(rows: readonly JobRow[]): ReadJobs['order'] {
  const starts = jobsIn(rows).flatMap(({ startedAt }) => parseTimestamp(startedAt) ?? []);
  const steps = starts.slice(1).map((start, index) => start - (starts[index] ?? 0));
  const [rises, falls] = [steps.filter((step) => step > 0).length, steps.filter((step) => step < 0).length];
  return falls >= 9 * rises ? 'newestFirst' : rises >= 9 * falls ? 'oldestFirst' : 'mixed';
}
