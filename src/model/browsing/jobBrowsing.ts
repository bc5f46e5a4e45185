import type { JobRow } from '../../service/index.ts';
import type { JobList } from '../jobs/jobList.ts';
import { Emitter } from '../util/emitter.ts';
import { isSameList } from '../util/json.ts';
import { type Memory, readOfService, writeOfService } from '../util/memory.ts';
import { type Grouping, type JobTreeNode, arranged, groupings, rowsIn } from './grouping.ts';
import { type JobFilter, filterTest, isFiltering, isTimed, noFilter, readFilter } from './jobFilter.ts';

interface ShownJobs {
  readonly nodes: readonly JobTreeNode[];
  /** Number of rows that pass the filter. */
  readonly count: number;
}

/** What {@link JobBrowsing.show} has returned, and what it was made of. */
interface Pass {
  /** The lists of rows, and the length of the one that grows. */
  readonly sources: readonly unknown[];
  readonly rows: readonly JobRow[];
  /** The time at which the filter was applied. */
  readonly at: number;
  readonly shown: ShownJobs;
}

/** How long the result of a filter by time is valid. */
const timedResultMs = 1000;

const filterName = 'jobFilter';
const groupingName = 'jobGrouping';

const noRows: readonly JobRow[] = [];

/** The filter and grouping, remembered per service, and the jobs that the view shows: those that pass the filter, arranged. */
export class JobBrowsing {
  readonly #jobs: JobList;
  readonly #memory: Memory;
  readonly #changed = new Emitter();
  readonly onDidChange = this.#changed.event;
  #baseUrl: string | undefined;
  #filter = noFilter;
  #grouping: Grouping = 'none';
  /** Rows that are filtered beside those of the list, which may not have loaded them. */
  #further = noRows;
  #pass: Pass | undefined;

  constructor(jobs: JobList, memory: Memory) {
    this.#jobs = jobs;
    this.#memory = memory;
  }

  /** Switches to the filter and grouping of another service, or to none. Also drops further rows, even for another connection to the same service. */
  connect(baseUrl: string | undefined): void {
    const hadFurther = this.hasFurther;
    this.#further = noRows;
    if (baseUrl === this.#baseUrl) return hadFurther ? this.#change() : undefined;
    this.#baseUrl = baseUrl;
    const kept = (name: string) => baseUrl && readOfService(this.#memory, name, baseUrl);
    this.#filter = readFilter(kept(filterName));
    this.#grouping = groupings.find((each) => each === kept(groupingName)) ?? 'none';
    this.#change();
  }

  get filter(): JobFilter {
    return this.#filter;
  }

  /** Whether the view shows only the jobs that pass the filter. */
  get isFiltering(): boolean {
    return isFiltering(this.#filter);
  }

  /** Whether jobs leave the filter as time passes. */
  get isTimed(): boolean {
    return isTimed(this.#filter);
  }

  /** Whether rows are filtered that the list may not have loaded. */
  get hasFurther(): boolean {
    return this.#further.length > 0;
  }

  /** The rows that are filtered: those of the list, and further ones that it has not loaded. */
  get rows(): readonly JobRow[] {
    const listed = this.#jobs.state.rows ?? noRows;
    if (!this.hasFurther) return listed;
    if (this.#pass !== undefined && isSameList(this.#pass.sources, this.#sources)) return this.#pass.rows;
    return [...listed, ...this.#further.filter(({ id }) => this.#jobs.row(id) === undefined)];
  }

  get grouping(): Grouping {
    return this.#grouping;
  }

  /** @param further rows to filter beside those of the list, until another filter is set */
  setFilter(filter: JobFilter, further: readonly JobRow[] = noRows): void {
    this.#filter = filter;
    this.#further = further;
    this.#keep(filterName, isFiltering(filter) ? filter : undefined);
    this.#change();
  }

  setFurther(further: readonly JobRow[]): void {
    if (further === this.#further) return;
    this.#further = further;
    // The pass stays, so that groups keep their order.
    this.#changed.fire();
  }

  clearFilter(): void {
    this.setFilter(noFilter);
  }

  setGrouping(grouping: Grouping): void {
    this.#grouping = grouping;
    this.#keep(groupingName, grouping === 'none' ? undefined : grouping);
    this.#change();
  }

  /** The jobs that pass the filter at this time (epoch milliseconds); the same object while nothing changes. */
  show(now: number): ShownJobs {
    const sources = this.#sources;
    const before = this.#pass;
    const isValid = before !== undefined && isSameList(before.sources, sources) && (!this.isTimed || Math.abs(now - before.at) < timedResultMs);
    if (isValid) return before.shown;
    const { rows } = this;
    const passing = this.isFiltering ? rows.filter(filterTest(this.#filter, now)) : rows;
    const shown = { nodes: arranged(passing, this.#grouping, before?.shown.nodes), count: passing.length };
    this.#pass = { sources, rows, at: now, shown };
    return shown;
  }

  /** The shown row before (-1) or after (1) the row with this id. */
  neighbour(id: string, by: -1 | 1): JobRow | undefined {
    const rows = rowsIn(this.#pass?.shown.nodes ?? []);
    const index = rows.findIndex((row) => row.id === id);
    return index === -1 ? undefined : rows[index + by];
  }

  /** A function that counts the rows that pass the filter and tests each row of a growing array only once. */
  matchCounter(now: number): (rows: readonly JobRow[]) => number {
    const passes = filterTest(this.#filter, now);
    let [counted, tested, count] = [noRows, 0, 0];
    return (rows) => {
      if (rows !== counted) [counted, tested, count] = [rows, 0, 0];
      for (const row of rows.slice(tested)) if (passes(row)) count++;
      tested = rows.length;
      return count;
    };
  }

  dispose(): void {
    this.#pass = undefined;
    this.#changed.dispose();
  }

  /** What {@link rows} is made of; the rows of the list are one array while pages are appended. */
  get #sources(): readonly unknown[] {
    const { rows } = this.#jobs.state;
    return [rows, rows?.length, this.#further];
  }

  #keep(name: string, value: unknown): void {
    if (this.#baseUrl !== undefined) writeOfService(this.#memory, name, this.#baseUrl, value);
  }

  #change(): void {
    this.#pass = undefined;
    this.#changed.fire();
  }
}
