import { l10n } from 'vscode';
import { rememberWorkflow } from '../../model/starting/workflows.ts';
import { startedText } from '../../model/wording/reports.ts';
import type { Job } from '../../service/index.ts';
import { oneLine } from '../../text/inert.ts';
import type { Session } from '../../model/session/session.ts';
import type { KeyValueStore } from '../../model/util/keyValueStore.ts';
import type { Connection } from '../connection/connection.ts';
import type { EnvironmentList } from '../environments/environments.ts';
import { notify, offers } from '../feedback/notify.ts';
import type { CompleteWalkthroughStep } from '../feedback/walkthrough.ts';
import type { JobPanels } from '../jobPage/jobPanels.ts';

/** The response to a start. */
export interface Started {
  readonly session: Session;
  readonly workflowKey: string;
  readonly job: Job;
}

/** Where a started job is recorded. */
export interface StartRecords {
  readonly connection: Pick<Connection, 'session'>;
  /** Stores the workflows that were started last, for all windows. */
  readonly store: KeyValueStore;
  readonly completeWalkthroughStep: CompleteWalkthroughStep;
}

/**
 * Records the workflow of a started job; puts the job first in the list and watches it if the window is
 * connected to its service.
 */
export function registerStarted(
  { connection, store, completeWalkthroughStep }: StartRecords,
  { session, workflowKey, job }: Started,
): void {
  const name = job.activeWorkflows?.find(({ key }) => key === workflowKey)?.name ?? workflowKey;
  rememberWorkflow(store, session.client.baseUrl.href, { key: workflowKey, name: oneLine(name) });
  completeWalkthroughStep('started');
  if (connection.session !== session) return;
  session.list.putFirst(job);
  session.watches.watch(job.key);
}

/** What the notification of a started job uses. */
export interface StartNotices {
  readonly connection: Pick<Connection, 'session'>;
  readonly environments: EnvironmentList;
  readonly panels: JobPanels;
}

/** Reports a started job, and offers its page. @param who what started the job, unless a person did */
export async function notifyStarted(
  { connection, environments, panels }: StartNotices,
  { session, workflowKey, job }: Started,
  who: string | undefined,
): Promise<void> {
  const { baseUrl } = session.client;
  const elsewhere =
    connection.session === session ? '' : ` ${l10n.t('The job is on {0}.', environments.nameOf(baseUrl))}`;
  if (await offers(notify.info, startedText(workflowKey, job, who) + elsewhere, l10n.t('Open'))) {
    panels.openJob(baseUrl.href, job);
  }
}
