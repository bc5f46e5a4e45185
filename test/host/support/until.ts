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

/** Resolves with the next of these events. */
export function next(event: vscode.Event<unknown>): Promise<void> {
  return new Promise((resolve) => {
    const subscription = event(() => {
      subscription.dispose();
      resolve();
    });
  });
}
