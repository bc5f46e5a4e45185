import type { Row } from './table.ts';

export interface BenchContext {
  /** An empty folder of this bench alone, deleted after it. */
  readonly scratch: string;
  /** An earlier commit, to be measured in turn with what is here; only some benches do. */
  readonly before: string | undefined;
}

/** Measures, and tells what it measured. */
export type Bench = (context: BenchContext) => Promise<readonly Row[]>;
