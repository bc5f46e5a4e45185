import type { ShownJob, Moment } from '../../protocol.ts';
import { type Field, type Job, type Named, type Readable, type Unreadable, isJsonObject } from '../../service/index.ts';
import { parseTimestamp } from '../../text/time.ts';
import { assigneesOf, jobState, jobTitle, nameOf, personName } from '../jobs/job.ts';
import { describeUnreadable } from '../wording/rowText.ts';
import { type JobHistory, nothingSeen, timelineOf } from './jobTimeline.ts';
import { readContent, restOf } from './undocumentedMembers.ts';

/**
 * Everything a job's page shows, from the job as the service sent it.
 * @param known the fields of the service, as far as they are loaded
 * @param history what successive readings of the job have shown
 */
export function describeShownJob(job: Job, connection: string, known: readonly Readable<Field>[] = [], history: JobHistory = nothingSeen): ShownJob {
  const content = readContent(job, known);
  return {
    key: job.key,
    title: jobTitle(job),
    state: jobState(job),
    problem: null,
    workflows: (job.activeWorkflows ?? []).map(named),
    steps: (job.activeSteps ?? []).map(named),
    assignedTo: assigneesOf(job),
    startedBy: (job.startedBy == null ? undefined : personName(job.startedBy)) ?? null,
    startedAt: moment(job.startedAt),
    updatedAt: moment(job.updatedAt),
    completedAt: moment(job.completedAt),
    timeline: timelineOf(job, history, content.log),
    ...content,
    connection,
  };
}

/** The page of a job that could not be read: why, and everything as it came. */
export function describeShownUnreadable(row: Unreadable, connection: string): ShownJob {
  const { key = null, raw, problem } = row;
  return {
    key,
    title: key ?? describeUnreadable(row).label,
    state: 'unreadable',
    problem,
    workflows: [],
    steps: [],
    assignedTo: [],
    startedBy: null,
    startedAt: null,
    updatedAt: null,
    completedAt: null,
    timeline: [],
    fields: [],
    actions: [],
    log: [],
    more: restOf(isJsonObject(raw) ? raw : { raw }),
    connection,
  };
}

function named(each: Named): { key: string; name: string } {
  return { key: each.key, name: nameOf(each) };
}

function moment(text: string | null | undefined): Moment | null {
  return text == null ? null : { text, ms: parseTimestamp(text) };
}
