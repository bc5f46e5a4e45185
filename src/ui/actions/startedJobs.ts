import { l10n } from 'vscode';
import { jobTitle } from '../../model/jobs/job.ts';
import { rememberWorkflow } from '../../model/jobs/workflows.ts';
import type { Job } from '../../service/index.ts';
import { oneLine } from '../../text/inert.ts';
import type { ConnectedService } from '../connection/connection.ts';
import { notify } from '../feedback/notify.ts';
import type { Parts } from './parts.ts';

/** Registers a started job: puts it first in the list, watches it, and remembers it for waiting, and its workflow. */
export function takeInStarted({ jobs, watches, memory, reach }: Parts, service: ConnectedService, workflowKey: string, job: Job): void {
  const name = job.activeWorkflows?.find(({ key }) => key === workflowKey)?.name ?? workflowKey;
  rememberWorkflow(memory, service.client.baseUrl.href, { key: workflowKey, name: oneLine(name) });
  reach('started');
  service.waiter.remember(job);
  jobs.put(job);
  watches.watch(job.key);
}

/** Tells of a start that no person picked. */
export async function tellStarted({ panels }: Parts, who: string, workflowKey: string, job: Job): Promise<void> {
  const open = l10n.t('Open');
  if ((await notify.info(l10n.t('{0} started {1} ({2}).', who, jobTitle(job), oneLine(workflowKey, 60)), open)) === open) panels.open(job.key);
}
