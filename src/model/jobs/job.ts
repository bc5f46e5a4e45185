import * as l10n from '@vscode/l10n';
import { type Job, type Named, type Person, readPeople, withoutMembers } from '../../service/index.ts';
import { oneLine } from '../../text/inert.ts';
import { firstInLine } from '../../text/list.ts';
import { parseTimestamp } from '../../text/time.ts';

/**
 * Derived from `completedAt`, else from active steps and workflows, because jobs have no state member
 * (section 3 of the interface document).
 */
export type JobState = 'active' | 'completed' | 'unknown';

export function jobState({ completedAt, activeSteps, activeWorkflows }: Job): JobState {
  if (completedAt != null) return 'completed';
  if (completedAt === null || (activeSteps ?? []).length > 0 || (activeWorkflows ?? []).length > 0) {
    return 'active';
  }
  return 'unknown';
}

export function stateWord(state: JobState): string {
  return { active: l10n.t('active'), completed: l10n.t('completed'), unknown: l10n.t('state unknown') }[
    state
  ];
}

/** Whether one reading of a job is older than another; false if `updatedAt` does not tell. */
export function isOlder(one: Job, other: Job): boolean {
  return (parseTimestamp(one.updatedAt) ?? NaN) < (parseTimestamp(other.updatedAt) ?? NaN);
}

/** The member for the workflows last seen; a symbol, because JSON omits it and copies of the job keep it. */
const lastWorkflows = Symbol('lastWorkflows');

type NamedJob = Job & { [lastWorkflows]?: readonly Named[] };

export function rememberWorkflows(job: NamedJob, seen: readonly Named[]): Job {
  job[lastWorkflows] = seen;
  return job;
}

/** The names of the members that the list does not send, of jobs that have such. */
const unlistedNames = new WeakMap<Job, readonly string[]>();

export function markUnlisted(job: Job, names: readonly string[]): void {
  if (names.length === 0) unlistedNames.delete(job);
  else unlistedNames.set(job, names);
}

export function unlistedOf(job: Job): readonly string[] {
  return unlistedNames.get(job) ?? [];
}

/** A job without what was read of it alone, so that exports do not depend on which pages were opened. */
export function asListed(job: Job): Job {
  return withoutMembers(job, unlistedOf(job));
}

/**
 * The workflows of a job: the active ones, else those last seen, because many services empty
 * `activeWorkflows` when a job completes.
 */
export function workflowsOf(job: NamedJob): readonly Named[] {
  return hasActiveWorkflows(job) ? (job.activeWorkflows ?? []) : (job[lastWorkflows] ?? []);
}

/** Whether {@link workflowsOf} returns active workflows, not remembered ones. */
export function hasActiveWorkflows({ activeWorkflows }: Job): boolean {
  return (activeWorkflows ?? []).length > 0;
}

/** The names of a job's workflows, or its key if it has none. */
export function jobTitle(job: Job): string {
  return namesOf(workflowsOf(job)) ?? keyTitle(job);
}

/** The name of a job's first workflow, or its key if it has none, and the number of its other workflows. */
export function shortJobTitle(job: Job): { readonly title: string; readonly others: number } {
  const [first, ...others] = nameList(workflowsOf(job));
  return { title: first ?? keyTitle(job), others: others.length };
}

function keyTitle({ key }: Job): string {
  return oneLine(key) || l10n.t('a job with a blank key');
}

/** Most names in one line. */
const mostNames = 20;

/** Names, or keys for missing names, as one line; undefined for an empty list. */
export function namesOf(named: readonly Named[] | null | undefined): string | undefined {
  return firstInLine(nameList(named), mostNames) || undefined;
}

function nameList(named: readonly Named[] | null | undefined): string[] {
  return (named ?? []).map(nameOrKey).filter((name) => name !== '');
}

export function nameOrKey({ key, name }: Named): string {
  return oneLine(name ?? '') || oneLine(key);
}

/** First and last name, or else the key; undefined without both. */
export function personName({ firstName, lastName, key }: Person): string | undefined {
  const name = oneLine([firstName, lastName].join(' '));
  return name || oneLine(key ?? '') || undefined;
}

/** Display names of a job's assignees; empty if unassigned. */
export function assigneesOf(job: Job): string[] {
  return readPeople(job.assignedTo).map((person) => personName(person) ?? l10n.t('somebody without a name'));
}
