import * as l10n from '@vscode/l10n';
import { type Job, type JobRow, type JobsPage, type ReadableRow, jobRow } from '../../service/index.ts';
import { isSameJson } from '../util/json.ts';
import { isOlder } from './job.ts';
import type { KnownJobs } from './lastKnown.ts';

/** The loaded part of a job list, as plain data: each change makes a new object, see {@link appendPage} for what it shares. */
export interface JobPages {
  /** Newest first, as the service orders them; no id twice. Undefined before the first answer, unless a job was put first. */
  readonly rows: readonly JobRow[] | undefined;
  /** The index of each row by its id. */
  readonly places: ReadonlyMap<string, number>;
  /** When an earlier window read the rows, in epoch milliseconds; null once the service has answered. */
  readonly recalledAt: number | null;
  /** Number of loaded pages. */
  readonly count: number;
  /** When each loaded page was read, in epoch milliseconds. */
  readonly readAt: readonly number[];
  /** The rows that the last refresh did not read: the index of the first, and when the oldest of them were read. */
  readonly rest: { readonly from: number; readonly readAt: number } | null;
  /** Number of jobs that the loaded pages held, repeats included. */
  readonly read: number;
  /** Number of jobs that started above the loaded rows: each pushes one row to the next page, which so repeats it. */
  readonly newer: number;
  /** Rows whose position is unknown until a loaded row appears after them. */
  readonly unplaced: readonly JobRow[];
  /** Number of rows above those of the first page: jobs that were put first. */
  readonly unlisted: number;
  /** Ids of the jobs put first since the last load began: its answers may lack them. */
  readonly put: ReadonlySet<string>;
  /** Ids of the rows that took in a job since the last load began: its answers may be older. */
  readonly renewed: ReadonlySet<string>;
  /** Jobs that polling saw above the loaded rows. */
  readonly arrivedAbove: number;
  /** The service's last count of all jobs; null where it sends none. */
  readonly total: number | null;
  /** The total when the first page was read. */
  readonly totalAtTop: number | null;
  /** Whether the total fell after the first page was read: then jobs may have moved from a page to the one above it and be on neither. */
  readonly hasTotalFallen: boolean;
  readonly hasMore: boolean;
  /** The service's last page; null where it sends none, or no total, without which pages cannot be read ahead. */
  readonly lastPage: number | null;
  /** The page that was read last. */
  readonly previousPage: readonly JobRow[];
  /** Number of pages in a row that brought no row. */
  readonly barrenPages: number;
  /** Why paging ended before the service's own end, one sentence. */
  readonly note: string | null;
}

export const noPages: JobPages = {
  rows: undefined,
  places: new Map(),
  recalledAt: null,
  count: 0,
  readAt: [],
  rest: null,
  read: 0,
  newer: 0,
  unplaced: [],
  unlisted: 0,
  put: new Set(),
  renewed: new Set(),
  arrivedAbove: 0,
  total: null,
  totalAtTop: null,
  hasTotalFallen: false,
  hasMore: false,
  lastPage: null,
  previousPage: [],
  barrenPages: 0,
  note: null,
};

/** The most pages that a refresh reads again unless it is told otherwise, and the most pages of repeats that paging passes. */
export const maxRefreshedPages = 20;

export function findRow({ rows, places }: JobPages, id: string): JobRow | undefined {
  return rows?.[places.get(id) ?? -1];
}

/**
 * Adds the page that follows the loaded ones.
 *
 * The rows and their places grow in place: the only data that changes behind `readonly`. Otherwise the filter would begin
 * anew with each page, and page 2,000 would take some 200 times as long (`npm run bench -- onePageMore`).
 */
export function appendPage(pages: JobPages, page: JobsPage, number: number, now: number): JobPages {
  const end = earlyEnd(page, number);
  if (end?.kind === 'otherPage') return { ...pages, hasMore: false, note: end.note };
  const { total, hasMore } = page.pagination;
  const rows = (pages.rows ?? []) as JobRow[];
  const places = pages.rows === undefined ? new Map<string, number>() : (pages.places as Map<string, number>);
  const before = rows.length;
  const started = startedBetween(pages.totalAtTop, total);
  const isLast = !hasMore || end !== undefined;
  const { below, unplaced } = placed(pages, page.jobs, pages.read < started, isLast);
  for (const row of below) {
    if (places.has(row.id)) continue;
    places.set(row.id, rows.length);
    rows.push(row);
  }
  const read = pages.read + page.jobs.length;
  const barrenPages = rows.length === before ? pages.barrenPages + 1 : 0;
  // As many jobs as started push pages of loaded rows down here; without them the service goes round in circles.
  const isExplained = pages.read < started + rows.length;
  const isLoop = barrenPages > 1 && !isExplained && (barrenPages > maxRefreshedPages || haveSameIds(page.jobs, pages.previousPage));
  return {
    ...pages,
    rows,
    places,
    count: number,
    readAt: [...pages.readAt, now],
    read,
    newer: Math.max(0, read - rows.length - unplaced.length),
    unplaced,
    total,
    totalAtTop: number === 1 ? total : pages.totalAtTop,
    hasTotalFallen: number > 1 && (pages.hasTotalFallen || startedBetween(pages.total, total) < 0),
    hasMore: !isLast && !isLoop,
    lastPage: lastPageOf(page),
    previousPage: page.jobs,
    barrenPages,
    note: end?.note ?? (isLoop ? l10n.t('Paging ended: the service keeps sending jobs that were loaded before.') : null),
  };
}

