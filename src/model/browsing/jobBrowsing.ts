import type { JobRow } from '../../service/index.ts';
import type { JobList } from '../jobs/jobList.ts';
import type { JobStore } from '../jobs/jobStore.ts';
import { type Disposable, Emitter } from '../util/emitter.ts';
import { isSameList } from '../util/json.ts';
import { type KeyValueStore, storeOfService } from '../util/keyValueStore.ts';
import {
  type GroupNames,
  type Grouping,
  type JobTreeNode,
  arranged,
  groupings,
  rowsIn,
} from './grouping.ts';
import { type JobFilter, filterTest, isByMe, isFiltering, readFilter } from './jobFilter.ts';
import { type Identity, identityName, readIdentity } from './me.ts';

interface ShownJobs {
  readonly nodes: readonly JobTreeNode[];
  /** Number of rows that match the filter. */
  readonly count: number;
}

const noJobs: ShownJobs = { nodes: [], count: 0 };

const filterName = 'jobFilter';
const groupingName = 'jobGrouping';

const noRows: readonly JobRow[] = [];

interface BrowsingOptions {
  readonly jobs: JobStore;
  /** Storage for the filter and the grouping. */
  readonly workspaceStore: KeyValueStore;
  /** Storage for the user's identity, shared by all windows. */
  readonly userStore: KeyValueStore;
  readonly baseUrl: string;
}

/** Filters and groups the rows of the Jobs view. Saves both settings for each service. */
export class JobBrowsing {
  readonly #list: JobList;
  readonly #workspaceStore: KeyValueStore;
  readonly #userStore: KeyValueStore;
  readonly #changed = new Emitter();
  /**
   * The user's identity and the cached group ID of each row. The cache speeds up updates of long
   * lists.
   */
  #groupNames: GroupNames;
  readonly #subscription: Disposable;
  #filter: JobFilter;
  #grouping: Grouping;
  /** Rows from the overview, which are filtered in addition to the rows of the job list. */
  #additional = noRows;
  #shown: ShownJobs = noJobs;
  /**
   * Values from which `#shown` was computed. They include the number of rows, because loading a
   * page adds rows to the same array. They also include the current second, because a filter may
   * depend on the time.
   */
  #sources: readonly unknown[] = [];

  readonly onDidChange = this.#changed.event;

  constructor(list: JobList, options: BrowsingOptions) {
    this.#list = list;
    this.#workspaceStore = storeOfService(options.workspaceStore, options.baseUrl);
    this.#userStore = storeOfService(options.userStore, options.baseUrl);
    this.#filter = readFilter(this.#workspaceStore.get(filterName)).filter;
    const storedGrouping = this.#workspaceStore.get(groupingName);
    this.#grouping = groupings.find((each) => each === storedGrouping) ?? 'none';
    this.#groupNames = { groupIds: new WeakMap(), identity: readIdentity(this.#userStore) };
    this.#subscription = options.jobs.onDidApply(({ changed }) => this.#updateAdditional(changed));
  }

  get filter(): JobFilter {
    return this.#filter;
  }

  get grouping(): Grouping {
    return this.#grouping;
  }

  /** True if a filter is set. */
  get isFiltering(): boolean {
    return isFiltering(this.#filter);
  }

  /** Person that represents the user in the service. Undefined until the user selects one. */
  get identity(): Identity | undefined {
    return this.#groupNames.identity;
  }

  /** True if the filter contains `@me`, but the user has not selected a person yet. */
  get lacksIdentity(): boolean {
    return this.identity === undefined && isByMe(this.#filter);
  }

  /** True if rows from the overview are filtered in addition to the rows of the job list. */
  get hasAdditional(): boolean {
    return this.#additional.length > 0;
  }

  /** Rows of the job list, followed by the additional rows that the list does not contain. */
  get rows(): readonly JobRow[] {
    const listed = this.#list.state.rows ?? noRows;
    if (this.#additional.length === 0) return listed;
    return [...listed, ...this.#additional.filter(({ id }) => this.#list.row(id) === undefined)];
  }

  /**
   * Sets and saves the filter.
   * @param rows rows to filter in addition to the job list, until another filter is set
   */
  setFilter(filter: JobFilter, rows: readonly JobRow[] = noRows): void {
    this.#filter = readFilter(filter).filter;
    this.#additional = rows;
    void this.#workspaceStore.set(filterName, this.isFiltering ? this.#filter : undefined);
    this.#showAgain();
  }

  setAdditional(rows: readonly JobRow[]): void {
    if (rows === this.#additional) return;
    this.#additional = rows;
    // Does not reset `#shown`, so that the groups keep their order.
    this.#changed.fire();
  }

  setGrouping(grouping: Grouping): void {
    this.#grouping = grouping;
    void this.#workspaceStore.set(groupingName, grouping === 'none' ? undefined : grouping);
    this.#showAgain();
  }

  /**
   * Groups the jobs again after the time zone changes, because the time zone determines when a day
   * starts.
   */
  regroup(): void {
    this.#groupNames = { ...this.#groupNames, groupIds: new WeakMap() };
    this.#showAgain();
  }

  setIdentity(identity: Identity): void {
    void this.#userStore.set(identityName, identity);
    this.#groupNames = { groupIds: new WeakMap(), identity };
    this.#showAgain();
  }

  /**
   * Returns the rows that match the filter. Returns the same object until the rows or the filter
   * change.
   * @param now current time in epoch milliseconds
   */
  show(now: number): ShownJobs {
    const { rows: listed } = this.#list.state;
    const second = this.isFiltering && Math.floor(now / 1000);
    const sources = [listed, listed?.length, this.#additional, second];
    if (isSameList(this.#sources, sources)) return this.#shown;
    this.#sources = sources;
    const passing = this.isFiltering ? this.rows.filter(this.rowTest(now)) : this.rows;
    const nodes = arranged(passing, this.#grouping, this.#shown.nodes, this.#groupNames);
    this.#shown = { nodes, count: passing.length };
    return this.#shown;
  }

  /** Returns the row directly before (-1) or after (1) the row with this ID in the Jobs view. */
  neighbour(id: string, by: -1 | 1): JobRow | undefined {
    const rows = rowsIn(this.#shown.nodes);
    const index = rows.findIndex((row) => row.id === id);
    return index < 0 ? undefined : rows[index + by];
  }

  /**
   * Creates a function that returns whether a row matches the current filter.
   * @param now current time in epoch milliseconds
   */
  rowTest(now: number): (row: JobRow) => boolean {
    return filterTest(this.#filter, now, this.identity);
  }

  /**
   * Creates a function that counts the matching rows in a growing array. It tests each row only
   * once.
   */
  matchCounter(now: number): (rows: readonly JobRow[]) => number {
    const passes = this.rowTest(now);
    let [counted, tested, count] = [noRows, 0, 0];
    return (rows) => {
      if (rows !== counted) [counted, tested, count] = [rows, 0, 0];
      count += rows.slice(tested).filter(passes).length;
      tested = rows.length;
      return count;
    };
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#changed.dispose();
  }

  /** Replaces additional rows for which newer job data is available. */
  #updateAdditional(changed: readonly JobRow[]): void {
    const newer = new Map(changed.map((row) => [row.id, row]));
    if (!this.#additional.some(({ id }) => newer.has(id))) return;
    this.setAdditional(this.#additional.map((row) => newer.get(row.id) ?? row));
  }

  #showAgain(): void {
    this.#shown = noJobs;
    this.#sources = [];
    this.#changed.fire();
  }
}
