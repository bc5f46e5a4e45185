import { QuickPickItemKind, type QuickPickItem, ThemeIcon, l10n, window } from 'vscode';
import type { Environment } from '../../model/environments/environment.ts';
import { type BaseUrl, readBaseUrl } from '../../service/index.ts';
import { joinNonEmpty } from '../../text/list.ts';
import { type Connection, chosenSandbox } from '../connection/connection.ts';
import { settings } from '../connection/settings.ts';
import { escapeIcons } from '../feedback/notify.ts';
import { editEnvironments, runRemedy } from '../feedback/report.ts';
import { addEnvironment } from './addEnvironment.ts';
import type { EnvironmentList } from './environments.ts';
import { kindIcons, kindPart, problemsText, readOnlyWord } from './places.ts';

interface SwitchServices {
  readonly connection: Connection;
  readonly environments: EnvironmentList;
}

interface SwitchItem extends QuickPickItem {
  readonly run?: () => unknown;
}

/**
 * Asks which service this window should use: an environment or the default service. Also offers to
 * add an environment or edit the settings.
 */
export async function switchEnvironment(services: SwitchServices): Promise<void> {
  const { environments } = services;
  const { all, problems } = environments;
  const items: SwitchItem[] = all.map((environment) => environmentItem(environment, services));
  if (settings.baseUrl() !== '') items.push(defaultItem(services));
  if (items.length > 0) items.push({ label: '', kind: QuickPickItemKind.Separator });
  if (problems.length > 0) {
    items.push({
      label: problemsText(problems),
      detail: escapeIcons(problems.join(' ')),
      iconPath: new ThemeIcon('warning'),
      run: () => runRemedy(editEnvironments()),
    });
  }
  items.push(
    {
      label: l10n.t('Add Environment…'),
      iconPath: new ThemeIcon('add'),
      run: () => addEnvironment(environments),
    },
    {
      label: editEnvironments().title,
      iconPath: new ThemeIcon('settings-gear'),
      run: () => runRemedy(editEnvironments()),
    },
  );
  const chosen = await window.showQuickPick(items, {
    title: l10n.t('Switch Environment'),
    placeHolder:
      all.length > 0
        ? l10n.t('Select a service for this window')
        : l10n.t(
            'No environments yet. An environment gives a service a name and can prevent starting jobs.',
          ),
    matchOnDescription: true,
    matchOnDetail: true,
  });
  await chosen?.run?.();
}

/**
 * Returns the name of the service with this base URL, and a function that connects this window to
 * the service. Returns undefined if the settings do not contain the base URL.
 */
export function switchTarget(
  { connection, environments }: SwitchServices,
  href: string,
): { readonly name: string; readonly connect: () => void } | undefined {
  const environment = environments.at(href);
  if (environment !== undefined) {
    return { name: environment.name, connect: () => connectTo(connection, environment) };
  }
  if (defaultService().href !== href) return undefined;
  return { name: l10n.t('Default'), connect: () => connection.choose({ kind: 'default' }) };
}

function connectTo(
  connection: Connection,
  { isSandbox, name, baseUrl: { href } }: Environment,
): void {
  connection.choose(
    isSandbox ? chosenSandbox(connection.choice) : { kind: 'environment', name, href },
  );
}

/** Returns the service from the `baseUrl` setting. If the base URL is invalid, `href` is empty. */
function defaultService(): Pick<BaseUrl, 'label' | 'href'> {
  const text = settings.baseUrl();
  const reading = readBaseUrl(text);
  return reading.kind === 'valid' ? reading.baseUrl : { label: text, href: '' };
}

function environmentItem(
  environment: Environment,
  { connection, environments }: SwitchServices,
): SwitchItem {
  const { name, baseUrl, kind, isSandbox } = environment;
  const detail = joinNonEmpty(
    ' · ',
    usedText(baseUrl.href === environments.connected?.href),
    kindPart(environment),
    readOnlyWord(environment),
    isSandbox ? l10n.t('runs until you stop it') : undefined,
  );
  return {
    label: escapeIcons(name),
    description: escapeIcons(baseUrl.label),
    detail,
    iconPath: new ThemeIcon(kindIcons[kind]),
    run: () => connectTo(connection, environment),
  };
}

function defaultItem({ connection, environments }: SwitchServices): SwitchItem {
  const { label, href } = defaultService();
  const environment = environments.at(href);
  const detail = joinNonEmpty(
    ' · ',
    // If an environment has the same base URL, only the environment is marked as in use.
    usedText(connection.choice.kind === 'default' && environment === undefined),
    escapeIcons(environment?.name ?? ''),
    l10n.t('base URL in the settings'),
  );
  return {
    label: l10n.t('Default'),
    description: escapeIcons(label),
    detail,
    iconPath: new ThemeIcon('home'),
    run: () => connection.choose({ kind: 'default' }),
  };
}

function usedText(isUsed: boolean): string | undefined {
  // The text does not contain an icon, because screen readers would read the icon name aloud.
  return isUsed ? l10n.t('In use') : undefined;
}
