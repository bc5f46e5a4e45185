import { workspace } from 'vscode';
import { notify } from './notify.ts';

/**
 * True if the user set `editor.accessibilitySupport` to `on`. An extension cannot detect a screen
 * reader.
 */
export function isScreenReaderSupported(): boolean {
  return workspace.getConfiguration('editor').get('accessibilitySupport') === 'on';
}

/**
 * Shows a sentence as a notification, for people who use a screen reader. Screen readers announce
 * notifications, but not changes of views or of the status bar.
 */
export function announce(sentence: string): void {
  if (isScreenReaderSupported()) void notify.info(sentence);
}
