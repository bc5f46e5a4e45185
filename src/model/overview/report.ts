import type { JobFilter } from '../browsing/jobFilter.ts';
import type { PageEnvironment } from '../environments/pageEnvironment.ts';
import type { PageNotice } from '../wording/failureNotice.ts';
import type { ReportPeriod } from './period.ts';

/** Number in a table. */
export interface Figure {
  /** Text on screen: `4,213`, `2 d`. */
  readonly text: string;
  /** Value in exports. It also determines the length of the bar. */
  readonly value: number;
  /** Filter of the Jobs view that selects the counted jobs. Null if there is no such filter. */
  readonly filter: JobFilter | null;
}

/** Null means unknown. */
export type ReportCell = string | Figure | null;

/** Color of a bar. Half of the jobs finish sooner than `long` jobs, and 9 in 10 sooner than `overdue` jobs. */
export type Tone = 'usual' | 'long' | 'overdue' | 'completed';

export interface Column {
  readonly name: string;
  /** `bar` columns of a table share one scale. `export` columns are only in exports. */
  readonly kind: 'text' | 'number' | 'bar' | 'export';
  readonly tone?: Tone;
  /** Unit of the numbers in exports. */
  readonly unit?: string;
}

export interface TableRow {
  /** Cells of the row. The first cell is its header. */
  readonly cells: readonly [string, ...ReportCell[]];
  /** Job that the row opens. `name` distinguishes it for screen readers. */
  readonly job?: { readonly id: string; readonly name: string };
  /** True if the row combines several steps, workflows, or people. */
  readonly isCombined?: boolean;
}

export interface ReportTable {
  readonly columns: readonly Column[];
  readonly rows: readonly TableRow[];
}

/** Sentence with emphasized parts. */
export type Words = readonly (string | { readonly strong: string; readonly filter: JobFilter | null })[];

export type PanelId = 'stuck' | 'first' | 'holders' | 'growth' | 'duration';

/** Section of the report that answers a question with a sentence and a table. */
export interface Panel {
  readonly id: PanelId;
  readonly title: string;
  /** Name of the period that limits the numbers. Undefined if the panel covers all active jobs. */
  readonly period?: string;
  /** Number of jobs read: `700 jobs read`. Undefined if all jobs were read. */
  readonly coverage?: string;
  readonly sentence: Words;
  /** Null if there are no rows. */
  readonly table: ReportTable | null;
  /** Meaning of the colors. */
  readonly legend?: readonly { readonly tone: Tone; readonly text: string }[];
}

/** Describes which part of the list was read. */
export interface ReportReading {
  /** `As of 14:02: 5,000 of 100,000 jobs (the first 4,000 and the last 1,000 of the list).` */
  readonly line: string;
  /** Time of the report in epoch milliseconds. */
  readonly at: number;
  /** Number of jobs that were read. */
  readonly jobs: number;
  readonly state: 'reading' | 'readingAll' | 'settled';
  /** Progress of a refresh: `4,000 of 100,000`. Null if no refresh is in progress. */
  readonly progress: string | null;
  /** True if all pages were read. */
  readonly isWhole: boolean;
  /** Problems, one sentence each. */
  readonly remarks: readonly string[];
}

/** Content of the overview page. */
export type OverviewContent = ShownReport | EmptyOverview;

interface EmptyOverview {
  readonly kind: 'empty';
  /** Host and path of the service. */
  readonly connection: string;
  readonly environment: PageEnvironment | null;
  /** Reason why no jobs were read. Null while the first page is read. */
  readonly notice: PageNotice | null;
}

export interface ShownReport extends Omit<EmptyOverview, 'kind'> {
  readonly kind: 'show';
  readonly reading: ReportReading;
  readonly period: ReportPeriod;
  readonly periods: readonly { readonly id: ReportPeriod; readonly name: string }[];
  /** Null until the first jobs are described. */
  readonly panels: readonly Panel[] | null;
}
