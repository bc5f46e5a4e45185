import type { JobPage, Moment } from '../protocol.ts';
import { type Job, type Named, documentedJobMembers } from '../service/index.ts';
import { parseTimestamp } from '../text/time.ts';
import { assigneesOf, jobState, jobTitle, nameOf, personName } from './job.ts';

/** Everything a job's page shows, from the job as the service sent it. */
export function describeJobPage(job: Job, connection: string): JobPage {
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
    more: undocumentedMembers(job),
    connection,
  };
}

/** The page of a job that could not be read: what it is, why, and everything as it came. */
export function describeUnreadablePage(key: string, raw: unknown, problem: string, connection: string): JobPage {
  return {
    key,
    title: key,
    state: 'unreadable',
    problem,
    workflows: [],
    steps: [],
    assignedTo: [],
    startedBy: null,
    startedAt: null,
    updatedAt: null,
    completedAt: null,
    more: (typeof raw === 'object' && raw !== null && !Array.isArray(raw) ? raw : { raw }) as JobPage['more'],
    connection,
  };
}

function named(each: Named): { key: string; name: string } {
  return { key: each.key, name: nameOf(each) };
}

function moment(text: string | null | undefined): Moment | null {
  return text == null ? null : { text, ms: parseTimestamp(text) };
}

function undocumentedMembers(job: Job): JobPage['more'] {
  const more = Object.entries(job).filter(([name]) => !documentedJobMembers.has(name));
  // What JSON.parse made is JSON; the compiler cannot know.
  return Object.fromEntries(more) as JobPage['more'];
}
