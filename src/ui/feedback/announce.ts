import { workspace } from 'vscode';
import { notify } from './notify.ts';

/**
 * Returns true if the user set `editor.accessibilitySupport` to `on`. VS Code has no extension API
 * to detect screen readers.
 */
export function isScreenReaderSupported(): boolean {
  return workspace.getConfiguration('editor').get('accessibilitySupport') === 'on';
}

/**
 * Shows a notification if screen reader support is on. Screen readers announce notifications, but
 * not changes in views or the status bar.
 */
export function announce(sentence: string): void {
  if (isScreenReaderSupported()) void notify.info(sentence);
}
