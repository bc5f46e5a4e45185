import * as vscode from 'vscode';
import { inert } from './notify.ts';

/** Runs what takes its time under a notification with a button to cancel it; its texts may hold words of a service. */
export function withProgress<T>(title: string, task: (cancelled: AbortSignal, report: (message: string) => void) => Promise<T>): Thenable<T> {
  return vscode.window.withProgress({ location: vscode.ProgressLocation.Notification, title: inert(title), cancellable: true }, async (progress, token) => {
    const cancel = new AbortController();
    const subscription = token.onCancellationRequested(() => cancel.abort());
    try {
      return await task(cancel.signal, (message) => progress.report({ message: inert(message) }));
    } finally {
      subscription.dispose();
    }
  });
}
