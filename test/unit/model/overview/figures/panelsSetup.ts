import { describePanels } from '../../../../../src/model/overview/figures/panels.ts';
import type { ReadJobs } from '../../../../../src/model/overview/overviewReading.ts';
import type { ReportPeriod } from '../../../../../src/model/overview/period.ts';
import type {
  ReportCell,
  Figure,
  Panel,
  PanelId,
} from '../../../../../src/model/overview/report.ts';
import type { Job } from '../../../../../src/service/index.ts';
import { parseTimestamp } from '../../../../../src/text/time.ts';
import { finish } from './queue.ts';

/** Panels of the Overview by their ID. */
export type Panels = Readonly<Record<PanelId, Panel>>;

/** Describes the panels of the Overview for jobs that were read. */
export function panelsOf(read: ReadJobs, period: ReportPeriod = 'all'): Panels {
  const panels = finish(describePanels(read, period));
  return Object.fromEntries(panels.map((panel) => [panel.id, panel])) as Panels;
}

/** Returns the cells of each table row in a panel. */
export const rowsOf = ({ table }: Panel) => table?.rows.map(({ cells }) => cells) ?? [];

/** Returns true if the cell contains a number. */
export const isFigure = (cell: ReportCell | undefined): cell is Figure =>
  typeof cell === 'object' && cell !== null;

/** Returns the number in a cell. */
export const valueOf = (cell: ReportCell | undefined) => (isFigure(cell) ? cell.value : null);

/** Returns the start time of a job. */
export const startOf = (each: Job) => parseTimestamp(each.startedAt);

/** Returns true if a time is in the period that begins at `from`. */
export const isSince = (from: number | null, ms: number | null) =>
  from === null || (ms !== null && ms >= from);

/** Adds the numbers that are not null. */
export const sum = (values: readonly (number | null)[]) =>
  values.reduce<number>((total, each) => total + (each ?? 0), 0);
