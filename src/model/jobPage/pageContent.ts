import * as l10n from '@vscode/l10n';
import {
  type Field,
  type Job,
  type JobRow,
  type Readable,
  type Unreadable,
  isJsonObject,
} from '../../service/index.ts';
import { oneLine } from '../../text/inert.ts';
import { jobState, jobTitle, nameOrKey, shortJobTitle } from '../jobs/job.ts';
import { type Moment, momentOf } from '../jobs/members/jobMembers.ts';
import { describeUnreadable } from '../wording/rowText.ts';
import { type Card, cardsOf } from './jobCards.ts';
import { type TimelineEvent, timelineOf } from './jobTimeline.ts';
import { type UndocumentedContent, membersOf, readContent } from './undocumentedMembers.ts';

/** Which job a page is of. */
export interface PageIdentity {
  /** Empty for an entry of the list without a key. */
  key: string;
  baseUrl: string;
  /** The id of the job's row, if its key is missing. */
  row?: string | undefined;
}

/** The content of a job's page: plain data without wire names. */
export interface ShownJob extends UndocumentedContent {
  /** Null if the service sent no readable key. */
  key: string | null;
  title: string;
  state: 'active' | 'completed' | 'unknown' | 'unreadable';
  /** Why the job is `unreadable`, one sentence. */
  problem: string | null;
  /** The names of the active steps, for the heading. */
  steps: string[];
  /** For the heading. */
  startedAt: Moment | null;
  completedAt: Moment | null;
  /** In their order on the page; none of an unreadable job. */
  cards: Card[];
  /** What happened when, in order of time. */
  timeline: TimelineEvent[];
  /** Host (and path prefix) of the service the job belongs to. */
  connection: string;
}

export function identityOf(row: JobRow, baseUrl: string): PageIdentity {
  const key = (row.kind === 'job' ? row.job.key : row.key) ?? '';
  return key === '' ? { key, baseUrl, row: row.id } : { key, baseUrl };
}

/** The key of a page's job as a short line, or its row id if there is no key. */
export function identityText({ key, row = '' }: PageIdentity, limit?: number): string {
  return oneLine(key || row, limit);
}

interface Knowledge {
  /** The loaded field definitions of the service. */
  readonly known?: readonly Readable<Field>[];
  /** Whether the job may have changed since it was read. */
  readonly isStale?: boolean;
}

/** Everything that a job's page shows. */
export function describeShownJob(
  job: Job,
  connection: string,
  { known = [], isStale = false }: Knowledge = {},
): ShownJob {
  const content = readContent(job, known);
  const { title, others } = shortJobTitle(job);
  return {
    key: job.key,
    // Of more than two workflows, the first and the number of the others.
    title: others < 2 ? jobTitle(job) : l10n.t('{0} and {1} more', title, others),
    state: jobState(job),
    problem: null,
    steps: (job.activeSteps ?? []).map(nameOrKey),
    startedAt: momentOf(job.startedAt),
    completedAt: momentOf(job.completedAt),
    cards: cardsOf(job, isStale),
    timeline: timelineOf(job, content.log),
    ...content,
    connection,
  };
}

/** The content for an unreadable job: the problem, and all members as the service sent them. */
export function describeShownUnreadable(row: Unreadable, connection: string): ShownJob {
  const { key = null, raw, problem } = row;
  const nothing = describeShownJob({ key: '' }, connection);
  return {
    ...nothing,
    key,
    title: key ?? describeUnreadable(row).label,
    state: 'unreadable',
    cards: [],
    problem,
    more: membersOf(isJsonObject(raw) ? raw : { raw }),
  };
}
