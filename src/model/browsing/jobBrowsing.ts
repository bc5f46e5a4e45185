import type { JobRow } from '../../service/index.ts';
import { isOlder } from '../jobs/job.ts';
import type { JobList } from '../jobs/jobList.ts';
import { Emitter } from '../util/emitter.ts';
import { isSameList } from '../util/json.ts';
import { type Memory, readOfService, writeOfService } from '../util/memory.ts';
import { Arrangement, type Grouping, type JobTreeNode, groupings, rowsIn } from './grouping.ts';
import { type JobFilter, filterTest, isFiltering, isTimed, noFilter, readFilter } from './jobFilter.ts';

interface ShownJobs {
  readonly nodes: readonly JobTreeNode[];
  /** Number of rows that pass the filter. */
  readonly count: number;
}

/** Jobs, loaded or not, that the view shows instead of the list. */
interface PickedJobs {
  readonly rows: readonly JobRow[];
  /** Describes them in a few words. */
  readonly words: string;
  /** The number of jobs that they were picked from. */
  readonly among: number;
}

const filterName = 'jobFilter';
const groupingName = 'jobGrouping';

const noRows: readonly JobRow[] = [];

/** The filter and grouping, remembered per service, and the jobs that the view shows: those that pass the filter or were picked, arranged. */
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
  /** The newest known version of each picked row. */
  #pickedRows = noRows;
  #pass: FilterPass | undefined;

  constructor(jobs: JobList, memory: Memory, language?: string) {
    this.#jobs = jobs;
    this.#memory = memory;
    this.#language = language;
  }

  /** Switches to the filter and grouping of another service, or to none. Also drops the picked jobs, even for another connection to the same service. */
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

  /** Undefined while the view shows the list. */
  get picked(): PickedJobs | undefined {
    return this.#picked;
  }

  /** Whether the view shows only some jobs: those that pass the filter or were picked. */
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

  /** Shows only these jobs until a filter is set or cleared; the current filter is kept for later. Undefined shows the list again. */
  pick(picked: PickedJobs | undefined): void {
    const before = this.#picked;
    this.#picked = picked;
    if (before === undefined || picked === undefined) {
      if (before !== picked) this.#change();
    } else if (before.words !== picked.words || before.among !== picked.among || !isSameList(before.rows, picked.rows)) {
      // The pass stays, so that groups keep their order.
      this.#changed.fire();
    }
  }

  setFilter(filter: JobFilter): void {
    this.#picked = undefined;
    this.#filter = filter;
    this.#keep(filterName, isFiltering(filter) ? filter : undefined);
    this.#change();
  }

  /** Drops the picked jobs, or else the filter. */
  clearFilter(): void {
    if (this.#picked === undefined) this.setFilter(noFilter);
    else this.pick(undefined);
  }

  setGrouping(grouping: Grouping): void {
    this.#grouping = grouping;
    this.#keep(groupingName, grouping === 'none' ? undefined : grouping);
    this.#change();
  }

  /** The loaded jobs that pass the filter at this time (epoch milliseconds), or the picked ones; the same object while nothing changes. */
  show(now: number): ShownJobs {
    const rows = this.#picked === undefined ? (this.#jobs.state.rows ?? noRows) : this.#bestKnown(this.#picked.rows);
    const filter = this.#picked === undefined ? this.#filter : noFilter;
    if (this.#pass?.isValidFor(rows, now) !== true) this.#pass = new FilterPass(rows, filter, this.#grouping, now, this.#language, this.#pass?.shown.nodes);
    this.#pass.filterNew();
    return this.#pass.shown;
  }

  /** The shown row before (-1) or after (1) the row with this id. */
  neighbour(id: string, by: -1 | 1): JobRow | undefined {
    const rows = rowsIn(this.#pass?.shown.nodes ?? []);
    const index = rows.findIndex((row) => row.id === id);
    return index === -1 ? undefined : rows[index + by];
  }

  /** A function that counts the rows that pass the filter and tests each row of a growing array only once. */
  matchCounter(now: number): (rows: readonly JobRow[]) => number {
    let pass: FilterPass | undefined;
    return (rows) => {
      if (pass?.rows !== rows) pass = new FilterPass(rows, this.#filter, 'none', now);
      pass.filterNew();
      return pass.count;
    };
  }

  dispose(): void {
    this.#pass = undefined;
    this.#changed.dispose();
  }

  /** The rows, replaced by those of the list that are newer; the same array while nothing changes. */
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
}

function newerOf(row: JobRow, listed: JobRow | undefined): JobRow {
  return listed === undefined || (listed.kind === 'job' && row.kind === 'job' && isOlder(listed.job, row.job)) ? row : listed;
}

/** How long the result of a filter by time is valid. */
const timedResultMs = 1000;

/** Filters and arranges the rows of a list incrementally, including rows that are appended later. */
class FilterPass {
  readonly rows: readonly JobRow[];
  readonly #passes: ((row: JobRow) => boolean) | undefined;
  readonly #arrangement: Arrangement;
  readonly #isTimed: boolean;
  /** The time at which the filter was applied. */
  readonly #from: number;
  #next = 0;
  #shown: ShownJobs | undefined;

  constructor(rows: readonly JobRow[], filter: JobFilter, grouping: Grouping, now: number, language?: string, before?: readonly JobTreeNode[]) {
    this.rows = rows;
    this.#passes = isFiltering(filter) ? filterTest(filter, now) : undefined;
    this.#arrangement = new Arrangement(grouping, language, before);
    this.#from = now;
    this.#isTimed = isTimed(filter);
  }

  /** Whether the result so far is still valid for these rows at this time. */
  isValidFor(rows: readonly JobRow[], now: number): boolean {
    return rows === this.rows && (!this.#isTimed || Math.abs(now - this.#from) < timedResultMs);
  }

  /** Number of rows that have passed so far. */
  get count(): number {
    return this.#arrangement.count;
  }

  /** Stays the same object until another row passes. */
  get shown(): ShownJobs {
    return (this.#shown ??= { nodes: this.#arrangement.nodes, count: this.count });
  }

  /** Filters the rows that were appended since the last call. */
  filterNew(): void {
    const before = this.count;
    for (; this.#next < this.rows.length; this.#next++) {
      const row = this.rows[this.#next];
      if (row !== undefined && this.#passes?.(row) !== false) this.#arrangement.add(row);
    }
    if (this.count > before) this.#shown = undefined;
  }
}
