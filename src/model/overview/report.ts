import type { JobFilter } from '../browsing/jobFilter.ts';
import type { PageEnvironment } from '../environments/pageEnvironment.ts';
import type { PageNotice } from '../wording/failureNotice.ts';
import type { ReportPeriod } from './period.ts';

/** A number in a table. */
export interface Figure {
  /** The number as people read it: `4,213`, `2 d`. */
  readonly text: string;
  /** The number in an export and for the length of a bar. */
  readonly value: number;
  /** The filter of the Jobs view that selects the counted jobs; null if they cannot be shown. */
  readonly filter: JobFilter | null;
}

/** Null means not known. */
export type Cell = string | Figure | null;

/** The color of a bar; `long` and `overdue` jobs run longer than half and 9 in 10 of the finished ones did. */
export type Tone = 'usual' | 'long' | 'overdue' | 'completed';

export interface Column {
  readonly name: string;
  /** `bar`: numbers with bars, on one scale in all such columns of a table. `export`: only in exports. */
  readonly kind: 'text' | 'number' | 'bar' | 'export';
  readonly tone?: Tone;
  /** The unit of the numbers in an export. */
  readonly unit?: string;
}

export interface TableRow {
  /** The first cell is the header of the row. */
  readonly cells: readonly [string, ...Cell[]];
  /** The job that the row opens: the id of its row in the list, and what distinguishes it in speech. */
  readonly job?: { readonly id: string; readonly name: string };
  /** Whether the row combines several steps, workflows or people. */
  readonly isCombined?: boolean;
}

export interface ReportTable {
  readonly columns: readonly Column[];
  readonly rows: readonly TableRow[];
}

/** A sentence with emphasized parts. */
export type Words = readonly (string | { readonly strong: string; readonly filter: JobFilter | null })[];

export type PanelId = 'stuck' | 'first' | 'holders' | 'growth' | 'duration';

/** The answer to a question: one sentence and a table. */
export interface Panel {
  readonly id: PanelId;
  readonly title: string;
  /** The name of the period that limits the numbers; without it, the panel covers all active jobs. */
  readonly period?: string;
  /** The number of jobs read: `700 jobs read`. Undefined if all jobs were read. */
  readonly coverage?: string;
  readonly sentence: Words;
  /** Null if there is nothing to show. */
  readonly table: ReportTable | null;
  /** The meaning of the colors. */
  readonly legend?: readonly { readonly tone: Tone; readonly text: string }[];
}

/** Describes which part of the list was read. */
export interface ReportReading {
  /** `As of 14:02: 5,000 of 100,000 jobs (the first 4,000 and the last 1,000 of the list).` */
  readonly line: string;
  /** When the jobs were read, in epoch milliseconds. */
  readonly at: number;
  /** Number of jobs that were read. */
  readonly jobs: number;
  readonly state: 'reading' | 'readingAll' | 'settled';
  /** Progress of a reading that will replace this one: `4,000 of 100,000`; null without such a reading. */
  readonly progress: string | null;
  /** Whether the list was read to its end. */
  readonly isWhole: boolean;
  /** Problems, each one sentence. */
  readonly remarks: readonly string[];
}

/** What the page of the overview shows. */
export type OverviewContent = ShownReport | EmptyOverview;

interface EmptyOverview {
  readonly kind: 'empty';
  /** Host and path prefix of the service. */
  readonly connection: string;
  readonly environment: PageEnvironment | null;
  /** Why nothing was read; null while the first page is read. */
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
