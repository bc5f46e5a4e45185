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

/** Resolves when the event fires next. */
export function next(event: vscode.Event<unknown>): Promise<void> {
  return new Promise((resolve) => {
    const subscription = event(() => {
      subscription.dispose();
      resolve();
    });
  });
}
