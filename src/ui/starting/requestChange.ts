import type { Asker, Change, ChangeFailure, ChangeOutcome } from '../../model/starting/change.ts';
import type { Job, ServiceError } from '../../service/index.ts';
import type { Session } from '../../model/session/session.ts';
import type { Connection } from '../connection/connection.ts';
import type { EnvironmentList } from '../environments/environments.ts';
import { notify, warnIfDisconnected } from '../feedback/notify.ts';
import { tellElsewhere, tellFailure } from '../feedback/report.ts';
import { changeFailureText } from './changeTexts.ts';

/** A change in the session that it was chosen for, even if the window connects to another service meanwhile. */
export interface ChangeRequest {
  readonly session: Session;
  readonly kind: Change['kind'];
  readonly key: string;
  readonly asker: Asker;
}

interface ChangeServices {
  readonly connection: Pick<Connection, 'session'>;
  readonly environments: EnvironmentList;
}

/** The steps in which changes differ. */
interface ChangeSteps {
  readonly send: (request: ChangeRequest) => Promise<ChangeOutcome>;
  /** Lets the person choose the key again after a failure. */
  readonly chooseAgain: (key: string) => Promise<string | undefined>;
  /** Shows that a change may have taken effect. Resolves to whether to choose again. */
  readonly showUnknown: (text: string, kind: ChangeFailure['kind']) => Promise<boolean>;
}

/**
 * Sends a change, and shows why it failed. Sends it again only if the person chooses that. Resolves to undefined
 * unless the change succeeds.
 * @throws {ServiceError} if a guard refuses the change
 */
export async function requestChange(
  services: ChangeServices,
  first: ChangeRequest,
  steps: ChangeSteps,
): Promise<Job | undefined> {
  let request = first;
  for (;;) {
    const outcome = await steps.send(request);
    if (outcome.kind === 'succeeded') return outcome.job;
    const key = await showFailure(services, request, outcome, steps);
    if (key === undefined) return undefined;
    request = { ...request, key, asker: { kind: 'person' } };
  }
}

/** Shows why a change failed. Resolves to the key to send next, if the person chooses one. */
async function showFailure(
  services: ChangeServices,
  request: ChangeRequest,
  failure: ChangeFailure,
  { chooseAgain, showUnknown }: ChangeSteps,
): Promise<string | undefined> {
  const { kind, error } = failure;
  const chooseIf = (isWanted: boolean) => (isWanted ? chooseAgain(request.key) : undefined);
  switch (kind) {
    case 'declined':
      return undefined;
    case 'disconnected':
      return void notify.warn(error.message);
    case 'refused':
      throw error;
    case 'notSent':
    case 'rejected':
      return chooseIf(await offersRetry(services, request, error));
    case 'accepted':
    case 'unknown':
      return chooseIf(await showUnknown(changeFailureText(request, failure), kind));
  }
}

/** Shows why the change failed, and offers to try again if the window is still connected to its service. */
async function offersRetry(
  { connection, environments }: ChangeServices,
  { session }: ChangeRequest,
  error: ServiceError,
): Promise<boolean> {
  if (connection.session !== session) {
    return tellElsewhere(environments.nameOf(session.client.baseUrl), error);
  }
  return (await tellFailure(error, true)) && !warnIfDisconnected(session.signal);
}
