import { type InputBoxOptions, ProgressLocation, l10n, window } from 'vscode';
import { bidiIsolate, singleLine } from '../../text/untrustedText.ts';

/**
 * Escapes links in text from the service. Notifications and input boxes render `[text](target)` as
 * a link, even if the target is a command.
 */
export function escapeLinks(message: string): string {
  return message.replaceAll('](', '] (');
}

/** Converts text from the service to a single line without icons, for quick picks. */
export function escapeIcons(text: string): string {
  return bidiIsolate(singleLine(text).replaceAll('$(', '\\$('));
}

/**
 * Notifications that can contain text from the service. Each function resolves to the selected
 * button.
 */
export const notify = {
  info: (message: string, ...buttons: string[]) =>
    window.showInformationMessage(escapeLinks(message), ...buttons),
  warn: (message: string, ...buttons: string[]) =>
    window.showWarningMessage(escapeLinks(message), ...buttons),
  /** Shows the first line as the question and the other lines below it. */
  ask: (message: string, ...buttons: string[]) => {
    const [question = '', ...lines] = escapeLinks(message).split('\n');
    return window.showWarningMessage(
      question,
      { modal: true, ...(lines.length > 0 && { detail: lines.join('\n') }) },
      ...buttons,
    );
  },
  error: (message: string, ...buttons: string[]) =>
    window.showErrorMessage(escapeLinks(message), ...buttons),
  /** Shows an error in a dialog, which wraps a long explanation. */
  explain: (headline: string, detail: string, ...buttons: string[]) =>
    window.showErrorMessage(headline, { modal: true, detail: escapeLinks(detail) }, ...buttons),
};

/** Shows a notification with one button. Resolves to true if the button is selected. */
export async function offers(
  show: typeof notify.info,
  message: string,
  button: string,
): Promise<boolean> {
  return (await show(message, button)) === button;
}

/** Milliseconds after an action during which the user still expects an editor or picker to open. */
const promptTime = 2000;

/** True if the user requested an action so long ago that the user may be typing elsewhere. */
export function isLate(requestedAt: number): boolean {
  return performance.now() - requestedAt > promptTime;
}

/**
 * Resolves to true if the result of an action may open. After a slow response, a notification asks
 * first, because a picker, page, or editor takes the keyboard focus.
 * @param requestedAt time of the user's request, from `performance.now()`
 */
export async function mayOpen(
  requestedAt: number,
  message: string,
  button: string,
): Promise<boolean> {
  return !isLate(requestedAt) || offers(notify.info, message, button);
}

/** Shows an input box. The prompt and the problem can contain text from the service. */
export function askForText({
  prompt,
  problem,
  ...options
}: Omit<InputBoxOptions, 'validateInput'> & {
  readonly prompt: string;
  readonly problem?: (text: string) => string | undefined;
}): Thenable<string | undefined> {
  const validateInput = (text: string) => {
    const found = problem?.(text);
    return found === undefined ? undefined : escapeLinks(found);
  };
  return window.showInputBox({ ...options, prompt: escapeLinks(prompt), validateInput });
}

export function tooLateText(): string {
  return l10n.t('Nothing was done, because the connection has changed.');
}

/**
 * Shows a warning and returns true if the session has ended. In another service, the same key may
 * identify a different job.
 */
export function warnIfDisconnected(session: AbortSignal): boolean {
  if (!session.aborted) return false;
  void notify.warn(tooLateText());
  return true;
}

/**
 * Runs a task of a session with progress. Resolves to undefined if the user cancels it. If the
 * session ends, also shows a warning.
 */
export async function withSessionProgress<T>(
  session: AbortSignal,
  title: string,
  task: (ended: AbortSignal, report: (message: string) => void) => Promise<T>,
): Promise<T | undefined> {
  return withProgress(title, async (canceled, report) => {
    const ended = AbortSignal.any([session, canceled]);
    try {
      return await task(ended, report);
    } catch (thrown) {
      if (warnIfDisconnected(session) || ended.aborted) return undefined;
      throw thrown;
    }
  });
}

/**
 * Runs a task with a progress notification and a *Cancel* button. The texts can come from the
 * service.
 */
export function withProgress<T>(
  title: string,
  task: (cancelled: AbortSignal, report: (message: string) => void) => Promise<T>,
): Thenable<T> {
  return window.withProgress(
    { location: ProgressLocation.Notification, title: escapeLinks(title), cancellable: true },
    async (progress, token) => {
      const cancel = new AbortController();
      const subscription = token.onCancellationRequested(() => cancel.abort());
      try {
        return await task(cancel.signal, (message) =>
          progress.report({ message: escapeLinks(message) }),
        );
      } finally {
        subscription.dispose();
      }
    },
  );
}
