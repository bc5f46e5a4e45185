import { type Job, type JobRow, type JobsPage, jobRow } from '../../service/index.ts';
import { isSameJson } from '../util/json.ts';
import type { KnownJobs } from './lastKnown.ts';
import { type OrderedPage, growth } from './pagesInOrder.ts';
import { changedNote, earlyEnd, loopNote, noteOf } from './pagingNotes.ts';

/**
 * The loaded part of a job list. Each change makes a new object; {@link appendPage} shares its rows with the
 * previous one.
 */
export interface JobPages {
  /** In service order, with unique ids. Undefined before the first answer, unless a job was put first. */
  readonly rows: readonly JobRow[] | undefined;
  /** The index of each row by its id. */
  readonly rowIndexes: ReadonlyMap<string, number>;
  /** When an earlier window read the rows, in epoch milliseconds; null once the service has answered. */
  readonly recalledAt: number | null;
  /** Number of loaded pages. */
  readonly count: number;
  /** When the first page was read, in epoch milliseconds. */
  readonly readAt: number;
  /** The rows that the last refresh did not read: the index of the first, and when the oldest was read. */
  readonly notRefreshed: { readonly from: number; readonly readAt: number } | null;
  /** Number of jobs that are known to have started above the loaded rows. */
  readonly newer: number;
  /** Ids of jobs that were put first and that no answer has listed yet. */
  readonly locallyAddedIds: ReadonlySet<string>;
  /** The service's latest count of all jobs; null if it sends none. */
  readonly total: number | null;
  readonly hasMore: boolean;
  /**
   * The number of the last page; null if the service does not send it, or sends no total, or none of all
   * jobs: without one, pages cannot be read ahead.
   */
  readonly lastPage: number | null;
  /** Why jobs may be missing, as one sentence. */
  readonly note: string | null;
  /** Whether jobs may be missing because others were removed while the pages were read. */
  readonly mayLack: boolean;
  /** Number of jobs that the answers held twice under the same key, and that are left out. */
  readonly sameKeys: number;
  /** Number of jobs that the service sent on the loaded pages, including repeats. */
  readonly sent: number;
  /** The totals when the first and the last page were read. */
  readonly totalAtTop: number | null;
  readonly totalAtEnd: number | null;
  /** Rows whose position is unknown until a loaded row appears after them. */
  readonly unpositionedRows: readonly JobRow[];
  /** Number of consecutive pages, up to the last one, with no new job. */
  readonly pagesWithoutNewRows: number;
}

export const noPages: JobPages = {
  rows: undefined,
  rowIndexes: new Map(),
  recalledAt: null,
  count: 0,
  readAt: 0,
  notRefreshed: null,
  newer: 0,
  locallyAddedIds: new Set(),
  total: null,
  hasMore: false,
  lastPage: null,
  note: null,
  mayLack: false,
  sameKeys: 0,
  sent: 0,
  totalAtTop: null,
  totalAtEnd: null,
  unpositionedRows: [],
  pagesWithoutNewRows: 0,
};

/** Most pages that a refresh reads by default, and most consecutive pages of repeats that paging accepts. */
export const maxRefreshedPages = 20;

/**
 * Adds the page that follows the loaded ones, or a loaded one that was read again, with the rows that have
 * moved to it.
 *
 * Rows and their indexes grow in place, although they are `readonly`: with a copy for each page, page 2,000
 * would take about 200 times as long.
 */
