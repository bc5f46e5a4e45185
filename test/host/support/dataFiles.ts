import * as vscode from 'vscode';
import { filesContaining } from '../../support/process/filesContaining.ts';
import { suiteVariables } from '../../support/vscode/suiteVariables.ts';

/**
 * Every file that holds a text where this VS Code keeps what it writes (settings, state, logs), and in the
 * workspace.
 */
export async function dataFilesContaining(text: string): Promise<readonly string[]> {
  const workspace = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath;
  const dataFolder = process.env[suiteVariables.dataFolder];
  if (workspace === undefined || dataFolder === undefined) throw new Error('There is no folder to search.');
  return filesContaining(text, [workspace, dataFolder]);
}
