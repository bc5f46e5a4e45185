import * as vscode from 'vscode';
import type { Surroundings } from '../model/failureReport.ts';
import { extensionId } from './ids.ts';

/** What a report says of where it was made. */
export function surroundings(): Surroundings {
  const { uiKind, remoteName } = vscode.env;
  return {
    extensionVersion: String((vscode.extensions.getExtension(extensionId)?.packageJSON as { version?: string } | undefined)?.version),
    editorVersion: vscode.version,
    host: remoteName !== undefined ? `remote (${remoteName})` : uiKind === vscode.UIKind.Web ? 'web' : 'local',
  };
}
