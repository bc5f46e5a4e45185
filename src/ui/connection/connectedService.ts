import { l10n } from 'vscode';
import { JobWaiter, type Starts } from '../../model/following/jobWaiter.ts';
import {
  type Job,
  type Sending,
  type ServiceClient,
  ServiceError,
  type StartingClient,
} from '../../service/index.ts';

/**
 * Who asks for a start: a person in our picker or in a chat that named it; a chat that did not; or a task or
 * a command with arguments, which no person may have picked, in words for the question.
 */
export type Initiator =
  | { readonly kind: 'person' | 'chat' }
  | { readonly kind: 'folder'; readonly who: string };

/** A service that jobs are read from and started on. */
export interface ConnectedService {
  readonly kind: 'ready';
  readonly client: ServiceClient;
  /** Aborts when the connection is replaced, even by one to the same service. */
  readonly signal: AbortSignal;
  /** Ends its waits with the connection. */
  readonly waiter: JobWaiter;
  /**
   * Starts a job on this service, through the guards.
   * @returns undefined if the person declines
   * @throws {ServiceError} `notPermitted` also if the connection was replaced before anything was sent
   */
  readonly start: (workflowKey: string, initiator: Initiator, sending?: Sending) => Promise<Job | undefined>;
}

/**
 * @param signal ends the service
 * @param starts what this window started, on any service
 */
export function connectedService(
  { startJob, ...client }: StartingClient<Initiator>,
  signal: AbortSignal,
  starts: Starts,
): ConnectedService {
  const start: ConnectedService['start'] = async (workflowKey, initiator, sending) => {
    if (signal.aborted) throw connectionChanged();
    try {
      return await startJob(workflowKey, signal, initiator, sending);
    } catch (thrown) {
      const isUnsent = thrown instanceof ServiceError && !thrown.wasSent;
      throw signal.aborted && isUnsent ? connectionChanged() : thrown;
    }
  };
  const waiter = new JobWaiter(client, starts);
  signal.addEventListener('abort', () => waiter.dispose(), { once: true });
  return { kind: 'ready', client, signal, waiter, start };
}

export function connectionChanged(): ServiceError {
  return new ServiceError('notPermitted', l10n.t('The connection changed: no job was started.'));
}
