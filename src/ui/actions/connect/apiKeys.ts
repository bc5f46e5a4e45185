import { Disposable, type QuickPickItem, ThemeIcon, l10n, window } from 'vscode';
import { joinNonEmpty } from '../../../text/list.ts';
import type { BaseUrl } from '../../../service/index.ts';
import { formatDate } from '../../../text/time.ts';
import type { Connection } from '../../connection/connection.ts';
import type { Credentials, KnownOrigin } from '../../connection/credentials.ts';
import { saveApiKeyHeader } from '../../connection/settings.ts';
import type { EnvironmentList } from '../../environments/environments.ts';
import { notify, offers, escapeIcons } from '../../feedback/notify.ts';
import { setContext } from '../../feedback/window.ts';
import { type TriedKey, askForKey } from './keyBox.ts';

/** Dependencies of the commands that set base URLs and API keys. */
export interface ConnectServices {
  readonly connection: Connection;
  readonly credentials: Credentials;
  readonly environments: EnvironmentList;
}

/** Asks for the API key for an origin, checks the key, and stores it. */
export async function setApiKey(
  { connection, credentials, environments }: ConnectServices,
  origin: string,
): Promise<void> {
  const baseUrl = baseUrlsOf(environments).find((each) => each.origin === origin);
  const tried = await askForKey({ connection, origin, baseUrl });
  if (tried === undefined) return;
  await storeKey(credentials, origin, tried);
  void notify.info(l10n.t('Saved the API key for {0}.', origin));
}

/** Saves the API key header to the settings and the API key to VS Code's secret storage. */
export async function storeKey(
  credentials: Credentials,
  origin: string,
  { key, sent }: TriedKey,
): Promise<void> {
  await saveApiKeyHeader(origin, sent);
  await credentials.store(origin, key);
}

/** Shows **Remove API Key** in the Command Palette if the connected service has a stored key. */
export function trackApiKey({
  connection,
  credentials,
}: Pick<ConnectServices, 'connection' | 'credentials'>): Disposable {
  const originOf = () => connection.session?.client.baseUrl.origin;
  const update = () => {
    const origin = originOf();
    setContext('hasApiKey', origin !== undefined && credentials.keyStoredAt(origin) !== undefined);
  };
  update();
  return Disposable.from(
    connection.onDidChangeSession(update),
    credentials.onDidChange(async (origin) => {
      const hasKey = await credentials.has(origin);
      if (origin === originOf()) setContext('hasApiKey', hasKey);
    }),
  );
}

/**
 * Removes the API key for an origin. Asks for confirmation first, because the user may not have
 * another copy of the key.
 */
export async function removeApiKey(credentials: Credentials, origin: string): Promise<void> {
  if (!(await offers(notify.ask, l10n.t('Remove the API key for {0}?', origin), l10n.t('Remove'))))
    return;
  await credentials.remove(origin);
  void notify.info(l10n.t('Removed the API key for {0}.', origin));
}

/**
 * Lists the origins of all environments and stored API keys. For each origin, the user can set or
 * remove the API key, or withdraw the consent to send the key without encryption.
 */
export async function manageApiKeys(services: ConnectServices): Promise<void> {
  const { connection, credentials, environments } = services;
  const all = credentials.origins(baseUrlsOf(environments).map((each) => each.origin));
  const title = l10n.t('Manage API Keys');
  if (all.length === 0) connection.require();
  const picked = await window.showQuickPick(
    all.map((each) => ({ ...apiKeyItem(each, environments), known: each })),
    {
      title,
      placeHolder: l10n.t('Select a service'),
      matchOnDescription: true,
      matchOnDetail: true,
    },
  );
  if (picked === undefined) return;
  const { origin, setAt, isUnencryptedAllowed } = picked.known;
  const choices = [
    choice(l10n.t('Set API Key…'), 'key', () => setApiKey(services, origin)),
    ...(setAt === undefined
      ? []
      : [choice(l10n.t('Remove API Key'), 'trash', () => removeApiKey(credentials, origin))]),
    ...(isUnencryptedAllowed
      ? [choice(l10n.t('Withdraw Consent'), 'discard', () => credentials.forgetConsent(origin))]
      : []),
  ];
  await (await window.showQuickPick(choices, { title, placeHolder: escapeIcons(origin) }))?.run();
}

function baseUrlsOf({ connected, all }: EnvironmentList): BaseUrl[] {
  return [connected, ...all.map(({ baseUrl }) => baseUrl)].filter((each) => each !== undefined);
}

function choice(label: string, icon: string, run: () => unknown) {
  return { label, iconPath: new ThemeIcon(icon), run };
}

function apiKeyItem(
  { origin, setAt, isUnencryptedAllowed }: KnownOrigin,
  environments: EnvironmentList,
): QuickPickItem {
  const names = environments.all
    .filter(({ baseUrl }) => baseUrl.origin === origin)
    .map(({ name }) => name);
  return {
    label: escapeIcons(origin),
    description: escapeIcons(names.join(', ')),
    detail: joinNonEmpty(
      ' · ',
      savedKeyText(setAt),
      isUnencryptedAllowed ? l10n.t('may be sent without encryption') : undefined,
    ),
    iconPath: new ThemeIcon(setAt === undefined ? 'circle-outline' : 'key'),
  };
}

function savedKeyText(setAt: KnownOrigin['setAt']): string {
  return setAt === undefined ? l10n.t('no key') : l10n.t('key saved on {0}', formatDate(setAt));
}
