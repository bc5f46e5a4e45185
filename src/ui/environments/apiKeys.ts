import { type QuickPickItem, ThemeIcon, l10n, window } from 'vscode';
import { formatDate } from '../../text/time.ts';
import type { Connection } from '../connection/connection.ts';
import { type Credentials, type KnownOrigin, apiKeyProblem } from '../connection/credentials.ts';
import { askForText, notify, offers, plain } from '../feedback/notify.ts';
import type { EnvironmentList } from './environments.ts';

/** Asks for the API key of an origin and stores it. */
export async function setApiKey(credentials: Credentials, origin: string): Promise<void> {
  const key = await askForText({
    title: l10n.t('Set API Key of {0}', origin),
    prompt: l10n.t('API key for {0}. It is kept in the secret storage and sent to this origin only.', origin),
    password: true,
    ignoreFocusOut: true,
    problem: apiKeyProblem,
  });
  if (key === undefined) return;
  await credentials.store(origin, key.trim());
  void notify.info(l10n.t('The API key of {0} was stored.', origin));
}

/** Asks first: a key may be shown only once where it comes from. */
export async function removeApiKey(credentials: Credentials, origin: string): Promise<void> {
  if (!(await credentials.has(origin))) {
    void notify.info(l10n.t('No API key is stored for {0}.', origin));
    return;
  }
  if (!(await offers(notify.ask, l10n.t('Remove the API key of {0}?', origin), l10n.t('Remove')))) return;
  await credentials.remove(origin);
  void notify.info(l10n.t('The API key of {0} was removed.', origin));
}

/**
 * Lists the origins with a key or a consent, and those of the environments; sets and removes the key of one,
 * or forgets its consents.
 */
export async function manageApiKeys(
  connection: Connection,
  credentials: Credentials,
  environments: EnvironmentList,
): Promise<void> {
  const { state } = connection;
  const named = [
    ...environments.all.map(({ baseUrl }) => baseUrl.origin),
    ...(state.kind === 'ready' ? [state.client.baseUrl.origin] : []),
  ];
  const all = credentials.origins(named);
  const title = l10n.t('Manage API Keys');
  if (all.length === 0) connection.require();
  const picked = await window.showQuickPick(
    all.map((each) => ({ ...itemOf(each, environments), known: each })),
    {
      title,
      placeHolder: l10n.t('Pick a service, to set or remove its key or to forget consents'),
      matchOnDescription: true,
      matchOnDetail: true,
    },
  );
  if (picked === undefined) return;
  const { origin, setAt, consents } = picked.known;
  const choices: (QuickPickItem & { readonly run: () => unknown })[] = [
    {
      label: l10n.t('Set API Key…'),
      iconPath: new ThemeIcon('key'),
      run: () => setApiKey(credentials, origin),
    },
    ...(setAt !== undefined
      ? [
          {
            label: l10n.t('Remove API Key'),
            iconPath: new ThemeIcon('trash'),
            run: () => removeApiKey(credentials, origin),
          },
        ]
      : []),
    ...(consents.length > 0
      ? [
          {
            label: l10n.t('Forget Consents'),
            iconPath: new ThemeIcon('discard'),
            run: () => credentials.forgetConsents(origin),
          },
        ]
      : []),
  ];
  await (await window.showQuickPick(choices, { title, placeHolder: plain(origin) }))?.run();
}

function itemOf({ origin, setAt, consents }: KnownOrigin, environments: EnvironmentList): QuickPickItem {
  const names = environments.all.filter(({ baseUrl }) => baseUrl.origin === origin).map(({ name }) => name);
  return {
    label: plain(origin),
    description: plain(names.join(', ')),
    detail: [keyText(setAt), ...consents].join(' · '),
    iconPath: new ThemeIcon(setAt === undefined ? 'circle-outline' : 'key'),
  };
}

function keyText(setAt: KnownOrigin['setAt']): string {
  if (setAt === undefined) return l10n.t('no key');
  return setAt === null ? l10n.t('key stored') : l10n.t('key stored on {0}', formatDate(setAt));
}
