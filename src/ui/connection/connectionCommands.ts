import { commands, l10n, window } from 'vscode';
import { failureText } from '../../model/wording/reports.ts';
import { type BaseUrl, ServiceError, readBaseUrl } from '../../service/index.ts';
import { oneLine } from '../../text/inert.ts';
import { notify, withProgress } from '../feedback/notify.ts';
import type { Connection } from './connection.ts';
import { type Credentials, apiKeyProblem } from './credentials.ts';
import { saveBaseUrl, settings } from './settings.ts';

/** Asks for the base URL, tries it, and saves it. */
export async function setBaseUrl(connection: Connection): Promise<void> {
  let value = settings.baseUrl();
  for (;;) {
    const typed = await window.showInputBox({
      title: l10n.t('Set Base URL'),
      prompt: l10n.t('Address of the workflow job service, with its path prefix'),
      placeHolder: 'https://eu.example.com/api/v2',
      value,
      ignoreFocusOut: true,
      validateInput: (text) => {
        const reading = readBaseUrl(text);
        return reading.kind === 'invalid' ? reading.problem : undefined;
      },
    });
    if (typed === undefined) return;
    value = typed;
    const reading = readBaseUrl(typed);
    if (reading.kind === 'invalid') return;
    const failure = await tryFields(connection, reading.baseUrl);
    if (failure !== undefined) {
      const [edit, save] = [l10n.t('Edit'), l10n.t('Save anyway')];
      const text = failure.kind === 'cancelled' ? l10n.t('The check of {0} was cancelled.', reading.baseUrl.label) : failureText(failure);
      const chosen = await notify.ask(text, edit, save);
      if (chosen === edit) continue;
      if (chosen !== save) return;
    }
    await saveBaseUrl(reading.baseUrl.href);
    void commands.executeCommand('workflowJobs.jobs.focus');
    return;
  }
}

/** Why `GET /fields` fails there. A 401 is no failure: the service is there and wants a key. */
async function tryFields(connection: Connection, baseUrl: BaseUrl): Promise<ServiceError | undefined> {
  try {
    await withProgress(l10n.t('Trying {0}…', baseUrl.label), (cancelled) => connection.clientFor(baseUrl).listFields(cancelled));
    return undefined;
  } catch (thrown) {
    if (!(thrown instanceof ServiceError)) throw thrown;
    return thrown.kind === 'unauthorized' ? undefined : thrown;
  }
}

/** Asks for the API key of the connected service and stores it under the service's origin. */
export async function setApiKey(connection: Connection, credentials: Credentials): Promise<void> {
  const { baseUrl } = connection.require().client;
  const key = await window.showInputBox({
    title: l10n.t('Set API Key'),
    prompt: l10n.t('API key for {0}. It is kept in the secret storage and sent to this origin only.', baseUrl.origin),
    password: true,
    ignoreFocusOut: true,
    validateInput: apiKeyProblem,
  });
  if (key === undefined) return;
  await credentials.store(baseUrl.origin, key.trim());
  void window.setStatusBarMessage(l10n.t('API key stored for {0}', oneLine(baseUrl.origin)), 5000);
}

export async function removeApiKey(connection: Connection, credentials: Credentials): Promise<void> {
  const { origin } = connection.require().client.baseUrl;
  const had = await credentials.has(origin);
  if (had) await credentials.remove(origin);
  void notify.info(had ? l10n.t('The API key of {0} was removed.', origin) : l10n.t('No API key is stored for {0}.', origin));
}
