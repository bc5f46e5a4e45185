import * as vscode from 'vscode';
import { type BeforeStart, appearedSince } from '../../model/jobs/startedSince.ts';
import { jobTitle } from '../../model/jobs/job.ts';
import type { JobList } from '../../model/jobs/jobList.ts';
import type { Job, ServiceError } from '../../service/index.ts';
import { oneLine } from '../../text/inert.ts';
import { formatNumber } from '../views/listView.ts';
import { notify } from '../feedback/notify.ts';

export type NextStep = { readonly kind: 'open'; readonly job: Job } | { readonly kind: 'startAgain' } | { readonly kind: 'nothing' };

/**
 * Says that nobody knows whether a job was started, shows what the list says now, and asks what to do.
 * @param isConnected whether the service that was asked is the connected one
 */
export async function askAfterUnknownOutcome(error: ServiceError, jobs: JobList, before: BeforeStart, isConnected: () => boolean): Promise<NextStep> {
  if (isConnected()) await jobs.refresh();
  const { failure, rows } = jobs.state;
  const readable = failure === null && isConnected();
  const found = readable ? appearedSince(rows ?? [], before) : [];
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
  const chosen = await notify.warn(`${unknown} ${seen}`, ...open.slice(0, 3), ...(isConnected() ? [startAgain] : []));
  if (chosen === startAgain) return { kind: 'startAgain' };
  const job = chosen === undefined ? undefined : found[open.indexOf(chosen)];
  return job === undefined ? { kind: 'nothing' } : { kind: 'open', job };
}
