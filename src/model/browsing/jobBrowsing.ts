import type { JobRow } from '../../service/index.ts';
import type { JobList } from '../jobs/jobList.ts';
import type { JobStore } from '../jobs/jobStore.ts';
import { type Disposable, Emitter } from '../util/emitter.ts';
import { isSameList } from '../util/json.ts';
import type { KeyValueStore } from '../util/keyValueStore.ts';
import { type Grouping, type JobTreeNode, arranged, groupings, rowsIn } from './grouping.ts';
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
  /** Workspace storage of the service, for the filter and the grouping. */
  readonly workspaceStore: KeyValueStore;
  /** Storage of the service that all windows share, for the user's identity. */
  readonly userStore: KeyValueStore;
}

/**
 * Filters and groups the rows of the Jobs view. Saves the filter and the grouping separately for
 * each service.
 */
export class JobBrowsing {
  readonly #list: JobList;
  readonly #workspaceStore: KeyValueStore;
  readonly #userStore: KeyValueStore;
  readonly #changed = new Emitter();
  readonly #subscription: Disposable;
  #identity: Identity | undefined;
  /** Group IDs of the rows, cached for faster updates of long lists. */
  #groupIds = new WeakMap<JobRow, string>();
  #filter: JobFilter;
  #grouping: Grouping;
  /** Rows from the overview that the Jobs view shows in addition to the job list. */
  #additional = noRows;
  #shown: ShownJobs = noJobs;
  /**
   * Inputs from which `#shown` was computed. The row count is included because the row array can
   * grow. The current second is included because some filter conditions depend on the time.
   */
  #sources: readonly unknown[] = [];

  readonly onDidChange = this.#changed.event;

  constructor(list: JobList, { jobs, workspaceStore, userStore }: BrowsingOptions) {
    this.#list = list;
    this.#workspaceStore = workspaceStore;
    this.#userStore = userStore;
    this.#filter = readFilter(workspaceStore.get(filterName)).filter;
    const storedGrouping = workspaceStore.get(groupingName);
    this.#grouping = groupings.find((each) => each === storedGrouping) ?? 'none';
    this.#identity = readIdentity(userStore);
    this.#subscription = jobs.onDidApply(({ changed }) => this.#updateAdditional(changed));
  }

  get filter(): JobFilter {
    return this.#filter;
  }

  get grouping(): Grouping {
    return this.#grouping;
  }

  get isFiltering(): boolean {
    return isFiltering(this.#filter);
  }

  /** Person that the user selected as “me”. Undefined until the user selects a person. */
  get identity(): Identity | undefined {
    return this.#identity;
  }

  /** True if the filter contains `@me`, but the user has not selected a person yet. */
  get lacksIdentity(): boolean {
    return this.identity === undefined && isByMe(this.#filter);
  }

  /** True if the Jobs view also contains rows from the overview. */
  get hasAdditional(): boolean {
    return this.#additional.length > 0;
  }

  /** Rows of the job list, followed by the overview rows that the list does not contain. */
  get rows(): readonly JobRow[] {
    const listed = this.#list.state.rows ?? noRows;
    if (this.#additional.length === 0) return listed;
    return [...listed, ...this.#additional.filter(({ id }) => this.#list.row(id) === undefined)];
  }

  /**
   * Sets and saves the filter.
   * @param rows additional rows to filter until the next `setFilter` call
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
    // Keeps `#shown`, so that the groups stay in the same order.
    this.#changed.fire();
  }

  setGrouping(grouping: Grouping): void {
    this.#grouping = grouping;
    void this.#workspaceStore.set(groupingName, grouping === 'none' ? undefined : grouping);
    this.#showAgain();
  }

  /**
   * Groups the jobs again after the time zone changes, because each day may then start at a
   * different time.
   */
  regroup(): void {
    this.#groupIds = new WeakMap();
    this.#showAgain();
  }

  setIdentity(identity: Identity): void {
    void this.#userStore.set(identityName, identity);
    this.#identity = identity;
    this.#showAgain();
  }

  /**
   * Returns the filtered and grouped rows. Reuses the previous result if nothing has changed.
   * @param now current time in epoch milliseconds
   */
  show(now: number): ShownJobs {
    const { rows: listed } = this.#list.state;
    const second = this.isFiltering && Math.floor(now / 1000);
    const sources = [listed, listed?.length, this.#additional, second];
    if (isSameList(this.#sources, sources)) return this.#shown;
    this.#sources = sources;
    const passing = this.isFiltering ? this.rows.filter(this.rowTest(now)) : this.rows;
    const nodes = arranged(passing, this.#grouping, this.#shown.nodes, this.#groupIds);
    this.#shown = { nodes, count: passing.length };
    return this.#shown;
  }

  /** Returns the row before (-1) or after (1) the given row in the Jobs view. */
  neighbour(id: string, by: -1 | 1): JobRow | undefined {
    const rows = rowsIn(this.#shown.nodes);
    const index = rows.findIndex((row) => row.id === id);
    return index < 0 ? undefined : rows[index + by];
  }

  /**
   * Creates a function that tests rows against the current filter.
   * @param now current time in epoch milliseconds
   */
  rowTest(now: number): (row: JobRow) => boolean {
    return filterTest(this.#filter, now, this.identity);
  }

  /**
   * Creates a function that counts the matching rows in a growing array and tests each row only
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

  /** Replaces rows from the overview if newer job data is available. */
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
