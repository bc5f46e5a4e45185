import { InputBoxValidationSeverity } from 'vscode';
import { createTextBox } from '../../feedback/notify.ts';

/** The result of a trial. After a warning, Enter accepts the same text; after an error, it does not. */
export type TrialResult =
  | { readonly kind: 'accepted' }
  | { readonly kind: 'error' | 'warning'; readonly message: string };

type TrialBoxOptions = Parameters<typeof createTextBox>[0] & {
  readonly trying: string;
  readonly trial: (text: string, dismissed: AbortSignal) => Promise<TrialResult>;
};

/** `button` if a button of the box was selected. */
interface TrialAnswer {
  readonly kind: 'accepted' | 'button';
  readonly text: string;
}

/**
 * Shows an input box that stays open while its text is tried. Resolves to undefined if the box is dismissed,
 * which also cancels the trial.
 */
export async function askAndTry(options: TrialBoxOptions): Promise<TrialAnswer | undefined> {
  const { trying, trial, ...boxOptions } = options;
  const { promise, resolve } = Promise.withResolvers<TrialAnswer | undefined>();
  const dismissed = new AbortController();
  const { box, say, accepted } = createTextBox(boxOptions);
  /** The text whose trial ended with a warning. */
  let warned: string | undefined;
  const accept = async () => {
    const text = accepted();
    if (text === undefined || box.busy) return;
    if (text === warned) return resolve({ kind: 'accepted', text });
    box.busy = true;
    say(trying, InputBoxValidationSeverity.Info);
    const result = await trial(text, dismissed.signal);
    box.busy = false;
    if (result.kind === 'accepted') return resolve({ kind: 'accepted', text });
    if (result.kind === 'error') return say(result.message);
    warned = text;
    say(result.message, InputBoxValidationSeverity.Warning);
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
