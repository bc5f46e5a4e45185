import * as vscode from 'vscode';
import { notify } from '../feedback/notify.ts';

/** Says so where a button is about another service than the one that is connected by now: there, the same key means another job. */
export function isTooLate(isConnected: () => boolean): boolean {
  if (isConnected()) return false;
  void notify.warn(vscode.l10n.t('The connection has changed since: nothing was done.'));
  return true;
}
