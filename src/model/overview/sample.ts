import type { JobRecords } from './jobRecords.ts';

/** A run of neighbouring pages of the list. */
export interface Stratum {
  /** Number of pages in it. */
  readonly pages: number;
  /** The numbers, in {@link JobRecords}, of the pages that were read; where they are not all, they were drawn at random. */
  readonly read: readonly number[];
}

/** When a job of the list started, in epoch milliseconds. The oldest job of the list has rank 0. */
export interface RankedStart {
  readonly rank: number;
  readonly startedAt: number;
}

/** The jobs that were read, and what part of the list they are. */
export interface Sample {
  readonly records: JobRecords;
  /** Number of jobs in the list, as the service last counted them; null where it does not. */
  readonly total: number | null;
  /** Whether every job of the list was read. */
  readonly isWhole: boolean;
  /**
   * The list in parts, newest first, each of which has a page that was read: then what was not read can be estimated.
   * Empty where a part has none, or the service does not say how many there are.
   */
  readonly strata: readonly Stratum[];
  /** Every job that started since then was read, in epoch milliseconds; -Infinity where all were, null where that cannot be said. */
  readonly completeSince: number | null;
  /** Of some of the jobs that were read, oldest first. Empty where the list is in another order, or the service does not count its jobs. */
  readonly starts: readonly RankedStart[];
}
