import { Emitter } from '../util/emitter.ts';
import { type JobFilter, isFiltering, noFilter, readFilter } from './jobFilter.ts';
import { JobPass } from './filterPass.ts';
import type { JobList, JobRow } from '../jobs/jobList.ts';
import { type Grouping, type JobTreeNode, groupings } from './grouping.ts';
import { nextTurn, sliceMilliseconds } from '../util/slices.ts';

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

/** So many rows are looked through at once; more in slices, so that nothing else has to wait for it. */
export const mostRowsAtOnce = 5000;

/** Rows between two glances at the clock. */
const rowsBetweenGlances = 500;

const noRows: readonly JobRow[] = [];

/** How the loaded jobs are looked at: which of them, and grouped by what. Remembered; the jobs themselves stay as they are. */
export class JobBrowsing {
  readonly #jobs: JobList;
  readonly #memory: BrowsingMemory;
  readonly #language: string | undefined;
  readonly #changed = new Emitter();
  readonly onDidChange = this.#changed.event;
  #filter: JobFilter;
  #grouping: Grouping;
  #pass: JobPass | undefined;
  /** What the last pass to its end came to. */
  #shown: ShownJobs = { nodes: [], count: 0 };
  #isLooking = false;

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
    this.#pass = undefined;
    this.#memory.set('jobFilter', filter);
    this.#changed.fire();
  }

  clearFilter(): void {
    this.setFilter(noFilter);
  }

  setGrouping(grouping: Grouping): void {
    this.#grouping = grouping;
    this.#pass = undefined;
    this.#memory.set('jobGrouping', grouping);
    this.#changed.fire();
  }

  /**
   * The loaded jobs as they are to be shown at a time, in epoch milliseconds. Where very many have to be looked through
   * for that, they stay as they were shown until it is done, which is told as a change.
   */
  show(now: number): ShownJobs {
    const rows = this.#jobs.state.rows ?? noRows;
    if (this.#pass?.goesOn(rows, now) !== true) this.#pass = new JobPass(rows, this.#filter, this.#grouping, now, this.#language);
    const pass = this.#pass;
    if (pass.left > mostRowsAtOnce) {
      void this.#lookThrough();
    } else if (pass.left > 0 || this.#shown !== pass.shown) {
      pass.look(pass.left);
      this.#shown = pass.shown;
    }
    return this.#shown;
  }

  /** Counts the rows that pass the filter; of an array that grows, each is looked at once. */
  matchCounter(now: number): (rows: readonly JobRow[]) => number {
    let pass: JobPass | undefined;
    return (rows) => {
      if (pass?.rows !== rows) pass = new JobPass(rows, this.#filter, 'none', now);
      pass.look(pass.left);
      return pass.count;
    };
  }

  dispose(): void {
    this.#pass = undefined;
    this.#changed.dispose();
  }

  /** Whichever pass is wanted by then; one that is not wanted any more ends where it is. */
  async #lookThrough(): Promise<void> {
    if (this.#isLooking) return;
    this.#isLooking = true;
    while (this.#pass !== undefined && this.#pass.left > 0) {
      await nextTurn();
      const until = performance.now() + sliceMilliseconds;
      const pass: JobPass | undefined = this.#pass;
      while (pass.left > 0 && performance.now() < until) pass.look(rowsBetweenGlances);
    }
    this.#isLooking = false;
    if (this.#pass === undefined) return;
    this.#shown = this.#pass.shown;
    this.#changed.fire();
  }
}
