import type { JobRecords } from './jobRecords.ts';

/** A run of neighbouring pages of the list. */
export interface Stratum {
  /** Number of pages in it. */
  readonly pages: number;
  /** Page numbers in {@link JobRecords} of the pages read; drawn at random unless all were read. */
  readonly read: readonly number[];
}

/** When a job started (epoch milliseconds), and its rank in the list: 0 is the oldest job. */
export interface RankedStart {
  readonly rank: number;
  readonly startedAt: number;
}

/** The jobs that were read, and which part of the list they are. */
export interface Sample {
  readonly records: JobRecords;
  /** The service's latest count of all jobs; null if it sends none. */
  readonly total: number | null;
  /** Whether every job of the list was read. */
  readonly isWhole: boolean;
  /**
   * The parts of the list, newest first, each with a read page, so that unread jobs can be estimated. Empty if a part has no
   * read page, or the total is unknown.
   */
  readonly strata: readonly Stratum[];
  /**
   * The time (epoch milliseconds) since which all started jobs were read, of those in the list when its top was last read down
   * to known jobs; -Infinity for all jobs, null if unknown.
   */
  readonly completeSince: number | null;
  /** Some of the read jobs, oldest first. Empty if the list is in another order, or the total is unknown. */
  readonly starts: readonly RankedStart[];
}
