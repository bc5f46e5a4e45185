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

export type JobBrowsing = ReturnType<typeof createJobBrowsing>;

/** The filter and grouping, remembered per service, and the jobs that the view shows: those that pass the filter, arranged. */
export function createJobBrowsing(jobs: JobList, memory: Memory) {
  const changed = new Emitter();
  let connected: string | undefined;
  let filter = noFilter;
  let grouping: Grouping = 'none';
  /** Rows that are filtered beside those of the list, which may not have loaded them. */
  let further = noRows;
  let pass: Pass | undefined;

  /** What {@link rows} are made of; the rows of the list are one array while pages are appended. */
  const sourcesNow = () => [jobs.state.rows, jobs.state.rows?.length, further];
  const rowsNow = (): readonly JobRow[] => {
    const listed = jobs.state.rows ?? noRows;
    if (further.length === 0) return listed;
    if (pass !== undefined && isSameList(pass.sources, sourcesNow())) return pass.rows;
    return [...listed, ...further.filter(({ id }) => jobs.row(id) === undefined)];
  };
  const keep = (name: string, value: unknown) => {
    if (connected !== undefined) writeOfService(memory, name, connected, value);
  };
  const change = () => {
    pass = undefined;
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
    /** Whether jobs leave the filter as time passes. */
    get isTimed(): boolean {
      return isTimed(filter);
    },
    /** Whether rows are filtered that the list may not have loaded. */
    get hasFurther(): boolean {
      return further.length > 0;
    },
    /** The rows that are filtered: those of the list, and further ones that it has not loaded. */
    get rows(): readonly JobRow[] {
      return rowsNow();
    },
    /** Switches to the filter and grouping of another service, or to none. Also drops further rows, even for another connection to the same service. */
    connect(baseUrl: string | undefined): void {
      const isSame = baseUrl === connected && further.length === 0;
      further = noRows;
      if (isSame) return;
      if (baseUrl !== connected) {
        connected = baseUrl;
        const kept = (name: string) => baseUrl && readOfService(memory, name, baseUrl);
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
      // The pass stays, so that groups keep their order.
      changed.fire();
    },
    setGrouping(next: Grouping): void {
      grouping = next;
      keep(groupingName, next === 'none' ? undefined : next);
      change();
    },
    /** The jobs that pass the filter at this time (epoch milliseconds); the same object while nothing changes. */
    show(now: number): ShownJobs {
      const sources = sourcesNow();
      const isValid = pass !== undefined && isSameList(pass.sources, sources) && (!isTimed(filter) || Math.abs(now - pass.at) < timedResultMs);
      if (pass !== undefined && isValid) return pass.shown;
      const rows = rowsNow();
      const passing = isFiltering(filter) ? rows.filter(filterTest(filter, now)) : rows;
      const shown = { nodes: arranged(passing, grouping, pass?.shown.nodes), count: passing.length };
      pass = { sources, rows, at: now, shown };
      return shown;
    },
    /** The shown row before (-1) or after (1) the row with this id. */
    neighbour(id: string, by: -1 | 1): JobRow | undefined {
      const rows = rowsIn(pass?.shown.nodes ?? []);
      const index = rows.findIndex((row) => row.id === id);
      return index === -1 ? undefined : rows[index + by];
    },
    /** A function that counts the rows that pass the filter and tests each row of a growing array only once. */
    matchCounter(now: number): (rows: readonly JobRow[]) => number {
      const passes = filterTest(filter, now);
      let [counted, tested, count] = [noRows, 0, 0];
      return (rows) => {
        if (rows !== counted) [counted, tested, count] = [rows, 0, 0];
        for (const row of rows.slice(tested)) if (passes(row)) count++;
        tested = rows.length;
        return count;
      };
    },
    dispose(): void {
      pass = undefined;
      changed.dispose();
    },
  };
}
