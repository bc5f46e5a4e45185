import { type Disposable, QuickPickItemKind, type QuickPickItem, ThemeIcon, commands, l10n, window } from 'vscode';
import type { Environment } from '../../model/environments/environment.ts';
import { rememberBaseUrl } from '../../model/environments/recentBaseUrls.ts';
import type { WatchList } from '../../model/following/watchList.ts';
import type { Memory } from '../../model/util/memory.ts';
import type { BaseUrl } from '../../service/index.ts';
import type { Connection } from '../connection/connection.ts';
import type { Credentials } from '../connection/credentials.ts';
import { saveBaseUrl } from '../connection/settings.ts';
import { notify, plain } from '../feedback/notify.ts';
import { editEnvironments } from '../feedback/report.ts';
import { formatNumber } from '../feedback/window.ts';
import { addEnvironment } from './addEnvironment.ts';
import type { EnvironmentList } from './environments.ts';
import { kindIcons, kindPart } from './places.ts';

interface SwitchParts {
  readonly connection: Connection;
  readonly credentials: Pick<Credentials, 'confirm'>;
  readonly environments: EnvironmentList;
  readonly watches: Pick<WatchList, 'countAt'>;
  readonly memory: Memory;
}

interface SwitchItem extends QuickPickItem {
  readonly run?: () => unknown;
}

/** Asks for an environment and connects to it; also offers to add one or edit the settings. */
export async function switchEnvironment(parts: SwitchParts): Promise<void> {
  const { credentials, environments, memory } = parts;
  const { all, problems } = environments;
  const connectTo = async ({ baseUrl }: Environment) => {
    await credentials.confirm(baseUrl.origin);
    await useBaseUrl(memory, baseUrl);
  };
  const items: SwitchItem[] = all.map((environment) => ({ ...itemOf(environment, parts), run: () => connectTo(environment) }));
  if (problems.length > 0) {
    items.push({ label: problemsText(problems), detail: plain(problems.join(' ')), iconPath: new ThemeIcon('warning'), run: openSettings });
  }
  if (items.length > 0) items.push({ label: '', kind: QuickPickItemKind.Separator });
  items.push(
    { label: l10n.t('Add Environment…'), iconPath: new ThemeIcon('add'), run: () => addEnvironment(parts) },
    { label: editEnvironments().title, iconPath: new ThemeIcon('settings-gear'), run: openSettings },
  );
  const chosen = await window.showQuickPick(items, {
    title: l10n.t('Switch Environment'),
    placeHolder: all.length > 0 ? l10n.t('Pick an environment to connect to') : l10n.t('There are no environments yet. An environment names a service and guards its starts.'),
    matchOnDescription: true,
    matchOnDetail: true,
  });
  await chosen?.run?.();
}

/** Connects to a base URL that a person typed or chose, and remembers it. */
export async function useBaseUrl(memory: Memory, baseUrl: BaseUrl): Promise<void> {
  rememberBaseUrl(memory, baseUrl);
  await saveBaseUrl(baseUrl.href);
}

/** Tells the mistakes in the environments: once when the window opens, and when an edit of the settings makes the first ones. */
export function warnOfProblems(environments: EnvironmentList): Disposable {
  let had = false;
  const check = () => {
    const { problems } = environments;
    const isNew = problems.length > 0 && !had;
    had = problems.length > 0;
    if (isNew) void warn(problems);
  };
  check();
  return environments.onDidChange(check);
}

async function warn(problems: readonly string[]): Promise<void> {
  const open = l10n.t('Open Settings');
  if ((await notify.warn(problems.join(' '), open)) === open) await openSettings();
}

function itemOf({ name, baseUrl, kind, isReadOnly }: Environment, { connection, watches }: SwitchParts): QuickPickItem {
  const watched = watches.countAt(baseUrl.href);
  const details = [
    ...(connection.at(baseUrl.href) === undefined ? [] : [`$(check) ${l10n.t('connected')}`]),
    ...kindPart(name, kind),
    ...(isReadOnly ? [l10n.t('read-only')] : []),
    ...(watched === 0 ? [] : [l10n.t('{0} watched', formatNumber(watched))]),
  ];
  return { label: plain(name), description: plain(baseUrl.label), detail: details.join(' · '), iconPath: new ThemeIcon(kindIcons[kind]) };
}

function problemsText({ length }: readonly string[]): string {
  return length === 1 ? l10n.t('1 mistake in the settings') : l10n.t('{0} mistakes in the settings', formatNumber(length));
}

async function openSettings(): Promise<void> {
  const { command, arguments: filter } = editEnvironments();
  await commands.executeCommand(command, ...filter);
}
