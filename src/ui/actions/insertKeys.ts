import { l10n, window } from 'vscode';
import { notify } from '../feedback/notify.ts';

/** Puts keys into the active editor, one a line, at each cursor or in place of what is selected. */
export async function insertKeys(keys: readonly string[]): Promise<void> {
  const editor = window.activeTextEditor;
  if (editor === undefined) {
    void notify.info(l10n.t('Open a file first: the key is put where its cursor is.'));
    return;
  }
  const isDone = await editor.edit((edit) =>
    editor.selections.forEach((selection) => edit.replace(selection, keys.join('\n'))),
  );
  if (!isDone) void notify.warn(l10n.t('The editor did not take the key: its file may be read-only.'));
}
