import { JobWaiter, type Starts } from '../../model/following/jobWaiter.ts';
import type { SentStarts } from '../../model/jobs/sentStarts.ts';
import {
  type Change,
  type ChangingClient,
  type Job,
  type Sending,
  type ServiceClient,
  ServiceError,
} from '../../service/index.ts';

/**
 * Who asks for a change: a person in our picker or in a chat that named it; a chat that did not; or a task or
 * a command with arguments, which no person may have picked, in words for the question.
 */
export type Initiator =
  | { readonly kind: 'person' | 'chat' }
  | { readonly kind: 'folder'; readonly who: string };

/** A service that jobs are read from and changed on. */
export interface ConnectedService {
  readonly kind: 'ready';
  readonly client: ServiceClient;
  /** Aborts when the connection is replaced, even by one to the same service. */
  readonly signal: AbortSignal;
  /** Ends its waits with the connection. */
  readonly waiter: JobWaiter;
  /**
   * Sends a change to this service, through the guards. The start is recorded before it is sent, for a window
   * that is reloaded meanwhile.
   * @returns undefined if the person declines
   * @throws {ServiceError} `notPermitted` also if the connection was replaced before anything was sent
   */
  readonly change: (change: Change, initiator: Initiator, sending?: Sending) => Promise<Job | undefined>;
}

/**
 * @param signal ends the service
 * @param starts what this window started, on any service
 * @param sentStarts records what this window is starting, on any service
 */
export function connectedService(
  { change: send, ...client }: ChangingClient<Initiator>,
  signal: AbortSignal,
  starts: Starts,
  sentStarts: SentStarts,
): ConnectedService {
  const { href } = client.baseUrl;
  const change: ConnectedService['change'] = async (
    asked,
    initiator,
    sending = (sendNow) => sendNow(signal),
  ) => {
    if (signal.aborted) throw connectionChanged(asked);
    const recording: Sending = (sendNow) =>
      sending((cancelled) => {
        const start = { baseUrl: href, workflowKey: asked.subject.key, sentAt: Date.now() };
        return sentStarts.during(start, () => sendNow(cancelled));
      });
    try {
      return await send(asked, signal, initiator, recording);
    } catch (thrown) {
      const isUnsent = thrown instanceof ServiceError && !thrown.wasSent;
      throw signal.aborted && isUnsent ? connectionChanged(asked) : thrown;
    }
  };
  const waiter = new JobWaiter(client, starts);
  signal.addEventListener('abort', () => waiter.dispose(), { once: true });
  return { kind: 'ready', client, signal, waiter, change };
}

export function connectionChanged({ words }: Change): ServiceError {
  return new ServiceError('notPermitted', words.connectionChanged);
}
