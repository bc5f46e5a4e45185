import * as l10n from '@vscode/l10n';
import {
  type Field,
  type Job,
  type JobRow,
  type Readable,
  type Unreadable,
  isJsonObject,
  readPeople,
} from '../../service/index.ts';
import { oneLine } from '../../text/inert.ts';
import { jobState, jobTitle, nameOrKey, personName, shortJobTitle } from '../jobs/job.ts';
import { type Moment, momentOf } from '../jobs/members/jobMembers.ts';
import { describeUnreadable } from '../wording/rowText.ts';
import { type Card, cardsOf } from './jobCards.ts';
import { type TimelineEvent, type TimelineStep, timelineOf } from './jobTimeline.ts';
import { type UndocumentedContent, membersOf, readContent } from './undocumentedMembers.ts';

/** Which job a page is of. */
export interface PageIdentity {
  /** Empty for an entry of the list without a key. */
  key: string;
  baseUrl: string;
  /** The id of the job's row, if its key is missing. */
  row?: string | undefined;
}

/** What an active job waits for. */
interface Waiting {
  /** The names of the assignees and of the active steps. */
  people: string[];
  steps: string[];
  /** Since when all of these steps have been active at least; null if unknown. */
  since: number | null;
  /** Whether they may have begun before that. */
  beganEarlier: boolean;
}

/** The content of a job's page: plain data without wire names. */
export interface ShownJob extends UndocumentedContent {
  /** Null if the service sent no readable key. */
  key: string | null;
  title: string;
  state: 'active' | 'completed' | 'unknown' | 'unreadable';
  /** Why the job is `unreadable`, one sentence. */
  problem: string | null;
  /** Null if the job is not active, or the service states neither people nor steps. */
  waiting: Waiting | null;
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
  const timeline = timelineOf(job, content.log);
  const { title, others } = shortJobTitle(job);
  return {
    key: job.key,
    // Of more than two workflows, the first and the number of the others.
    title: others < 2 ? jobTitle(job) : l10n.t('{0} and {1} more', title, others),
    state: jobState(job),
    problem: null,
    waiting: waitingOf(job, timeline),
    startedAt: momentOf(job.startedAt),
    completedAt: momentOf(job.completedAt),
    cards: cardsOf(job, isStale),
    timeline,
    ...content,
    connection,
  };
}

function waitingOf(job: Job, timeline: readonly TimelineEvent[]): Waiting | null {
  const people = readPeople(job.assignedTo).flatMap((person) => personName(person) ?? []);
  const steps = (job.activeSteps ?? []).map(nameOrKey);
  if (jobState(job) !== 'active' || people.length + steps.length === 0) return null;
  const active = timeline.filter((event) => event.kind === 'step' && event.until === null);
  const [first] = active as TimelineStep[];
  const isSame = active.length === steps.length && active.every(({ at }) => at === first?.at);
  const since = isSame && first !== undefined ? first.at : null;
  return { people, steps, since, beganEarlier: first?.beganEarlier === true };
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
