import * as l10n from '@vscode/l10n';
import { type Job, type JobRow, type JobsPage, jobRow } from '../../service/index.ts';
import { formatNumber, formatProgress } from '../../text/number.ts';
import { isSameJson, isSameList } from '../util/json.ts';
import type { KnownJobs } from './lastKnown.ts';

/**
 * The loaded part of a job list. Each change makes a new object; {@link appendPage} shares its rows with the
 * previous one.
 */
export interface JobPages {
  /** In service order, with unique ids. Undefined before the first answer, unless a job was put first. */
  readonly rows: readonly JobRow[] | undefined;
  /** The index of each row by its id. */
  readonly places: ReadonlyMap<string, number>;
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
  /** Number of jobs that the answers held twice under the same key, and that are left out. */
  readonly sameKeys: number;
  /** Number of jobs on the loaded pages, including repeats. */
  readonly read: number;
  /** The totals when the first and the last page were read. */
  readonly totalAtTop: number | null;
  readonly totalAtEnd: number | null;
  /** Rows whose position is unknown until a loaded row appears after them. */
  readonly unplaced: readonly JobRow[];
  /** Consecutive pages, up to the last one, with no new job: the ids of the jobs of each. */
  readonly barren: readonly (readonly string[])[];
}

export const noPages: JobPages = {
  rows: undefined,
  places: new Map(),
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
  sameKeys: 0,
  read: 0,
  totalAtTop: null,
  totalAtEnd: null,
  unplaced: [],
  barren: [],
};

/** Most pages that a refresh reads by default, and most consecutive pages of repeats that paging accepts. */
export const maxRefreshedPages = 20;

/**
 * Adds the page that follows the loaded ones.
 *
 * Rows and places grow in place, although they are `readonly`: with a copy for each page, page 2,000 would
 * take about 200 times as long.
 */
export function appendPage(pages: JobPages, page: JobsPage, number: number, now: number): JobPages {
  const end = earlyEnd(page, number);
  if (number <= pages.count) {
    // Rows that a loaded page has only now were moved there by removed jobs above; at the top of the list,
    // those above the first loaded one have just started.
    const missed =
      number > 1
        ? page.jobs
        : page.jobs.slice(
            Math.max(
              0,
              page.jobs.findIndex(({ id }) => pages.places.has(id)),
            ),
          );
    return end === undefined ? withRows(pages, missed) : pages;
  }
  if (end !== undefined && number > 1) return { ...pages, hasMore: false, note: end };
  const { total, hasMore } = page.pagination;
  const ids = page.jobs.map(({ id }) => id);
  // Entries without a key look new on each page.
  const barren = page.jobs.every(({ id, kind }) => kind !== 'job' || pages.places.has(id))
    ? [...pages.barren, ids]
    : [];
  const started = growth(pages.totalAtTop, total);
  // Repeats are explained by as many newly started jobs; unexplained ones mean that the service repeats its
  // pages.
  const isUnexplained = pages.read >= started + pages.places.size;
  const isLast = !hasMore || end !== undefined;
  const { below, unplaced } = placed(pages, page.jobs, pages.read < started, isLast);
  const { rows, places } = withRows(pages, below);
  const sameKeys = pages.sameKeys + (page.sameKeys ?? 0);
  const read = pages.read + page.jobs.length;
  // Also where a second page is the last one: no third can show that it is the first one again.
  const before = isLast && number === 2 ? [...places.keys()] : barren.at(-2);
  const isLoop =
    isUnexplained && (barren.length > maxRefreshedPages || (before !== undefined && isSameList(ids, before)));
  return {
    ...pages,
    ...(number === 1 && { readAt: now, totalAtTop: total }),
    rows,
    places,
    count: number,
    newer: Math.max(pages.newer, read - rows.length - unplaced.length),
    total,
    hasMore: !isLast && !isLoop,
    lastPage: lastPageOf(page),
    note:
      end ??
      (isLoop
        ? l10n.t('Paging ended: the service keeps sending jobs that were loaded before.')
        : sameKeys === pages.sameKeys && pages.note !== null
          ? pages.note
          : (shortfall(page, read + sameKeys) ?? noteOfSameKeys(sameKeys))),
    sameKeys,
    read,
    totalAtEnd: total,
    unplaced,
    barren,
  };
}

