import { workspace } from 'vscode';
import { notify } from './notify.ts';

/**
 * Returns true if the user set `editor.accessibilitySupport` to `on`. Extensions have no API to
 * detect a screen reader.
 */
export function isScreenReaderSupported(): boolean {
  return workspace.getConfiguration('editor').get('accessibilitySupport') === 'on';
}

/**
 * Shows a message as a notification if screen reader support is on, because screen readers announce
 * notifications, but not changes in views or in the status bar.
 */
export function announce(sentence: string): void {
  if (isScreenReaderSupported()) void notify.info(sentence);
}
