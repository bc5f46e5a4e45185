import { ExtensionKind, UIKind, commands, env, extensions, version } from 'vscode';
import { type Surroundings, hostName } from '../../model/wording/reports.ts';
import { extensionId, version as extensionVersion } from '../../manifest.ts';
import type { ContextKey } from './contexts.ts';

/** Returns the versions and the extension host for a report. */
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
 * True if the extension runs in a web worker and cannot start servers. A window in a browser may
 * also run the extension remotely.
 */
export function runsInBrowser(): boolean {
  return env.uiKind === UIKind.Web && runsBesideWindow();
}

function runsBesideWindow(): boolean {
  return extensions.getExtension(extensionId)?.extensionKind === ExtensionKind.UI;
}

/** Shows and focuses the Jobs view. */
export async function focusJobs(): Promise<void> {
  await commands.executeCommand('workflowJobs.jobs.focus');
}

const contexts = new Map<ContextKey, unknown>();

/**
 * Sets the context key `workflowJobs.<name>` for the `when` clauses of the manifest. Each call
 * sends a message to the window, so an unchanged value is not set again.
 */
export function setContext(name: ContextKey, value: unknown): void {
  const before = contexts.get(name);
  if (before === value || (!before && !value)) return;
  contexts.set(name, value);
  void commands.executeCommand('setContext', `workflowJobs.${name}`, value);
}
