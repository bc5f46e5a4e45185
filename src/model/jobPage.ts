import * as l10n from '@vscode/l10n';
import type { JobPage, Moment } from '../protocol.ts';
import { type Job, type Named, documentedJobMembers, isJsonObject } from '../service/index.ts';
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
    more: boundedJson(isJsonObject(raw) ? raw : { raw }, maxDepth) as JobPage['more'],
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
  return Object.fromEntries(
    Object.entries(job)
      .filter(([name]) => !documentedJobMembers.has(name))
      .map(([name, value]) => [name, boundedJson(value, maxDepth)]),
  );
}

type Json = JobPage['more'][string];

/** Deeper than any person reads, and as deep as every reader of a message can follow. */
const maxDepth = 64;

/** What JSON.parse made, as JSON of bounded depth; numbers beyond its range as text. */
function boundedJson(value: unknown, depth: number): Json {
  if (typeof value === 'number') return Number.isFinite(value) ? value : String(value);
  if (typeof value !== 'object' || value === null) return value as Json;
  if (depth === 0) return l10n.t('(nested deeper than is shown)');
  if (Array.isArray(value)) return value.map((each) => boundedJson(each, depth - 1));
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, boundedJson(each, depth - 1)]));
}
