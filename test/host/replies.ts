import * as vscode from 'vscode';

type WindowFunction = 'showQuickPick' | 'createQuickPick' | 'showSaveDialog' | 'withProgress' | 'createInputBox' | 'setStatusBarMessage';

/** Puts a function of the test in the place of one of VS Code's; returns what puts it back. */
export function onWindow(name: WindowFunction, reply: (...args: unknown[]) => unknown): () => void {
  const original = vscode.window[name];
  Object.defineProperty(vscode.window, name, { value: reply, configurable: true, writable: true });
  return () => Object.defineProperty(vscode.window, name, { value: original, configurable: true, writable: true });
}
