import * as vscode from 'vscode';
import { replace } from './replace.ts';

interface Seen {
  /** Undefined while there is none. */
  item: vscode.StatusBarItem | undefined;
}

// Every suite is a bundle of its own: what one captured, all have to find.
const seen = ((globalThis as { workflowJobsStatus?: Seen }).workflowJobsStatus ??= capture());

/** Keeps the status bar item that the extension creates, which has to come before it is activated. */
function capture(): Seen {
  const captured: Seen = { item: undefined };
  const original = vscode.window.createStatusBarItem as (...args: unknown[]) => vscode.StatusBarItem;
  replace('createStatusBarItem', (...args: unknown[]) => {
    const item = (captured.item = original(...args));
    const dispose = item.dispose.bind(item);
    return Object.assign(item, {
      dispose: () => {
        captured.item = undefined;
        dispose();
      },
    });
  });
  return captured;
}

/** The status bar item of the environment, as far as a person perceives it; undefined while there is none. */
export function statusItem() {
  const { item } = seen;
  if (item === undefined) return undefined;
  const { text, tooltip, backgroundColor, accessibilityInformation, command } = item;
  return { text, tooltip: typeof tooltip === 'string' ? tooltip : '', background: (backgroundColor as { id?: string } | undefined)?.id, spoken: accessibilityInformation?.label, command };
}
