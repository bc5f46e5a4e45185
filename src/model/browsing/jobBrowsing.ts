import { type Job, type JobRow, rowId } from '../../service/index.ts';
import type { JobList } from '../jobs/jobList.ts';
import type { JobStore } from '../jobs/jobStore.ts';
import { type Disposable, Emitter } from '../util/emitter.ts';
import { isSameList } from '../util/json.ts';
import { type KeyValueStore, readOfService, writeOfService } from '../util/keyValueStore.ts';
import { type GroupNames, type Grouping, type JobTreeNode, arranged, groupings, rowsIn } from './grouping.ts';
import { type JobFilter, filterTest, isByMe, isFiltering, isTimed, readFilter } from './jobFilter.ts';
import { type Identity, identityName, readIdentity } from './me.ts';

interface ShownJobs {
  readonly nodes: readonly JobTreeNode[];
  /** Number of rows that pass the filter. */
  readonly count: number;
}

const nothing: ShownJobs = { nodes: [], count: 0 };

const filterName = 'jobFilter';
const groupingName = 'jobGrouping';

const noRows: readonly JobRow[] = [];

interface BrowsingOptions {
  readonly jobs: JobStore;
  /** Stores the filter and the grouping. */
  readonly workspaceStore: KeyValueStore;
  /** Stores which person the user is, for all windows. */
  readonly userStore: KeyValueStore;
  readonly baseUrl: string;
}

/**
 * The filter and grouping, stored per service, and the jobs that the view shows: those that pass the
 * filter, arranged.
 */
export class JobBrowsing {
  readonly #list: JobList;
  readonly #options: BrowsingOptions;
  readonly #changed = new Emitter();
  /**
   * The group of each row in the last grouping, because to find it takes long, and most rows stay when the
   * list changes; and who the person is, whom a group names.
   */
  #groupNames: GroupNames;
  readonly #subscription: Disposable;
  #filter: JobFilter;
  #grouping: Grouping;
  /** Rows that are filtered beside those of the list, which may not have loaded them. */
  #further = noRows;
  #shown: ShownJobs = nothing;
  /**
   * What `#shown` was made of: the list's rows, which grow in place, with their number, further rows, and the
   * second for a filter by time.
   */
  #sources: readonly unknown[] = [];
  /** The shown rows in order, once asked for, because each open page asks for two of them at each change. */
  #ordered: readonly JobRow[] | undefined;

  readonly onDidChange = this.#changed.event;

  constructor(list: JobList, options: BrowsingOptions) {
    const { jobs, workspaceStore, userStore, baseUrl } = options;
    this.#list = list;
    this.#options = options;
    const stored = (name: string) => readOfService(workspaceStore, name, baseUrl);
    this.#filter = readFilter(stored(filterName)).filter;
    this.#grouping = groupings.find((each) => each === stored(groupingName)) ?? 'none';
    this.#groupNames = { known: new WeakMap(), identity: readIdentity(userStore, baseUrl) };
    this.#subscription = jobs.onDidApply(({ changed }) => this.#updateFurther(changed));
  }

  get filter(): JobFilter {
    return this.#filter;
  }

  get grouping(): Grouping {
    return this.#grouping;
  }

  /** Whether the view shows only the jobs that pass the filter. */
  get isFiltering(): boolean {
    return isFiltering(this.#filter);
  }

  /** Who the person of this window is to the service; undefined until they chose. */
  get identity(): Identity | undefined {
    return this.#groupNames.identity;
  }

  /** Whether the filter lets no job of the person's through, because they did not choose who they are. */
  get lacksIdentity(): boolean {
    return this.identity === undefined && isByMe(this.#filter);
  }

  /** Whether rows are filtered that the list may not have loaded. */
  get hasFurther(): boolean {
    return this.#further.length > 0;
  }

  /** The rows that are filtered: those of the list, and further ones that it has not loaded. */
  get rows(): readonly JobRow[] {
    const listed = this.#list.state.rows ?? noRows;
    if (this.#further.length === 0) return listed;
    return [...listed, ...this.#further.filter(({ id }) => this.#list.row(id) === undefined)];
  }

  /** @param rows rows to filter beside those of the list, until another filter is set */
  setFilter(filter: JobFilter, rows: readonly JobRow[] = noRows): void {
    this.#filter = filter;
    this.#further = rows;
    this.#persist(filterName, isFiltering(filter) ? filter : undefined);
    this.#showAnew();
  }

  setFurther(rows: readonly JobRow[]): void {
    if (rows === this.#further) return;
    this.#further = rows;
    // What is shown stays, so that groups keep their order.
    this.#changed.fire();
  }

  setGrouping(grouping: Grouping): void {
    this.#grouping = grouping;
    this.#persist(groupingName, grouping === 'none' ? undefined : grouping);
    this.#showAnew();
  }

  /** Groups the jobs again, because days begin at other times in another time zone. */
  regroup(): void {
    this.#groupNames = { ...this.#groupNames, known: new WeakMap() };
    this.#showAnew();
  }

  setIdentity(identity: Identity): void {
    const { userStore, baseUrl } = this.#options;
    writeOfService(userStore, identityName, baseUrl, identity);
    this.#groupNames = { known: new WeakMap(), identity };
    this.#showAnew();
  }

  /**
   * The jobs that pass the filter at this time (epoch milliseconds); the same object while nothing changes.
   */
  show(now: number): ShownJobs {
    const { rows: listed } = this.#list.state;
    const second = isTimed(this.#filter) && Math.floor(now / 1000);
    const sources = [listed, listed?.length, this.#further, second];
    if (isSameList(this.#sources, sources)) return this.#shown;
    this.#sources = sources;
    this.#ordered = undefined;
    const { rows } = this;
    const passing = this.isFiltering ? rows.filter(this.rowTest(now)) : rows;
    const nodes = arranged(passing, this.#grouping, this.#shown.nodes, this.#groupNames);
    this.#shown = { nodes, count: passing.length };
    return this.#shown;
  }

  /** The shown row before (-1) or after (1) the row with this id. */
  neighbour(id: string, by: -1 | 1): JobRow | undefined {
    this.#ordered ??= rowsIn(this.#shown.nodes);
    const index = this.#ordered.findIndex((row) => row.id === id);
    return index < 0 ? undefined : this.#ordered[index + by];
  }

  /** The test of the current filter at this time (epoch milliseconds). */
  rowTest(now: number): (row: JobRow) => boolean {
    return filterTest(this.#filter, now, this.identity);
  }

  /** A function that counts the rows that pass the filter and tests each row of a growing array only once. */
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

  /** Replaces further rows by newer versions of their jobs. */
  #updateFurther(changed: readonly Job[]): void {
    const newer = new Map(changed.map((job) => [rowId(job.key), this.#options.jobs.row(job.key)]));
    if (!this.#further.some(({ id }) => newer.has(id))) return;
    this.setFurther(this.#further.map((row) => newer.get(row.id) ?? row));
  }

  #persist(name: string, value: unknown): void {
    const { workspaceStore, baseUrl } = this.#options;
    writeOfService(workspaceStore, name, baseUrl, value);
  }

  #showAnew(): void {
    this.#shown = nothing;
    this.#sources = [];
    this.#changed.fire();
  }
}