/** Whether the rows are all jobs of the service, as far as its answers tell. */
export function isWhole({ rows, hasMore, note, newer, recalledAt }: JobPages): boolean {
  return rows !== undefined && recalledAt === null && !hasMore && note === null && newer === 0;
}

/** Adds the rows that are new, in place. */
function withRows(pages: JobPages, more: readonly JobRow[]): JobPages & { readonly rows: readonly JobRow[] } {
  const rows = (pages.rows ?? []) as JobRow[];
  const places = pages.rows === undefined ? new Map<string, number>() : (pages.places as Map<string, number>);
  for (const row of more) {
    if (places.has(row.id)) continue;
    places.set(row.id, rows.length);
    rows.push(row);
  }
  return { ...pages, rows, places };
}

/** Says that jobs may be missing because others were removed while the pages were read. */
export function withDoubt(pages: JobPages): JobPages {
  return {
    ...pages,
    note:
      pages.note ??
      l10n.t(
        'Many jobs were removed while they were read, so that others may be missing. Refresh to read them again.',
      ),
  };
}

/** The state with the rows of an earlier window, which the first answer replaces. */
export function recalled({ rows, total, pages, readAt }: KnownJobs): JobPages {
  return {
    ...noPages,
    rows,
    places: placesOf(rows),
    total,
    count: pages,
    lastPage: pages,
    readAt,
    recalledAt: readAt,
  };
}

/**
 * Splits a page into rows that follow the loaded rows and rows that may precede them. While enough jobs have
 * started to reach down to this page, an unknown row may be one of them; it is, if a loaded row follows it.
 */
function placed(
  { places, unplaced }: JobPages,
  rows: readonly JobRow[],
  mayBeAbove: boolean,
  isLast: boolean,
): { below: readonly JobRow[]; unplaced: readonly JobRow[] } {
  const loaded = mayBeAbove || unplaced.length > 0 ? rows.findIndex(({ id }) => places.has(id)) : -1;
  if (loaded >= 0) return { below: rows.slice(loaded), unplaced: [] };
  const all = [...unplaced, ...rows];
  return mayBeAbove && !isLast ? { below: [], unplaced: all } : { below: all, unplaced: [] };
}

/**
 * Puts a new job first, even before the service lists it; alone, it is no complete list.
 * @param isReading whether the first pages are being read, whose answers may lack it
 */
export function putFirst(pages: JobPages, job: Job, isReading: boolean): JobPages {
  const row = jobRow(job);
  const rows = [row, ...(pages.rows ?? []).filter(({ id }) => id !== row.id)];
  const place = pages.places.get(row.id);
  const total = pages.total === null || place !== undefined ? pages.total : pages.total + 1;
  const notRefreshed = pages.notRefreshed && {
    ...pages.notRefreshed,
    from:
      place !== undefined && place < pages.notRefreshed.from
        ? pages.notRefreshed.from
        : pages.notRefreshed.from + 1,
  };
  return {
    ...pages,
    rows,
    places: placesOf(rows),
    notRefreshed,
    locallyAddedIds:
      isReading || pages.count === 0 ? new Set([...pages.locallyAddedIds, row.id]) : pages.locallyAddedIds,
    total,
    hasMore: pages.hasMore || pages.count === 0,
  };
}

/** Updates loaded rows in place. Returns the same object if nothing is new. */
export function mergeRows(pages: JobPages, read: readonly JobRow[]): JobPages {
  const { rows: before = [], places } = pages;
  const changed = read.flatMap((newer) => {
    const place = places.get(newer.id);
    const isChanged = place !== undefined && newer.kind === 'job' && !isSameJson(before[place], newer);
    return isChanged ? [{ place, newer }] : [];
  });
  if (changed.length === 0) return pages;
  const rows = [...before];
  for (const { place, newer } of changed) rows[place] = newer;
  return { ...pages, rows };
}

