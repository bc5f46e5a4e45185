import type { JobRecords } from './jobRecords.ts';

/** A run of neighbouring pages of the list. */
export interface Stratum {
  /** Number of pages in it. */
  readonly pages: number;
  /** The numbers, in {@link JobRecords}, of the pages that were read; where they are not all, they were drawn at random. */
  readonly read: readonly number[];
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
  /**
   * Every job that started since then was read, in epoch milliseconds, of those that were in the list when its top was last
   * read down to jobs that were known; -Infinity where all were, null where that cannot be said.
   */
  readonly completeSince: number | null;
}