export function appendPage(before: JobPages, ordered: OrderedPage, now: number): JobPages {
  const { number, page } = ordered;
  const pages = { ...before, mayLack: before.mayLack || ordered.mayLack };
  if (number <= pages.count) return withPageAgain(pages, ordered);
  const end = earlyEnd(page, number);
  if (end !== undefined && number > 1) return { ...pages, hasMore: false, note: end };
  const { total } = page.pagination;
  const hasMore = page.pagination.hasMore && end === undefined;
  const pagesWithoutNewRows = hasNewRow(pages, page) ? 0 : pages.pagesWithoutNewRows + 1;
  const placed = withPlacedRows(pages, ordered, hasMore);
  const isLoop = pagesWithoutNewRows >= maxRefreshedPages;
  const sent = pages.sent + sentOn(page);
  const sameKeys = pages.sameKeys + (page.sameKeys ?? 0);
  const added = {
    ...placed,
    ...(number === 1 && { readAt: now, totalAtTop: total }),
    sameKeys,
    sent,
  };
  return {
    ...added,
    count: number,
    newer: Math.max(pages.newer, Math.min(countRepeats(added), growth(added.totalAtTop, total))),
    total,
    hasMore: hasMore && !isLoop,
    lastPage: lastPageOf(page),
    note: end ?? (isLoop ? loopNote() : noteOf(page, added)),
    totalAtEnd: total,
    pagesWithoutNewRows,
  };
}

/** Adds the rows that have moved to a loaded page. */
function withPageAgain(pages: JobPages, ordered: OrderedPage): JobPages {
  if (earlyEnd(ordered.page, ordered.number) !== undefined) return pages;
  const { hasMore } = ordered.page.pagination;
  const note = pages.mayLack ? changedNote() : pages.note;
  return { ...withPlacedRows(pages, ordered, hasMore), hasMore, note };
}

/** Number of jobs that came on a further page again, because jobs above them have moved them down. */
export function countRepeats({ rows = [], unpositionedRows, sent, sameKeys }: JobPages): number {
  return Math.max(0, sent - sameKeys - rows.length - unpositionedRows.length);
}

function hasNewRow({ rowIndexes }: JobPages, { jobs }: JobsPage): boolean {
  // Entries without a key look new on each page.
  return jobs.some((row) => !rowIndexes.has(row.id) && (row.kind === 'job' || row.key !== undefined));
}

type FilledPages = JobPages & { readonly rows: readonly JobRow[] };

/**
 * Adds the rows of a page that follow the loaded rows. While enough jobs have started to reach down to the
 * page, an unknown row may be one of them; it is, if a loaded row follows it.
 */
function withPlacedRows(pages: JobPages, { number, page }: OrderedPage, hasMore: boolean): FilledPages {
  const started = growth(pages.totalAtTop, page.pagination.total);
  const isAgain = number <= pages.count;
  const sentAbove = isAgain ? (number - 1) * perPageOf(pages) : pages.sent;
  const mayBeAbove = sentAbove < started;
  if (!mayBeAbove && pages.unpositionedRows.length === 0) return withRows(pages, page.jobs, []);
  const loaded = page.jobs.findIndex(({ id }) => pages.rowIndexes.has(id));
  if (loaded >= 0) return withRows(pages, page.jobs.slice(loaded), []);
  const unknown = [...pages.unpositionedRows, ...page.jobs];
  return mayBeAbove && hasMore ? withRows(pages, [], unknown) : withRows(pages, unknown, []);
}

/** Adds the rows that are new, in place. */
function withRows(
  pages: JobPages,
  more: readonly JobRow[],
  unpositionedRows: readonly JobRow[],
): FilledPages {
  const isFirst = pages.rows === undefined;
  const rows = (pages.rows ?? []) as JobRow[];
  const rowIndexes = isFirst ? new Map<string, number>() : (pages.rowIndexes as Map<string, number>);
  for (const row of more) {
    if (rowIndexes.has(row.id)) continue;
    rowIndexes.set(row.id, rows.length);
    rows.push(row);
  }
  return { ...pages, rows, rowIndexes, unpositionedRows };
}

/** The usual number of jobs on a loaded page. */
function perPageOf({ sent, count }: JobPages): number {
  return Math.max(1, Math.ceil(sent / Math.max(1, count)));
}

/** Number of jobs that the service sent on a page. */
export function sentOn({ jobs, sameKeys = 0 }: JobsPage): number {
  return jobs.length + sameKeys;
}

