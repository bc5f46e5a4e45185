import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { livePages } from '../../../src/ui/webview/livePage.ts';
import { ReaderTimeZone } from '../../../src/ui/webview/readerTimeZone.ts';
import { atEnd } from '../support/atEnd.ts';
import { createKeyValueStore } from '../support/testConnection.ts';
import { onQuestion } from '../support/prompts.ts';

const folder = () =>
  vscode.Uri.joinPath(
    vscode.workspace.workspaceFolders?.[0]?.uri ?? assert.fail('no folder'),
    'extension',
  );

/**
 * Shows a page of the extension in this folder. Resolves with the error after the page was closed.
 */
async function failToShowPage(): Promise<unknown[]> {
  const { asked } = onQuestion('error');
  const panel = vscode.window.createWebviewPanel('test', 'Test', vscode.ViewColumn.Active);
  const closed = new Promise((resolve) => void panel.onDidDispose(resolve));
  const timeZone = new ReaderTimeZone(createKeyValueStore(), false);
  livePages({ extensionUri: folder(), timeZone }, 'overview', 'Overview')(panel);
  await closed;
  return asked;
}

suite('Webview page', () => {
  test('offers to reload the window if an update removed its script files', async () => {
    assert.deepEqual(await failToShowPage(), [
      'Workflow Jobs was updated. Reload the window.',
      'Reload Window',
    ]);
  });

  test('reports an unexpected error if its script files are missing without an update', async () => {
    await vscode.workspace.fs.writeFile(
      vscode.Uri.joinPath(folder(), 'package.json'),
      new Uint8Array(),
    );
    atEnd(() => vscode.workspace.fs.delete(folder(), { recursive: true }));
    const [text] = await failToShowPage();
    assert.match(String(text), /^An unexpected error occurred in the Workflow Jobs extension\./);
  });
});
