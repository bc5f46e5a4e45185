import { l10n, window } from 'vscode';
import { peopleOf } from '../../../model/browsing/me.ts';
import { jobsIn } from '../../../model/jobs/jobPages.ts';
import { mayOpen, notify, plain, warnIfDisconnected } from '../../feedback/notify.ts';
import type { ExtensionServices } from '../extensionServices.ts';

/** Asks which of the people of the loaded jobs uses this window. */
export async function chooseMe({
  browsing,
  connection,
  environments,
  jobs,
}: ExtensionServices): Promise<void> {
  const { client, signal } = connection.require();
  const requestedAt = performance.now();
  await jobs.ensureLoaded();
  const people = peopleOf(jobsIn(browsing.rows)).map((identity) => ({
    label: plain(identity.name),
    description: identity.key === identity.name ? '' : plain(identity.key ?? ''),
    identity,
  }));
  if (people.length === 0) {
    void notify.info(l10n.t('The loaded jobs name no person who you could be.'));
    return;
  }
  const title = l10n.t('Which of these people are you?');
  if (!(await mayOpen(requestedAt, l10n.t('The jobs were loaded.'), l10n.t('Select Yourself…')))) return;
  const picked = await window.showQuickPick(people, {
    title,
    placeHolder: l10n.t('Remembered for {0}, never sent', plain(environments.nameOf(client.baseUrl))),
    matchOnDescription: true,
  });
  if (picked !== undefined && !warnIfDisconnected(!signal.aborted)) browsing.setIdentity(picked.identity);
}