/** Whether the rows are all jobs of the service, as far as its answers tell. */
export function isWhole({ rows, hasMore, note, newer, recalledAt }: JobPages): boolean {
  return rows !== undefined && recalledAt === null && !hasMore && note === null && newer === 0;
}

/** The state with the rows of an earlier window, which the first answer replaces. */
export function recalled({ rows, total, pages, readAt }: KnownJobs): JobPages {
  return {
    ...noPages,
    rows,
    rowIndexes: indexesOf(rows),
    total,
    count: pages,
    lastPage: pages,
    readAt,
    recalledAt: readAt,
  };
}

/**
 * Puts a new job first, even before the service lists it; alone, it is no complete list.
 * @param reading whether the first pages are being read, whose answers may lack the job
 */
export function putFirst(pages: JobPages, job: Job, reading: 'reading' | 'idle'): JobPages {
  const row = jobRow(job);
  const rows = [row, ...(pages.rows ?? []).filter(({ id }) => id !== row.id)];
  const index = pages.rowIndexes.get(row.id);
  const isAnswerAhead = reading === 'reading' || pages.count === 0;
  return {
    ...pages,
    rows,
    rowIndexes: indexesOf(rows),
    notRefreshed: pages.notRefreshed && afterPutFirst(pages.notRefreshed, index),
    locallyAddedIds: isAnswerAhead ? new Set([...pages.locallyAddedIds, row.id]) : pages.locallyAddedIds,
    total: pages.total === null || index !== undefined ? pages.total : pages.total + 1,
    hasMore: pages.hasMore || pages.count === 0,
  };
}

function afterPutFirst(
  notRefreshed: NonNullable<JobPages['notRefreshed']>,
  index: number | undefined,
): JobPages['notRefreshed'] {
  const isFromAbove = index !== undefined && index < notRefreshed.from;
  return isFromAbove ? notRefreshed : { ...notRefreshed, from: notRefreshed.from + 1 };
}

/** Updates loaded rows in place. Returns the same object if nothing is new. */
export function mergeRows(pages: JobPages, read: readonly JobRow[]): JobPages {
  const { rows: before = [], rowIndexes } = pages;
  const changed = read.flatMap((newer) => {
    const index = rowIndexes.get(newer.id);
    const isChanged = index !== undefined && newer.kind === 'job' && !isSameJson(before[index], newer);
    return isChanged ? [{ index, newer }] : [];
  });
  if (changed.length === 0) return pages;
  const rows = [...before];
  for (const { index, newer } of changed) rows[index] = newer;
  return { ...pages, rows };
}

/**
 * As {@link mergeRows}, with a page that was read outside of the list; newly started jobs are only counted.
 */
export function mergePage(pages: JobPages, page: JobsPage, number: number): JobPages {
  const total = page.pagination.total ?? pages.total;
  const newer = number === 1 ? countNewer(pages, page, total) : pages.newer;
  const merged = mergeRows(pages, page.jobs);
  return total === pages.total && newer === pages.newer ? merged : { ...merged, total, newer };
}

/** Number of jobs that the first page shows above the loaded rows. */
function countNewer(pages: JobPages, { jobs }: JobsPage, total: number | null): number {
  const readable = jobs.filter((row) => row.kind === 'job');
  const isLoaded = ({ id }: JobRow) => pages.rowIndexes.has(id);
  const lastLoaded = readable.findLastIndex(isLoaded);
  if (lastLoaded >= 0) return readable.slice(0, lastLoaded).filter((row) => !isLoaded(row)).length;
  // A page of new jobs alone may be one of several.
  return Math.max(readable.length, growth(pages.totalAtTop, total));
}

export function jobsIn(rows: readonly JobRow[]): Job[] {
  return rows.flatMap((row) => (row.kind === 'job' ? [row.job] : []));
}

export function indexesOf(rows: readonly JobRow[]): Map<string, number> {
  return new Map(rows.map(({ id }, index) => [id, index]));
}

export function lastPageOf({ jobs, pagination: { lastPage, total } }: JobsPage): number | null {
  return (total ?? 0) > jobs.length ? lastPage : null;
}