/**
 * As {@link mergeRows}, with a page that was read outside of the list; newly started jobs are only counted.
 */
export function mergePage(pages: JobPages, { jobs, pagination }: JobsPage, number: number): JobPages {
  const readable = jobs.filter((row) => row.kind === 'job');
  const isLoaded = ({ id }: JobRow) => pages.places.has(id);
  const lastLoaded = readable.findLastIndex(isLoaded);
  const above = readable
    .slice(0, lastLoaded < 0 ? readable.length : lastLoaded)
    .filter((row) => !isLoaded(row)).length;
  const total = pagination.total ?? pages.total;
  // A page of new jobs alone may be one of several.
  const newer =
    number > 1 ? pages.newer : lastLoaded < 0 ? Math.max(above, growth(pages.totalAtTop, total)) : above;
  const merged = mergeRows(pages, jobs);
  return total === pages.total && newer === pages.newer ? merged : { ...merged, total, newer };
}

/** Removes rows. Returns the same object if it has none of them. */
export function withoutRows(pages: JobPages, ids: ReadonlySet<string>): JobPages {
  const rows = (pages.rows ?? []).filter(({ id }) => !ids.has(id));
  return rows.length === (pages.rows ?? []).length ? pages : { ...pages, rows, places: placesOf(rows) };
}

/**
 * The loaded rows between those of a page that it does not have; at the end of the list also the rows after
 * them.
 */
export function skippedRows(rows: readonly JobRow[], { jobs, pagination }: JobsPage): readonly JobRow[] {
  const onPage = placesOf(jobs);
  const first = rows.findIndex(({ id }) => onPage.has(id));
  if (first < 0) return [];
  const end = pagination.hasMore ? rows.findLastIndex(({ id }) => onPage.has(id)) : rows.length;
  return rows.slice(first, end).filter(({ id }) => !onPage.has(id));
}

export function jobsIn(rows: readonly JobRow[]): Job[] {
  return rows.flatMap((row) => (row.kind === 'job' ? [row.job] : []));
}

export function placesOf(rows: readonly JobRow[]): Map<string, number> {
  return new Map(rows.map(({ id }, index) => [id, index]));
}

/**
 * Why an answer ends paging early, if it does, as one sentence: further requests would repeat pages forever.
 */
export function earlyEnd(
  { jobs, pagination: { currentPage, hasMore } }: JobsPage,
  requested: number,
): string | undefined {
  if (currentPage !== null && currentPage !== requested) {
    return l10n.t(
      'Paging ended: asked for page {0}, the service answered with page {1}.',
      requested,
      currentPage,
    );
  }
  return hasMore && jobs.length === 0
    ? l10n.t('Paging ended: page {0} is empty, although the service says that there is more.', requested)
    : undefined;
}

/** The sentence for a last page that comes before the service has sent as many jobs as it counts. */
export function shortfall({ pagination: { hasMore, total } }: JobsPage, read: number): string | null {
  return !hasMore && read < (total ?? 0)
    ? l10n.t(
        'Paging ended: the service sent {0} jobs and names no further page.',
        formatProgress(read, total),
      )
    : null;
}

export function noteOfSameKeys(count: number): string | null {
  if (count === 0) return null;
  return count === 1
    ? l10n.t('1 job came twice under the same key.')
    : l10n.t('{0} jobs came twice under the same key.', formatNumber(count));
}

/** Growth of the total between two answers; more jobs may have started if others were removed. */
export function growth(before: number | null, now: number | null): number {
  return before === null || now === null ? 0 : now - before;
}

export function lastPageOf({ jobs, pagination: { lastPage, total } }: JobsPage): number | null {
  return (total ?? 0) > jobs.length ? lastPage : null;
}
