import * as vscode from 'vscode';
import { readJobLink } from '../../model/jobs/jobLink.ts';
import { oneLine } from '../../text/inert.ts';
import type { Connection } from '../connection/connection.ts';
import type { JobPanels } from '../jobPage/jobPanels.ts';
import { notify } from '../feedback/notify.ts';

let asking = false;

/** Opens the page of the job that a link names, once a person has seen which connection it uses; does nothing else, whatever the link says. */
export async function openLink(uri: vscode.Uri, connection: Connection, panels: () => Promise<JobPanels>): Promise<void> {
  const reading = readJobLink(uri);
  if (reading.kind === 'invalid') {
    void notify.warn(reading.problem);
    return;
  }
  const { client, signal } = connection.require();
  // A page that opens links in a row gets one question.
  if (asking) return;
  asking = true;
  try {
    const open = vscode.l10n.t('Open Job');
    const question = vscode.l10n.t('Open the job “{0}” of {1}? A link asks for it. The job is read over this connection; nothing is started or changed.', oneLine(reading.key, 80), oneLine(client.baseUrl.label));
    if ((await notify.ask(question, open)) !== open) return;
  } finally {
    asking = false;
  }
  if (signal.aborted) void notify.warn(vscode.l10n.t('The connection changed meanwhile: the job was not opened. Open the link again.'));
  else (await panels()).open(reading.key);
}
