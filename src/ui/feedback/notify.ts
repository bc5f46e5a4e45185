import {
  type InputBox,
  type InputBoxOptions,
  InputBoxValidationSeverity,
  ProgressLocation,
  l10n,
  window,
} from 'vscode';
import { isolated, oneLine } from '../../text/inert.ts';

/**
 * Prevents service text from becoming a link, because notifications and input boxes render `[text](target)`,
 * including command links.
 */
function inert(message: string): string {
  return message.replaceAll('](', '] (');
}

/** Service text for quick picks: one line, with `$(icon)` escaped by a backslash. */
export function plain(text: string): string {
  return isolated(oneLine(text).replaceAll('$(', '\\$('));
}

/** VS Code's notifications, safe for service text. Each resolves to the chosen button. */
export const notify = {
  info: (message: string, ...buttons: string[]) => window.showInformationMessage(inert(message), ...buttons),
  warn: (message: string, ...buttons: string[]) => window.showWarningMessage(inert(message), ...buttons),
  /** Further lines of the message are shown below the question. */
  ask: (message: string, ...buttons: string[]) => {
    const [question = '', ...lines] = inert(message).split('\n');
    return window.showWarningMessage(
      question,
      { modal: true, ...(lines.length > 0 && { detail: lines.join('\n') }) },
      ...buttons,
    );
  },
  error: (message: string, ...buttons: string[]) => window.showErrorMessage(inert(message), ...buttons),
  /** Shows an error in a dialog, which wraps a long explanation. */
  explain: (headline: string, detail: string, ...buttons: string[]) =>
    window.showErrorMessage(headline, { modal: true, detail: inert(detail) }, ...buttons),
};

/** Shows a notification with one button; resolves to whether it was chosen. */
export async function offers(tell: typeof notify.info, message: string, button: string): Promise<boolean> {
  return (await tell(message, button)) === button;
}

/** Milliseconds after an action in which a person still waits for what it opens. */
const promptTime = 2000;

/** Whether an action was requested so long ago that the person may be typing elsewhere by now. */
export function isLate(requestedAt: number): boolean {
  return performance.now() - requestedAt > promptTime;
}

/**
 * Resolves to whether to open what an action has led to. If the service took long to answer, a notification
 * offers it instead, because a picker, a page, or an editor that opens takes the keyboard focus.
 * @param requestedAt when the person requested it, by `performance.now`
 */
export async function mayOpen(requestedAt: number, message: string, button: string): Promise<boolean> {
  return !isLate(requestedAt) || offers(notify.info, message, button);
}

/** Asks for a text; safe for service text in the prompt and in what `problem` returns. */
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
    return found === undefined ? undefined : inert(found);
  };
  return window.showInputBox({ ...options, prompt: inert(prompt), validateInput });
}

interface TextBoxOptions extends Pick<InputBox, 'title' | 'value'> {
  readonly prompt: string;
  readonly placeholder?: string;
  readonly password?: boolean;
  readonly buttons?: InputBox['buttons'];
  /** Why a text cannot be accepted; said while one types. */
  readonly problem: (text: string) => string | undefined;
}

/** An input box that stays while its text is tried; safe for service text in the prompt and in what it says. */
export function createTextBox({ problem, prompt, ...options }: TextBoxOptions) {
  const made = window.createInputBox();
  const box = Object.assign(made, options, { prompt: inert(prompt), ignoreFocusOut: true });
  const say = (message: string | undefined, severity = InputBoxValidationSeverity.Error) => {
    box.validationMessage = message === undefined ? undefined : { message: inert(message), severity };
  };
  box.onDidChangeValue((text) => say(text.trim() === '' ? undefined : problem(text)));
  /** The text, unless it cannot be accepted, which it says. */
  const accepted = (): string | undefined => {
    const found = problem(box.value);
    if (found === undefined) return box.value.trim();
    say(found);
    return undefined;
  };
  return { box, say, accepted };
}

export function tooLateText(): string {
  return l10n.t('Nothing was done, because the connection has changed.');
}

/**
 * Warns and returns true if the session of a choice has ended, because the same key means another job in
 * another service.
 */
export function warnIfDisconnected(session: AbortSignal): boolean {
  if (!session.aborted) return false;
  void notify.warn(tooLateText());
  return true;
}

/** Runs a task with a progress notification that can cancel it; safe for service text. */
export function withProgress<T>(
  title: string,
  task: (cancelled: AbortSignal, report: (message: string) => void) => Promise<T>,
): Thenable<T> {
  return window.withProgress(
    { location: ProgressLocation.Notification, title: inert(title), cancellable: true },
    async (progress, token) => {
      const cancel = new AbortController();
      const subscription = token.onCancellationRequested(() => cancel.abort());
      try {
        return await task(cancel.signal, (message) => progress.report({ message: inert(message) }));
      } finally {
        subscription.dispose();
      }
    },
  );
}
