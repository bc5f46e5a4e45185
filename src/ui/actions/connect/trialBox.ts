import { type InputBox, InputBoxValidationSeverity, window } from 'vscode';
import { escapeLinks } from '../../feedback/notify.ts';

/** Result of an input check. After a warning, pressing Enter again accepts the input anyway. */
export type TrialResult =
  | { readonly kind: 'accepted' }
  | { readonly kind: 'error' | 'warning'; readonly message: string };

interface TrialBoxOptions extends Pick<InputBox, 'title' | 'value'> {
  readonly prompt: string;
  readonly placeholder?: string;
  readonly password?: boolean;
  readonly buttons?: InputBox['buttons'];
  /** Returns an error message if the input is invalid. Called on each change of the input. */
  readonly problem: (text: string) => string | undefined;
  /** Message to show while the input is being checked. */
  readonly trying: string;
  /**
   * Checks valid input, for example with a request. `canceled` is aborted when the user edits the
   * input or closes the input box.
   */
  readonly trial: (text: string, canceled: AbortSignal) => Promise<TrialResult>;
}

/** Accepted input, or the current input if the user clicked a button in the input box. */
interface TrialAnswer {
  readonly kind: 'accepted' | 'button';
  readonly text: string;
}

/**
 * Shows an input box that stays open while the input is checked. If the user edits the input, the
 * check is canceled. If the user closes the box, the promise also resolves to undefined.
 */
export async function askAndTry({
  prompt,
  problem,
  trying,
  trial,
  ...options
}: TrialBoxOptions): Promise<TrialAnswer | undefined> {
  const { promise, resolve } = Promise.withResolvers<TrialAnswer | undefined>();
  let check = new AbortController();
  const box = Object.assign(window.createInputBox(), options, {
    prompt: escapeLinks(prompt),
    ignoreFocusOut: true,
  });
  const showMessage = (
    message: string | undefined,
    severity = InputBoxValidationSeverity.Error,
  ) => {
    box.validationMessage =
      message === undefined ? undefined : { message: escapeLinks(message), severity };
  };
  /** Last input that caused a warning. */
  let warned: string | undefined;
  const accept = async () => {
    if (box.busy) return;
    const found = problem(box.value);
    if (found !== undefined) return showMessage(found);
    const text = box.value.trim();
    if (text === warned) return resolve({ kind: 'accepted', text });
    box.busy = true;
    showMessage(trying, InputBoxValidationSeverity.Info);
    check = new AbortController();
    const { signal } = check;
    const result = await trial(text, signal);
    if (signal.aborted) return;
    box.busy = false;
    if (result.kind === 'accepted') return resolve({ kind: 'accepted', text });
    if (result.kind === 'error') return showMessage(result.message);
    warned = text;
    showMessage(result.message, InputBoxValidationSeverity.Warning);
  };
  box.onDidChangeValue((text) => {
    check.abort();
    box.busy = false;
    showMessage(text.trim() === '' ? undefined : problem(text));
  });
  box.onDidAccept(() => void accept());
  box.onDidTriggerButton(() => resolve({ kind: 'button', text: box.value }));
  box.onDidHide(() => resolve(undefined));
  box.show();
  try {
    return await promise;
  } finally {
    check.abort();
    box.dispose();
  }
}
