import { type InputBoxOptions, ProgressLocation, l10n, window } from 'vscode';
import { bidiIsolate, singleLine } from '../../text/untrustedText.ts';

/**
 * Escapes links in text from the service, because notifications and input boxes would render
 * `[text](target)` as a link, possibly to a command.
 */
export function escapeLinks(message: string): string {
  return message.replaceAll('](', '] (');
}

/** Converts text from the service to a single line and escapes icons. Used in quick picks. */
export function escapeIcons(text: string): string {
  return bidiIsolate(singleLine(text).replaceAll('$(', '\\$('));
}

/** Shows notifications and resolves to the selected button. Links in messages are escaped. */
export const notify = {
  info: (message: string, ...buttons: string[]) =>
    window.showInformationMessage(escapeLinks(message), ...buttons),
  warn: (message: string, ...buttons: string[]) =>
    window.showWarningMessage(escapeLinks(message), ...buttons),
  /** Shows a modal dialog. The first line is the question, and the other lines appear below. */
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
  /** Shows an error in a modal dialog, because a dialog wraps long explanations. */
  explain: (headline: string, detail: string, ...buttons: string[]) =>
    window.showErrorMessage(headline, { modal: true, detail: escapeLinks(detail) }, ...buttons),
};

/** Shows a notification with one button. Resolves to true if the user selects the button. */
export async function offers(
  show: typeof notify.info,
  message: string,
  button: string,
): Promise<boolean> {
  return (await show(message, button)) === button;
}

/** Time after an action in which users expect an editor or picker to open, in milliseconds. */
const promptTime = 2000;

/** Returns true if the action was requested so long ago that the user may be typing elsewhere. */
export function isLate(requestedAt: number): boolean {
  return performance.now() - requestedAt > promptTime;
}

/**
 * Resolves to true if an action's result may be opened. After a slow response, asks in a
 * notification first, because opening the result moves the focus.
 * @param requestedAt time when the user requested the action, from `performance.now()`
 */
export async function mayOpen(
  requestedAt: number,
  message: string,
  button: string,
): Promise<boolean> {
  return !isLate(requestedAt) || offers(notify.info, message, button);
}

/** Shows an input box. `prompt` and `problem` may contain text from the service. */
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
 * Shows a warning and returns true if the session has ended. The caller must then stop, because the
 * same key may identify a different job in another service.
 */
export function warnIfDisconnected(session: AbortSignal): boolean {
  if (!session.aborted) return false;
  void notify.warn(tooLateText());
  return true;
}

/**
 * Runs a task with a progress notification. Resolves to undefined if the user cancels, or after a
 * warning if the session ends.
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
 * Runs a task with a progress notification and a *Cancel* button. The title and messages may
 * contain text from the service.
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
