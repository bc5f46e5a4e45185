import { ConfigurationTarget, l10n, window, workspace } from 'vscode';
import type { JobBrowsing } from '../../../model/browsing/jobBrowsing.ts';
import { describeFilter } from '../../../model/browsing/jobFilter.ts';
import { nameOfFilter } from '../../../model/browsing/namedFilters.ts';
import { singleLine } from '../../../text/untrustedText.ts';
import { saveFilterEntry, settings } from '../../connection/settings.ts';
import { askForText, notify } from '../../feedback/notify.ts';

/** Asks for a name, and saves the current job filter in the user or workspace settings. */
export async function saveFilter({ filter, isFiltering }: JobBrowsing): Promise<void> {
  if (!isFiltering) return void notify.info(l10n.t('Set a filter first.'));
  const typed = await askForText({
    title: l10n.t('Save Filter'),
    prompt: l10n.t('Name of the filter “{0}”', singleLine(describeFilter(filter), 100)),
    value: nameOfFilter(settings.filters().filters, filter) ?? '',
    problem: (text) => (text.trim() === '' ? l10n.t('Enter a name.') : undefined),
  });
  if (typed === undefined) return;
  const target = await pickTarget();
  if (target === undefined) return;
  const name = typed.trim();
  await saveFilterEntry({ name, ...filter }, target);
  void notify.info(l10n.t('Saved the filter “{0}”.', singleLine(name, 60)));
}

/** Asks whether to save in user or workspace settings. If no folder is open, uses user settings. */
async function pickTarget(): Promise<ConfigurationTarget | undefined> {
  const { Global, Workspace } = ConfigurationTarget;
  if (workspace.workspaceFolders === undefined) return Global;
  const forUser = l10n.t('For you, in all windows');
  const forFolder = l10n.t('For everyone who opens this folder');
  const places = [
    { label: l10n.t('User Settings'), description: forUser, target: Global },
    { label: l10n.t('Workspace Settings'), description: forFolder, target: Workspace },
  ];
  return (await window.showQuickPick(places, { title: l10n.t('Where to Save the Filter') }))
    ?.target;
}
