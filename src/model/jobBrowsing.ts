import { Emitter } from './emitter.ts';
import { type JobFilter, filterTest, isFiltering, noFilter, readFilter } from './jobFilter.ts';
import type { JobList, JobRow } from './jobList.ts';
import { type Grouping, type JobTreeNode, type PlacedRow, arrange, groupings } from './jobTree.ts';

/** Where a filter and a grouping are remembered. */
export interface BrowsingMemory {
  get(name: string): unknown;
  set(name: string, value: unknown): void;
}

export interface ShownJobs {
  readonly nodes: readonly JobTreeNode[];
  /** Rows that pass the filter. */
  readonly count: number;
}

/** How the loaded jobs are looked at: which of them, and grouped by what. Remembered; the jobs themselves stay as they are. */
export class JobBrowsing {
  readonly #jobs: JobList;
  readonly #memory: BrowsingMemory;
  readonly #language: string | undefined;
  readonly #changed = new Emitter();
  readonly onDidChange = this.#changed.event;
  #filter: JobFilter;
  #grouping: Grouping;

  constructor(jobs: JobList, memory: BrowsingMemory, language?: string) {
    this.#jobs = jobs;
    this.#memory = memory;
    this.#language = language;
    this.#filter = readFilter(memory.get('jobFilter'));
    this.#grouping = groupings.find((each) => each === memory.get('jobGrouping')) ?? 'none';
  }

  get filter(): JobFilter {
    return this.#filter;
  }

  get isFiltering(): boolean {
    return isFiltering(this.#filter);
  }

  get grouping(): Grouping {
    return this.#grouping;
  }

  setFilter(filter: JobFilter): void {
    this.#filter = filter;
    this.#memory.set('jobFilter', filter);
    this.#changed.fire();
  }

  clearFilter(): void {
    this.setFilter(noFilter);
  }

  setGrouping(grouping: Grouping): void {
    this.#grouping = grouping;
    this.#memory.set('jobGrouping', grouping);
    this.#changed.fire();
  }

  /** The loaded jobs as they are to be shown at a time, in epoch milliseconds. */
  show(now: number): ShownJobs {
    const placed = this.#matching(this.#jobs.state.rows ?? [], now);
    return { nodes: arrange(placed, this.#grouping, this.#language), count: placed.length };
  }

  /** How many of the rows pass the filter. */
  countMatching(rows: readonly JobRow[], now: number): number {
    return this.#matching(rows, now).length;
  }

  dispose(): void {
    this.#changed.dispose();
  }

  #matching(rows: readonly JobRow[], now: number): PlacedRow[] {
    const passes = this.isFiltering ? filterTest(this.#filter, now) : () => true;
    const placed: PlacedRow[] = [];
    for (const [index, row] of rows.entries()) if (passes(row)) placed.push({ kind: 'row', row, place: index + 1 });
    return placed;
  }
}
