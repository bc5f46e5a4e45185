import { InputBoxValidationSeverity } from 'vscode';
import { createTextBox } from '../../feedback/notify.ts';

/** Result of checking a text. After a warning, the user can press Enter again to accept the text anyway. */
export type TrialResult =
  | { readonly kind: 'accepted' }
  | { readonly kind: 'error' | 'warning'; readonly message: string };

type TrialBoxOptions = Parameters<typeof createTextBox>[0] & {
  readonly trying: string;
  readonly trial: (text: string, dismissed: AbortSignal) => Promise<TrialResult>;
};

/** The accepted text, or the text in the box when the user selected a button. */
interface TrialAnswer {
  readonly kind: 'accepted' | 'button';
  readonly text: string;
}

/**
 * Shows an input box that stays open while its text is checked. If the user closes the box, the check is
 * canceled and the promise resolves to undefined.
 */
export async function askAndTry(options: TrialBoxOptions): Promise<TrialAnswer | undefined> {
  const { trying, trial, ...boxOptions } = options;
  const { promise, resolve } = Promise.withResolvers<TrialAnswer | undefined>();
  const dismissed = new AbortController();
  const { box, showMessage, readValid } = createTextBox(boxOptions);
  /** Text whose check resulted in a warning. */
  let warned: string | undefined;
  const accept = async () => {
    const text = readValid();
    if (text === undefined || box.busy) return;
    if (text === warned) return resolve({ kind: 'accepted', text });
    box.busy = true;
    showMessage(trying, InputBoxValidationSeverity.Info);
    const result = await trial(text, dismissed.signal);
    box.busy = false;
    if (result.kind === 'accepted') return resolve({ kind: 'accepted', text });
    if (result.kind === 'error') return showMessage(result.message);
    warned = text;
    showMessage(result.message, InputBoxValidationSeverity.Warning);
  };
  box.onDidAccept(() => void accept());
  box.onDidTriggerButton(() => resolve({ kind: 'button', text: box.value }));
  box.onDidHide(() => resolve(undefined));
  box.show();
  try {
    return await promise;
  } finally {
    dismissed.abort();
    box.dispose();
  }
}
