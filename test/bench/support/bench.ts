import type { Row } from './table.ts';

export interface BenchContext {
  /** Empty folder for temporary files of the benchmark. The folder is deleted afterward. */
  readonly scratch: string;
}

/** Function that runs a benchmark and returns the results. */
export type Bench = (context: BenchContext) => Promise<readonly Row[]>;
