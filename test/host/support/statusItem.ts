import * as vscode from 'vscode';
import { replace } from './replace.ts';

/** Undefined while there is none. */
let item: vscode.StatusBarItem | undefined;

// The extension creates its item once it is activated, which comes later.
const create = vscode.window.createStatusBarItem as (...args: unknown[]) => vscode.StatusBarItem;
replace('createStatusBarItem', (...args: unknown[]) => {
  const created = (item = create(...args));
  const dispose = created.dispose.bind(created);
  return Object.assign(created, {
    dispose: () => {
      item = undefined;
      dispose();
    },
  });
});

/** The status bar item of the environment, as far as a person perceives it; undefined while there is none. */
export function statusItem() {
  if (item === undefined) return undefined;
  const { text, tooltip, backgroundColor, accessibilityInformation, command } = item;
  return {
    text,
    tooltip: typeof tooltip === 'string' ? tooltip : '',
    background: (backgroundColor as { id?: string } | undefined)?.id,
    ariaLabel: accessibilityInformation?.label,
    command,
  };
}
