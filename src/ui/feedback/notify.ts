import { ProgressLocation, l10n, window } from 'vscode';
import { oneLine } from '../../text/inert.ts';

/** Notifications turn `[text](target)` into links, command links too: what a service says must not become one. */
function inert(message: string): string {
  return message.replaceAll('](', '] (');
}

/** Quick picks render `$(icon)` in any text; a backslash keeps it text. */
export function plain(text: string): string {
  return oneLine(text).replaceAll('$(', '\\$(');
}

/** VS Code's notifications, for texts that may hold words of a service. Each resolves to the button that was chosen. */
export const notify = {
  info: (message: string, ...buttons: string[]) => window.showInformationMessage(inert(message), ...buttons),
  warn: (message: string, ...buttons: string[]) => window.showWarningMessage(inert(message), ...buttons),
  ask: (message: string, ...buttons: string[]) => window.showWarningMessage(inert(message), { modal: true }, ...buttons),
  error: (message: string, ...buttons: string[]) => window.showErrorMessage(inert(message), ...buttons),
};

/** Warns, and returns true, where the service of a choice is no longer connected: on another service the same key means another job. */
export function isTooLate(isConnected: () => boolean): boolean {
  if (isConnected()) return false;
  void notify.warn(l10n.t('The connection has changed since then: nothing was done.'));
  return true;
}

/** Runs a task with its progress in a notification that can cancel it; its texts may hold words of a service. */
export function withProgress<T>(title: string, task: (cancelled: AbortSignal, report: (message: string) => void) => Promise<T>): Thenable<T> {
  return window.withProgress({ location: ProgressLocation.Notification, title: inert(title), cancellable: true }, async (progress, token) => {
    const cancel = new AbortController();
    const subscription = token.onCancellationRequested(() => cancel.abort());
    try {
      return await task(cancel.signal, (message) => progress.report({ message: inert(message) }));
    } finally {
      subscription.dispose();
    }
  });
}
