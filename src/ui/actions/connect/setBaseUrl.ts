import { l10n } from 'vscode';
import { readPastedAddress, pastedProblem } from '../../../model/environments/pastedAddress.ts';
import type { Session } from '../../../model/session/session.ts';
import { type ServiceError, toServiceError } from '../../../service/index.ts';
import { singleLine } from '../../../text/untrustedText.ts';
import type { Connection } from '../../connection/connection.ts';
import { saveBaseUrl, settings } from '../../connection/settings.ts';
import { isLate, mayOpen, notify } from '../../feedback/notify.ts';
import { focusJobs } from '../../feedback/window.ts';
import { type ConnectServices, setApiKey, storeKey } from './apiKeys.ts';
import { askForKey } from './keyBox.ts';
import { askAndTry } from './trialBox.ts';

/**
 * Asks for a base URL, and for an API key if the service requires one. Saves both, and connects
 * this window to the service.
 */
export async function setBaseUrl(services: ConnectServices): Promise<void> {
  const { connection, credentials } = services;
  const found = await askForService(connection);
  if (found === undefined) return;
  const { baseUrl, unauthorized, requestedAt } = found;
  if (unauthorized !== undefined) {
    if (!(await mayOpen(requestedAt, unauthorized.message, l10n.t('Set API Key…')))) return;
    const key = await askForKey({ connection, origin: baseUrl.origin, baseUrl });
    if (key === undefined) return;
    await storeKey(credentials, baseUrl.origin, key);
  }
  await saveBaseUrl(baseUrl.href);
  connection.choose({ kind: 'default' });
  retryFailedLoads(connection.session);
  if (unauthorized !== undefined || !isLate(requestedAt)) void focusJobs();
}

/** Loads the jobs and fields again if the user entered the same base URL again after an error. */
function retryFailedLoads(session: Session | undefined): void {
  if (session === undefined) return;
  const { list, fields } = session;
  if (list.state.failure !== null) void list.refresh();
  if (fields.state.failure !== null) void fields.refresh();
}

/** Asks for a base URL until the service responds or the user saves the URL despite an error. */
async function askForService(connection: Connection) {
  /** HTTP error from the last request. Set only if the service requires an API key. */
  let unauthorized: ServiceError | undefined;
  let requestedAt = performance.now();
  const answer = await askAndTry({
    title: l10n.t('Set Base URL'),
    prompt: l10n.t('Address of the workflow job service, with its path prefix'),
    placeholder: 'https://eu.example.com/api/v2',
    value: settings.baseUrl(),
    problem: pastedProblem,
    trying: l10n.t('Connecting…'),
    trial: async (text, canceled) => {
      requestedAt = performance.now();
      const failure = await tryService(connection, text, canceled);
      // An error without an HTTP status means that the user declined to send the key unencrypted.
      const isKeyRequired = failure?.kind === 'unauthorized' && failure.status !== undefined;
      unauthorized = isKeyRequired ? failure : undefined;
      if (failure === undefined || isKeyRequired) return { kind: 'accepted' };
      return { kind: 'warning', message: refusalText(failure) };
    },
  });
  const pasted = readPastedAddress(answer?.text ?? '');
  if (pasted.kind === 'invalid') return undefined;
  if (pasted.cut !== undefined)
    void notify.info(l10n.t('Removed “{0}” from the address.', singleLine(pasted.cut, 60)));
  return { baseUrl: pasted.baseUrl, unauthorized, requestedAt };
}

/** Sends `GET /fields`. Resolves to the error if the request fails, otherwise to undefined. */
async function tryService(
  connection: Connection,
  text: string,
  canceled: AbortSignal,
): Promise<ServiceError | undefined> {
  const pasted = readPastedAddress(text);
  if (pasted.kind === 'invalid') return undefined;
  try {
    await connection.clients.clientFor(pasted.baseUrl).listFields(canceled);
    return undefined;
  } catch (thrown) {
    return toServiceError('setBaseUrl', thrown);
  }
}

function refusalText({ message, status, serviceMessage }: ServiceError): string {
  if (status === undefined) {
    return `${message} ${l10n.t('Check the address, or press Enter again to save anyway.')}`;
  }
  const hint = l10n.t('Check the region and path, or press Enter again to save anyway.');
  if (status < 400) return `${message} ${hint}`;
  const sentence =
    serviceMessage === undefined
      ? l10n.t('The service returned HTTP {0}.', status)
      : l10n.t('The service returned HTTP {0}: “{1}”', status, serviceMessage);
  return `${sentence} ${hint}`;
}

/** Sets the connected service's API key. If no base URL is set, asks for a base URL instead. */
export async function setConnectedKey(services: ConnectServices): Promise<void> {
  const { connection } = services;
  if (connection.problem?.kind === 'notConfigured') return setBaseUrl(services);
  return setApiKey(services, connection.require().client.baseUrl.origin);
}
