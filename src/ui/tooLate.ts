import * as vscode from 'vscode';
import { notify } from './notify.ts';

/** Whether the connection that a button is about has ended, as the same key means another job elsewhere; says so. */
export function isTooLate(connection: AbortSignal): boolean {
  if (connection.aborted) void notify.warn(vscode.l10n.t('The connection has changed since: nothing was done.'));
  return connection.aborted;
}
