import { l10n, window } from 'vscode';
import { fitsCode } from '../../model/keys/knownKeys.ts';
import { singleLine } from '../../text/untrustedText.ts';
import { notify } from '../feedback/notify.ts';

/** Replaces each selection in the active editor with the given keys, one per line. */
export async function insertKeys(keys: readonly string[]): Promise<void> {
  const editor = window.activeTextEditor;
  if (editor === undefined) {
    void notify.info(l10n.t('Open a file first. The key is inserted at the cursor.'));
    return;
  }
  const unfit = keys.find((key) => !fitsCode(key));
  if (unfit !== undefined) {
    void notify.warn(
      l10n.t(
        'The key {0} was not inserted because it contains a quote, a backslash, or an invisible character, which could change the meaning of code. To copy it unchanged, use Copy Key.',
        singleLine(unfit, 60),
      ),
    );
    return;
  }
  const isDone = await editor.edit((edit) =>
    editor.selections.forEach((selection) => edit.replace(selection, keys.join('\n'))),
  );
  if (!isDone)
    void notify.warn(l10n.t('The key could not be inserted. The file may be read-only.'));
}
