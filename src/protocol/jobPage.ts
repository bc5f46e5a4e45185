import * as z from 'zod/mini';
import {
  type FailureRemedy,
  type Json,
  type PageEnvironment,
  type PageNotice,
  everyPageMessages,
} from './page.ts';

/** A moment as the service sent it; `ms` (epoch milliseconds) is null if the text is not a readable time. */
export interface Moment {
  text: string;
  ms: number | null;
}

interface Named {
  key: string;
  name: string;
}

/** A card of a page: the members of a job that belong together. */
export interface Card {
  id: string;
  title: string;
  /** In place of hidden members; null for nothing. */
  note: string | null;
  members: ShownMember[];
}

/** A member of a job, in words. */
export interface ShownMember {
  id: string;
  name: string;
  value: MemberValue | null;
  /** The word for no value. */
  absent: string;
  /** Filters the list by the job's own values, unless it has none; null if it cannot. */
  filter: { by: string; name: string } | null;
  /** Announces a change of the value; null if nothing does. */
  sentence: string | null;
  isHidden: boolean;
}

export type MemberValue =
  | { kind: 'named'; all: Named[] }
  | { kind: 'names'; names: string[] }
  | { kind: 'text'; text: string }
  | { kind: 'moment'; moment: Moment };

/** Undocumented or unused members of an object, as the service sent them. */
type OtherMembers = Record<string, Json>;

/** A field value of the job, with its field's definition if known. */
export interface FieldValue {
  key: string;
  name: string;
  type: string | null;
  required: boolean;
  value: Json;
  /**
   * The labels of the option keys in the value, null for an unknown option; null if it contains no option
   * key.
   */
  labels: (string | null)[] | null;
  otherMembers: OtherMembers;
}

export interface JobAction {
  key: string | null;
  name: string;
  otherMembers: OtherMembers;
}

export interface LogEntry {
  at: Moment | null;
  text: string | null;
  otherMembers: OtherMembers;
}

/** What happened in a job; `at` is in epoch milliseconds. */
export type TimelineEvent =
  | TimelineStep
  | {
      kind: 'started' | 'log' | 'updated' | 'completed';
      /** The words of a log entry, else empty. */ name: string;
      at: number;
    };

/** A step that was active from `at`. */
export interface TimelineStep {
  kind: 'step';
  name: string;
  at: number;
  /** Whether it may have begun before `at`. */
  beganEarlier: boolean;
  /** Null while it is active. */
  until: number | null;
  /** Display names of the job's assignees; empty for a step that ended. */
  owners: string[];
}

/** The content of a job's page: plain data without wire names. */
export interface ShownJob {
  /** Null if the service sent no readable key. */
  key: string | null;
  title: string;
  state: 'active' | 'completed' | 'unknown' | 'unreadable';
  /** Why the job is `unreadable`, one sentence. */
  problem: string | null;
  /** The names of the active steps, for the heading. */
  steps: string[];
  /** Display name, for the timeline; null without one. */
  startedBy: string | null;
  /** For the heading. */
  startedAt: Moment | null;
  completedAt: Moment | null;
  /** In their order on the page; none of an unreadable job. */
  cards: Card[];
  /** What happened when, in order of time. */
  timeline: TimelineEvent[];
  /** Empty if the service sent no readable ones; likewise `actions` and `log`. */
  fields: FieldValue[];
  actions: JobAction[];
  /** In service order. */
  log: LogEntry[];
  /** All other undocumented members, as the service sent them. */
  more: OtherMembers;
  /** Host (and path prefix) of the service the job belongs to. */
  connection: string;
}

/** What a job's page shows. */
export type PageContent = JobContent | EmptyContent;

export interface JobContent {
  kind: 'show';
  /** The job of the page; another one than before where the page goes on to it. */
  page: PageIdentity;
  job: ShownJob;
  /** Null without an environment. */
  environment: PageEnvironment | null;
  /** Whether the job is being read; meanwhile the page shows the known job. */
  enriching: boolean;
  notice: JobNotice | null;
  /**
   * Since when (epoch milliseconds) the content may be outdated, because the job cannot be followed; else
   * null.
   */
  staleSince: number | null;
  /** Whether it may be outdated because the service did not answer. */
  isUnreachable: boolean;
  /** When the details were last read (epoch milliseconds), if they could not be read since; else null. */
  detailsAsOf: number | null;
  /** When the job was first found gone (epoch milliseconds); else null. */
  goneAt: number | null;
  /** When the job was last read (epoch milliseconds) if the page follows it; else null. */
  followedAt: number | null;
  /** Null if it cannot be watched. */
  watched: boolean | null;
  /** Whether the list, as it is filtered, has a job before and after this one. */
  neighbours: { previous: boolean; next: boolean };
  /** Whether the job's service is the connected one. */
  isConnected: boolean;
  /** Whether the service has web pages of its jobs. */
  hasWebPage: boolean;
  /** Whether the next click on a row shows its job in this page. */
  isPreview: boolean;
}

/** No job is known yet: `notice` says why, or is null during the load. */
export interface EmptyContent {
  kind: 'empty';
  page: PageIdentity;
  /** The name that a restored page had; null if it is not known. */
  name: string | null;
  connection: string;
  environment: PageEnvironment | null;
  notice: JobNotice | null;
}

/** From a job's page to the extension. */
export const fromPageSchema = z.union([
  ...everyPageMessages,
  /** A web address from service text. */
  z.object({ kind: z.enum(['openLink']), url: z.string() }),
  /** `index`: of the field whose value is copied, because a service may repeat a key. */
  z.object({ kind: z.enum(['copyValue']), index: z.number() }),
  /** Filters the list by the job's own names. */
  z.object({ kind: z.enum(['filterJobs']), by: z.string() }),
  z.object({
    kind: z.enum([
      'refresh',
      'switchTo',
      'toggleWatch',
      'startAnother',
      'openJson',
      'compare',
      'copyKey',
      'copyLink',
      'previousJob',
      'nextJob',
      'keepOpen',
      'openInBrowser',
    ]),
  }),
]);

export type FromPage = z.infer<typeof fromPageSchema>;

/** Why a job's page may be out of date. */
export type JobNotice = PageNotice<FailureRemedy | 'switchTo'>;

/** Which job a page is of. */
export interface PageIdentity {
  /** Empty for an entry of the list without a key. */
  key: string;
  baseUrl: string;
  /** The id of the job's row, if its key is missing. */
  row?: string | undefined;
}
