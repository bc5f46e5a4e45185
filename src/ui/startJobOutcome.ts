import * as vscode from 'vscode';
import { jobTitle } from '../model/job.ts';
import type { JobList } from '../model/jobList.ts';
import type { Job, ServiceError } from '../service/index.ts';
import { parseTimestamp } from '../text/time.ts';
import { oneLine } from '../text/inert.ts';
import { formatNumber } from './listView.ts';
import { notify } from './notify.ts';

/** What was known before a start was sent, to tell afterwards what is new. */
export interface Before {
  readonly workflowKey: string;
  readonly keys: ReadonlySet<string>;
  /** Whether `keys` says anything: the list had been read. */
  readonly listed: boolean;
  /** Epoch milliseconds. */
  readonly sentAt: number;
  /** Aborted once another connection has taken the place of the one that was asked. */
  readonly connection: AbortSignal;
}

export function lookBefore(jobs: JobList, workflowKey: string, connection: AbortSignal): Before {
  return { workflowKey, connection, keys: new Set(keysOf(jobs)), listed: jobs.state.rows !== undefined, sentAt: Date.now() };
}

// Clocks differ; a job from shortly before may be the one.
const clockTolerance = 5 * 60_000;

/** The listed jobs of the workflow that a start without an answer may have made: those that were not there before. */
export function appearedSince(jobs: JobList, { workflowKey, keys, listed, sentAt }: Before): Job[] {
  return (jobs.state.rows ?? []).flatMap((row) => {
    if (row.kind !== 'job' || keys.has(row.job.key)) return [];
    if (row.job.activeWorkflows?.some(({ key }) => key === workflowKey) !== true) return [];
    const startedAt = row.job.startedAt == null ? null : parseTimestamp(row.job.startedAt);
    // Where the list had not been read before, only the time can tell.
    if (!listed && startedAt !== null && startedAt < sentAt - clockTolerance) return [];
    return [row.job];
  });
}

export type NextStep = { readonly kind: 'open'; readonly job: Job } | { readonly kind: 'startAgain' } | { readonly kind: 'nothing' };

/** Says that nobody knows whether a job was started, shows what the list says now, and asks what to do. */
export async function askAfterUnknownOutcome(error: ServiceError, jobs: JobList, before: Before): Promise<NextStep> {
  if (!before.connection.aborted) await jobs.refresh();
  const { failure } = jobs.state;
  const readable = failure === null && !before.connection.aborted;
  const found = readable ? appearedSince(jobs, before) : [];
  const open = found.map((job) => vscode.l10n.t('Open {0} ({1})', jobTitle(job), oneLine(job.key, 60)));
  const startAgain = vscode.l10n.t('Start again…');
  const seen =
    !readable
      ? vscode.l10n.t('Its list of jobs cannot be read now: look there before you start another.')
      : found.length === 0
        ? vscode.l10n.t('The list of jobs shows no new job of this workflow yet.')
        : found.length === 1
          ? vscode.l10n.t('One job of this workflow appeared since.')
          : vscode.l10n.t('{0} jobs of this workflow appeared since.', formatNumber(found.length));
  const unknown = vscode.l10n.t('It is not known whether the job of workflow “{0}” was started. {1}', oneLine(before.workflowKey), error.message);
  const chosen = await notify.warn(`${unknown} ${seen}`, ...open.slice(0, 3), startAgain);
  if (chosen === startAgain) return { kind: 'startAgain' };
  const job = chosen === undefined ? undefined : found[open.indexOf(chosen)];
  return job === undefined ? { kind: 'nothing' } : { kind: 'open', job };
}

function keysOf(jobs: JobList): string[] {
  return (jobs.state.rows ?? []).flatMap((row) => (row.kind === 'job' ? [row.job.key] : []));
}
