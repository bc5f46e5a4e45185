import type { Json, PageEnvironment, PageNotice } from './page.ts';

/** A moment as the service sent it; `ms` (epoch milliseconds) is null where the text cannot be read as a time. */
export interface Moment {
  text: string;
  ms: number | null;
}

interface Named {
  key: string;
  name: string;
}

/** Members of an object that have no place of their own, as the service sent them. */
type OtherMembers = Record<string, Json>;

/** A value of the job, joined with what is known of its field. */
export interface FieldValue {
  key: string;
  name: string;
  type: string | null;
  required: boolean;
  value: Json;
  /** Where the value is the key of an option, or an array of such keys: their labels, null for an unknown option. */
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
export type TimelineEvent = TimelineStep | { kind: 'started' | 'log' | 'updated' | 'completed'; /** The words of a log entry, else empty. */ name: string; at: number };

/** A step, from the moment `at` which it is known to have been active. */
export interface TimelineStep {
  kind: 'step';
  name: string;
  at: number;
  /** Whether it began before `at`; then its beginning is not known. */
  beganEarlier: boolean;
  /** Null while it is active. */
  until: number | null;
  /** `sent` by the service, or `seen` while the job was followed: at `at`, or shortly before. */
  source: 'sent' | 'seen';
  /** Display names of those whom the job was assigned to when the step was last seen active. */
  owners: string[];
}

/** A job as its page shows it: plain data in words, no wire names. */
export interface ShownJob {
  /** Null where the service sent none that can be read. */
  key: string | null;
  title: string;
  state: 'active' | 'completed' | 'unknown' | 'unreadable';
  /** Why the job is `unreadable`, one sentence. */
  problem: string | null;
  workflows: Named[];
  /** Whether the service sent `workflows`; else they are those last seen of the job. */
  areWorkflowsActive: boolean;
  steps: Named[];
  /** Display names; empty while unassigned. */
  assignedTo: string[];
  /** Display name; empty where the service names nobody, null where it does not say. */
  startedBy: string | null;
  startedAt: Moment | null;
  updatedAt: Moment | null;
  completedAt: Moment | null;
  /** What happened when, in order of time. */
  timeline: TimelineEvent[];
  /** Empty where the service sent none that can be read as fields; likewise `actions` and `log`. */
  fields: FieldValue[];
  actions: JobAction[];
  /** In service order. */
  log: LogEntry[];
  /** Every further member the interface document does not name, as the service sent it. */
  more: OtherMembers;
  /** Host (and path prefix) of the service the job belongs to. */
  connection: string;
}

/** What a job's page shows. */
export type PageContent = JobContent | EmptyContent;

export interface JobContent {
  kind: 'show';
  job: ShownJob;
  /** Null where the base URL is of none. */
  environment: PageEnvironment | null;
  /** Whether the job is being read; until it is, the page shows what was known of it. */
  enriching: boolean;
  notice: PageNotice | null;
  /** Since when (epoch milliseconds) the content may be outdated, because the job cannot be followed; null while it can. */
  staleSince: number | null;
  /** When the service was first found to know the job no more (epoch milliseconds); null where it may know it. */
  goneAt: number | null;
  /** When the job was last read (epoch milliseconds) while the page follows it; null while it does not. */
  followedAt: number | null;
  /** Null where it cannot be watched. */
  watched: boolean | null;
  /** Whether the list, as it is filtered, has a job before and after this one. */
  neighbours: { previous: boolean; next: boolean };
  /** Whether the job's service is the connected one. */
  isConnected: boolean;
}

/** Nothing is known of the job yet: `notice` says why, or is null while it is being fetched. */
export interface EmptyContent {
  kind: 'empty';
  key: string | null;
  connection: string;
  environment: PageEnvironment | null;
  notice: PageNotice | null;
}

/** From the extension to a job's page. Those that say what was copied: it is on the clipboard, so the page may say so. */
export type ToPage = PageContent | { kind: 'keyCopied' | 'linkCopied' | 'valueCopied' };

/** From a job's page to the extension. */
export type FromPage =
  /** The page listens: for the first time, or again after it was hidden or restored. `shown`: whether it shows what its HTML holds. */
  | { kind: 'ready'; shown: boolean }
  /** A web address among what the service sent. */
  | { kind: 'openLink'; url: string }
  /** `field`: the key of the field whose value is copied. */
  | { kind: 'copyValue'; field: string }
  /** Filters the list by the job's own names. */
  | { kind: 'filterJobs'; by: 'workflows' | 'assignees' | 'starters' }
  | { kind: PageNotice['actions'][number] | 'toggleWatch' | 'startAnother' | 'openJson' | 'compare' | 'copyKey' | 'copyLink' | 'previousJob' | 'nextJob' };

/** Which job a page is of. */
export interface PageIdentity {
  /** Empty for an entry of the list without a key. */
  key: string;
  baseUrl: string;
  /** The id of the job's row in the list, where the key does not identify it: no key, or one that several have. */
  row?: string | undefined;
}
