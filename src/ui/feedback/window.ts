import { ExtensionKind, UIKind, commands, env, extensions, version } from 'vscode';
import { type Surroundings, hostName } from '../../model/wording/reports.ts';
import { extensionId, version as extensionVersion } from '../../manifest.ts';
import type { ContextKey } from './contexts.ts';

/** Returns the VS Code version, extension version, and extension host name for reports. */
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
 * Returns true if the extension runs in a web worker, which cannot start servers. Returns false for
 * a browser window with a remote extension host.
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
 * Sets the context key `workflowJobs.<name>` for `when` clauses in `package.json`. Does nothing if
 * the value is unchanged, because each call sends a message to the window.
 */
export function setContext(name: ContextKey, value: unknown): void {
  const before = contexts.get(name);
  if (before === value || (!before && !value)) return;
  contexts.set(name, value);
  void commands.executeCommand('setContext', `workflowJobs.${name}`, value);
}
