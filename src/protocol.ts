/** A moment as the service sent it; `ms` (epoch milliseconds) is null where the text cannot be read as a time. */
export interface Moment {
  text: string;
  ms: number | null;
}

export type Json = string | number | boolean | null | Json[] | { [name: string]: Json };

interface Named {
  key: string;
  name: string;
}

/** Members of an object that have no place of their own, as the service sent them. */
type RestMembers = Record<string, Json>;

/** A value of the job, joined with what is known of its field. */
export interface FieldValue {
  key: string;
  name: string;
  type: string | null;
  required: boolean;
  value: Json;
  /** Where the value is the key of an option, or an array of such keys: their labels, null for an unknown option. */
  labels: (string | null)[] | null;
  rest: RestMembers;
}

export interface JobAction {
  key: string | null;
  name: string;
  rest: RestMembers;
}

export interface LogEntry {
  at: Moment | null;
  text: string | null;
  rest: RestMembers;
}

export interface TimelineEvent {
  kind: 'started' | 'step' | 'log' | 'updated' | 'completed';
  /** Of a step: its name. Of an entry of the log: its words. */
  name: string;
  /** Epoch milliseconds. */
  at: number;
  /** When a step ended; null while it is active. */
  until: number | null;
  /** `sent` by the service, or `seen` while the job was followed: then, or shortly before. */
  source: 'sent' | 'seen';
}

/** What a job's page shows, as plain data in words: no nulls to interpret, no wire names. */
export interface ShownJob {
  /** Null where the service sent none that can be read. */
  key: string | null;
  title: string;
  state: 'active' | 'completed' | 'unknown' | 'unreadable';
  /** Why the job is `unreadable`, one sentence. */
  problem: string | null;
  workflows: Named[];
  steps: Named[];
  /** Display names; empty while unassigned. */
  assignedTo: string[];
  /** Display name, or null where the service names nobody. */
  startedBy: string | null;
  startedAt: Moment | null;
  updatedAt: Moment | null;
  completedAt: Moment | null;
  /** What happened when, in order of time. */
  timeline: TimelineEvent[];
  /** Empty where the service sent none that can be read as such; so are `actions` and `log`. */
  fields: FieldValue[];
  actions: JobAction[];
  /** In service order. */
  log: LogEntry[];
  /** Every further member the interface document does not name, as the service sent it. */
  more: RestMembers;
  /** Host (and path prefix) of the service the job belongs to. */
  connection: string;
}

/** What a job's page shows. */
export type PageContent = JobContent | EmptyContent;

export interface JobContent {
  kind: 'show';
  job: ShownJob;
  /** Whether the job is being read; until then the page shows what was known of it. */
  enriching: boolean;
  /** One sentence on what is wrong, or null. */
  notice: string | null;
  /** Since when (epoch milliseconds) the content may be outdated, because the job cannot be followed; null while it can. */
  staleSince: number | null;
  /** Null where it cannot be watched. */
  watched: boolean | null;
  /** Whether the job's service is the connected one. */
  isConnected: boolean;
}

/** Nothing is known of the job yet: `problem` says why, or is null while it is being fetched. */
export interface EmptyContent {
  kind: 'empty';
  key: string | null;
  connection: string;
  problem: string | null;
}

/** From the extension to a job's page. `keyCopied` and `linkCopied`: it is on the clipboard, so the page may say so. */
export type ToPage = PageContent | { kind: 'keyCopied' } | { kind: 'linkCopied' };

/** From a job's page to the extension. */
export type FromPage =
  /** The page listens; it may be the first time, or after it was hidden or restored. `shown`: whether it shows what its HTML holds. */
  | { kind: 'ready'; shown: boolean }
  | { kind: 'refresh' | 'toggleWatch' | 'startAnother' | 'openJson' | 'compare' | 'copyKey' | 'copyLink' | 'showLog' };

/** Which job a page is of; a job without a key is named by its place in the list. */
export interface PageIdentity {
  key: string;
  baseUrl: string;
}

/** What the reader opened and where they read, by the ids of places of the page. */
export interface ReadingPlace {
  open: string[];
  shownInFull: string[];
  chunksShown: [id: string, chunks: number][];
  /** CSS pixels from the top. */
  scroll: number;
}

/** What a page keeps with `setState` and gets back when it shows again: enough to fetch again, no data, no credential. */
export interface PageState extends PageIdentity {
  /** The `id` of the HTML that was shown. */
  html?: string;
  place?: ReadingPlace;
}

/** Handed to the page in its HTML, as JSON. */
export interface PageBoot {
  state: PageIdentity;
  /** BCP 47 tag of VS Code's display language. */
  language: string;
  /** Translations for `@vscode/l10n`, keyed by the English text. */
  translations: Record<string, string>;
  /** What the page shows at first. */
  content: PageContent;
  /** Of this HTML. It is the same again when the HTML is brought back, whose content may then be outdated. */
  id: string;
}
