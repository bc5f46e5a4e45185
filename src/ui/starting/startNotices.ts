import { l10n } from 'vscode';
import { jobTitle } from '../../model/jobs/job.ts';
import type { Session } from '../../model/session/session.ts';
import type { ChangeFailure } from '../../model/starting/change.ts';
import { type BeforeStart, startedSince } from '../../model/starting/startedSince.ts';
import { startedText } from '../../model/wording/reports.ts';
import type { Job } from '../../service/index.ts';
import { bidiIsolate, singleLine } from '../../text/untrustedText.ts';
import { formatNumber } from '../../text/number.ts';
import type { Connection } from '../connection/connection.ts';
import type { EnvironmentList } from '../environments/environments.ts';
import { notify, offers, warnIfDisconnected } from '../feedback/notify.ts';
import { showFailure, showFailureOf } from '../feedback/report.ts';
import type { JobPanels } from '../jobPage/jobPanels.ts';
import { changeFailureText } from './changeTexts.ts';

export interface NoticeServices {
  readonly connection: Pick<Connection, 'session'>;
  readonly environments: EnvironmentList;
  readonly panels: JobPanels;
}

/** A started job. If a task started the job, `who` describes the task. */
export interface Started {
  readonly session: Session;
  readonly workflowKey: string;
  readonly job: Job;
  readonly who?: string;
}

/** Shows a notification about a started job, with a button to open the job page. */
export async function notifyStarted(
  { connection, environments, panels }: NoticeServices,
  { session, workflowKey, job, who }: Started,
): Promise<void> {
  const { baseUrl } = session.client;
  const place =
    connection.session === session
      ? ''
      : ` ${l10n.t('The job is running on {0}.', environments.nameOf(baseUrl))}`;
  if (await offers(notify.info, startedText(workflowKey, job, who) + place, l10n.t('Open'))) {
    panels.openJob(baseUrl.href, job);
  }
}

interface FailedStart {
  readonly session: Session;
  readonly before: BeforeStart;
  readonly failure: ChangeFailure;
}

/**
 * Shows why a job was not started, or warns that it may have been started. Resolves to true if the
 * user wants to retry.
 * @throws {ServiceError} if a setting or a read-only environment does not allow starting jobs
 */
export async function showStartFailure(
  services: NoticeServices,
  { session, before, failure }: FailedStart,
): Promise<boolean> {
  const { kind, error } = failure;
  switch (kind) {
    case 'declined':
      return false;
    case 'disconnected':
      void notify.warn(error.message);
      return false;
    case 'refused':
      throw error;
    case 'notSent':
    case 'rejected':
      if (services.connection.session !== session) {
        return showFailureOf(services.environments.nameOf(session.client.baseUrl), error);
      }
      return (await showFailure(error, true)) && !warnIfDisconnected(session.signal);
    case 'accepted':
    case 'unknown': {
      const text = changeFailureText({ kind: 'startJob', key: before.workflowKey }, failure);
      return showUnknownStart(services, { session, before, text, isAccepted: kind === 'accepted' });
    }
  }
}

interface UnknownStart {
  readonly session: Session;
  readonly before: BeforeStart;
  /** Message that describes what happened and what the user can do. */
  readonly text: string;
  /** True if the service accepted the request, so it must not be sent again. */
  readonly isAccepted: boolean;
}

/**
 * Warns the user that a job may have been started, and offers to open the workflow's new jobs.
 * Resolves to true if the user wants to start the job again.
 */
export async function showUnknownStart(
  { connection, environments, panels }: NoticeServices,
  { session, before, text, isAccepted }: UnknownStart,
): Promise<boolean> {
  const found =
    connection.session === session ? await lookForStarted(session.list, before) : undefined;
  if (connection.session !== session) {
    const place = environments.nameOf(session.client.baseUrl);
    const advice = l10n.t(
      'If the job was started, it is running on {0}. This window shows another service.',
      place,
    );
    await notify.warn(`${text} ${advice}`);
    return false;
  }
  const jobs = (found ?? []).slice(0, 3);
  const open = jobs.map((job) =>
    l10n.t('Open {0} ({1})', bidiIsolate(jobTitle(job)), singleLine(job.key, 60)),
  );
  const again = isAccepted ? [] : [l10n.t('Start Again…')];
  const chosen = await notify.warn(`${text} ${describeFindings(found)}`, ...open, ...again);
  if (chosen === undefined || warnIfDisconnected(session.signal)) return false;
  const job = jobs[open.indexOf(chosen)];
  if (job !== undefined) panels.open(job.key);
  return job === undefined;
}

/** Refreshes the job list. Resolves to the workflow's new jobs, or to undefined on failure. */
async function lookForStarted(
  list: Session['list'],
  before: BeforeStart,
): Promise<Job[] | undefined> {
  // Waits for a load in progress. Otherwise, the refresh would reuse its outdated result.
  await list.ensureLoaded();
  await list.refresh();
  const { failure, rows } = list.state;
  return failure === null ? startedSince(rows ?? [], before) : undefined;
}

function describeFindings(found: readonly Job[] | undefined): string {
  if (found === undefined) return l10n.t('The job list cannot be loaded right now.');
  if (found.length === 0) return l10n.t('The job list shows no new job for this workflow yet.');
  return found.length === 1
    ? l10n.t('The job list shows one new job for this workflow.')
    : l10n.t('The job list shows {0} new jobs for this workflow.', formatNumber(found.length));
}
