import type * as vscode from 'vscode';

/** Resolves when a condition is true. Checks it now and after each event. */
export async function until(condition: () => boolean, event: vscode.Event<unknown>): Promise<void> {
  if (condition()) return;
  await new Promise<void>((resolve) => {
    const subscription = event(() => {
      if (!condition()) return;
      subscription.dispose();
      resolve();
    });
  });
}

/**
 * Repeats an action until the event fires, because VS Code ignores some actions on rows that it has
 * not rendered.
 */
export async function repeatUntil(
  event: vscode.Event<unknown>,
  action: () => Thenable<unknown>,
): Promise<void> {
  let hasFired = false;
  const subscription = event(() => (hasFired = true));
  while (!hasFired) await action();
  subscription.dispose();
}
