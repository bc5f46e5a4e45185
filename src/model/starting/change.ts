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

/** A request that changes data on the service, such as starting a job. */
export interface Change {
  /**
   * Name of the endpoint in `service/changes.ts`. The texts for each endpoint are in
   * `ui/starting/changeTexts.ts`.
   */
  readonly kind: keyof typeof changes;
  readonly key: string;
  /** Display name in the confirmation, or the key if the name is unknown. */
  readonly name: string;
}

/**
 * Requester of a change: a person, a script, or an AI assistant. Each kind has different
 * confirmation rules.
 */
export type Asker =
  /** A person who uses a picker or menu in this extension. */
  | { readonly kind: 'person' }
  /**
   * A task, or a command that is called with arguments. The confirmation shows `who` as the source
   * of the request.
   */
  | { readonly kind: 'script'; readonly who: string }
  /**
   * An AI assistant. `isConfirmed` is true if a person has already confirmed the change in the
   * assistant's client.
   */
  | { readonly kind: 'assistant'; readonly isConfirmed: boolean };

export interface ChangeGuard {
  /**
   * Returns true if a person must confirm the change.
   * @throws {ServiceError} of kind `notPermitted` if the change is forbidden
   */
  readonly requiresConfirmation: (baseUrl: BaseUrl, change: Change, asker: Asker) => boolean;
  /** Asks a person to confirm the change. Resolves to true if the person agrees. */
  readonly confirm: (baseUrl: BaseUrl, change: Change, asker: Asker) => Promise<boolean>;
}

export type ChangeOutcome = { readonly kind: 'succeeded'; readonly job: Job } | ChangeFailure;

export interface ChangeFailure {
  readonly kind:
    | 'declined' // the person declined the confirmation, so nothing was sent
    | 'disconnected' // another service was connected, so nothing was sent
    | 'refused' // the settings do not allow the change, so nothing was sent
    | 'notSent' // the request was canceled, delayed, or could not connect, so nothing was sent
    | 'rejected' // the service rejected the change
    | 'accepted' // the service accepted the change, but did not return a job
    | 'unknown'; // the change was sent and may have taken effect
  readonly error: ServiceError;
}

/**
 * Returns the job from a successful change.
 * @throws {ServiceError} if the change failed
 */
export function jobOf(outcome: ChangeOutcome): Job {
  if (outcome.kind === 'succeeded') return outcome.job;
  throw outcome.error;
}

/** Callback that sends a confirmed change by calling `send` exactly once. */
export type Sending = (send: (signal: AbortSignal) => Promise<Job>) => PromiseLike<Job>;

interface ChangeRoute {
  readonly client: ChangingClient;
  readonly guard: ChangeGuard;
  /** Signal that is aborted when the service is no longer connected. */
  readonly end: AbortSignal;
  readonly sending: Sending;
}

/**
 * Sends a change, such as starting a job. Asks for confirmation if required, and checks the
 * restrictions (read-only, production) both before the confirmation and before the request. All
 * changes must use this function. The returned promise never rejects.
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
        error: refusal(l10n.t('Nothing was sent because the user declined.')),
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
