import { Uri, commands, workspace } from 'vscode';
import { extensionFolder, readExtensionFiles } from '../files/extensionFiles.ts';

/** Opens the bundled documentation in VS Code's Markdown preview. */
export async function openDocumentation(): Promise<void> {
  const folder = extensionFolder();
  const start = Uri.joinPath(folder, 'docs/README.md');
  await readExtensionFiles(folder, () => workspace.fs.stat(start));
  await commands.executeCommand('markdown.showPreview', start);
}
