import type { Change, ChangeFailure } from '../../model/starting/change.ts';
import type { Session } from '../../model/session/session.ts';
import type { Connection } from '../connection/connection.ts';
import type { EnvironmentList } from '../environments/environments.ts';
import { notify, warnIfDisconnected } from '../feedback/notify.ts';
import { showFailureOf, showFailure } from '../feedback/report.ts';
import { changeFailureText } from './changeTexts.ts';

interface ChangeServices {
  readonly connection: Pick<Connection, 'session'>;
  readonly environments: EnvironmentList;
}

interface FailedChange extends Pick<Change, 'kind' | 'key'> {
  readonly session: Session;
  readonly failure: ChangeFailure;
  /** Warns that the change may have taken effect. Resolves to true if the user wants to retry. */
  readonly showUnknown: (text: string) => Promise<boolean>;
}

/**
 * Shows why a change (such as starting a job) failed. Resolves to true if the user wants to retry.
 * @throws {ServiceError} if a setting or a read-only environment does not allow the change
 */
export async function showChangeFailure(
  services: ChangeServices,
  change: FailedChange,
): Promise<boolean> {
  const { connection, environments } = services;
  const { session, failure, showUnknown } = change;
  const { kind, error } = failure;
  switch (kind) {
    case 'declined':
      return false;
    case 'disconnected':
      void notify.warn(error.message);
      return false;
    case 'refused':
      throw error;
    case 'notSent':
    case 'rejected':
      if (connection.session !== session) {
        return showFailureOf(environments.nameOf(session.client.baseUrl), error);
      }
      return (await showFailure(error, true)) && !warnIfDisconnected(session.signal);
    case 'accepted':
    case 'unknown':
      return showUnknown(changeFailureText(change, failure));
  }
}
