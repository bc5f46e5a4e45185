import { Uri, extensions, workspace } from 'vscode';
import { extensionId } from '../../manifest.ts';
import { OutdatedWindowError } from '../feedback/report.ts';

/** Returns the folder in which the extension is installed. */
export function extensionFolder(): Uri {
  return extensions.getExtension(extensionId)?.extensionUri ?? Uri.file('/');
}

/**
 * Runs a callback that reads extension files. Rejects with an {@link OutdatedWindowError} if an
 * update has removed the installation folder.
 */
export async function readExtensionFiles<T>(folder: Uri, read: () => PromiseLike<T>): Promise<T> {
  try {
    return await read();
  } catch (thrown) {
    const isInstalled = await workspace.fs.stat(Uri.joinPath(folder, 'package.json')).then(
      () => true,
      () => false,
    );
    throw isInstalled ? thrown : new OutdatedWindowError();
  }
}
