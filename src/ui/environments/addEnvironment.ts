import { ThemeIcon, l10n, window } from 'vscode';
import { type EnvironmentKind, environmentKinds } from '../../model/environments/environment.ts';
import { oneLine } from '../../text/inert.ts';
import type { Connection } from '../connection/connection.ts';
import { saveEnvironment } from '../connection/settings.ts';
import { askForText, notify, plain } from '../feedback/notify.ts';
import type { EnvironmentList } from './environments.ts';
import { kindIcons, kindWord } from './places.ts';

/** Adds the connected service to the environments of the user's settings; asks for a name and a kind. */
export async function addEnvironment(
  connection: Pick<Connection, 'require'>,
  environments: EnvironmentList,
): Promise<void> {
  const { baseUrl } = connection.require().client;
  const existing = environments.at(baseUrl.href);
  if (existing !== undefined) {
    void notify.info(l10n.t('{0} is already in your environments, as “{1}”.', baseUrl.label, existing.name));
    return;
  }
  const title = l10n.t('Add Environment');
  const typed = await askForText({
    title,
    prompt: l10n.t('Name for {0}', baseUrl.label),
    value: new URL(baseUrl.origin).host,
    ignoreFocusOut: true,
    problem: (text) => {
      if (text.trim() === '') return l10n.t('Enter a name.');
      return environments.named(text) === undefined
        ? undefined
        : l10n.t('There is an environment with this name already.');
    },
  });
  if (typed === undefined) return;
  const name = oneLine(typed, 60);
  const picked = await window.showQuickPick(environmentKinds.map(itemOf), {
    title,
    placeHolder: l10n.t('What is “{0}” for?', plain(name)),
    ignoreFocusOut: true,
  });
  if (picked === undefined) return;
  await saveEnvironment({ name, baseUrl: baseUrl.href, kind: picked.value });
  void notify.info(l10n.t('“{0}” was added to your environments.', name));
}

function itemOf(kind: EnvironmentKind) {
  const details: Record<EnvironmentKind, string> = {
    development: l10n.t('For trying things.'),
    staging: l10n.t('For checking what is about to go into production.'),
    production: l10n.t('For real work: each start is confirmed, unless “confirmStart” is “never”.'),
  };
  return {
    label: kindWord(kind),
    detail: details[kind],
    iconPath: new ThemeIcon(kindIcons[kind]),
    value: kind,
  };
}
