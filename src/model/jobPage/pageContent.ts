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
import { singleLine } from '../../text/untrustedText.ts';
import { jobState, jobTitle, nameOrKey, personName, shortJobTitle } from '../jobs/job.ts';
import { type Moment, momentOf } from '../jobs/members/jobMembers.ts';
import { describeUnreadable } from '../wording/rowText.ts';
import { type Card, cardsOf } from './jobCards.ts';
import { type TimelineEvent, type TimelineStep, timelineOf } from './jobTimeline.ts';
import { type UndocumentedContent, membersOf, readContent } from './undocumentedMembers.ts';

/** Identifies the job that a page shows. */
export interface PageIdentity {
  /** Job key. Empty if the job has no key. */
  key: string;
  baseUrl: string;
  /** Row ID. Set only for a job without a key. */
  row?: string | undefined;
}

/** People and steps for which an active job is waiting. */
interface Waiting {
  /** Display names of the assignees. */
  people: string[];
  /** Display names of the active steps. */
  steps: string[];
  /**
   * Time when the steps became active, in epoch milliseconds. Null if the time is unknown or
   * differs between the steps.
   */
  since: number | null;
  /** True if the steps may have become active before `since`. */
  beganEarlier: boolean;
}

/** Job data that a page shows. */
export interface ShownJob extends UndocumentedContent {
  /** Job key. Null if the service returned no valid key. */
  key: string | null;
  title: string;
  state: 'active' | 'completed' | 'unknown' | 'unreadable';
  /** Explains why the job is unreadable. Null for readable jobs. */
  problem: string | null;
  /**
   * People and steps for which the job is waiting. Null if there are none or if the job is not
   * active.
   */
  waiting: Waiting | null;
  startedAt: Moment | null;
  completedAt: Moment | null;
  /** Cards on the job page. Empty if the job is unreadable. */
  cards: Card[];
  /** Job events, oldest first. */
  timeline: TimelineEvent[];
}

export function identityOf(row: JobRow, baseUrl: string): PageIdentity {
  const key = (row.kind === 'job' ? row.job.key : row.key) ?? '';
  return key === '' ? { key, baseUrl, row: row.id } : { key, baseUrl };
}

/** Returns the job key on a single line, or the row ID if the job has no key. */
export function identityText({ key, row = '' }: PageIdentity, limit?: number): string {
  return singleLine(key || row, limit);
}

interface Knowledge {
  /** Field definitions from the service. */
  readonly known?: readonly Readable<Field>[];
  /** True if the job may have changed since the last load. */
  readonly isStale?: boolean;
}

/** Creates the page content for a readable job. */
export function describeShownJob(
  job: Job,
  { known = [], isStale = false }: Knowledge = {},
): ShownJob {
  const content = readContent(job, known);
  const timeline = timelineOf(job, content.log);
  const { title, others } = shortJobTitle(job);
  return {
    key: job.key,
    // Shortens the title to one workflow name if there are more than two workflows.
    title: others < 2 ? jobTitle(job) : l10n.t('{0} and {1} more', title, others),
    state: jobState(job),
    problem: null,
    waiting: waitingOf(job, timeline),
    startedAt: momentOf(job.startedAt),
    completedAt: momentOf(job.completedAt),
    cards: cardsOf(job, isStale),
    timeline,
    ...content,
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

/**
 * Creates the page content for an unreadable job: the problem and all properties from the service.
 */
export function describeShownUnreadable(row: Unreadable): ShownJob {
  const { key = null, raw, problem } = row;
  return {
    ...describeShownJob({ key: '' }),
    key,
    title: key ?? describeUnreadable(row).label,
    state: 'unreadable',
    cards: [],
    problem,
    more: membersOf(isJsonObject(raw) ? raw : { raw }),
  };
}
