import { vi } from 'vitest';
import { JobStore } from '../../../../src/model/jobs/jobStore.ts';
import { Overview } from '../../../../src/model/overview/overview.ts';
import type { ReportCell, PanelId } from '../../../../src/model/overview/report.ts';
import { formatMoment } from '../../../../src/text/time.ts';
import { createKeyValueStore } from '../builders.ts';
import type { ListService } from '../listService.ts';

export const now = Date.parse('2026-11-20T14:02:00Z');
/** 15 minutes, in milliseconds. */
export const quarter = 15 * 60_000;

/** Waits until all requests have completed. */
export const settle = () => vi.advanceTimersByTimeAsync(1500);

/** Delays a response by 100 ms. */
export const slowly = () => new Promise<void>((resolve) => void setTimeout(resolve, 100));

export const asOf = (jobs: string, at = now) => `As of ${formatMoment(at, at)}: ${jobs}`;

/** Opens an overview of the jobs of a service. */
export function opened(service: ListService) {
  const store = new JobStore(createKeyValueStore());
  const overview = new Overview({ listJobs: service.source, store });
  overview.setVisible(true);
  const rowsOf = (id: PanelId) =>
    overview.state.panels?.find((panel) => panel.id === id)?.table?.rows ?? [];
  const valueOf = (cell: ReportCell | undefined) =>
    typeof cell === 'object' ? (cell?.value ?? null) : null;
  return {
    overview,
    active: () => rowsOf('stuck').reduce((sum, { cells }) => sum + (valueOf(cells.at(-1)) ?? 0), 0),
    /** Returns the start time and the number of started jobs in each row of “Is it growing?”. */
    started: () =>
      rowsOf('growth').map(({ cells: [, started] }) => [
        typeof started === 'object' ? started?.filter?.started?.from : undefined,
        valueOf(started),
      ]),
    line: () => overview.state.reading?.line,
    reading: () => overview.state.reading,
  };
}

/** Opens an overview, and waits for its first report. */
export const read = async (service: ListService) => {
  const report = opened(service);
  await settle();
  return report;
};
