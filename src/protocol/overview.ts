import type { PageEnvironment, PageNotice } from './page.ts';

/**
 * The certainty of a number: `exact` if all relevant jobs were read, `atLeast` if some were not, `about` if these were
 * estimated from a sample of the list.
 */
export type Grade = 'exact' | 'atLeast' | 'about';

/** A number of jobs. */
export interface Count {
  /** A whole number, at least the number of jobs seen. */
  value: number;
  grade: Grade;
  /** The interval of an estimate, which contains the true number in about 9 of 10 cases; null unless the grade is `about`. */
  range: { from: number; to: number } | null;
  /** The counted jobs, to be shown in the Jobs view; null if none was read. */
  pick: JobPick | null;
  /** The number at the reader's last visit if it has changed; else null. */
  was: number | null;
}

/** Selects read jobs that match each part that is not null. Names as in the filter of the Jobs view, `''` for none; times in epoch milliseconds, `from` ≤ time < `to`. */
export interface JobPick {
  state: 'active' | 'completed' | null;
  steps: string[] | null;
  workflows: string[] | null;
  assignees: string[] | null;
  started: Span | null;
  completed: Span | null;
  /** Age of jobs that are not completed, in milliseconds, when the pick is applied. */
  age: Span | null;
}

/** `from` ≤ x < `to`; null means no bound. */
export interface Span {
  from: number | null;
  to: number | null;
}

/** A sentence with emphasised parts. */
export type Words = (string | { strong: string; pick: JobPick | null })[];

export type PanelId = 'stuck' | 'first' | 'growth' | 'duration' | 'holders';

/** The answer to a question: one sentence, a picture and a table. */
export interface Panel<Picture> {
  sentence: Words;
  /** The certainty of the sentence in a word or two; null if it states no number. */
  grade: string | null;
  /** Null if there is nothing to show. */
  picture: Picture | null;
  /** The picture as a table, for copying and exporting, too. */
  table: PanelTable;
}

/** Cells are texts for people or numbers; null if not read or unknown. */
export interface PanelTable {
  columns: string[];
  rows: (string | number | null)[][];
}

/** Active jobs by step and age; the last row may combine all further steps. */
export interface StuckPicture {
  /** Ascending. `long` is longer than half of the finished jobs took, `overdue` longer than 9 of 10. */
  ages: { label: string; tone: 'usual' | 'long' | 'overdue' }[];
  steps: { name: string; /** Number of steps in the row. */ steps: number; cells: Count[]; active: Count }[];
}

/** A job that may need attention. Times in epoch milliseconds. */
export interface FirstJob {
  /** The id of its row. */
  id: string;
  title: string;
  /** Null if it names none. */
  step: string | null;
  assignees: string[];
  startedAt: number | null;
  /** Without an update from then until it was read. */
  updatedAt: number | null;
  why: 'oldest' | 'silent' | 'both';
}

export interface GrowthPicture {
  unit: 'hour' | 'day' | 'week' | 'month';
  /** In order of time, without gaps. */
  bins: {
    /** Epoch milliseconds; `to` is excluded. */
    from: number;
    to: number;
    label: string;
    /** Null if no job of this time was read, and their number cannot be estimated. */
    started: Count | null;
    completed: Count | null;
    /** Whether its time has not ended. */
    isUnderWay: boolean;
  }[];
}

export interface DurationPicture {
  /** The share of jobs (0 to 1) that finished within a time (milliseconds): a rising step function from 0. */
  curve: { time: number; share: number }[];
  /** The longest time, in milliseconds, for which the share is known. */
  until: number;
  /** Milliseconds; null if not known yet. */
  median: number | null;
  nineInTen: number | null;
  /** By number of jobs, most first. */
  workflows: { name: string; started: Count; median: number | null; nineInTen: number | null }[];
}

/** A workflow or person with active jobs. */
export interface Holder {
  name: string;
  /** Number of workflows or people in the row. */
  holders: number;
  active: Count;
  /** Share of all active jobs, from 0 to 1; `startedShare` of all started jobs. */
  activeShare: number;
  startedShare: number | null;
}

export interface HoldersPicture {
  workflows: Holder[];
  people: Holder[];
}

/** The progress of reading the list. */
export interface Reading {
  /** `Read 4,000 of 100,000 jobs: newest 3,000, oldest 500, 500 between; 14:02 to 14:03` */
  line: string;
  /** The read parts of the list, newest first, in positions from 0 to 1; at most 100. */
  parts: { from: number; to: number }[];
  /** `settled`: only new jobs are still read. */
  state: 'reading' | 'readingAll' | 'paused' | 'settled';
  /** The progress of reading all, as `4,000 of 100,000`; else null. */
  progress: string | null;
  isWhole: boolean;
  /** Problems, each one sentence: another order, pages that cannot be read, no totals, unreadable jobs. */
  remarks: string[];
}

export type ScopePreset = 'all' | 'week' | 'month' | 'quarter' | 'custom';

/** The start times (epoch milliseconds) of the jobs in the panels. */
export interface Scope extends Span {
  preset: ScopePreset;
}

/** The page of the overview. */
export interface OverviewContent {
  kind: 'overview';
  /** Host (and path prefix) of the service. */
  connection: string;
  environment: PageEnvironment | null;
  notice: PageNotice | null;
  reading: Reading;
  scope: Scope;
  /** The time of the reader's last visit (epoch milliseconds) if numbers have changed since; else null. */
  changedSince: number | null;
  /** Null until the first jobs are read. */
  panels: Panels | null;
}

export interface Panels {
  stuck: Panel<StuckPicture>;
  first: Panel<FirstJob[]>;
  growth: Panel<GrowthPicture>;
  duration: Panel<DurationPicture>;
  holders: Panel<HoldersPicture>;
}

/** No service is connected or nothing was read: `notice` says why, or is null while the first page is read. */
interface EmptyOverview {
  kind: 'empty';
  connection: string;
  environment: PageEnvironment | null;
  notice: PageNotice | null;
}

export type OverviewPageContent = OverviewContent | EmptyOverview;

/** From the extension to the page. */
export type ToOverview = OverviewPageContent | { kind: 'tableCopied' };

/** From the page to the extension. */
export type FromOverview =
  /** The page listens, initially or again after it was hidden or restored. `shown`: whether it shows the content of its HTML. */
  | { kind: 'ready'; shown: boolean }
  /** Shows the counted jobs in the Jobs view. */
  | { kind: 'pick'; pick: JobPick }
  /** `id`: of the job's row. */
  | { kind: 'openJob'; id: string }
  /** `from` and `to` apply only to `custom`. */
  | ({ kind: 'scope' } & Scope)
  | { kind: 'copyTable' | 'exportTable'; panel: PanelId }
  | { kind: PageNotice['actions'][number] | 'readAll' | 'pause' | 'resume' | 'cancel' };
