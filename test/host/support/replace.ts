import * as vscode from 'vscode';

/** Puts a value in the place of one of VS Code's window functions. */
export function replace(name: keyof typeof vscode.window, value: unknown): void {
  Object.defineProperty(vscode.window, name, { value, configurable: true, writable: true });
}
