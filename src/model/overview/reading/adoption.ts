import type { JobRow } from '../../../service/index.ts';
import type { JobPages } from '../../jobs/jobPages.ts';
import type { Ranks } from './coverage.ts';
import type { ListFacts } from './listFacts.ts';

/** The rows of the Jobs view that were taken; their array may have grown since. */
export interface Adopted {
  readonly rows: readonly JobRow[];
  readonly length: number;
  readonly readAt: readonly number[];
}

export const nothingAdopted: Adopted = { rows: [], length: 0, readAt: [] };

/** Whether pages were read since these were taken. */
export function isReadSince({ readAt: before }: Adopted, { readAt }: JobPages): boolean {
  return readAt.length !== before.length || readAt.some((at, index) => at !== before[index]);
}

/** What the Jobs view knows of the list. */
export function factsOf({ read, count, total, lastPage }: JobPages): ListFacts {
  return { total, lastPage: total === null ? null : lastPage, pageSize: Math.max(1, Math.ceil(read / count)), bottom: total === null ? -Infinity : 0 };
}

/** Neighbouring rows of the list; null where their ranks are not known. */
interface Part {
  readonly rows: readonly JobRow[];
  readonly ranks: Ranks | null;
}

/** The number of rows that the pages did not hold: jobs that were put first and are not listed yet stay above them after a load, too. */
function unlistedCount({ rows = [], put, read }: JobPages, length = rows.length): number {
  return Math.max(0, length - put.size - read);
}

/** Whether it is known which ranks the rows have: not where rows that were not read again may hide how many are not listed. */
export function hasRanks(pages: JobPages): boolean {
  return pages.notRefreshed === null || unlistedCount(pages) === 0;
}

/**
 * The listed rows, page by page: undefined for a page without a row that is new since those were taken.
 * @param length number of rows: their array may grow meanwhile
 * @param top the number of jobs in the list when its first page was read
 */
export function* newParts(before: Adopted, pages: JobPages, length: number, top: number): Generator<Part | undefined, void> {
  const { rows = [], put } = pages;
  const { pageSize } = factsOf(pages);
  // Jobs that were put first have no place in the list yet.
  const listed = put.size === 0 ? rows : rows.filter(({ id }) => !put.has(id));
  const end = put.size === 0 ? length : listed.length;
  const first = unlistedCount(pages, length);
  const isRanked = hasRanks(pages);
  const isTaken = (row: JobRow, index: number) => index < before.length && (row === before.rows[index] || row === before.rows[index - length + before.length]);
  if (first > 0) yield { rows: listed.slice(0, first), ranks: null };
  for (let index = first; index < end; index += pageSize) {
    const part = listed.slice(index, Math.min(index + pageSize, end));
    const to = top - index + first;
    yield part.every((row, place) => isTaken(row, index + place)) ? undefined : { rows: part, ranks: isRanked ? { from: to - part.length, to } : null };
  }
}

/** The ranks of the rows that were read when the first page was. */
export function readRanks({ notRefreshed, total, read }: JobPages, top: number): Ranks {
  return { from: notRefreshed === null ? Math.max(top, total ?? top) - read : top - notRefreshed.from, to: top };
}
