import { describePanels } from '../../../../src/model/overview/figures/panels.ts';
import type { ReadJobs } from '../../../../src/model/overview/overviewReading.ts';
import { type ReportPeriod, listPeriods } from '../../../../src/model/overview/period.ts';
import type {
  Figure,
  Panel,
  ReportTable,
  ShownReport,
} from '../../../../src/model/overview/report.ts';
import { aQueue, finish, readInPart, readWhole } from '../../model/overview/figures/queue.ts';
import { now } from '../contents.ts';

const queue = aQueue(3000, 4);
/** Long waits are all in one step. */
const piledUp = queue.map((row, index) =>
  row.kind === 'job' && row.job.completedAt === null && index > 500
    ? { ...row, job: { ...row.job, activeSteps: [{ key: 'pay', name: 'Release payment' }] } }
    : row,
);
export const wholeList = readWhole(piledUp);
export const partOfList = readInPart(piledUp, 600, 100);
export const fewJobs = readWhole(queue.slice(0, 3));

export function panelsOf(read: ReadJobs, period: ReportPeriod = 'all'): Panel[] {
  return finish(describePanels(read, period));
}

export function count(value: number): Figure {
  return {
    text: value.toLocaleString('en'),
    value,
    filter: value > 0 ? { state: 'active', steps: [`${value} jobs`] } : null,
  };
}

/** Creates a table of steps. Its column “Late” has bars. */
export function aTable(...rows: ReportTable['rows']): ReportTable {
  return {
    columns: [
      { name: 'Step', kind: 'text' },
      { name: 'Key', kind: 'export' },
      { name: 'Late', kind: 'bar', tone: 'long' },
      { name: 'Active', kind: 'number' },
    ],
    rows: rows.length > 0 ? rows : [{ cells: ['Approve', 'stp_1', count(4), count(9)] }],
  };
}

export function aPanel(changes: Partial<Panel> = {}): Panel {
  return {
    id: 'stuck',
    title: 'Where is it stuck?',
    sentence: ['A sentence.'],
    table: aTable(),
    ...changes,
  };
}

export function overview(changes: Partial<ShownReport> = {}): ShownReport {
  return {
    kind: 'show',
    connection: 'eu.example.com/api/v2',
    environment: { line: 'Live · Production', kind: 'production' },
    notice: null,
    reading: {
      line: 'As of 2:02 PM: 5,000 of 100,000 jobs (the first 4,000 and the last 1,000 of the list).',
      at: now,
      jobs: 5000,
      state: 'settled',
      progress: null,
      isWhole: false,
      remarks: [],
    },
    period: 'all',
    periods: listPeriods(),
    panels: [aPanel(), aPanel({ id: 'growth', title: 'Is it growing?', period: 'All time' })],
    ...changes,
  };
}
