import type { Row } from './table.ts';

export interface BenchContext {
  /** An empty folder of this bench alone, deleted after it. */
  readonly scratch: string;
}

/** Measures, and tells what it measured. */
export type Bench = (context: BenchContext) => Promise<readonly Row[]>;
