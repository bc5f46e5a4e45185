import * as l10n from '@vscode/l10n';
import { type Job, type Named, type Person, privateMember, readPeople } from '../../service/index.ts';
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
  return { active: l10n.t('active'), completed: l10n.t('completed'), unknown: l10n.t('unknown state') }[
    state
  ];
}

/** Whether the first version of a job is older than the second; false if `updatedAt` is missing. */
export function isOlder(left: Job, right: Job): boolean {
  return (parseTimestamp(left.updatedAt) ?? NaN) < (parseTimestamp(right.updatedAt) ?? NaN);
}

/** The member of a stored job for the workflows that were last active. */
const lastWorkflowsMember = privateMember('lastWorkflows');

/** A job without active workflows, with the workflows that were last seen. */
export function withLastWorkflows(job: Job, seen: readonly Named[]): Job {
  return seen.length === 0 || hasActiveWorkflows(job) ? job : { ...job, [lastWorkflowsMember]: seen };
}

/**
 * The workflows of a job: the active ones, else those last seen, because many services empty
 * `activeWorkflows` when a job completes.
 */
export function workflowsOf(job: Job): readonly Named[] {
  if (hasActiveWorkflows(job)) return job.activeWorkflows ?? [];
  return (job[lastWorkflowsMember] as readonly Named[] | undefined) ?? [];
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

/** Display names of a job's assignees; empty if unassigned. An assignee without a name is “assigned”. */
export function assigneesOf(job: Job): string[] {
  return readPeople(job.assignedTo).map((person) => personName(person) ?? l10n.t('assigned'));
}
