import { l10n, window } from 'vscode';
import { oneLine } from '../../text/inert.ts';
import { askForText, notify } from '../feedback/notify.ts';
import { type Credentials, apiKeyProblem } from './credentials.ts';

/** Asks for the API key of an origin and stores it. */
export async function setApiKey(credentials: Credentials, origin: string): Promise<void> {
  const key = await askForText({
    title: l10n.t('Set API Key'),
    prompt: l10n.t('API key for {0}. It is kept in the secret storage and sent to this origin only.', origin),
    password: true,
    ignoreFocusOut: true,
    problem: apiKeyProblem,
  });
  if (key === undefined) return;
  await credentials.store(origin, key.trim());
  void window.setStatusBarMessage(l10n.t('API key stored for {0}', oneLine(origin)), 5000);
}

export async function removeApiKey(credentials: Credentials, origin: string): Promise<void> {
  const had = await credentials.has(origin);
  if (had) await credentials.remove(origin);
  void notify.info(had ? l10n.t('The API key of {0} was removed.', origin) : l10n.t('No API key is stored for {0}.', origin));
}
