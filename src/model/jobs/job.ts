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
 * The state of a job. The service does not send a state (docs/service.md, Job). Therefore, the
 * extension derives the state from `completedAt` and from the active steps and workflows.
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
 * Returns true if `left.updatedAt` is before `right.updatedAt`, and false if one of them is
 * missing.
 */
export function isOlder(left: Job, right: Job): boolean {
  return (parseTimestamp(left.updatedAt) ?? NaN) < (parseTimestamp(right.updatedAt) ?? NaN);
}

/** Name of a private property that contains the workflows that were active last. */
const lastWorkflowsMember = privateMember('lastWorkflows');

/** Adds the workflows that were active last to a job without an active workflow. */
export function withLastWorkflows(job: Job, seen: readonly Named[]): Job {
  return seen.length === 0 || hasActiveWorkflows(job)
    ? job
    : { ...job, [lastWorkflowsMember]: seen };
}

/**
 * Returns the active workflows of a job. If there are none, returns the workflows that were active
 * last, because many services empty `activeWorkflows` when a job completes.
 */
export function workflowsOf(job: Job): readonly Named[] {
  if (hasActiveWorkflows(job)) return job.activeWorkflows ?? [];
  return (job[lastWorkflowsMember] as readonly Named[] | undefined) ?? [];
}

/** Returns true if at least one workflow of the job is active. */
export function hasActiveWorkflows({ activeWorkflows }: Job): boolean {
  return (activeWorkflows ?? []).length > 0;
}

/** Returns the names of a job's workflows. Returns the job's key if it has no workflow. */
export function jobTitle(job: Job): string {
  return namesOf(workflowsOf(job)) ?? keyTitle(job);
}

/** Returns the name of a job's first workflow, and the number of its other workflows. */
export function shortJobTitle(job: Job): { readonly title: string; readonly others: number } {
  const [first, ...others] = nameList(workflowsOf(job));
  return { title: first ?? keyTitle(job), others: others.length };
}

function keyTitle({ key }: Job): string {
  return singleLine(key) || l10n.t('a job with a blank key');
}

/** Maximum number of names in a line. */
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

/** Returns the first and last name of a person. Returns the key if the person has no name. */
export function personName({ firstName, lastName, key }: Person): string | undefined {
  const name = singleLine([firstName, lastName].join(' '));
  return name || singleLine(key ?? '') || undefined;
}

/**
 * Returns the names of a job's assignees. An assignee without a name or key is called “assigned”.
 */
export function assigneesOf(job: Job): string[] {
  return readPeople(job.assignedTo).map((person) => personName(person) ?? l10n.t('assigned'));
}
