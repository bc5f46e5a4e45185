import { ExtensionKind, UIKind, commands, env, extensions, version } from 'vscode';
import { type Surroundings, hostName } from '../../model/wording/reports.ts';
import { formatNumber as formatNumberIn, formatProgress } from '../../text/number.ts';

/** Publisher and name of the manifest, which links and VS Code name the extension by. */
export const extensionId = 'workflow-jobs.workflow-jobs';

/** What a report says of where it was made. */
export function surroundings(): Surroundings {
  return {
    extensionVersion: String((extensions.getExtension(extensionId)?.packageJSON as { version?: string } | undefined)?.version),
    editorVersion: version,
    host: hostName({ isBrowser: runsInBrowser(), isBesideWindow: runsBesideWindow(), remoteName: env.remoteName }),
  };
}

/** Whether the extension runs in a browser's worker, where it can start no server; a window in a browser may also run it on a remote machine. */
export function runsInBrowser(): boolean {
  return env.uiKind === UIKind.Web && runsBesideWindow();
}

function runsBesideWindow(): boolean {
  return extensions.getExtension(extensionId)?.extensionKind === ExtensionKind.UI;
}

const contexts = new Map<string, unknown>();

/** Sets what the manifest's `when` clauses read as `workflowJobs.<name>`; each call of VS Code is a message to its window. */
export function setContext(name: string, value: unknown): void {
  if (contexts.has(name) && contexts.get(name) === value) return;
  contexts.set(name, value);
  void commands.executeCommand('setContext', `workflowJobs.${name}`, value);
}

/** `4,213`, as the display language writes it. */
export function formatNumber(value: number): string {
  return formatNumberIn(value, env.language);
}

/** `50 of 4,213`; `50` where the total is not known. */
export function progressText(loaded: number, total: number | null): string {
  return formatProgress(loaded, total, env.language);
}
