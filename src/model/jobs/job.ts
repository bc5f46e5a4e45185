import * as l10n from '@vscode/l10n';
import {
  type Job,
  type Named,
  type Person,
  privateMember,
  readPeople,
} from '../../service/index.ts';
import { singleLine } from '../../text/untrustedText.ts';
import { formatFirstNames } from '../../text/list.ts';
import { parseTimestamp } from '../../text/time.ts';

/**
 * State of a job, derived from `completedAt` and the active steps and workflows, because the
 * service does not send a state (docs/service.md, Job).
 */
export type JobState = 'active' | 'completed' | 'unknown';

export function jobState({ completedAt, activeSteps, activeWorkflows }: Job): JobState {
  if (completedAt != null) return 'completed';
  if (
    completedAt === null ||
    (activeSteps ?? []).length > 0 ||
    (activeWorkflows ?? []).length > 0
  ) {
    return 'active';
  }
  return 'unknown';
}

export function stateWord(state: JobState): string {
  return {
    active: l10n.t('active'),
    completed: l10n.t('completed'),
    unknown: l10n.t('unknown state'),
  }[state];
}

/**
 * Returns true if `left.updatedAt` is earlier than `right.updatedAt`. Returns false if either time
 * is missing or invalid.
 */
export function isOlder(left: Job, right: Job): boolean {
  return (parseTimestamp(left.updatedAt) ?? NaN) < (parseTimestamp(right.updatedAt) ?? NaN);
}

/** Name of the private property that contains the last active workflows of a job. */
const lastWorkflowsMember = privateMember('lastWorkflows');

/** Adds the last active workflows to a job that has no active workflow. */
export function withLastWorkflows(job: Job, seen: readonly Named[]): Job {
  return seen.length === 0 || hasActiveWorkflows(job)
    ? job
    : { ...job, [lastWorkflowsMember]: seen };
}

/**
 * Returns the active workflows of a job, or the last active workflows if no workflow is active.
 * Many services clear `activeWorkflows` when a job completes.
 */
export function workflowsOf(job: Job): readonly Named[] {
  if (hasActiveWorkflows(job)) return job.activeWorkflows ?? [];
  return (job[lastWorkflowsMember] as readonly Named[] | undefined) ?? [];
}

export function hasActiveWorkflows({ activeWorkflows }: Job): boolean {
  return (activeWorkflows ?? []).length > 0;
}

/** Returns the workflow names of a job, or the job key if there are no workflows. */
export function jobTitle(job: Job): string {
  return namesOf(workflowsOf(job)) ?? keyTitle(job);
}

/**
 * Returns the name of the first workflow and the number of other workflows. If the job has no
 * workflows, the title is the job key.
 */
export function shortJobTitle(job: Job): { readonly title: string; readonly others: number } {
  const [first, ...others] = nameList(workflowsOf(job));
  return { title: first ?? keyTitle(job), others: others.length };
}

function keyTitle({ key }: Job): string {
  return singleLine(key) || l10n.t('a job with a blank key');
}

/** Maximum number of names to list in one line. */
const maxNames = 20;

/**
 * Joins names in one line. Uses the key if a name is missing. Returns undefined for an empty list.
 */
export function namesOf(named: readonly Named[] | null | undefined): string | undefined {
  return formatFirstNames(nameList(named), maxNames) || undefined;
}

function nameList(named: readonly Named[] | null | undefined): string[] {
  return (named ?? []).map(nameOrKey).filter((name) => name !== '');
}

export function nameOrKey({ key, name }: Named): string {
  return singleLine(name ?? '') || singleLine(key);
}

/** Returns true if the name of a workflow or step is known. */
export function isNamed(named: Named): boolean {
  return nameOrKey(named) !== nameOrKey({ key: named.key });
}

/** Keeps one workflow or step for each key, preferably the first one that has a name. */
export function distinctByKey<T extends Named>(all: readonly T[]): T[] {
  const distinct = new Map<string, T>();
  for (const each of all) {
    const known = distinct.get(each.key);
    if (known === undefined || !isNamed(known)) distinct.set(each.key, each);
  }
  return [...distinct.values()];
}

/** Returns a person's full name, or the key if the name is unknown. */
export function personName({ firstName, lastName, key }: Person): string | undefined {
  const name = singleLine([firstName, lastName].join(' '));
  return name || singleLine(key ?? '') || undefined;
}

/**
 * Returns the display names of a job's assignees. An assignee who has neither a name nor a key is
 * displayed as “assigned”.
 */
export function assigneesOf(job: Job): string[] {
  return readPeople(job.assignedTo).map((person) => personName(person) ?? l10n.t('assigned'));
}
