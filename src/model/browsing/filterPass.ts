import { type JobFilter, filterTest, isFiltering } from './jobFilter.ts';
import type { JobRow } from '../jobs/jobList.ts';
import { Arrangement, type Grouping, type JobTreeNode, type PlacedRow } from './grouping.ts';

/** A filter that looks at the clock holds for so many milliseconds. */
const timeHolds = 1000;

/** One look through the rows, bit by bit: which of them pass a filter, and how they are arranged. */
export class JobPass {
  readonly rows: readonly JobRow[];
  readonly #passes: ((row: JobRow) => boolean) | undefined;
  readonly #arrangement: Arrangement;
  readonly #now: number;
  readonly #isTimed: boolean;
  #next = 0;
  #shown: { readonly nodes: readonly JobTreeNode[]; readonly count: number } | undefined;

  constructor(rows: readonly JobRow[], filter: JobFilter, grouping: Grouping, now: number, language?: string) {
    this.rows = rows;
    this.#passes = isFiltering(filter) ? filterTest(filter, now) : undefined;
    this.#arrangement = new Arrangement(grouping, language);
    this.#now = now;
    this.#isTimed = filter.startedWithin !== undefined || filter.updatedWithin !== undefined;
  }

  /** Whether what was looked at so far still holds for these rows; more may stand below. */
  goesOn(rows: readonly JobRow[], now: number): boolean {
    return rows === this.rows && (!this.#isTimed || Math.abs(now - this.#now) < timeHolds);
  }

  /** Rows that were not looked at yet. */
  get left(): number {
    return this.rows.length - this.#next;
  }

  /** Rows that pass, so far. */
  get count(): number {
    return this.#arrangement.count;
  }

  /** The same until more rows are looked at. */
  get shown(): { readonly nodes: readonly JobTreeNode[]; readonly count: number } {
    return (this.#shown ??= { nodes: this.#arrangement.nodes, count: this.count });
  }

  /** Looks at so many more rows. */
  look(most: number): void {
    const end = Math.min(this.rows.length, this.#next + most);
    const placed: PlacedRow[] = [];
    for (; this.#next < end; this.#next++) {
      const row = this.rows[this.#next];
      if (row !== undefined && (this.#passes === undefined || this.#passes(row))) placed.push({ kind: 'row', row, place: this.#next + 1 });
    }
    if (placed.length === 0) return;
    this.#arrangement.add(placed);
    this.#shown = undefined;
  }
}
