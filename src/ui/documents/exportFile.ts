import { FileSystemError, Uri, commands, l10n, window, workspace } from 'vscode';
import type { ExportFormat } from '../../model/export/jobExport.ts';
import { writeProblem } from '../../model/wording/failureReason.ts';
import { notify, offers } from '../feedback/notify.ts';
import { IncompleteFileError, fileNameOf, writeFile } from '../files/writeFile.ts';

/** Asks for an export file and suggests a name in the first workspace folder, else in the person's home. */
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

/** The home of the person, or the root in a browser, which uses the suggested name alone. */
function homeFolder(): Uri {
  const { process } = globalThis as {
    process?: { readonly env: Readonly<Record<string, string | undefined>> };
  };
  return Uri.file(process?.env['HOME'] ?? process?.env['USERPROFILE'] ?? '/');
}

/**
 * Writes a file in one call, because a browser permits only the chosen file; replaces an existing one, even
 * behind a link. If the file cannot be written completely, shows the reason and resolves to false.
 */
export async function writeWhole(target: Uri, content: Uint8Array): Promise<boolean> {
  try {
    await writeFile(target, content);
    return true;
  } catch (thrown) {
    void notify.error(failedWriteText(target, thrown));
    return false;
  }
}

function failedWriteText(target: Uri, thrown: unknown): string {
  if (thrown instanceof IncompleteFileError) return thrown.message;
  const isForbidden = thrown instanceof FileSystemError && thrown.code === 'NoPermissions';
  const reason = isForbidden
    ? l10n.t('Writing there is not permitted.')
    : writeProblem(thrown instanceof Error ? thrown.message : String(thrown));
  return l10n.t('{0} could not be written: {1}', fileNameOf(target), reason);
}

/** Shows what was exported and offers to open it. */
export async function showExported(
  target: Uri,
  sentence: string,
  tell: typeof notify.info = notify.info,
): Promise<void> {
  if (await offers(tell, sentence, l10n.t('Open'))) await commands.executeCommand('vscode.open', target);
}
