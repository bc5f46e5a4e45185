import { commands, l10n } from 'vscode';
import { chosenSandbox } from '../connection/choice.ts';
import type { Connection } from '../connection/connection.ts';
import { notify } from '../feedback/notify.ts';
import { runsInBrowser } from '../feedback/window.ts';
import type { SandboxControl } from './sandboxControl.ts';

/** Starts the sandbox and connects this window to it. */
export async function startSandbox(connection: Connection, sandbox: SandboxControl): Promise<void> {
  if (runsInBrowser()) {
    void notify.info(l10n.t('The sandbox service cannot run in a browser. Start it in a desktop or remote window.'));
    return;
  }
  await sandbox.start();
  connection.choose(chosenSandbox(connection.choice));
  void notify.info(l10n.t('The sandbox is running at {0}, with sample data, for trying only. This window is connected to it.', sandbox.baseUrl ?? ''));
  await commands.executeCommand('workflowJobs.jobs.focus');
}

/** Stops the sandbox; a window that uses it goes back to what it used before. */
export async function stopSandbox(connection: Connection, sandbox: SandboxControl): Promise<void> {
  if (sandbox.baseUrl === undefined) {
    void notify.info(l10n.t('The sandbox service does not run in this window.'));
    return;
  }
  const { choice } = connection;
  if (choice.kind === 'sandbox') connection.choose(choice.before ?? { kind: 'default' });
  await sandbox.stop();
  void notify.info(l10n.t('The sandbox service was stopped.'));
}
