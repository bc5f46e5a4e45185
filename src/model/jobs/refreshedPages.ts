import type { JobRow, JobsPage } from '../../service/index.ts';
import { isSameJson, isSameList } from '../util/json.ts';
import {
  type JobPages,
  earlyEnd,
  growth,
  lastPageOf,
  maxRefreshedPages,
  noPages,
  noteOfSameKeys,
  placesOf,
  shortfall,
} from './jobPages.ts';

/**
 * Whether a refresh that has read these first pages needs another page to find the loaded rows again.
 * @param wanted the number of loaded pages to read again
 * @param readOn whether to read further pages for rows that newer jobs pushed down
 */
export function needsMorePages(
  { rows = [], count, places, totalAtTop, locallyAddedIds }: JobPages,
  read: readonly JobsPage[],
  wanted: number,
  readOn: boolean,
): boolean {
  const last = read.at(-1);
  if (last === undefined) return true;
  if (!last.pagination.hasMore || earlyEnd(last, read.length) !== undefined) return false;
  if (read.length < wanted) return true;
  if (!readOn || count === 0 || read.length >= wanted + maxRefreshedPages) return false;
  if (wanted < count) return !places.has(last.jobs.at(-1)?.id ?? '');
  const earlier = new Set(read.slice(0, -1).flatMap(({ jobs }) => jobs.map(({ id }) => id)));
  const found = new Set([...earlier, ...last.jobs.map(({ id }) => id)]);
  const missing = rows.filter(({ id }) => !found.has(id)).length;
  // How many jobs the service lists above one that no answer has listed yet is unknown.
  const isSought = [...locallyAddedIds].some((id) => !found.has(id));
  // A page entirely below the loaded rows and all newly started jobs: the missing rows are gone.
  const isBelowStarted = (read.length - 1) * last.jobs.length >= growth(totalAtTop, last.pagination.total);
  const isPassed =
    !isSought &&
    isBelowStarted &&
    missing < rows.length &&
    last.jobs.every(({ id }) => !places.has(id) && !earlier.has(id));
  return missing > 0 && !isPassed;
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

/**
 * Replaces the first loaded pages by newly read ones. Keeps the rows of later pages if the last row read is
 * loaded, so that the kept rows follow it without a gap.
 * @param now when the first of them was requested
 */
export function replacePages(pages: JobPages, read: readonly JobsPage[], now: number): JobPages {
  const [first, last] = [read[0], read.at(-1)];
  if (first === undefined || last === undefined) return pages;
  const end = earlyEnd(last, read.length);
  const hasMore = last.pagination.hasMore && end === undefined;
  const before = pages.rows ?? [];
  const again = rowsOf(read);
  const kept = new Set(again.map(({ id }) => id));
  const joint = hasMore && read.length < pages.count ? pages.places.get(again.at(-1)?.id ?? '') : undefined;
  const beyond = joint === undefined ? [] : before.slice(joint + 1).filter(({ id }) => !kept.has(id));
  // Where paging ended early, no row is beyond those, and the reason stays.
  const hasEnded = joint !== undefined && beyond.length === 0 && pages.note !== null;
  const isPart = beyond.length > 0 || hasEnded;
  const unlisted = before.filter(({ id }) => pages.locallyAddedIds.has(id) && !kept.has(id));
  const rows = keepSame(pages, [...unlisted, ...again, ...beyond]);
  // Jobs that were removed or have started since have moved the kept rows to other pages.
  const perPage = Math.max(...read.map(({ jobs }) => jobs.length), 1);
  const count = hasEnded
    ? pages.count
    : Math.max(read.length, Math.floor((again.length + beyond.length) / perPage));
  const { total } = last.pagination;
  const sent = read.flatMap(({ jobs }) => jobs).length;
  const sameKeys = read.reduce((count, page) => count + (page.sameKeys ?? 0), 0);
  return {
    ...noPages,
    rows,
    places: placesOf(rows),
    locallyAddedIds: new Set(unlisted.map(({ id }) => id)),
    count,
    readAt: now,
    notRefreshed:
      beyond.length === 0
        ? null
        : { from: rows.length - beyond.length, readAt: pages.notRefreshed?.readAt ?? pages.readAt },
    total,
    hasMore: isPart ? pages.hasMore : hasMore,
    lastPage: lastPageOf(last),
    note: end ?? (isPart ? pages.note : (shortfall(last, sent + sameKeys) ?? noteOfSameKeys(sameKeys))),
    sameKeys,
    read: beyond.length === 0 ? sent : count * perPage,
    totalAtTop: first.pagination.total,
    totalAtEnd: total,
  };
}

/** Keeps row objects that are equal, and the same array if all rows are kept. */
function keepSame({ rows: before = [], places }: JobPages, rows: readonly JobRow[]): readonly JobRow[] {
  const kept = rows.map((row) => {
    const old = before[places.get(row.id) ?? -1];
    return old !== undefined && isSameJson(old, row) ? old : row;
  });
  return isSameList(kept, before) ? before : kept;
}
