import type { Asker, Change, ChangeOutcome, Sending } from '../../model/starting/change.ts';
import type { SentStarts } from '../../model/starting/sentStarts.ts';
import { rememberWorkflow } from '../../model/starting/workflows.ts';
import { oneLine } from '../../text/inert.ts';
import type { Session } from '../../model/session/session.ts';
import type { KeyValueStore } from '../../model/util/keyValueStore.ts';
import type { Connection } from '../connection/connection.ts';
import type { CompleteWalkthroughStep } from '../feedback/walkthrough.ts';
import { workflowOf } from './workflows.ts';

/** A start in the session that it was requested for, even if the window has connected to another service. */
export interface SessionStart {
  readonly session: Session;
  /** The workflow key. */
  readonly key: string;
  readonly asker: Asker;
}

/** Services that record starts and their jobs. */
export interface StartRecords {
  readonly connection: Pick<Connection, 'session'>;
  /** Stores the workflows that were started last, for all windows. */
  readonly store: KeyValueStore;
  readonly sentStarts: SentStarts;
  readonly completeWalkthroughStep: CompleteWalkthroughStep;
}

/**
 * Starts a job if the guards and the person permit it. Records the start while it is sent, for a window that is
 * reloaded meanwhile. Puts the job first in the list and watches it if the window is connected to its service.
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
  const name = job.activeWorkflows?.find(({ key }) => key === workflowKey)?.name ?? workflowKey;
  rememberWorkflow(store, baseUrl, { key: workflowKey, name: oneLine(name) });
  completeWalkthroughStep('started');
  if (connection.session === session) {
    session.list.putFirst(job);
    session.watches.watch(job.key);
  }
  return outcome;
}
