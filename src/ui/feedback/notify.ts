import {
  type InputBox,
  type InputBoxOptions,
  InputBoxValidationSeverity,
  ProgressLocation,
  l10n,
  window,
} from 'vscode';
import { bidiIsolate, singleLine } from '../../text/untrustedText.ts';

/**
 * Prevents service text from becoming a link, because notifications and input boxes render `[text](target)`,
 * including command links.
 */
function escapeLinks(message: string): string {
  return message.replaceAll('](', '] (');
}

/** Converts service text for quick picks to a single line without icons. */
export function escapeIcons(text: string): string {
  return bidiIsolate(singleLine(text).replaceAll('$(', '\\$('));
}

/** Notifications of VS Code that are safe for service text. Each resolves to the selected button. */
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
  error: (message: string, ...buttons: string[]) => window.showErrorMessage(escapeLinks(message), ...buttons),
  /** Shows an error in a dialog, which wraps a long explanation. */
  explain: (headline: string, detail: string, ...buttons: string[]) =>
    window.showErrorMessage(headline, { modal: true, detail: escapeLinks(detail) }, ...buttons),
};

/** Shows a notification with one button. Resolves to true if the button is selected. */
export async function offers(show: typeof notify.info, message: string, button: string): Promise<boolean> {
  return (await show(message, button)) === button;
}

/** Milliseconds after an action during which the user still expects an editor or picker to open. */
const promptTime = 2000;

/** True if the user requested an action so long ago that the user may be typing elsewhere. */
export function isLate(requestedAt: number): boolean {
  return performance.now() - requestedAt > promptTime;
}

/**
 * Resolves to true if the result of an action may open. After a slow response, a notification offers to open
 * it, because a picker, a page, or an editor takes the keyboard focus.
 * @param requestedAt time of the user's request, from `performance.now()`
 */
export async function mayOpen(requestedAt: number, message: string, button: string): Promise<boolean> {
  return !isLate(requestedAt) || offers(notify.info, message, button);
}

/** Shows an input box. Service text is safe in the prompt and in the problem. */
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

interface TextBoxOptions extends Pick<InputBox, 'title' | 'value'> {
  readonly prompt: string;
  readonly placeholder?: string;
  readonly password?: boolean;
  readonly buttons?: InputBox['buttons'];
  /** Returns the reason if a text is not valid. Shown while the user types. */
  readonly problem: (text: string) => string | undefined;
}

/** Creates an input box that stays open while its text is checked. Service text is safe in its messages. */
export function createTextBox({ problem, prompt, ...options }: TextBoxOptions) {
  const made = window.createInputBox();
  const box = Object.assign(made, options, { prompt: escapeLinks(prompt), ignoreFocusOut: true });
  const showMessage = (message: string | undefined, severity = InputBoxValidationSeverity.Error) => {
    box.validationMessage = message === undefined ? undefined : { message: escapeLinks(message), severity };
  };
  box.onDidChangeValue((text) => showMessage(text.trim() === '' ? undefined : problem(text)));
  /** Returns the text if it is valid. Otherwise shows the reason and returns undefined. */
  const readValid = (): string | undefined => {
    const found = problem(box.value);
    if (found === undefined) return box.value.trim();
    showMessage(found);
    return undefined;
  };
  return { box, showMessage, readValid };
}

export function tooLateText(): string {
  return l10n.t('Nothing was done, because the connection has changed.');
}

/**
 * Shows a warning and returns true if the session has ended. The same key belongs to a different job in
 * another service.
 */
export function warnIfDisconnected(session: AbortSignal): boolean {
  if (!session.aborted) return false;
  void notify.warn(tooLateText());
  return true;
}

/**
 * Runs a task of a session with progress. Resolves to undefined if the user cancels it. If the session ends,
 * also shows a warning.
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

/** Runs a task with a progress notification and a *Cancel* button. Safe for service text. */
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
        return await task(cancel.signal, (message) => progress.report({ message: escapeLinks(message) }));
      } finally {
        subscription.dispose();
      }
    },
  );
}
