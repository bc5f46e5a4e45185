import type * as vscode from 'vscode';

/** Resolves when a condition holds after one of the events that can make it so. */
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
