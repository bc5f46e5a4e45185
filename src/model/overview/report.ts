import type { JobFilter } from '../browsing/jobFilter.ts';
import type { PageEnvironment } from '../environments/pageEnvironment.ts';
import type { PageNotice } from '../wording/failureNotice.ts';
import type { ReportPeriod } from './period.ts';

/** Numeric cell in a report table. */
export interface Figure {
  /** Display text, such as `4,213` or `2 d`. */
  readonly text: string;
  /** Value in exports, which also determines the length of the bar. */
  readonly value: number;
  /** Filter that selects the counted jobs in the Jobs view. Null if there is no such filter. */
  readonly filter: JobFilter | null;
}

/** Cell in a report table. Null means that the value is unknown. */
export type ReportCell = string | Figure | null;

/**
 * Bar color. `long` means that jobs take longer than half of all jobs, and `overdue` means that
 * they take longer than 9 in 10 jobs.
 */
export type Tone = 'usual' | 'long' | 'overdue' | 'completed';

export interface Column {
  readonly name: string;
  /** All bars in a table have the same scale. An `export` column is included only in exports. */
  readonly kind: 'text' | 'number' | 'bar' | 'export';
  readonly tone?: Tone;
  /** Unit of the numbers in exports, such as `hours`. */
  readonly unit?: string;
}

export interface TableRow {
  /** The first cell is the row header. */
  readonly cells: readonly [string, ...ReportCell[]];
  /**
   * Job that the row opens. `name` is the label for screen readers, and distinguishes the job from
   * similar jobs.
   */
  readonly job?: { readonly id: string; readonly name: string };
  /** True if the row combines several steps, workflows, or people. */
  readonly isCombined?: boolean;
}

export interface ReportTable {
  readonly columns: readonly Column[];
  readonly rows: readonly TableRow[];
}

/** Sentence with emphasized parts. A part with a filter links to the Jobs view. */
export type Words = readonly (
  | string
  | { readonly strong: string; readonly filter: JobFilter | null }
)[];

export type PanelId = 'stuck' | 'first' | 'holders' | 'growth' | 'duration';

/** Section of the report that answers a question with a sentence and a table. */
export interface Panel {
  readonly id: PanelId;
  readonly title: string;
  /** Name of the period that limits the numbers. Undefined if the panel covers all active jobs. */
  readonly period?: string;
  /** Number of loaded jobs, such as `700 jobs read`. Undefined if all jobs were loaded. */
  readonly coverage?: string;
  readonly sentence: Words;
  /** Table of the panel. Null if it would have no rows. */
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
  /** Remarks about problems, with one sentence for each problem. */
  readonly remarks: readonly string[];
}

/** Content of the overview page. */
export type OverviewContent = ShownReport | EmptyOverview;

interface EmptyOverview {
  readonly kind: 'empty';
  /** Host and path prefix of the service. */
  readonly connection: string;
  readonly environment: PageEnvironment | null;
  /**
   * Explains why jobs could not be loaded. Null while the first page is loading, or if there was no
   * error.
   */
  readonly notice: PageNotice | null;
}

export interface ShownReport extends Omit<EmptyOverview, 'kind'> {
  readonly kind: 'show';
  readonly reading: ReportReading;
  readonly period: ReportPeriod;
  readonly periods: readonly { readonly id: ReportPeriod; readonly name: string }[];
  /** Panels of the report. Null until they are created for the first time. */
  readonly panels: readonly Panel[] | null;
}
