import * as vscode from 'vscode';
import { filesContaining } from '../../support/process/filesContaining.ts';
import { suiteVariables } from '../../support/vscode/suiteVariables.ts';

/**
 * Returns all files that contain a text, in the workspace and in the folder for VS Code's settings
 * and logs.
 */
export async function dataFilesContaining(text: string): Promise<readonly string[]> {
  const workspace = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath;
  const dataFolder = process.env[suiteVariables.dataFolder];
  if (workspace === undefined || dataFolder === undefined) throw new Error('No folder is open.');
  return filesContaining(text, [workspace, dataFolder]);
}
