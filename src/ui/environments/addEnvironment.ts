import { ThemeIcon, l10n, window } from 'vscode';
import {
  type Environment,
  type EnvironmentKind,
  environmentKinds,
} from '../../model/environments/environment.ts';
import { pastedProblem, readPastedAddress } from '../../model/environments/pastedAddress.ts';
import type { BaseUrl } from '../../service/index.ts';
import { singleLine } from '../../text/untrustedText.ts';
import { saveEnvironment } from '../connection/settings.ts';
import { askForText, notify, escapeIcons } from '../feedback/notify.ts';
import type { EnvironmentList } from './environments.ts';
import { kindIcons, kindWord } from './places.ts';

/**
 * Asks for the URL, name, and kind of an environment, and saves the environment in the user
 * settings. Updates an existing environment with the same URL.
 */
export async function addEnvironment(environments: EnvironmentList): Promise<void> {
  const baseUrl = await askForAddress(environments.connected?.href);
  if (baseUrl === undefined) return;
  const found = environments.at(baseUrl.href);
  const existing = found?.isSandbox === true ? undefined : found;
  const name = await askForName(environments, baseUrl, existing);
  if (name === undefined) return;
  const kind = await pickKind(name, existing?.kind);
  if (kind === undefined) return;
  await saveEnvironment({ name, baseUrl, kind });
  void notify.info(l10n.t('Saved environment “{0}”.', name));
}

async function askForAddress(value = ''): Promise<BaseUrl | undefined> {
  const typed = await askForText({
    title: l10n.t('Add Environment'),
    prompt: l10n.t('Address of the workflow job service, with its path prefix'),
    placeHolder: 'https://eu.example.com/api/v2',
    value,
    ignoreFocusOut: true,
    problem: pastedProblem,
  });
  const pasted = readPastedAddress(typed ?? '');
  return pasted.kind === 'valid' ? pasted.baseUrl : undefined;
}

/** Asks for the environment's name. If the environment is new, `existing` is undefined. */
async function askForName(
  environments: EnvironmentList,
  { label, origin }: BaseUrl,
  existing: Environment | undefined,
): Promise<string | undefined> {
  const typed = await askForText({
    title: existing === undefined ? l10n.t('Add Environment') : l10n.t('Edit Environment'),
    prompt: l10n.t('Name for {0}', label),
    value: existing?.name ?? new URL(origin).host,
    ignoreFocusOut: true,
    problem: (text) => {
      if (text.trim() === '') return l10n.t('Enter a name.');
      const namesake = environments.named(text);
      return namesake === undefined || namesake === existing
        ? undefined
        : l10n.t('An environment with this name already exists.');
    },
  });
  return typed === undefined ? undefined : singleLine(typed, 60);
}

/** Asks for the environment kind. Lists the current kind first. */
async function pickKind(
  name: string,
  current: EnvironmentKind | undefined,
): Promise<EnvironmentKind | undefined> {
  const details: Record<EnvironmentKind, string> = {
    development: l10n.t('For development and experiments.'),
    staging: l10n.t('For tests before production.'),
    production: l10n.t(
      'For real work. Each start must be confirmed, unless “workflowJobs.confirmStart” is “never”.',
    ),
  };
  const kinds = new Set([...(current === undefined ? [] : [current]), ...environmentKinds]);
  const items = [...kinds].map((kind) => ({
    label: kindWord(kind),
    ...(kind === current && { description: l10n.t('current') }),
    detail: details[kind],
    iconPath: new ThemeIcon(kindIcons[kind]),
    value: kind,
  }));
  const picked = await window.showQuickPick(items, {
    title: l10n.t('Kind of “{0}”', escapeIcons(name)),
    placeHolder: l10n.t('Select the purpose of the environment'),
    ignoreFocusOut: true,
  });
  return picked?.value;
}
