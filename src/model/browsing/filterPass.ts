import type { JobRow } from '../../service/index.ts';
import { Arrangement, type Grouping, type JobTreeNode } from './grouping.ts';
import { type JobFilter, filterTest, isFiltering } from './jobFilter.ts';

export interface ShownJobs {
  readonly nodes: readonly JobTreeNode[];
  /** Number of rows that pass the filter. */
  readonly count: number;
}

/** How long the result of a filter by time holds. */
const timedResultMs = 1000;

/** Filters and arranges the rows of a list, a part at a time; goes on with rows that are added below. */
export class FilterPass {
  readonly rows: readonly JobRow[];
  readonly #passes: ((row: JobRow) => boolean) | undefined;
  readonly #arrangement: Arrangement;
  readonly #now: number;
  readonly #isTimed: boolean;
  #next = 0;
  #shown: ShownJobs | undefined;

  constructor(rows: readonly JobRow[], filter: JobFilter, grouping: Grouping, now: number, language?: string) {
    this.rows = rows;
    this.#passes = isFiltering(filter) ? filterTest(filter, now) : undefined;
    this.#arrangement = new Arrangement(grouping, language);
    this.#now = now;
    this.#isTimed = filter.startedWithin !== undefined || filter.updatedWithin !== undefined;
  }

  /** Whether the rows seen so far, and what passed of them, still hold at this time. */
  isValidFor(rows: readonly JobRow[], now: number): boolean {
    return rows === this.rows && (!this.#isTimed || Math.abs(now - this.#now) < timedResultMs);
  }

  /** Number of rows not looked at yet. */
  get left(): number {
    return this.rows.length - this.#next;
  }

  /** Number of rows that pass, so far. */
  get count(): number {
    return this.#arrangement.count;
  }

  /** The same object until another row passes. */
  get shown(): ShownJobs {
    return (this.#shown ??= { nodes: this.#arrangement.nodes, count: this.count });
  }

  /** Looks at this many more rows. */
  look(most: number): void {
    const end = Math.min(this.rows.length, this.#next + most);
    const before = this.count;
    for (; this.#next < end; this.#next++) {
      const row = this.rows[this.#next];
      if (row !== undefined && this.#passes?.(row) !== false) this.#arrangement.add(row);
    }
    if (this.count > before) this.#shown = undefined;
  }
}
