import { type Disposable, QuickPickItemKind, type QuickPickItem, ThemeIcon, l10n, window } from 'vscode';
import type { Environment } from '../../model/environments/environment.ts';
import type { WatchList } from '../../model/following/watchList.ts';
import { type BaseUrl, readBaseUrl } from '../../service/index.ts';
import { joined } from '../../text/list.ts';
import { formatNumber } from '../../text/number.ts';
import { type Connection, chosenSandbox } from '../connection/connection.ts';
import { settings } from '../connection/settings.ts';
import { notify, offers, plain } from '../feedback/notify.ts';
import { editEnvironments, runRemedy } from '../feedback/report.ts';
import { addEnvironment } from './addEnvironment.ts';
import type { EnvironmentList } from './environments.ts';
import { kindIcons, kindPart, readOnlyWord } from './places.ts';

interface ConnectParts {
  readonly connection: Connection;
  readonly environments: EnvironmentList;
}

interface SwitchParts extends ConnectParts {
  readonly watches: Pick<WatchList, 'countAt'>;
}

interface SwitchItem extends QuickPickItem {
  readonly run?: () => unknown;
}

/**
 * Asks for the service of this window, an environment or the default; also offers to add one or edit the
 * settings.
 */
export async function switchEnvironment(services: SwitchParts): Promise<void> {
  const { connection, environments } = services;
  const { all, problems } = environments;
  const items: SwitchItem[] = all.map((environment) => ({
    ...itemOf(environment, services),
    run: () => connectTo(services, environment),
  }));
  if (settings.baseUrl() !== '') {
    items.push({ ...defaultItem(services), run: () => connection.choose({ kind: 'default' }) });
  }
  if (items.length > 0) items.push({ label: '', kind: QuickPickItemKind.Separator });
  if (problems.length > 0) {
    const label =
      problems.length === 1
        ? l10n.t('1 mistake in the settings')
        : l10n.t('{0} mistakes in the settings', formatNumber(problems.length));
    items.push({
      label,
      detail: plain(problems.join(' ')),
      iconPath: new ThemeIcon('warning'),
      run: () => runRemedy(editEnvironments()),
    });
  }
  items.push(
    {
      label: l10n.t('Add Environment…'),
      iconPath: new ThemeIcon('add'),
      run: () => addEnvironment(connection, environments),
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
        ? l10n.t('Pick the service that this window uses')
        : l10n.t('There are no environments yet. An environment names a service and guards its starts.'),
    matchOnDescription: true,
    matchOnDetail: true,
  });
  await chosen?.run?.();
}

/** Makes this window use a service that is an environment or the default. */
export async function switchTo(services: ConnectParts, href: string): Promise<void> {
  const environment = services.environments.at(href);
  if (isDefault(href)) services.connection.choose({ kind: 'default' });
  else if (environment !== undefined) await connectTo(services, environment);
}

/** The name of a service that {@link switchTo} can switch to. */
export function switchName({ environments }: ConnectParts, href: string): string | undefined {
  return environments.titleAt(href) ?? (isDefault(href) ? l10n.t('Default') : undefined);
}

function connectTo(
  { connection }: ConnectParts,
  { level, name, baseUrl: { origin, href } }: Environment,
): Promise<void> {
  return connection.chooseAt(
    origin,
    level === 'sandbox' ? chosenSandbox(connection.choice) : { kind: 'environment', name, href },
  );
}

function isDefault(href: string): boolean {
  return defaultService().href === href;
}

/** The service of the setting `baseUrl`; without an address if that cannot be used. */
function defaultService(): Pick<BaseUrl, 'label' | 'href'> {
  const text = settings.baseUrl();
  const reading = readBaseUrl(text);
  return reading.kind === 'valid' ? reading.baseUrl : { label: text, href: '' };
}

/**
 * Tells the mistakes in the environments: once when the window opens, and when an edit of the settings makes
 * the first ones.
 */
export function warnOfProblems(environments: EnvironmentList): Disposable {
  let had = false;
  const check = () => {
    const { problems } = environments;
    const has = problems.length > 0;
    if (has && !had) void warn(problems);
    had = has;
  };
  check();
  return environments.onDidChange(check);
}

async function warn(problems: readonly string[]): Promise<void> {
  if (await offers(notify.warn, problems.join(' '), editEnvironments().title)) {
    await runRemedy(editEnvironments());
  }
}

function itemOf(environment: Environment, { connection: { choice }, watches }: SwitchParts): QuickPickItem {
  const { name, baseUrl, kind, level } = environment;
  const watched = watches.countAt(baseUrl.href);
  const isChosen = choice.kind === 'environment' ? choice.href === baseUrl.href : choice.kind === level;
  const origins = {
    user: l10n.t('user settings'),
    remote: l10n.t('settings of the remote machine'),
    workspace: l10n.t('workspace settings'),
    sandbox: l10n.t('until it is stopped'),
  };
  const watchedText = watched === 0 ? undefined : l10n.t('{0} watched', formatNumber(watched));
  const detail = joined(
    ' · ',
    chosenText(isChosen),
    kindPart(environment),
    readOnlyWord(environment),
    origins[level],
    watchedText,
  );
  return {
    label: plain(name),
    description: plain(baseUrl.label),
    detail,
    iconPath: new ThemeIcon(kindIcons[kind]),
  };
}

function defaultItem({ connection: { choice }, environments }: SwitchParts): QuickPickItem {
  const { label, href } = defaultService();
  const detail = joined(
    ' · ',
    chosenText(choice.kind === 'default'),
    plain(environments.at(href)?.name ?? ''),
    l10n.t('the base URL of the settings'),
  );
  return { label: l10n.t('Default'), description: plain(label), detail, iconPath: new ThemeIcon('home') };
}

function chosenText(isChosen: boolean): string | undefined {
  return isChosen ? `$(check) ${l10n.t('used by this window')}` : undefined;
}
