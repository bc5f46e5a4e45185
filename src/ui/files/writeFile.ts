import { type Uri, l10n, workspace } from 'vscode';
import { singleLine } from '../../text/untrustedText.ts';
import { formatNumber } from '../../text/number.ts';

/** Error for a file that was written only in part. The message can be shown to the user. */
export class IncompleteFileError extends Error {
  override readonly name = 'IncompleteFileError';
}

/**
 * Writes a file and verifies its size, because VS Code does not report a short write, for example on a full
 * disk. Rejects with an {@link IncompleteFileError} if the file was truncated.
 */
export async function writeFile(target: Uri, content: Uint8Array): Promise<void> {
  await workspace.fs.writeFile(target, content);
  const { size } = await workspace.fs.stat(target);
  if (size >= content.length) return;
  throw new IncompleteFileError(
    l10n.t(
      '{0} is incomplete: only {1} of {2} bytes were written. The disk may be full.',
      fileNameOf(target),
      formatNumber(size),
      formatNumber(content.length),
    ),
  );
}

/** Returns the name of a file for messages. */
export function fileNameOf({ path }: Uri): string {
  return singleLine(path.slice(path.lastIndexOf('/') + 1), 60);
}
