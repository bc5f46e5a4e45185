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

/**
 * The listed rows that are new since those were taken, with the others of their page.
 * @param top the number of jobs in the list when its first page was read
 */
export function newParts(before: Adopted, { rows = [], put, read, count }: JobPages, top: number): { readonly rows: readonly JobRow[]; readonly ranks: Ranks }[] {
  const pageSize = Math.max(1, Math.ceil(read / count));
  // Jobs that were put first have no place in the list yet.
  const listed = put.size === 0 ? rows : rows.filter(({ id }) => !put.has(id));
  const isTaken = (row: JobRow, index: number) => index < before.length && (row === before.rows[index] || row === before.rows[index - rows.length + before.length]);
  return Array.from({ length: Math.ceil(listed.length / pageSize) }, (_, page) => page * pageSize).flatMap((index) => {
    const part = listed.slice(index, index + pageSize);
    return part.every((row, place) => isTaken(row, index + place)) ? [] : [{ rows: part, ranks: { from: top - index - part.length, to: top - index } }];
  });
}

/** The ranks of the rows that were read when the first page was. */
export function readRanks({ rest, total, read }: JobPages, top: number): Ranks {
  return { from: rest === null ? Math.max(top, total ?? top) - read : top - rest.from, to: top };
}
