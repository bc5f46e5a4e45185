import * as vscode from 'vscode';

/** Notifications turn `[text](target)` into links, command links too: what a service says must not become one. */
export function inert(message: string): string {
  return message.replaceAll('](', '] (');
}

/** VS Code's notifications, for texts that may hold words of a service. Each resolves to the button that was chosen. */
export const notify = {
  info: (message: string, ...buttons: string[]) => vscode.window.showInformationMessage(inert(message), ...buttons),
  warn: (message: string, ...buttons: string[]) => vscode.window.showWarningMessage(inert(message), ...buttons),
  ask: (message: string, ...buttons: string[]) => vscode.window.showWarningMessage(inert(message), { modal: true }, ...buttons),
  error: (message: string, ...buttons: string[]) => vscode.window.showErrorMessage(inert(message), ...buttons),
};
