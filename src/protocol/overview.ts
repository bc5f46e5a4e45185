import * as z from 'zod/mini';
import type { PageEnvironment } from '../model/environments/pageEnvironment.ts';
import type { PageNotice } from '../model/wording/failureNotice.ts';
import { everyPageMessages } from './page.ts';

/** A number of jobs. */
export interface Count {
  value: number;
  /** The filter of the Jobs view that selects the counted jobs; null if there are none, or too many names. */
  filter: CountFilter | null;
}

/** Parts of the Jobs view's filter. */
export interface CountFilter {
  state?: 'active' | 'completed';
  steps?: string[];
  workflows?: string[];
  assignees?: string[];
  /** Epoch milliseconds. */
  started?: Span;
  completed?: Span;
  /** Milliseconds since the start. */
  age?: Span;
}

/** `from` ≤ x < `to`; null means no bound. */
export interface Span {
  from: number | null;
  to: number | null;
}

/** A sentence with emphasised parts. */
export type Words = (string | { strong: string; filter: CountFilter | null })[];

export type PanelId = 'stuck' | 'first' | 'growth' | 'duration' | 'holders';

/** The answer to a question: one sentence, a picture and a table. */
export interface Panel<Picture> {
  sentence: Words;
  /** Null if there is nothing to show. */
  picture: Picture | null;
  /** The picture as a table, for copying and exporting, too. */
  table: PanelTable;
}

/** A cell that people read as a text, `2 d` or `41%`, and programs as a number. */
export interface FigureCell {
  text: string;
  value: number;
}

/** Null means not read or not known. */
export type TableCell = string | number | FigureCell | null;

export interface PanelTable {
  /** `unit`: of the numbers in an export. */
  columns: { name: string; unit?: string }[];
  rows: TableCell[][];
}

/** Active jobs by step and age; the last row may combine all further steps. */
export interface StuckPicture {
  /** Ascending. `long` is longer than half of the finished jobs took, `overdue` longer than 9 of 10. */
  ages: {
    label: string;
    /** The label as it is spoken. */ name: string;
    tone: 'usual' | 'long' | 'overdue';
  }[];
  steps: { name: string; /** Number of steps in the row. */ steps: number; cells: Count[]; active: Count }[];
}

/** A job that may need attention. Times in epoch milliseconds. */
export interface FirstJob {
  /** The id of its row. */
  id: string;
  key: string;
  title: string;
  /** Null if it names none. */
  step: string | null;
  /** Their names, empty for none. */
  assignees: string;
  startedAt: number | null;
  /** Without an update from then until it was read. */
  updatedAt: number | null;
  why: 'oldest' | 'silent' | 'both';
}

export interface GrowthPicture {
  /** In order of time, without gaps. */
  bins: {
    /** Epoch milliseconds; `to` is excluded. */
    from: number;
    to: number;
    label: string;
    /** Null if not all of its time was read. */
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
  /** Whether no job was active at that time. */
  isComplete: boolean;
  /** Milliseconds; null if not known yet. */
  median: number | null;
  nineInTen: number | null;
  /** By number of jobs, most first. */
  workflows: { name: string; jobs: Count; median: number | null; nineInTen: number | null }[];
}

/** A workflow or person with active jobs. */
export interface Holder {
  name: string;
  /** Number of workflows or people in the row. */
  holders: number;
  active: Count;
  /**
   * Share of the active jobs, from 0 to 1; `allShare` of all jobs, null if completed jobs do not keep the
   * name.
   */
  activeShare: number;
  allShare: number | null;
}

export interface HoldersPicture {
  workflows: Holder[];
  people: Holder[];
}

/** What was read of the list. */
export interface Reading {
  /** `As of 14:02: 5,000 of 100,000 jobs (the first 4,000 and the last 1,000 of the list).` */
  line: string;
  /** When the jobs were read, in epoch milliseconds. */
  at: number;
  /** Number of jobs that were read. */
  jobs: number;
  /**
   * The read parts of the list in its order, in positions from 0 to 1; empty where it was read whole or has
   * no known length.
   */
  parts: { from: number; to: number }[];
  /** `settled`: nothing is read any more. */
  state: 'reading' | 'readingAll' | 'settled';
  /** How far a reading is that will replace this one, as `4,000 of 100,000`; else null. */
  progress: string | null;
  /** Whether the list was read to its end. */
  isWhole: boolean;
  /** Problems, each one sentence. */
  remarks: string[];
}

export type ScopePreset = 'all' | 'week' | 'month' | 'quarter' | 'custom';

/** The start times (epoch milliseconds) of the jobs in the panels. */
export interface Scope extends Span {
  preset: ScopePreset;
}

/** The page of the overview. */
export interface OverviewContent {
  kind: 'show';
  /** Host (and path prefix) of the service. */
  connection: string;
  environment: PageEnvironment | null;
  notice: PageNotice | null;
  reading: Reading;
  scope: Scope;
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

/**
 * No service is connected or nothing was read: `notice` says why, or is null while the first page is read.
 */
interface EmptyOverview {
  kind: 'empty';
  connection: string;
  environment: PageEnvironment | null;
  notice: PageNotice | null;
}

export type OverviewPageContent = OverviewContent | EmptyOverview;

const time = z.nullable(z.number().check(z.gte(-8.64e15), z.lte(8.64e15)));
/** Its parts are validated where they are read. */
const filterSchema: z.ZodMiniType<CountFilter> = z.looseObject({});

/** From the page to the extension. */
export const fromOverviewSchema = z.union([
  ...everyPageMessages,
  /** Filters the Jobs view by the counted jobs. */
  z.object({ kind: z.enum(['filter']), filter: filterSchema }),
  /** `id`: of the job's row. */
  z.object({ kind: z.enum(['openJob']), id: z.string() }),
  /** `from` and `to` apply only to `custom`. */
  z.object({
    kind: z.enum(['scope']),
    preset: z.enum(['all', 'week', 'month', 'quarter', 'custom']),
    from: time,
    to: time,
  }),
  z.object({
    kind: z.enum(['copyTable', 'exportTable']),
    panel: z.enum(['stuck', 'first', 'growth', 'duration', 'holders']),
  }),
  z.object({ kind: z.enum(['refresh', 'readAll', 'cancel']) }),
]);

export type FromOverview = z.infer<typeof fromOverviewSchema>;
