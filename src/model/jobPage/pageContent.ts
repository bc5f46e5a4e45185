import * as l10n from '@vscode/l10n';
import type { PageIdentity, ShownJob } from '../../protocol/jobPage.ts';
import {
  type Field,
  type Job,
  type JobRow,
  type Named,
  type Readable,
  type Unreadable,
  isJsonObject,
} from '../../service/index.ts';
import { oneLine } from '../../text/inert.ts';
import {
  assigneesOf,
  hasActiveWorkflows,
  jobState,
  jobTitle,
  nameOrKey,
  personName,
  shortJobTitle,
  workflowsOf,
} from '../jobs/job.ts';
import { describeUnreadable } from '../wording/rowText.ts';
import { timelineOf } from './jobTimeline.ts';
import { moment, readContent, membersOf } from './undocumentedMembers.ts';

export function identityOf(row: JobRow, baseUrl: string): PageIdentity {
  const key = (row.kind === 'job' ? row.job.key : row.key) ?? '';
  return key === '' ? { key, baseUrl, row: row.id } : { key, baseUrl };
}

/** The key of a page's job as a short line, or its row id if there is no key. */
export function identityText({ key, row = '' }: PageIdentity, limit?: number): string {
  return oneLine(key || row, limit);
}

/**
 * Everything that a job's page shows.
 * @param known the loaded field definitions of the service
 */
export function describeShownJob(
  job: Job,
  connection: string,
  known: readonly Readable<Field>[] = [],
): ShownJob {
  const content = readContent(job, known);
  const { title, others } = shortJobTitle(job);
  return {
    key: job.key,
    // Of more than two workflows, the first and the number of the others.
    title: others < 2 ? jobTitle(job) : l10n.t('{0} and {1} more', title, others),
    state: jobState(job),
    problem: null,
    workflows: named(workflowsOf(job)),
    areWorkflowsActive: hasActiveWorkflows(job),
    steps: named(job.activeSteps),
    assignedTo: assigneesOf(job),
    startedBy: job.startedBy == null ? null : (personName(job.startedBy) ?? ''),
    startedAt: moment(job.startedAt),
    updatedAt: moment(job.updatedAt),
    completedAt: moment(job.completedAt),
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
    problem,
    more: membersOf(isJsonObject(raw) ? raw : { raw }),
  };
}

function named(all: readonly Named[] | null | undefined): ShownJob['steps'] {
  return (all ?? []).map((each) => ({ key: each.key, name: nameOrKey(each) }));
}
