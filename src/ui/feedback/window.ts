import { ExtensionKind, UIKind, commands, env, extensions, version } from 'vscode';
import { type Surroundings, hostName } from '../../model/wording/reports.ts';
import { extensionId, version as extensionVersion } from '../../manifest.ts';
import type { ContextKey } from './contexts.ts';

/** The versions and host for a report. */
export function surroundings(): Surroundings {
  return {
    extensionVersion,
    editorVersion: version,
    host: hostName({
      isBrowser: runsInBrowser(),
      isBesideWindow: runsBesideWindow(),
      remoteName: env.remoteName,
    }),
  };
}

/**
 * Whether the extension runs in a browser's worker and cannot start servers; a window in a browser may also
 * run it remotely.
 */
export function runsInBrowser(): boolean {
  return env.uiKind === UIKind.Web && runsBesideWindow();
}

function runsBesideWindow(): boolean {
  return extensions.getExtension(extensionId)?.extensionKind === ExtensionKind.UI;
}

/** Shows the Jobs view, and moves the focus there. */
export async function focusJobs(): Promise<void> {
  await commands.executeCommand('workflowJobs.jobs.focus');
}

const contexts = new Map<ContextKey, unknown>();

/**
 * Sets the context key `workflowJobs.<name>` for the manifest's `when` clauses. Each call of VS Code is a
 * message to its window, so an empty value is set only after another.
 */
export function setContext(name: ContextKey, value: unknown): void {
  const before = contexts.get(name);
  if (before === value || (!before && !value)) return;
  contexts.set(name, value);
  void commands.executeCommand('setContext', `workflowJobs.${name}`, value);
}
