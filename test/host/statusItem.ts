import * as vscode from 'vscode';
import { replace } from './replace.ts';

interface Seen {
  item: vscode.StatusBarItem | undefined;
  isShown: boolean;
}

// Every suite is a bundle of its own: what one captured, all have to find.
const seen = ((globalThis as { workflowJobsStatus?: Seen }).workflowJobsStatus ??= capture());

/** Keeps the status bar item that the extension creates, which has to come before it is activated. */
function capture(): Seen {
  const captured: Seen = { item: undefined, isShown: false };
  const original = vscode.window.createStatusBarItem as (...args: unknown[]) => vscode.StatusBarItem;
  replace('createStatusBarItem', (...args: unknown[]) => {
    const item = (captured.item = original(...args));
    const [show, hide] = [item.show.bind(item), item.hide.bind(item)];
    const showing = (isShown: boolean, then: () => void) => () => {
      captured.isShown = isShown;
      then();
    };
    return Object.assign(item, { show: showing(true, show), hide: showing(false, hide) });
  });
  return captured;
}

/** The status bar item of the environment, as far as a person perceives it; undefined while it is hidden. */
export function statusItem() {
  const { item, isShown } = seen;
  if (item === undefined || !isShown) return undefined;
  const { text, tooltip, backgroundColor, accessibilityInformation, command } = item;
  return { text, tooltip: typeof tooltip === 'string' ? tooltip : '', background: (backgroundColor as { id?: string } | undefined)?.id, spoken: accessibilityInformation?.label, command };
}
