import type { JobRow, JobsPage } from '../../service/index.ts';
import { isSameJson, isSameList } from '../util/json.ts';
import {
  type JobPages,
  indexesOf,
  lastPageOf,
  maxRefreshedPages,
  mergePage,
  noPages,
  sentOn,
} from './jobPages.ts';
import { earlyEnd, noteOf } from './pagingNotes.ts';
import { growth } from './pagesInOrder.ts';

interface RefreshGoal {
  /** Number of loaded pages to read again. */
  readonly pages: number;
  /** Whether to read further pages for rows that newer jobs pushed down. */
  readonly readOn: boolean;
}

/** Whether a refresh that has read these first pages needs another page to find the loaded rows again. */
export function needsMorePages(loaded: JobPages, read: readonly JobsPage[], goal: RefreshGoal): boolean {
  const last = read.at(-1);
  if (last === undefined) return true;
  if (!last.pagination.hasMore || earlyEnd(last, read.length) !== undefined) return false;
  if (read.length < goal.pages) return true;
  if (!goal.readOn || loaded.count === 0 || read.length >= goal.pages + maxRefreshedPages) return false;
  // Each job that has started since has pushed the loaded rows down by one.
  const pushedDown = growth(loaded.totalAtTop, last.pagination.total);
  return sentBy(read) < wantedRows(loaded, goal.pages) + pushedDown || lacksAddedJob(loaded, read);
}

/** Number of rows on these first of the loaded pages. */
export function wantedRows({ rows = [], unpositionedRows, count }: JobPages, pages: number): number {
  return Math.round(((rows.length + unpositionedRows.length) * pages) / Math.max(count, 1));
}

/** How many jobs the service lists above one that no answer has listed yet is unknown. */
function lacksAddedJob({ locallyAddedIds }: JobPages, read: readonly JobsPage[]): boolean {
  if (locallyAddedIds.size === 0) return false;
  const found = new Set(rowsOf(read).map(({ id }) => id));
  return [...locallyAddedIds].some((id) => !found.has(id));
}

function sentBy(read: readonly JobsPage[]): number {
  return read.reduce((sent, page) => sent + sentOn(page), 0);
}

/** The rows of the first pages, without repeats. */
export function rowsOf(read: readonly JobsPage[]): JobRow[] {
  const rows = new Map<string, JobRow>();
  for (const [index, page] of read.entries()) {
    if (index > 0 && earlyEnd(page, index + 1) !== undefined) continue;
    for (const row of page.jobs) if (!rows.has(row.id)) rows.set(row.id, row);
  }
  return [...rows.values()];
}

interface RefreshTime {
  /** When the first page was requested. */
  readonly readAt: number;
  /** Whether jobs may be missing because others were removed while the pages were read. */
  readonly mayLack: boolean;
}

/** Replaces the first loaded pages by newly read ones, and keeps the rows of later pages that follow them. */
function replacePages(loaded: JobPages, read: readonly JobsPage[], time: RefreshTime): JobPages {
  const last = read.at(-1);
  if (last === undefined) return loaded;
  const first = firstPages(read, last, time);
  const readRows = rowsOf(read);
  const found = new Set(readRows.map(({ id }) => id));
  const isPart = first.hasMore && read.length < loaded.count;
  const later = isPart ? rowsAfter(loaded, readRows).filter(({ id }) => !found.has(id)) : [];
  const added = (loaded.rows ?? []).filter(({ id }) => loaded.locallyAddedIds.has(id) && !found.has(id));
  const rows = withSameObjects(loaded, [...added, ...readRows, ...later]);
  return {
    ...first,
    rows,
    rowIndexes: indexesOf(rows),
    locallyAddedIds: new Set(added.map(({ id }) => id)),
    ...(later.length > 0 && {
      ...laterPages(loaded, read, readRows.length + later.length),
      notRefreshed: {
        from: rows.length - later.length,
        readAt: loaded.notRefreshed?.readAt ?? loaded.readAt,
      },
    }),
  };
}

/** The state after these pages, without their rows. */
function firstPages(read: readonly JobsPage[], last: JobsPage, { readAt, mayLack }: RefreshTime): JobPages {
  const end = earlyEnd(last, read.length);
  const sent = sentBy(read);
  const sameKeys = read.reduce((count, page) => count + (page.sameKeys ?? 0), 0);
  const { total, hasMore } = last.pagination;
  return {
    ...noPages,
    count: read.length,
    readAt,
    total,
    hasMore: hasMore && end === undefined,
    lastPage: lastPageOf(last),
    note: end ?? noteOf(last, { sent, sameKeys, mayLack }),
    mayLack,
    sameKeys,
    sent,
    totalAtTop: read[0]?.pagination.total ?? null,
    totalAtEnd: total,
  };
}

/** The loaded rows after the last of these, if it is loaded: else there may be a gap between them. */
function rowsAfter({ rows = [], rowIndexes }: JobPages, readRows: readonly JobRow[]): readonly JobRow[] {
  const index = rowIndexes.get(readRows.at(-1)?.id ?? '');
  return index === undefined ? [] : rows.slice(index + 1);
}

/** What is known where rows of later pages are kept. */
function laterPages({ hasMore, note }: JobPages, read: readonly JobsPage[], rows: number): Partial<JobPages> {
  const perPage = Math.max(...read.map(({ jobs }) => jobs.length), 1);
  // Jobs that were removed or have started since have moved the kept rows to other pages.
  const filled = rows / perPage;
  const count = Math.max(read.length, hasMore ? Math.floor(filled) : Math.ceil(filled));
  return { count, sent: count * perPage, hasMore, note };
}

/** The state after a refresh. Where it holds rows and one would move, they are only updated. */
export function afterRefresh(
  loaded: JobPages,
  read: readonly JobsPage[],
  { holdsRows, ...time }: RefreshTime & { readonly holdsRows: boolean },
): JobPages {
  const replaced = replacePages(loaded, read, time);
  const isMoved = (loaded.rows ?? []).some(({ id }, index) => id !== replaced.rows?.[index]?.id);
  if (!holdsRows || !isMoved) return replaced;
  return read.reduce<JobPages>((pages, page, index) => mergePage(pages, page, index + 1), loaded);
}

/** The first pages with one more, or with the jobs that have moved to one of them since. */
export function withPage(read: readonly JobsPage[], number: number, page: JobsPage): JobsPage[] {
  const before = read[number - 1];
  if (before === undefined) return [...read, page];
  const known = new Set(before.jobs.map(({ id }) => id));
  const moved = page.jobs.filter(({ id }) => !known.has(id));
  return read.with(number - 1, { ...before, jobs: [...before.jobs, ...moved] });
}

/** Keeps row objects that are equal, and the same array if all rows are kept. */
function withSameObjects(
  { rows: before = [], rowIndexes }: JobPages,
  rows: readonly JobRow[],
): readonly JobRow[] {
  const kept = rows.map((row) => {
    const old = before[rowIndexes.get(row.id) ?? -1];
    return old !== undefined && isSameJson(old, row) ? old : row;
  });
  return isSameList(kept, before) ? before : kept;
}
