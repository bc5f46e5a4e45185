import type { JobsPage } from '../../../service/index.ts';
import type { JobRecords } from '../jobRecords.ts';

/** The reading of the top of the list, until it meets jobs that were there before. */
export interface Top {
  /** Number of pages in the records when the top was read last: jobs of later ones were not there. */
  readonly pages: number;
  /** The reading under way. */
  readonly reading: { readonly nextPage: number; /** Indexes of records of jobs that were not there. */ readonly started: ReadonlySet<number> } | undefined;
}

/** Ends the reading under way without a result. */
export function interrupted(top: Top | undefined): Top | undefined {
  return top && { ...top, reading: undefined };
}

/**
 * Goes on with a page whose jobs are in the records; `started` is the number of jobs above those that were there before, null while these were not met.
 * @param pages number of pages in the records
 */
export function readTopPage(top: Top | undefined, number: number, { jobs, pagination }: JobsPage, records: JobRecords, pages: number): { readonly top: Top | undefined; readonly started: number | null } {
  const before = top?.pages ?? Infinity;
  const { nextPage, started } = number === 1 ? { nextPage: 1, started: new Set<number>() } : (top?.reading ?? { nextPage: 0, started: new Set<number>() });
  if (number !== nextPage) return { top, started: null };
  const indexes = jobs.flatMap(({ id }) => records.find(id) ?? []);
  // Jobs of the page above mean that the list moved down: jobs started, and if the total is unchanged, as many went below unseen.
  if (indexes.some((index) => started.has(index))) return { top: interrupted(top), started: null };
  const fresh = indexes.filter((index) => records.page(index) > before);
  const all = new Set([...started, ...fresh]);
  const isMet = fresh.length < indexes.length || !pagination.hasMore;
  if (!isMet) return { top: { pages: before, reading: { nextPage: nextPage + 1, started: all } }, started: null };
  return { top: { pages, reading: undefined }, started: all.size };
}
