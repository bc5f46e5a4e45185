import type { JobFilter } from '../browsing/jobFilter.ts';
import type { PageEnvironment } from '../environments/environment.ts';
import type { PageNotice } from '../wording/failureNotice.ts';
import type { ReportPeriod } from './period.ts';

/** Numeric cell in a report table. */
export interface Figure {
  /** Display text, such as `4,213` or `2 d`. */
  readonly text: string;
  /** Numeric value for exports and for the bar length. */
  readonly value: number;
  /** Filter that shows the counted jobs in the Jobs view, or null if no filter is available. */
  readonly filter: JobFilter | null;
}

/** Cell in a report table. Null means that the value is unknown. */
export type ReportCell = string | Figure | null;

/**
 * Bar color. `long` means longer than half of all jobs, and `overdue` means longer than 9 in 10
 * jobs.
 */
export type Tone = 'usual' | 'long' | 'overdue' | 'completed';

export interface Column {
  readonly name: string;
  /** All bars in a table have the same scale. Columns of kind `export` appear only in exports. */
  readonly kind: 'text' | 'number' | 'bar' | 'export';
  readonly tone?: Tone;
  /** Unit of the numbers in exports, such as `hours`. */
  readonly unit?: string;
}

export interface TableRow {
  /** Cells of the row. The first cell is the row header. */
  readonly cells: readonly [string, ...ReportCell[]];
  /** Job to open when the row is selected. `name` is a unique label for screen readers. */
  readonly job?: { readonly id: string; readonly name: string };
  /** True if the row combines several workflows, steps, or people. */
  readonly isCombined?: boolean;
}

export interface ReportTable {
  readonly columns: readonly Column[];
  readonly rows: readonly TableRow[];
}

/** Sentence with emphasized parts. A part that contains a filter is a link to the Jobs view. */
export type Words = readonly (
  | string
  | { readonly strong: string; readonly filter: JobFilter | null }
)[];

export type PanelId = 'stuck' | 'first' | 'holders' | 'growth' | 'duration';

/** Report panel that answers a question with a sentence and a table. */
export interface Panel {
  readonly id: PanelId;
  readonly title: string;
  /** Name of the selected period. Undefined if the panel covers all active jobs. */
  readonly period?: string;
  /** Number of loaded jobs, such as `700 jobs read`. Undefined if all jobs were loaded. */
  readonly coverage?: string;
  readonly sentence: Words;
  /** Panel table. Null if the table would be empty. */
  readonly table: ReportTable | null;
  /** Legend for the bar colors. */
  readonly legend?: readonly { readonly tone: Tone; readonly text: string }[];
}

/** Describes which part of the job list the report includes. */
export interface ReportReading {
  /**
   * Summary, such as `As of 14:02: 5,000 of 100,000 jobs (the first 4,000 and the last 1,000 of the
   * list).`
   */
  readonly line: string;
  /** Time of the report in epoch milliseconds. */
  readonly at: number;
  /** Number of jobs in the report. */
  readonly jobs: number;
  readonly state: 'reading' | 'readingAll' | 'settled';
  /** Progress of a refresh, such as `4,000 of 100,000`. Null if no refresh is in progress. */
  readonly progress: string | null;
  /** True if the report includes all jobs. */
  readonly isWhole: boolean;
  /** Remarks about problems, one sentence each. */
  readonly remarks: readonly string[];
}

/** Content of the overview page. */
export type OverviewContent = ShownReport | EmptyOverview;

interface EmptyOverview {
  readonly kind: 'empty';
  /** Host and path prefix of the service. */
  readonly connection: string;
  readonly environment: PageEnvironment | null;
  /** Explains why jobs could not be loaded. Null if there was no error. */
  readonly notice: PageNotice | null;
}

export interface ShownReport extends Omit<EmptyOverview, 'kind'> {
  readonly kind: 'show';
  readonly reading: ReportReading;
  readonly period: ReportPeriod;
  readonly periods: readonly { readonly id: ReportPeriod; readonly name: string }[];
  /** Report panels. Null until the first panels are created. */
  readonly panels: readonly Panel[] | null;
}
