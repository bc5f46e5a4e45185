import * as vscode from 'vscode';
import type { Surroundings } from '../../model/wording/failureReport.ts';
import { extensionId } from '../ids.ts';

/** What a report says of where it was made. */
export function surroundings(): Surroundings {
  const { remoteName } = vscode.env;
  return {
    extensionVersion: String((vscode.extensions.getExtension(extensionId)?.packageJSON as { version?: string } | undefined)?.version),
    editorVersion: vscode.version,
    host: runsInBrowser() ? 'web' : remoteName !== undefined ? `remote (${remoteName})` : 'local',
  };
}

/** Whether the extension runs in a browser's worker, where it can start no server; a window in a browser may also run it on a remote machine. */
export function runsInBrowser(): boolean {
  return vscode.env.uiKind === vscode.UIKind.Web && vscode.extensions.getExtension(extensionId)?.extensionKind === vscode.ExtensionKind.UI;
}
