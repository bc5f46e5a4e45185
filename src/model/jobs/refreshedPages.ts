import type { JobRow, JobsPage } from '../../service/index.ts';
import { isSameJson, isSameList } from '../util/json.ts';
import { isOlder } from './job.ts';
import { type JobPages, earlyEnd, lastPageOf, maxRefreshedPages, noPages, placesOf, startedBetween } from './jobPages.ts';

/**
 * Whether a refresh that has read these first pages needs another page to find the loaded rows again.
 * @param wanted the number of loaded pages to read again
 * @param readOn whether to read further pages for rows that newer jobs pushed down
 */
export function needsMorePages(loaded: JobPages, read: readonly JobsPage[], wanted: number, readOn: boolean): boolean {
  const last = read.at(-1);
  if (last === undefined) return true;
  if (!last.pagination.hasMore || earlyEnd(last, read.length) !== undefined) return false;
  if (read.length < wanted) return true;
  const { missing, pushed, isPassed } = compare(loaded, read);
  if (!readOn || missing === 0 || isPassed) return false;
  return read.length < wanted + Math.min(Math.ceil(pushed / Math.max(last.jobs.length, 1)), maxRefreshedPages);
}

interface Comparison {
  /** Number of loaded rows that are not on the pages. */
  readonly missing: number;
  /** Number of loaded rows that newly started jobs have pushed below the pages, unless they are gone. */
  readonly pushed: number;
  /** Whether the last page is entirely below the loaded rows and all newly started jobs: then the missing rows are gone. */
  readonly isPassed: boolean;
}

function compare({ rows, count, read: wasRead, totalAtTop }: JobPages, read: readonly JobsPage[]): Comparison {
  const loaded = count === 0 ? [] : (rows ?? []);
  const missing = new Set(loaded.map(({ id }) => id));
  const seen = new Set<string>();
  let pushed = loaded.length - wasRead;
  let isPassed = false;
  for (const [index, page] of read.entries()) {
    const fresh = page.jobs.filter(({ id }) => !seen.has(id) && seen.add(id));
    const found = fresh.filter(({ id }) => missing.delete(id)).length;
    pushed += page.jobs.length - found;
    const isBelowStarted = index * page.jobs.length >= startedBetween(totalAtTop, page.pagination.total);
    isPassed = found === 0 && fresh.length === page.jobs.length && missing.size < loaded.length && isBelowStarted;
  }
  return { missing: missing.size, pushed, isPassed };
}

/** The rows of the first pages, without repeats. */
export function rowsOf(read: readonly JobsPage[]): JobRow[] {
  const rows = new Map<string, JobRow>();
  for (const [index, page] of read.entries()) {
    if (index > 0 && earlyEnd(page, index + 1)?.kind === 'otherPage') continue;
    for (const row of page.jobs) if (!rows.has(row.id)) rows.set(row.id, row);
  }
  return [...rows.values()];
}

/**
 * Replaces the first loaded pages by newly read ones and keeps the rows of later pages.
 * @param now when the first of them was requested
 */
export function replacePages(pages: JobPages, read: readonly JobsPage[], now: number): JobPages {
  const [first, last] = [read[0], read.at(-1)];
  if (first === undefined || last === undefined) return pages;
  const end = earlyEnd(last, read.length);
  const hasMore = last.pagination.hasMore && end === undefined;
  const isWhole = read.length >= pages.count || (!hasMore && end === undefined);
  const before = pages.rows ?? [];
  const again = rowsOf(read);
  const kept = new Set(again.map(({ id }) => id));
  const unlisted = before.filter(({ id }) => pages.put.has(id) && !kept.has(id));
  const beyond = isWhole ? [] : before.slice(before.findLastIndex(({ id }) => kept.has(id)) + 1).filter(({ id }) => !pages.put.has(id));
  const left = isWhole ? [] : pages.readAt.slice(read.length);
  const rows = keepSame(pages, [...unlisted, ...again, ...beyond]);
  return {
    ...noPages,
    rows,
    places: placesOf(rows),
    count: isWhole ? read.length : pages.count,
    readAt: [...read.map(() => now), ...left],
    notRefreshed: beyond.length === 0 ? null : { from: rows.length - beyond.length, readAt: Math.min(...left) },
    read: Math.min(isWhole ? Infinity : pages.read, rows.length - unlisted.length),
    total: last.pagination.total,
    unlisted: unlisted.length,
    totalAtTop: first.pagination.total,
    hasTotalFallen: read.some(({ pagination: { total } }, index) => startedBetween(read[index - 1]?.pagination.total ?? null, total) < 0),
    hasMore: isWhole || end !== undefined ? hasMore : pages.hasMore,
    lastPage: lastPageOf(last),
    previousPage: last.jobs,
    note: end?.note ?? (isWhole ? null : pages.note),
  };
}

/** Keeps row objects that are equal or newer, and the same array if all rows are kept. */
function keepSame({ rows: before = [], places, renewed, recalledAt }: JobPages, rows: readonly JobRow[]): readonly JobRow[] {
  const kept = rows.map((row) => {
    const old = before[places.get(row.id) ?? -1];
    return old !== undefined && (isSameJson(old, row) || (recalledAt === null && isNewer(old, row, renewed.has(row.id)))) ? old : row;
  });
  return isSameList(kept, before) ? before : kept;
}

/** @param otherwise the result if their times do not tell */
function isNewer(one: JobRow, other: JobRow, otherwise: boolean): boolean {
  if (one.kind !== 'job' || other.kind !== 'job') return false;
  return isOlder(other.job, one.job) || (otherwise && !isOlder(one.job, other.job));
}
