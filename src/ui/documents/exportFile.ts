import { FileSystemError, Uri, commands, l10n, window, workspace } from 'vscode';
import type { ExportFormat } from '../../model/export/jobExport.ts';
import { writeProblem } from '../../model/wording/failureReason.ts';
import { notify, offers } from '../feedback/notify.ts';
import { fileNameOf, writeFile } from '../files/writeFile.ts';

/**
 * Shows a save dialog for an export. Suggests the first workspace folder, or the user's home folder
 * if no folder is open.
 */
export async function askForFile(
  title: string,
  format: ExportFormat,
  name: string,
): Promise<Uri | undefined> {
  return window.showSaveDialog({
    title,
    saveLabel: l10n.t('Export'),
    filters: { [format.toUpperCase()]: [format] },
    defaultUri: Uri.joinPath(workspace.workspaceFolders?.[0]?.uri ?? homeFolder(), name),
  });
}

/** Returns the user's home folder, or `/` in a browser, where only the file name matters. */
function homeFolder(): Uri {
  const { process } = globalThis as {
    process?: { readonly env: Readonly<Record<string, string | undefined>> };
  };
  return Uri.file(process?.env['HOME'] ?? process?.env['USERPROFILE'] ?? '/');
}

/**
 * Writes a file directly, without a temporary file, because browsers grant access only to the
 * selected file. If writing fails or the file is incomplete, shows an error and resolves to false.
 */
export async function writeWhole(target: Uri, content: Uint8Array): Promise<boolean> {
  try {
    await writeFile(target, content);
    return true;
  } catch (thrown) {
    const isForbidden = thrown instanceof FileSystemError && thrown.code === 'NoPermissions';
    const reason = isForbidden
      ? l10n.t('You do not have permission to write to this location.')
      : writeProblem(thrown instanceof Error ? thrown.message : String(thrown));
    void notify.error(l10n.t('{0} could not be written: {1}', fileNameOf(target), reason));
    return false;
  }
}

/** Shows a message about the exported file, with a button that opens the file. */
export async function showExported(
  target: Uri,
  sentence: string,
  show: typeof notify.info = notify.info,
): Promise<void> {
  if (await offers(show, sentence, l10n.t('Open')))
    await commands.executeCommand('vscode.open', target);
}
