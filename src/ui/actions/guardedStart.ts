import { l10n } from 'vscode';
import { rememberWorkflow } from '../../model/jobs/workflows.ts';
import { startedText } from '../../model/wording/reports.ts';
import type { BaseUrl, Job } from '../../service/index.ts';
import { oneLine } from '../../text/inert.ts';
import { type ConnectedService, waiterOf } from '../connection/connection.ts';
import type { Asker } from '../environments/startGuard.ts';
import { notify } from '../feedback/notify.ts';
import type { Parts } from './parts.ts';
import { workflowOf } from './workflows.ts';

/** The outcome of a start: sent, declined by the person, or prevented by another connection. */
type StartOutcome<Answer> = { readonly kind: 'sent'; readonly answer: Answer } | { readonly kind: 'declined' | 'connectionChanged' };

/**
 * Passes a start through the guards and sends it; used by each way to start a job.
 * @param baseUrl the service to start on; no other service receives the start
 * @param send sends the start, unless it fails before
 * @throws {ServiceError} `notPermitted`, or what `send` throws
 */
export async function guardedStart<Answer>(parts: Parts, baseUrl: BaseUrl, workflowKey: string, asker: Asker, send: (service: ConnectedService) => Promise<Answer>): Promise<StartOutcome<Answer>> {
  const permit = await parts.startGuard.confirm(baseUrl, await workflowOf(parts, baseUrl, workflowKey), asker);
  if (permit === undefined) return { kind: 'declined' };
  try {
    const service = parts.connection.at(baseUrl.href);
    return service === undefined ? { kind: 'connectionChanged' } : { kind: 'sent', answer: await send(service) };
  } finally {
    // An unsent start has not used its permit.
    permit.dispose();
  }
}

/** Registers a started job: puts it first in the list, watches it, and remembers it for waiting, and its workflow. */
export function takeInStarted({ connection, jobs, watches, memory, reach }: Parts, { href }: BaseUrl, workflowKey: string, job: Job): void {
  const name = job.activeWorkflows?.find(({ key }) => key === workflowKey)?.name ?? workflowKey;
  rememberWorkflow(memory, href, { key: workflowKey, name: oneLine(name) });
  reach('started');
  const service = connection.at(href);
  if (service !== undefined) waiterOf(service).remember(job);
  jobs.put(job);
  watches.watch(job.key);
}

/** Tells of a start that no person picked. */
export async function tellStarted({ panels }: Parts, who: string, workflowKey: string, job: Job): Promise<void> {
  const open = l10n.t('Open');
  if ((await notify.info(startedText(workflowKey, job, who), open)) === open) panels.open(job.key);
}
