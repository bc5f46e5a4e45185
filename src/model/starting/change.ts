import * as l10n from '@vscode/l10n';
import {
  type BaseUrl,
  type ChangingClient,
  type Job,
  ServiceError,
  changes,
  isOutcomeUnknown,
  toServiceError,
} from '../../service/index.ts';

/** A change on the service, such as the start of a job. */
export interface Change {
  /** The endpoint, in `service/changes.ts`. Its texts are in `ui/starting/changeTexts.ts`. */
  readonly kind: keyof typeof changes;
  readonly key: string;
  /** Name that the confirmation shows. Equals the key if there is no name. */
  readonly name: string;
}

/** Who requests a change. Determines whether a person must confirm it. */
export type Asker =
  /** A person, in a picker or menu of this extension. */
  | { readonly kind: 'person' }
  /** A task or a command with arguments. The confirmation shows `who`. */
  | { readonly kind: 'script'; readonly who: string }
  /**
   * An assistant. `isConfirmed` is true if a person has confirmed the change in the assistant's
   * client.
   */
  | { readonly kind: 'assistant'; readonly isConfirmed: boolean };

export interface ChangeGuard {
  /**
   * Returns whether a person must confirm the change. @throws {ServiceError} `notPermitted` if it
   * is forbidden
   */
  readonly requiresConfirmation: (baseUrl: BaseUrl, change: Change, asker: Asker) => boolean;
  /** Asks the person to confirm the change. */
  readonly confirm: (baseUrl: BaseUrl, change: Change, asker: Asker) => Promise<boolean>;
}

export type ChangeOutcome = { readonly kind: 'succeeded'; readonly job: Job } | ChangeFailure;

export interface ChangeFailure {
  readonly kind:
    | 'declined' // the person declined, and nothing was sent
    | 'disconnected' // another service was connected, and nothing was sent
    | 'refused' // a guard refused the change, and nothing was sent
    | 'notSent' // the change was canceled, the service asked to wait, or there was no connection
    | 'rejected' // the service rejected the change
    | 'accepted' // the service accepted the change, but did not return the job
    | 'unknown'; // the change was sent and may have taken effect
  readonly error: ServiceError;
}

/** Returns the job of a successful change. @throws {ServiceError} if the change failed */
export function jobOf(outcome: ChangeOutcome): Job {
  if (outcome.kind === 'succeeded') return outcome.job;
  throw outcome.error;
}

/** Sends a confirmed change. An implementation must call `send` once. */
export type Sending = (send: (signal: AbortSignal) => Promise<Job>) => PromiseLike<Job>;

interface ChangeRoute {
  readonly client: ChangingClient;
  readonly guard: ChangeGuard;
  /** Aborted when the service is no longer connected. */
  readonly end: AbortSignal;
  readonly sending: Sending;
}

/**
 * Sends a change. It checks the guards, asks for confirmation, checks the guards again, and sends
 * the request once. All changes use this function. Never rejects.
 */
export async function runChange(
  change: Change,
  asker: Asker,
  { client, guard, end, sending }: ChangeRoute,
): Promise<ChangeOutcome> {
  const { baseUrl } = client;
  const mustAsk = () => guard.requiresConfirmation(baseUrl, change, asker);
  if (end.aborted) return disconnected();
  try {
    client.requireNoWait();
    const isConfirmed = mustAsk();
    if (isConfirmed && !(await guard.confirm(baseUrl, change, asker))) {
      return {
        kind: 'declined',
        error: refusal(l10n.t('Nothing was sent because the person declined.')),
      };
    }
    const checkAgain = () => {
      if (mustAsk() && !isConfirmed) {
        throw refusal(
          l10n.t('Nothing was sent because the settings now require a confirmation. Try again.'),
        );
      }
    };
    const endpoint = changes[change.kind](change.key);
    const job = await sending((canceled) =>
      client.change(endpoint, AbortSignal.any([end, canceled]), checkAgain),
    );
    return { kind: 'succeeded', job };
  } catch (thrown) {
    return failureOf(toServiceError(change.kind, thrown), end.aborted);
  }
}

function failureOf(error: ServiceError, isDisconnected: boolean): ChangeFailure {
  if (error.kind === 'accepted') return { kind: 'accepted', error };
  if (isOutcomeUnknown(error)) return { kind: 'unknown', error };
  const isRefused = error.kind === 'notPermitted';
  if (error.wasSent && !isRefused) return { kind: 'rejected', error };
  if (isDisconnected) return disconnected();
  return { kind: isRefused ? 'refused' : 'notSent', error };
}

function disconnected(): ChangeFailure {
  return {
    kind: 'disconnected',
    error: refusal(l10n.t('Nothing was sent because another service was connected.')),
  };
}

function refusal(sentence: string): ServiceError {
  return new ServiceError('notPermitted', sentence);
}
