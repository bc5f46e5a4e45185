import { ConfigurationTarget, l10n, window, workspace } from 'vscode';
import type { JobBrowsing } from '../../../model/browsing/jobBrowsing.ts';
import { describeFilter } from '../../../model/browsing/jobFilter.ts';
import { type FilterEntry, filterEntry, nameOfFilter } from '../../../model/browsing/namedFilters.ts';
import { oneLine } from '../../../text/inert.ts';
import { saveFilterEntry, settings } from '../../connection/settings.ts';
import { askForText, notify } from '../../feedback/notify.ts';

/** Gives the filter of the Jobs view a name, in the user's or the folder's settings. */
export async function saveFilter(browsing: JobBrowsing): Promise<void> {
  if (!browsing.isFiltering) {
    void notify.info(l10n.t('The Jobs view has no filter to save.'));
    return;
  }
  const { filter } = browsing;
  if (filterEntry('name', filter) === undefined) {
    void notify.warn(
      l10n.t('This filter cannot be saved, because of its dates or bounds: {0}', describeFilter(filter)),
    );
    return;
  }
  const { filters } = settings.filters();
  const name = await askForText({
    title: l10n.t('Save Filter'),
    prompt: l10n.t('Name of the filter “{0}”', oneLine(describeFilter(filter), 100)),
    value: nameOfFilter(filters, filter) ?? '',
    problem: (text) => (text.trim() === '' ? l10n.t('Enter a name.') : undefined),
  });
  if (name === undefined) return;
  const entry = filterEntry(name.trim(), filter);
  const target = await pickTarget();
  if (entry === undefined || target === undefined) return;
  await saveEntry(entry, target);
}

async function saveEntry(entry: FilterEntry, target: ConfigurationTarget): Promise<void> {
  await saveFilterEntry(entry, target);
  void notify.info(
    l10n.t('The filter “{0}” was saved. Filter Jobs… lists it first.', oneLine(entry.name, 60)),
  );
}

/** Where to save it, which is asked where a folder is open. */
async function pickTarget(): Promise<ConfigurationTarget | undefined> {
  if (workspace.workspaceFolders === undefined) return ConfigurationTarget.Global;
  const places = [
    {
      label: l10n.t('User Settings'),
      description: l10n.t('for you, in every window'),
      target: ConfigurationTarget.Global,
    },
    {
      label: l10n.t('Workspace Settings'),
      description: l10n.t('for everyone who opens this folder'),
      target: ConfigurationTarget.Workspace,
    },
  ];
  return (await window.showQuickPick(places, { title: l10n.t('Save Filter: where?') }))?.target;
}
