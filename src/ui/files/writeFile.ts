import { type Uri, l10n, workspace } from 'vscode';
import { singleLine } from '../../text/untrustedText.ts';
import { formatNumber } from '../../text/number.ts';

/**
 * Writes a file and checks the size, because VS Code reports no error for a truncated file, for
 * example on a full disk.
 */
export async function writeFile(target: Uri, content: Uint8Array): Promise<void> {
  await workspace.fs.writeFile(target, content);
  const { size } = await workspace.fs.stat(target);
  if (size >= content.length) return;
  throw new Error(
    l10n.t(
      'Only {0} of {1} bytes were written. The disk may be full.',
      formatNumber(size),
      formatNumber(content.length),
    ),
  );
}

/** Returns a file name for messages, shortened to a single line. */
export function fileNameOf({ path }: Uri): string {
  return singleLine(path.slice(path.lastIndexOf('/') + 1), 60);
}
