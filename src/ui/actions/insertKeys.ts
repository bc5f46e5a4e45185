import { l10n, window } from 'vscode';
import { fitsCode } from '../../model/keys/knownKeys.ts';
import { oneLine } from '../../text/inert.ts';
import { notify } from '../feedback/notify.ts';

/** Puts keys into the active editor, one a line, at each cursor or in place of what is selected. */
export async function insertKeys(keys: readonly string[]): Promise<void> {
  const editor = window.activeTextEditor;
  if (editor === undefined) {
    void notify.info(l10n.t('Open a file first: the key is put where its cursor is.'));
    return;
  }
  const unfit = keys.find((key) => !fitsCode(key));
  if (unfit !== undefined) {
    void notify.warn(
      l10n.t(
        'Nothing was inserted: {0} has a quote, a backslash or an invisible character, which could change the meaning of code. Copy Key copies it as it is.',
        oneLine(unfit, 60),
      ),
    );
    return;
  }
  const isDone = await editor.edit((edit) =>
    editor.selections.forEach((selection) => edit.replace(selection, keys.join('\n'))),
  );
  if (!isDone) void notify.warn(l10n.t('The editor did not take the key: its file may be read-only.'));
}
