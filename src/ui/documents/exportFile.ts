import { FileType, Uri, commands, l10n, window, workspace } from 'vscode';
import type { ExportFormat } from '../../model/export/jobExport.ts';
import { oneLine } from '../../text/inert.ts';
import { notify } from '../feedback/notify.ts';

/** Asks for an export file and suggests a name in the first workspace folder. */
export async function askForFile(title: string, format: ExportFormat, name: string): Promise<Uri | undefined> {
  const folder = workspace.workspaceFolders?.[0]?.uri;
  return window.showSaveDialog({
    title,
    saveLabel: l10n.t('Export'),
    filters: { [format.toUpperCase()]: [format] },
    ...(folder === undefined ? {} : { defaultUri: Uri.joinPath(folder, name) }),
  });
}

/** The name of a file, for messages. */
export function fileNameOf({ path }: Uri): string {
  return oneLine(path.slice(path.lastIndexOf('/') + 1), 60);
}

export class WriteFailure extends Error {}

/**
 * Writes a file in one call, because a browser permits only the chosen file; replaces an existing one, even behind a link.
 * @throws {WriteFailure} with a sentence
 */
export async function writeWhole(target: Uri, content: Uint8Array): Promise<void> {
  const { fs } = workspace;
  try {
    const replaced = await Promise.resolve(fs.stat(target)).catch(() => undefined);
    if (((replaced?.type ?? 0) & FileType.Directory) !== 0) throw new Error(l10n.t('It is a folder.'));
    await fs.writeFile(target, content);
  } catch (thrown) {
    const reason = thrown instanceof Error ? oneLine(thrown.message) : String(thrown);
    throw new WriteFailure(l10n.t('{0} could not be written: {1}', fileNameOf(target), reason));
  }
}

/** Shows what was exported and offers to open it. */
export async function showExported(target: Uri, sentence: string, tell: typeof notify.info = notify.info): Promise<void> {
  const open = l10n.t('Open');
  if ((await tell(sentence, open)) === open) await commands.executeCommand('vscode.open', target);
}
