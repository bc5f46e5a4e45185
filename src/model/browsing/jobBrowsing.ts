import { type Job, type JobRow, jobRow, rowId } from '../../service/index.ts';
import type { JobList } from '../jobs/jobList.ts';
import { Emitter } from '../util/emitter.ts';
import { isSameList } from '../util/json.ts';
import { type KeyValueStore, readOfService, writeOfService } from '../util/keyValueStore.ts';
import { type Grouping, type JobTreeNode, arranged, groupings, rowsIn } from './grouping.ts';
import { type JobFilter, filterTest, isFiltering, isTimed, noFilter, readFilter } from './jobFilter.ts';

interface ShownJobs {
  readonly nodes: readonly JobTreeNode[];
  /** Number of rows that pass the filter. */
  readonly count: number;
}

const nothing: ShownJobs = { nodes: [], count: 0 };

const filterName = 'jobFilter';
const groupingName = 'jobGrouping';

const noRows: readonly JobRow[] = [];

export type JobBrowsing = ReturnType<typeof createJobBrowsing>;

/**
 * The filter and grouping, remembered per service, and the jobs that the view shows: those that pass the
 * filter, arranged.
 */
export function createJobBrowsing(jobs: JobList, store: KeyValueStore) {
  const changed = new Emitter();
  let connected: string | undefined;
  let filter = noFilter;
  let grouping: Grouping = 'none';
  /** Rows that are filtered beside those of the list, which may not have loaded them. */
  let further = noRows;
  /**
   * What the view shows, and what it was made of: the list's rows, which grow in place, with their number,
   * further rows, and the second for a filter by time.
   */
  let [shown, sources]: [ShownJobs, readonly unknown[]] = [nothing, []];
  /** The shown rows in order, once asked for, because each open page asks for two of them at each change. */
  let ordered: readonly JobRow[] | undefined;
  /**
   * The group of each row in the last grouping, because to find it takes long, and most rows stay when the
   * list changes.
   */
  const groupIds = new WeakMap<JobRow, string>();

  const rowsNow = (): readonly JobRow[] => {
    const listed = jobs.state.rows ?? noRows;
    return further.length === 0
      ? listed
      : [...listed, ...further.filter(({ id }) => jobs.row(id) === undefined)];
  };
  const keep = (name: string, value: unknown) => {
    if (connected !== undefined) writeOfService(store, name, connected, value);
  };
  const change = () => {
    [shown, sources] = [nothing, []];
    changed.fire();
  };

  return {
    onDidChange: changed.event,
    get filter(): JobFilter {
      return filter;
    },
    get grouping(): Grouping {
      return grouping;
    },
    /** Whether the view shows only the jobs that pass the filter. */
    get isFiltering(): boolean {
      return isFiltering(filter);
    },
    /** Whether rows are filtered that the list may not have loaded. */
    get hasFurther(): boolean {
      return further.length > 0;
    },
    /** The rows that are filtered: those of the list, and further ones that it has not loaded. */
    get rows(): readonly JobRow[] {
      return rowsNow();
    },
    /**
     * Switches to the filter and grouping of another service, or to none. Also drops further rows, even for
     * another connection to the same service.
     */
    connect(baseUrl: string | undefined): void {
      if (baseUrl === connected && further.length === 0) return;
      further = noRows;
      if (baseUrl !== connected) {
        connected = baseUrl;
        const kept = (name: string) => baseUrl && readOfService(store, name, baseUrl);
        filter = readFilter(kept(filterName));
        grouping = groupings.find((each) => each === kept(groupingName)) ?? 'none';
      }
      change();
    },
    /** @param rows rows to filter beside those of the list, until another filter is set */
    setFilter(next: JobFilter, rows: readonly JobRow[] = noRows): void {
      filter = next;
      further = rows;
      keep(filterName, isFiltering(next) ? next : undefined);
      change();
    },
    setFurther(rows: readonly JobRow[]): void {
      if (rows === further) return;
      further = rows;
      // What is shown stays, so that groups keep their order.
      changed.fire();
    },
    /** Replaces further rows by newer versions of their jobs. */
    update(jobs: readonly Job[]): void {
      const newer = new Map(jobs.map((job) => [rowId(job.key), jobRow(job)]));
      if (!further.some(({ id }) => newer.has(id))) return;
      further = further.map((row) => newer.get(row.id) ?? row);
      changed.fire();
    },
    setGrouping(next: Grouping): void {
      grouping = next;
      keep(groupingName, next === 'none' ? undefined : next);
      change();
    },
    /**
     * The jobs that pass the filter at this time (epoch milliseconds); the same object while nothing changes.
     */
    show(now: number): ShownJobs {
      const before = sources;
      sources = [
        jobs.state.rows,
        jobs.state.rows?.length,
        further,
        isTimed(filter) && Math.floor(now / 1000),
      ];
      if (isSameList(before, sources)) return shown;
      ordered = undefined;
      const rows = rowsNow();
      const passing = isFiltering(filter) ? rows.filter(filterTest(filter, now)) : rows;
      shown = { nodes: arranged(passing, grouping, shown.nodes, groupIds), count: passing.length };
      return shown;
    },
    /** The shown row before (-1) or after (1) the row with this id. */
    neighbour(id: string, by: -1 | 1): JobRow | undefined {
      ordered ??= rowsIn(shown.nodes);
      const index = ordered.findIndex((row) => row.id === id);
      return index < 0 ? undefined : ordered[index + by];
    },
    /**
     * A function that counts the rows that pass the filter and tests each row of a growing array only once.
     */
    matchCounter(now: number): (rows: readonly JobRow[]) => number {
      const passes = filterTest(filter, now);
      let [counted, tested, count] = [noRows, 0, 0];
      return (rows) => {
        if (rows !== counted) [counted, tested, count] = [rows, 0, 0];
        count += rows.slice(tested).filter(passes).length;
        tested = rows.length;
        return count;
      };
    },
    dispose: () => changed.dispose(),
  };
}
