import type { Row } from './table.ts';

export interface BenchContext {
  /** Empty folder for the bench. It is deleted afterwards. */
  readonly scratch: string;
}

/** Runs measurements and returns the results. */
export type Bench = (context: BenchContext) => Promise<readonly Row[]>;
