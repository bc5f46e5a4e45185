import * as vscode from 'vscode';
import { filesHolding } from '../support/filesHolding.ts';

/** Every file that holds a text where this VS Code keeps what it writes (settings, state, logs), and in the workspace. */
export async function dataFilesHolding(text: string): Promise<readonly string[]> {
  const workspace = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath;
  const home = process.env['HOME'];
  if (workspace === undefined || home === undefined) throw new Error('There is no folder to search.');
  return filesHolding(text, [workspace, home]);
}
