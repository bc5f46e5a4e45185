import { l10n } from 'vscode';
import { rememberWorkflow } from '../../model/jobs/workflows.ts';
import { startedText } from '../../model/wording/reports.ts';
import type { Job } from '../../service/index.ts';
import { oneLine } from '../../text/inert.ts';
import type { ConnectedService } from '../connection/connectedService.ts';
import { notify, offers } from '../feedback/notify.ts';
import type { ExtensionServices } from './extensionServices.ts';

/** The answer to a start. */
interface Started {
  readonly service: ConnectedService;
  readonly workflowKey: string;
  readonly job: Job;
}

/**
 * Remembers the workflow of a started job, and the job for waiting; puts it first in the list and watches it
 * if its service is connected.
 */
export function registerStarted(
  { connection, jobs, watches, store, completeWalkthroughStep }: ExtensionServices,
  { service, workflowKey, job }: Started,
): void {
  const name = job.activeWorkflows?.find(({ key }) => key === workflowKey)?.name ?? workflowKey;
  rememberWorkflow(store, service.client.baseUrl.href, { key: workflowKey, name: oneLine(name) });
  completeWalkthroughStep('started');
  service.waiter.remember(job);
  if (connection.state !== service) return;
  jobs.put(job);
  watches.watch(job.key);
}

/** Reports a started job, and offers its page. @param who what started the job, unless a person did */
export async function tellStarted(
  { connection, environments, panels }: ExtensionServices,
  { service, workflowKey, job }: Started,
  who: string | undefined,
): Promise<void> {
  const { baseUrl } = service.client;
  const elsewhere =
    connection.state === service ? '' : ` ${l10n.t('The job is on {0}.', environments.nameOf(baseUrl))}`;
  if (await offers(notify.info, startedText(workflowKey, job, who) + elsewhere, l10n.t('Open'))) {
    panels.openJob(baseUrl.href, job);
  }
}