/** The rows of an earlier window, in the place of those of as many pages until the service answers. */
export function recalled({ rows, total, pages, readAt }: KnownJobs): JobPages {
  return { ...noPages, rows, places: placesOf(rows), total, count: pages, lastPage: pages, readAt: Array<number>(pages).fill(readAt), recalledAt: readAt };
}

/**
 * Splits a page into what is below the loaded rows, repeats included, and what has no position yet. While jobs that started
 * since may fill the pages up to here, an unknown row may be one of them: it is if a loaded row follows it.
 */
function placed({ places, unplaced }: JobPages, rows: readonly JobRow[], mayBeAbove: boolean, isLast: boolean): { below: readonly JobRow[]; unplaced: readonly JobRow[] } {
  const loaded = mayBeAbove || unplaced.length > 0 ? rows.findIndex(({ id }) => places.has(id)) : -1;
  if (loaded >= 0) return { below: rows.slice(loaded), unplaced: [] };
  const all = unplaced.length === 0 ? rows : [...unplaced, ...rows];
  return mayBeAbove && !isLast ? { below: [], unplaced: all } : { below: all, unplaced: [] };
}

/** Puts a job first that was just started, whether or not the service lists it yet. */
export function putFirst(pages: JobPages, job: Job): JobPages {
  const row = jobRow(job);
  const rows = [row, ...(pages.rows ?? []).filter(({ id }) => id !== row.id)];
  const place = pages.places.get(row.id);
  const total = pages.total === null || place !== undefined ? pages.total : pages.total + 1;
  const rest = pages.rest && { ...pages.rest, from: place !== undefined && place < pages.rest.from ? pages.rest.from : pages.rest.from + 1 };
  const unlisted = place !== undefined && place < pages.unlisted ? pages.unlisted : pages.unlisted + 1;
  return { ...pages, rows, places: placesOf(rows), rest, unlisted, put: new Set([...pages.put, row.id]), total };
}

/** Takes what is new of loaded jobs; rows stay where they are. The same pages where nothing is new. */
export function mergeJobs(pages: JobPages, jobs: readonly Job[]): JobPages {
  return mergeRows(pages, jobs.map(jobRow));
}

/** A row of several with one key takes nothing from a job that is the only one with it: that may be another. */
function mergeRows(pages: JobPages, read: readonly ReadableRow[]): JobPages {
  const rows = [...(pages.rows ?? [])];
  const renewed = new Set(pages.renewed);
  let isChanged = false;
  for (const newer of read) {
    const place = pages.places.get(newer.id) ?? -1;
    const row = rows[place];
    if (row === undefined || row.isRepeated !== newer.isRepeated || !tellsNews(newer.job, row)) continue;
    rows[place] = newer;
    renewed.add(row.id);
    isChanged = true;
  }
  return isChanged ? { ...pages, rows, renewed } : pages;
}

/** As {@link mergeJobs}, with a page that was read beside the list: jobs that started since are only counted. */
export function mergeRead(pages: JobPages, { jobs, pagination }: JobsPage, number: number): JobPages {
  const readable = jobs.filter((row) => row.kind === 'job');
  const isLoaded = ({ id }: JobRow) => pages.places.has(id);
  const lastLoaded = readable.findLastIndex(isLoaded);
  const above = lastLoaded < 0 ? readable : readable.slice(0, lastLoaded);
  const isTop = number === 1 && (pagination.currentPage ?? 1) === 1;
  const arrivedAbove = isTop ? above.filter((row) => !isLoaded(row)).length : pages.arrivedAbove;
  const total = pagination.total ?? pages.total;
  const merged = mergeRows(pages, readable);
  const hasTotalFallen = pages.hasTotalFallen || startedBetween(pages.total, total) < 0;
  return total === pages.total && arrivedAbove === pages.arrivedAbove ? merged : { ...merged, total, hasTotalFallen, arrivedAbove };
}

/** The jobs of rows that could be read. */
export function jobsIn(rows: readonly JobRow[]): Job[] {
  return rows.flatMap((row) => (row.kind === 'job' ? [row.job] : []));
}

export function placesOf(rows: readonly JobRow[]): Map<string, number> {
  return new Map(rows.map(({ id }, index) => [id, index]));
}

/** Whether a job holds a member that its row lacks or has with another value; false for an answer older than the row. */
function tellsNews(job: Job, row: JobRow): boolean {
  if (row.kind !== 'job') return true;
  if (isOlder(job, row.job)) return false;
  // A single job may have more members than the list sends: leaving those out is no news.
  return Object.entries(job).some(([name, value]) => !isSameJson(value, row.job[name]));
}

interface EarlyEnd {
  readonly kind: 'otherPage' | 'emptyPage';
  readonly note: string;
}

/** Whether an answer shows that asking for further pages would only go round in circles. */
export function earlyEnd({ jobs, pagination: { currentPage, hasMore } }: JobsPage, asked: number): EarlyEnd | undefined {
  if (currentPage !== null && currentPage !== asked) {
    return { kind: 'otherPage', note: l10n.t('Paging ended: asked for page {0}, the service answered with page {1}.', asked, currentPage) };
  }
  if (hasMore && jobs.length === 0) {
    return { kind: 'emptyPage', note: l10n.t('Paging ended: page {0} is empty, although the service says that there is more.', asked) };
  }
  return undefined;
}

/** How many more jobs there are by two answers; more may have started, because others are gone. */
export function startedBetween(before: number | null, now: number | null): number {
  return before === null || now === null ? 0 : now - before;
}

export function lastPageOf({ pagination: { lastPage, total } }: JobsPage): number | null {
  return total === null ? null : lastPage;
}

function haveSameIds(one: readonly JobRow[], other: readonly JobRow[]): boolean {
  return one.length === other.length && one.every(({ id }, index) => id === other[index]?.id);
}
