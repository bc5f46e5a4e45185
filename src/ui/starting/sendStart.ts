import type { Asker, Change, ChangeOutcome, Sending } from '../../model/starting/change.ts';
import type { SentStarts } from '../../model/starting/sentStarts.ts';
import { rememberWorkflow } from '../../model/starting/workflows.ts';
import { singleLine } from '../../text/untrustedText.ts';
import type { Session } from '../../model/session/session.ts';
import type { KeyValueStore } from '../../model/util/keyValueStore.ts';
import type { Connection } from '../connection/connection.ts';
import type { CompleteWalkthroughStep } from '../feedback/walkthrough.ts';
import { workflowOf } from './workflows.ts';

/** A request to start a job. The session may end before the service responds. */
export interface SessionStart {
  readonly session: Session;
  /** Key of the workflow to start. */
  readonly key: string;
  readonly asker: Asker;
}

/** Services that record start requests and started jobs. */
export interface StartRecords {
  readonly connection: Pick<Connection, 'session'>;
  /** Persistent storage for recently started workflows, shared by all windows. */
  readonly store: KeyValueStore;
  readonly sentStarts: SentStarts;
  readonly completeWalkthroughStep: CompleteWalkthroughStep;
}

/**
 * Starts a job if the settings allow it and the user confirms. Stores the request until the service
 * responds, so that a reloaded window can report a job that may have been started. Adds the new job
 * to the list and watches the job, if the window is still connected to the service.
 */
export async function sendStart(
  { connection, store, sentStarts, completeWalkthroughStep }: StartRecords,
  { session, key: workflowKey, asker }: SessionStart,
  sending: Sending,
): Promise<ChangeOutcome> {
  const baseUrl = session.client.baseUrl.href;
  const { name: knownName } = await workflowOf(session, store, workflowKey);
  const change: Change = { kind: 'startJob', key: workflowKey, name: knownName };
  const outcome = await session.change(change, asker, (send) =>
    sending((canceled) =>
      sentStarts.during({ baseUrl, workflowKey, sentAt: Date.now() }, () => send(canceled)),
    ),
  );
  if (outcome.kind !== 'succeeded') return outcome;
  const { job } = outcome;
  const name = job.activeWorkflows?.find(({ key }) => key === workflowKey)?.name ?? knownName;
  rememberWorkflow(store, baseUrl, { key: workflowKey, name: singleLine(name) });
  completeWalkthroughStep('started');
  if (connection.session === session) {
    session.list.putFirst(job);
    session.watches.watch(job.key);
  }
  return outcome;
}
