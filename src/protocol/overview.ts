import type { PageEnvironment, PageNotice } from './page.ts';

/**
 * How sure a figure is: `exact` where every job it could count was read, `atLeast` where some were not, `about` where
 * these were estimated from a sample of the list.
 */
export type Grade = 'exact' | 'atLeast' | 'about';

/** A number of jobs. */
export interface Count {
  /** Whole, and never below what was seen. */
  value: number;
  grade: Grade;
  /** The interval of an estimate: it holds the true number in about 9 of 10 cases; null unless the grade is `about`. */
  range: { from: number; to: number } | null;
  /** The jobs of the number, to be shown in the Jobs view; null where it has none that were read. */
  pick: JobPick | null;
  /** The number when the reader last left the page, where it was another; else null. */
  was: number | null;
}

/** Which of the jobs that were read: those to which every part that is not null applies. Names as in the filter of the Jobs view, `''` for none; times in epoch milliseconds, `from` ≤ time < `to`. */
export interface JobPick {
  state: 'active' | 'completed' | null;
  steps: string[] | null;
  workflows: string[] | null;
  assignees: string[] | null;
  started: Span | null;
  completed: Span | null;
  /** Milliseconds since the start of jobs that are not completed, at the time of the pick. */
  age: Span | null;
}

/** `from` ≤ x < `to`; null is without an end. */
export interface Span {
  from: number | null;
  to: number | null;
}

/** A sentence, with what matters in it apart. */
export type Words = (string | { strong: string; pick: JobPick | null })[];

export type PanelId = 'stuck' | 'first' | 'growth' | 'duration' | 'holders';

/** A question, its answer in one sentence, and a picture of it. */
export interface Panel<Picture> {
  sentence: Words;
  /** How sure the sentence is, in a word or two; null where there is nothing to be sure of. */
  grade: string | null;
  /** Null where nothing can be shown. */
  picture: Picture | null;
  /** The picture as a table, which is also copied and exported. */
  table: PanelTable;
}

/** Cells are texts for people, and numbers; null is what was not read or cannot be said. */
export interface PanelTable {
  columns: string[];
  rows: (string | number | null)[][];
}

/** Active jobs by step and age: a table, whose last row may be of all further steps. */
export interface StuckPicture {
  /** From young to old. `long` is longer than half of the finished jobs took, `overdue` longer than 9 of 10. */
  ages: { label: string; tone: 'usual' | 'long' | 'overdue' }[];
  steps: { name: string; /** How many steps the row is of. */ steps: number; cells: Count[]; active: Count }[];
}

/** A job that may need attention. Times in epoch milliseconds. */
export interface FirstJob {
  /** Of its row. */
  id: string;
  title: string;
  /** Null where it names none. */
  step: string | null;
  assignees: string[];
  startedAt: number | null;
  /** It was silent from then until it was read. */
  updatedAt: number | null;
  why: 'oldest' | 'silent' | 'both';
}

export interface GrowthPicture {
  unit: 'hour' | 'day' | 'week' | 'month';
  /** In order of time, without a gap. */
  bins: {
    /** Epoch milliseconds; `to` is excluded. */
    from: number;
    to: number;
    label: string;
    /** Null where no job of the time was read. */
    started: Count | null;
    completed: Count | null;
    /** Whether its time is not over. */
    isUnderWay: boolean;
  }[];
}

export interface DurationPicture {
  /** The share of jobs, from 0 to 1, that finished within a time in milliseconds: a step at each point. From 0, rising. */
  curve: { time: number; share: number }[];
  /** The longest time, in milliseconds, for which the curve can be said. */
  until: number;
  /** Milliseconds; null where it cannot be said yet. */
  median: number | null;
  nineInTen: number | null;
  /** Those with the most jobs first. */
  workflows: { name: string; started: Count; median: number | null; nineInTen: number | null }[];
}

/** Who or what holds active jobs. */
export interface Holder {
  name: string;
  /** How many the row is of. */
  holders: number;
  active: Count;
  /** Of all active jobs, from 0 to 1; `startedShare` of all jobs started. */
  activeShare: number;
  startedShare: number | null;
}

export interface HoldersPicture {
  workflows: Holder[];
  people: Holder[];
}

/** What was read of the list. */
export interface Reading {
  /** `Read 4,000 of 100,000 jobs: newest 3,000, oldest 500, 500 between; 14:02 to 14:03` */
  line: string;
  /** The parts of the list that were read, newest first, as shares of it from 0 to 1; at most 100. */
  parts: { from: number; to: number }[];
  /** `settled`: it reads nothing but what is new. */
  state: 'reading' | 'readingAll' | 'paused' | 'settled';
  /** While all is read: how far it is, as `4,000 of 100,000`; else null. */
  progress: string | null;
  isWhole: boolean;
  /** What is not as it should be, each one sentence: another order, pages that cannot be read, no totals, unreadable jobs. */
  remarks: string[];
}

export type ScopePreset = 'all' | 'week' | 'month' | 'quarter' | 'custom';

/** The jobs that the panels are of: those started within a time. Epoch milliseconds; null without an end. */
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
  /** When the reader last left the page (epoch milliseconds), where numbers have changed since; else null. */
  changedSince: number | null;
  /** Null until the first jobs were read. */
  panels: Panels | null;
}

export interface Panels {
  stuck: Panel<StuckPicture>;
  first: Panel<FirstJob[]>;
  growth: Panel<GrowthPicture>;
  duration: Panel<DurationPicture>;
  holders: Panel<HoldersPicture>;
}

/** No service is connected, or nothing was read: `notice` says why, or is null while the first page is read. */
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
  /** The page listens: for the first time, or again after it was hidden or restored. `shown`: whether it shows what its HTML holds. */
  | { kind: 'ready'; shown: boolean }
  /** Shows the jobs of a number in the Jobs view. */
  | { kind: 'pick'; pick: JobPick }
  /** `id` of the job's row. */
  | { kind: 'openJob'; id: string }
  /** `from` and `to` count with `custom` only. */
  | ({ kind: 'scope' } & Scope)
  | { kind: 'copyTable' | 'exportTable'; panel: PanelId }
  | { kind: PageNotice['actions'][number] | 'readAll' | 'pause' | 'resume' | 'cancel' };
