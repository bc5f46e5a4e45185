import { workspace } from 'vscode';
import { notify } from './notify.ts';

/**
 * Shows a sentence as a notification, for people who use a screen reader. Screen readers announce
 * notifications, but no changes of views or of the status bar. An extension cannot detect a screen reader, so
 * the setting `editor.accessibilitySupport` has to be `on`.
 */
export function announce(sentence: string): void {
  const support = workspace.getConfiguration('editor').get('accessibilitySupport');
  if (support === 'on') void notify.info(sentence);
}
