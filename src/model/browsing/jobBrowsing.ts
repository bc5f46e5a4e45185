import type { JobRow } from '../../service/index.ts';
import { isOlder } from '../jobs/job.ts';
import type { JobList } from '../jobs/jobList.ts';
import { Emitter } from '../util/emitter.ts';
import { isSameList } from '../util/json.ts';
import { type Memory, readOfService, writeOfService } from '../util/memory.ts';
import { nextTurn, sliceMilliseconds } from '../util/slices.ts';
import { Arrangement, type Grouping, type JobTreeNode, groupings, rowsIn } from './grouping.ts';
import { type JobFilter, filterTest, isFiltering, isTimed, noFilter, readFilter } from './jobFilter.ts';

interface ShownJobs {
  readonly nodes: readonly JobTreeNode[];
  /** Number of rows that pass the filter. */
  readonly count: number;
}

/** Jobs that are shown in place of those of the list, loaded or not. */
interface PickedJobs {
  readonly rows: readonly JobRow[];
  /** Which they are, in a few words. */
  readonly words: string;
  /** The number of jobs that they were picked from. */
  readonly among: number;
}

/** The most rows to filter at once; more are filtered in time slices, so that the extension host stays responsive. */
const mostRowsAtOnce = 5000;

/** Rows filtered between two looks at the clock. */
const rowsPerClockCheck = 500;

const filterName = 'jobFilter';
const groupingName = 'jobGrouping';

const noRows: readonly JobRow[] = [];

/** The filter and grouping of the loaded jobs, which each service has for itself and which are remembered, and the jobs that pass, or that were picked, arranged. */
export class JobBrowsing {
  readonly #jobs: JobList;
  readonly #memory: Memory;
  readonly #language: string | undefined;
  readonly #changed = new Emitter();
  readonly onDidChange = this.#changed.event;
  #baseUrl: string | undefined;
  #filter = noFilter;
  #grouping: Grouping = 'none';
  #picked: PickedJobs | undefined;
  /** The picked rows as they are known best. */
  #pickedRows = noRows;
  #pass: FilterPass | undefined;
  /** The result of the last pass that ended. */
  #shown: ShownJobs = { nodes: [], count: 0 };
  #isSlicing = false;

  constructor(jobs: JobList, memory: Memory, language?: string) {
    this.#jobs = jobs;
    this.#memory = memory;
    this.#language = language;
  }

