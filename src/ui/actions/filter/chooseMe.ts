import { l10n, window } from 'vscode';
import { peopleOf } from '../../../model/browsing/me.ts';
import { jobsIn } from '../../../model/jobs/listRows.ts';
import type { Session } from '../../../model/session/session.ts';
import { mayOpen, notify, escapeIcons, warnIfDisconnected } from '../../feedback/notify.ts';
import { requireRead } from '../../feedback/report.ts';

/** Asks which person in the loaded jobs is the user, so that filters can use `@me`. */
export async function chooseMe({ browsing, list, signal }: Session): Promise<void> {
  const requestedAt = performance.now();
  await list.ensureLoaded();
  const people = peopleOf(jobsIn(browsing.rows)).map((identity) => ({
    label: escapeIcons(identity.name),
    description: identity.key === identity.name ? '' : escapeIcons(identity.key ?? ''),
    identity,
  }));
  if (people.length === 0) {
    requireRead(list.state.rows, list.state.failure?.error);
    void notify.info(l10n.t('The loaded jobs contain no people to select.'));
    return;
  }
  if (!(await mayOpen(requestedAt, l10n.t('The jobs were loaded.'), l10n.t('Select Your Name…'))))
    return;
  const picked = await window.showQuickPick(people, {
    title: l10n.t('Select Your Name'),
    placeHolder: l10n.t('Used only to find your jobs, and never sent to the service'),
    matchOnDescription: true,
  });
  if (picked !== undefined && !warnIfDisconnected(signal)) browsing.setIdentity(picked.identity);
}
