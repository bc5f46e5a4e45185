import { type Uri, l10n } from 'vscode';
import { readJobLink } from '../../model/jobs/jobLink.ts';
import type { JobList } from '../../model/jobs/jobList.ts';
import { jobChoiceName, jobChoices } from '../../model/jobs/keyChoices.ts';
import { oneLine } from '../../text/inert.ts';
import type { Connection } from '../connection/connection.ts';
import { isTooLate, notify } from '../feedback/notify.ts';
import type { JobPanels } from '../jobPage/jobPanels.ts';
import { pickKey } from './keyPick.ts';
import type { Parts } from './parts.ts';

/**
 * Opens a job's page; asks which one unless its key is given.
 * @param given a job key, as a row, a keybinding or a script passes it; anything else is ignored
 * @throws {ServiceError} `notConfigured`
 */
export async function openJob({ panels, jobs, connection, watchNotifier }: Parts, given?: unknown): Promise<void> {
  if (typeof given === 'string') watchNotifier.markSeen(given);
  const { href } = connection.require().client.baseUrl;
  const key = typeof given === 'string' && given !== '' ? given : await askForKey(panels, jobs);
  if (key !== undefined && !isTooLate(() => connection.at(href) !== undefined)) panels.open(key);
}

/** Offers closed pages first, the latest at the top: VS Code's own *Reopen Closed Editor* does not know webviews. */
function askForKey({ recentlyClosed }: JobPanels, jobs: JobList): Promise<string | undefined> {
  const choices = [
    ...recentlyClosed.map(({ key, name }) => {
      const job = jobs.find(key);
      return { key, name: job === undefined ? name : jobChoiceName(job), group: l10n.t('recently closed') };
    }),
    ...jobChoices(jobs.state.rows ?? [], new Set(recentlyClosed.map(({ key }) => key))),
  ];
  return pickKey({
    title: l10n.t('Open Job'),
    placeholder: l10n.t('Pick a job, or type a job key'),
    choices,
    free: { useTyped: (key) => l10n.t('Open job “{0}”', key), blank: l10n.t('A job key cannot be blank') },
  });
}

let asking = false;

/** Opens the page of the job that a link names, once a person has confirmed the connection. A link has no other effect. */
export async function openLink(uri: Uri, connection: Connection, panels: JobPanels): Promise<void> {
  const reading = readJobLink(uri);
  if (reading.kind === 'invalid') {
    void notify.warn(reading.problem);
    return;
  }
  const { client, signal } = connection.require();
  // One question at a time, also for a web page that opens many links.
  if (asking) return;
  asking = true;
  try {
    const open = l10n.t('Open Job');
    const question = l10n.t('Open the job “{0}” of {1}? A link asks for it. The job is read over this connection; nothing is started or changed.', oneLine(reading.key, 80), oneLine(client.baseUrl.label));
    if ((await notify.ask(question, open)) !== open) return;
  } finally {
    asking = false;
  }
  if (signal.aborted) void notify.warn(l10n.t('The connection changed meanwhile: the job was not opened. Open the link again.'));
  else panels.open(reading.key);
}
