import type { JobRow } from '../../../service/index.ts';
import type { JobPages } from '../../jobs/jobPages.ts';
import type { Ranks } from './coverage.ts';
import type { ListFacts } from './listFacts.ts';

/** The rows of the Jobs view that were taken; their array may have grown since. */
export interface Adopted {
  readonly rows: readonly JobRow[];
  readonly length: number;
}

export const nothingAdopted: Adopted = { rows: [], length: 0 };

/** Whether a row of as many was taken, at this index or as far from the end. */
export function isTaken({ rows, length: before }: Adopted, row: JobRow, index: number, length: number): boolean {
  return index < before && (row === rows[index] || row === rows[index - length + before]);
}

/** What the Jobs view knows of the list. */
export function factsOf({ read, count, total, lastPage, hasMore, note }: JobPages): ListFacts {
  const bottom = total !== null ? 0 : hasMore || note !== null ? -Infinity : -read;
  return { total, lastPage: total === null ? null : lastPage, pageSize: Math.max(1, Math.ceil(read / count)), bottom };
}

/** The ranks of which the Jobs view has every job that did not go meanwhile; undefined where it may lack one. */
export function loadedRanks({ notRefreshed, unplaced, read, total, totalAtTop, totalAtEnd }: JobPages): Ranks | undefined {
  return notRefreshed === null && unplaced.length === 0 && (total ?? 0) >= (totalAtTop ?? 0) && (total ?? 0) >= (totalAtEnd ?? 0) ? { from: total === null ? -read : Math.max(0, total - read), to: totalAtTop ?? 0 } : undefined;
}
