import { type QuickPickItem, ThemeIcon, l10n, window } from 'vscode';
import { formatDate } from '../../text/time.ts';
import type { Connection } from '../connection/connection.ts';
import { askForApiKey, removeKeyOf } from '../connection/connectionCommands.ts';
import type { Credentials, KnownOrigin } from '../connection/credentials.ts';
import { plain } from '../feedback/notify.ts';
import type { EnvironmentList } from './environments.ts';

interface KeyParts {
  readonly connection: Connection;
  readonly credentials: Credentials;
  readonly environments: EnvironmentList;
}

interface KeyAction extends QuickPickItem {
  readonly run: () => unknown;
}

/** Lists the origins with a key or a consent, and those of the environments; sets and removes the key of one, or forgets its consents. */
export async function manageApiKeys({ connection, credentials, environments }: KeyParts): Promise<void> {
  const { state } = connection;
  const named = [...environments.all.map(({ baseUrl }) => baseUrl.origin), ...(state.kind === 'ready' ? [state.client.baseUrl.origin] : [])];
  const known = new Map<string, KnownOrigin>(named.map((origin) => [origin, { origin, hasKey: false, setAt: null, isAllowedHere: false, isAllowedUnencrypted: false }]));
  for (const each of credentials.origins) known.set(each.origin, each);
  const title = l10n.t('Manage API Keys');
  if (known.size === 0) connection.require();
  const picked = await window.showQuickPick([...known.values()].map((each) => ({ ...itemOf(each, environments), known: each })), {
    title,
    placeHolder: l10n.t('Pick a service, to set or remove its key or to forget consents'),
    matchOnDescription: true,
    matchOnDetail: true,
  });
  if (picked === undefined) return;
  const { origin, hasKey, isAllowedHere, isAllowedUnencrypted } = picked.known;
  const choices: KeyAction[] = [
    { label: l10n.t('Set API Key…'), iconPath: new ThemeIcon('key'), run: () => askForApiKey(credentials, origin) },
    ...(hasKey ? [{ label: l10n.t('Remove API Key'), iconPath: new ThemeIcon('trash'), run: () => removeKeyOf(credentials, origin) }] : []),
    ...(isAllowedHere || isAllowedUnencrypted ? [{ label: l10n.t('Forget Consents'), iconPath: new ThemeIcon('discard'), run: () => credentials.forgetConsents(origin) }] : []),
  ];
  await (await window.showQuickPick(choices, { title, placeHolder: plain(origin) }))?.run();
}

function itemOf({ origin, hasKey, setAt, isAllowedHere, isAllowedUnencrypted }: KnownOrigin, environments: EnvironmentList): QuickPickItem {
  const names = environments.all.filter(({ baseUrl }) => baseUrl.origin === origin).map(({ name }) => name);
  const date = setAt === null ? undefined : formatDate(setAt);
  const details = [
    hasKey ? (date === undefined ? l10n.t('key stored') : l10n.t('key stored on {0}', date)) : l10n.t('no key'),
    ...(isAllowedHere ? [l10n.t('may go there for this workspace')] : []),
    ...(isAllowedUnencrypted ? [l10n.t('may go there without encryption')] : []),
  ];
  return { label: plain(origin), description: plain(names.join(', ')), detail: details.join(' · '), iconPath: new ThemeIcon(hasKey ? 'key' : 'circle-outline') };
}
