import * as l10n from '@vscode/l10n';
import type { PageIdentity, ShownJob } from '../../protocol/jobPage.ts';
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
import { momentOf, starterOf } from '../jobs/members/jobMembers.ts';
import { describeUnreadable } from '../wording/rowText.ts';
import { cardsOf } from './jobCards.ts';
import { timelineOf } from './jobTimeline.ts';
import { membersOf, readContent } from './undocumentedMembers.ts';

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
    startedBy: starterOf(job) ?? null,
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
