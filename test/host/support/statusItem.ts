import * as vscode from 'vscode';
import { replace } from './replace.ts';

let item: vscode.StatusBarItem | undefined;
let isVisible = false;

// This runs before the extension is activated and creates its item.
const create = vscode.window.createStatusBarItem as (...args: unknown[]) => vscode.StatusBarItem;
replace('createStatusBarItem', (...args: unknown[]) => {
  const created = (item = create(...args));
  const [show, hide] = [created.show.bind(created), created.hide.bind(created)];
  return Object.assign(created, {
    show: () => {
      isVisible = true;
      show();
    },
    hide: () => {
      isVisible = false;
      hide();
    },
  });
});

/**
 * Returns the text, tooltip, color, accessible name, and command of the environment's status bar
 * item. Returns undefined if the item is hidden.
 */
export function statusItem() {
  if (item === undefined || !isVisible) return undefined;
  const { text, tooltip, backgroundColor, accessibilityInformation, command } = item;
  return {
    text,
    tooltip: typeof tooltip === 'string' ? tooltip : '',
    background: (backgroundColor as { id?: string } | undefined)?.id,
    ariaLabel: accessibilityInformation?.label,
    command,
  };
}