  /** Changes to the filter and grouping of another service; without a service there are none. What was picked ends, also with another connection to the same service. */
  connect(baseUrl: string | undefined): void {
    if (baseUrl === this.#baseUrl) return this.pick(undefined);
    this.#picked = undefined;
    this.#baseUrl = baseUrl;
    const kept = (name: string) => baseUrl && readOfService(this.#memory, name, baseUrl);
    this.#filter = readFilter(kept(filterName));
    this.#grouping = groupings.find((each) => each === kept(groupingName)) ?? 'none';
    this.#change();
  }

  get filter(): JobFilter {
    return this.#filter;
  }

  /** Undefined where the jobs of the list are shown. */
  get picked(): PickedJobs | undefined {
    return this.#picked;
  }

  /** Whether the shown jobs are some of all: those that pass the filter, or those that were picked. */
  get isFiltering(): boolean {
    return this.#picked !== undefined || isFiltering(this.#filter);
  }

  /** Whether jobs leave the filter as time passes. */
  get isTimed(): boolean {
    return this.#picked === undefined && isTimed(this.#filter);
  }

  get grouping(): Grouping {
    return this.#grouping;
  }

  /** Shows these jobs, and no others, until a filter is set or cleared; the filter is kept meanwhile. Undefined ends it. */
  pick(picked: PickedJobs | undefined): void {
    const before = this.#picked;
    this.#picked = picked;
    if (before === undefined || picked === undefined) {
      if (before !== picked) this.#change();
    } else if (before.words !== picked.words || before.among !== picked.among || !isSameList(before.rows, picked.rows)) {
      // Groups keep their places.
      this.#changed.fire();
    }
  }

  setFilter(filter: JobFilter): void {
    this.#picked = undefined;
    this.#filter = filter;
    this.#keep(filterName, isFiltering(filter) ? filter : undefined);
    this.#change();
  }

  /** Ends what was picked, else the filter. */
  clearFilter(): void {
    if (this.#picked === undefined) this.setFilter(noFilter);
    else this.pick(undefined);
  }

  setGrouping(grouping: Grouping): void {
    this.#grouping = grouping;
    this.#keep(groupingName, grouping === 'none' ? undefined : grouping);
    this.#change();
  }

  /**
   * The loaded jobs that pass the filter at a time, in epoch milliseconds, or the picked ones. With more than {@link mostRowsAtOnce} rows left
   * to filter it is the previous result, and a change event follows when they are filtered.
   */
  show(now: number): ShownJobs {
    const rows = this.#picked === undefined ? (this.#jobs.state.rows ?? noRows) : this.#bestKnown(this.#picked.rows);
    const filter = this.#picked === undefined ? this.#filter : noFilter;
    const known = this.#pass;
    const isCurrent = known !== undefined && (known.isValidFor(rows, now) || (this.#isSlicing && known.rows === rows));
    const pass = (this.#pass = isCurrent ? known : new FilterPass(rows, filter, this.#grouping, now, this.#language, known?.shown.nodes));
    if (pass.left > mostRowsAtOnce) {
      void this.#filterInSlices();
    } else {
      pass.look(pass.left);
      this.#shown = pass.shown;
    }
    return this.#shown;
  }

  /** The row before (-1) or after (1) that of an id, in the order of the rows that are shown. */
  neighbour(id: string, by: -1 | 1): JobRow | undefined {
    const rows = rowsIn(this.#shown.nodes);
    const index = rows.findIndex((row) => row.id === id);
    return index === -1 ? undefined : rows[index + by];
  }

  /** Makes a function that counts the rows that pass the filter; it looks at each row of a growing array once. */
  matchCounter(now: number): (rows: readonly JobRow[]) => number {
    let pass: FilterPass | undefined;
    return (rows) => {
      if (pass?.rows !== rows) pass = new FilterPass(rows, this.#filter, 'none', now);
      pass.look(pass.left);
      return pass.count;
    };
  }

  dispose(): void {
    this.#pass = undefined;
    this.#changed.dispose();
  }

  /** The rows, or those of the list where these are newer; the same array while nothing changes. */
  #bestKnown(rows: readonly JobRow[]): readonly JobRow[] {
    const { recalledAt } = this.#jobs.state;
    const best = recalledAt === null ? rows.map((row) => newerOf(row, this.#jobs.row(row.id))) : rows;
    if (!isSameList(best, this.#pickedRows)) this.#pickedRows = best;
    return this.#pickedRows;
  }

  #keep(name: string, value: unknown): void {
    if (this.#baseUrl !== undefined) writeOfService(this.#memory, name, this.#baseUrl, value);
  }

  #change(): void {
    this.#pass = undefined;
    this.#changed.fire();
  }

  /** Runs the current pass in time slices; one that was replaced meanwhile is dropped. */
  async #filterInSlices(): Promise<void> {
    if (this.#isSlicing) return;
    this.#isSlicing = true;
    while (this.#pass !== undefined && this.#pass.left > 0) {
      await nextTurn();
      // Disposed or changed meanwhile, there may be none.
      (this.#pass as FilterPass | undefined)?.lookInSlice();
    }
    this.#isSlicing = false;
    if (this.#pass === undefined) return;
    this.#shown = this.#pass.shown;
    this.#changed.fire();
  }
}

function newerOf(row: JobRow, listed: JobRow | undefined): JobRow {
  return listed === undefined || (listed.kind === 'job' && row.kind === 'job' && isOlder(listed.job, row.job)) ? row : listed;
}

/** How long the result of a filter by time holds. */
const timedResultMs = 1000;

/** Filters and arranges the rows of a list, a part at a time; goes on with rows that are added below. */
class FilterPass {
  readonly rows: readonly JobRow[];
  readonly #passes: ((row: JobRow) => boolean) | undefined;
  readonly #arrangement: Arrangement;
  /** When the first slice began, in milliseconds of `performance.now()`. */
  #began: number | undefined;
  readonly #isTimed: boolean;
  /** The time from which the result holds. */
  #from: number;
  #next = 0;
  #shown: ShownJobs | undefined;

  constructor(rows: readonly JobRow[], filter: JobFilter, grouping: Grouping, now: number, language?: string, before?: readonly JobTreeNode[]) {
    this.rows = rows;
    this.#passes = isFiltering(filter) ? filterTest(filter, now) : undefined;
    this.#arrangement = new Arrangement(grouping, language, before);
    this.#from = now;
    this.#isTimed = isTimed(filter);
  }

  /** Whether the rows seen so far, and what passed of them, still hold at this time. */
  isValidFor(rows: readonly JobRow[], now: number): boolean {
    return rows === this.rows && (!this.#isTimed || Math.abs(now - this.#from) < timedResultMs);
  }

  /** Looks at rows for a slice of time. The result holds from its end: one that took longer than it holds would begin anew without end. */
  lookInSlice(): void {
    const now = performance.now();
    this.#began ??= now;
    do this.look(rowsPerClockCheck);
    while (this.left > 0 && performance.now() < now + sliceMilliseconds);
    if (this.left === 0) this.#from += performance.now() - this.#began;
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
