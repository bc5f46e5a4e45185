import * as vscode from 'vscode';

/** Replaces a function of `vscode.window`. */
export function replace(name: keyof typeof vscode.window, value: unknown): void {
  Object.defineProperty(vscode.window, name, { value, configurable: true, writable: true });
}
