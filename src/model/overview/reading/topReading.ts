import type { JobsPage } from '../../../service/index.ts';
import type { JobRecords } from '../jobRecords.ts';

/** The reading of the top of the list, until it meets jobs that were there before. */
export interface Top {
  /** Number of records when the top was read last: later ones are of jobs that were not there. */
  readonly records: number;
  /** The reading under way. */
  readonly reading: { readonly nextPage: number; /** Indexes of records of jobs that were not there. */ readonly started: ReadonlySet<number> } | undefined;
}

/** Ends the reading under way without a result. */
export function interrupted(top: Top | undefined): Top | undefined {
  return top && { ...top, reading: undefined };
}

/** Goes on with a page whose jobs are in the records; `started` is the number of jobs above those that were there before, null while these were not met. */
export function readTopPage(top: Top | undefined, number: number, { jobs, pagination }: JobsPage, records: JobRecords): { readonly top: Top | undefined; readonly started: number | null } {
  const before = top?.records ?? Infinity;
  const { nextPage, started } = number === 1 ? { nextPage: 1, started: new Set<number>() } : (top?.reading ?? { nextPage: 0, started: new Set<number>() });
  if (number !== nextPage) return { top, started: null };
  const indexes = jobs.flatMap(({ id }) => records.find(id) ?? []);
  const all = new Set([...started, ...indexes.filter((index) => index >= before)]);
  const isMet = indexes.some((index) => index < before) || !pagination.hasMore;
  if (!isMet) return { top: { records: before, reading: { nextPage: nextPage + 1, started: all } }, started: null };
  return { top: { records: records.size, reading: undefined }, started: all.size };
}
