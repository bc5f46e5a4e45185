import { rememberWorkflow } from '../../model/jobs/workflows.ts';
import type { BaseUrl, Job } from '../../service/index.ts';
import { oneLine } from '../../text/inert.ts';
import type { ConnectedService } from '../connection/connection.ts';
import type { Parts } from './parts.ts';
import { workflowOf } from './workflows.ts';

/** What became of one start: sent, or not because the person does not agree or another service is connected. */
type StartOutcome<Answer> = { readonly kind: 'sent'; readonly answer: Answer } | { readonly kind: 'declined' | 'connectionChanged' };

/**
 * Passes one start through the guards, and sends it: for every way to start a job.
 * @param baseUrl of the service that the start is for; no other gets it
 * @param send sends the start, or does not
 * @param isAlwaysAsked whether the person is asked whatever the settings say
 * @throws {ServiceError} `notPermitted`, or what `send` throws
 */
export async function guardedStart<Answer>(parts: Parts, baseUrl: BaseUrl, workflowKey: string, send: (service: ConnectedService) => Promise<Answer>, isAlwaysAsked = false): Promise<StartOutcome<Answer>> {
  const permit = await parts.startGuard.confirm(baseUrl, await workflowOf(parts, baseUrl, workflowKey), isAlwaysAsked);
  if (permit === undefined) return { kind: 'declined' };
  try {
    const service = parts.connection.at(baseUrl.href);
    return service === undefined ? { kind: 'connectionChanged' } : { kind: 'sent', answer: await send(service) };
  } finally {
    // A start that was cancelled before it was sent has not used its permit.
    permit.dispose();
  }
}

/** Takes in a started job: it is put first in the list and watched, and its workflow is offered again. */
export function takeInStarted({ jobs, watches, memory, reach }: Parts, { href }: BaseUrl, workflowKey: string, job: Job): void {
  const name = job.activeWorkflows?.find(({ key }) => key === workflowKey)?.name ?? workflowKey;
  rememberWorkflow(memory, href, { key: workflowKey, name: oneLine(name) });
  reach('started');
  jobs.put(job);
  watches.watch(job.key);
}
