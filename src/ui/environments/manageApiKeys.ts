import { type QuickPickItem, ThemeIcon, l10n, window } from 'vscode';
import { formatDate } from '../../text/time.ts';
import type { Connection } from '../connection/connection.ts';
import { removeApiKey, setApiKey } from '../connection/connectionCommands.ts';
import type { Credentials, KnownOrigin } from '../connection/credentials.ts';
import { plain } from '../feedback/notify.ts';
import type { EnvironmentList } from './environments.ts';

/** Lists the origins with a key or a consent, and those of the environments; sets and removes the key of one, or forgets its consents. */
export async function manageApiKeys(connection: Connection, credentials: Credentials, environments: EnvironmentList): Promise<void> {
  const { state } = connection;
  const named = [...environments.all.map(({ baseUrl }) => baseUrl.origin), ...(state.kind === 'ready' ? [state.client.baseUrl.origin] : [])];
  const all = credentials.origins(named);
  const title = l10n.t('Manage API Keys');
  if (all.length === 0) connection.require();
  const picked = await window.showQuickPick(all.map((each) => ({ ...itemOf(each, environments), known: each })), {
    title,
    placeHolder: l10n.t('Pick a service, to set or remove its key or to forget consents'),
    matchOnDescription: true,
    matchOnDetail: true,
  });
  if (picked === undefined) return;
  const { origin, setAt, consents } = picked.known;
  const choices: (QuickPickItem & { readonly run: () => unknown })[] = [
    { label: l10n.t('Set API Key…'), iconPath: new ThemeIcon('key'), run: () => setApiKey(credentials, origin) },
    ...(setAt !== undefined ? [{ label: l10n.t('Remove API Key'), iconPath: new ThemeIcon('trash'), run: () => removeApiKey(credentials, origin) }] : []),
    ...(consents.length > 0 ? [{ label: l10n.t('Forget Consents'), iconPath: new ThemeIcon('discard'), run: () => credentials.forgetConsents(origin) }] : []),
  ];
  await (await window.showQuickPick(choices, { title, placeHolder: plain(origin) }))?.run();
}

function itemOf({ origin, setAt, consents }: KnownOrigin, environments: EnvironmentList): QuickPickItem {
  const names = environments.all.filter(({ baseUrl }) => baseUrl.origin === origin).map(({ name }) => name);
  const key = setAt === undefined ? l10n.t('no key') : setAt === null ? l10n.t('key stored') : l10n.t('key stored on {0}', formatDate(setAt));
  return { label: plain(origin), description: plain(names.join(', ')), detail: [key, ...consents].join(' · '), iconPath: new ThemeIcon(setAt === undefined ? 'circle-outline' : 'key') };
}
