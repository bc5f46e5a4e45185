import type { JobRow } from '../../service/index.ts';
import type { JobPages } from '../jobs/jobPages.ts';
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

/** Neighbouring rows of the list. */
interface Part {
  readonly rows: readonly JobRow[];
  readonly ranks: Ranks;
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
  const isTaken = (row: JobRow, index: number) => index < before.length && (row === before.rows[index] || row === before.rows[index - length + before.length]);
  for (let index = 0; index < end; index += pageSize) {
    const part = listed.slice(index, Math.min(index + pageSize, end));
    yield part.every((row, place) => isTaken(row, index + place)) ? undefined : { rows: part, ranks: { from: top - index - part.length, to: top - index } };
  }
}

/** The ranks of the rows that were read when the first page was. */
export function readRanks({ rest, total, read }: JobPages, top: number): Ranks {
  return { from: rest === null ? Math.max(top, total ?? top) - read : top - rest.from, to: top };
}
