import { l10n } from 'vscode';
import { readPastedAddress, pastedProblem } from '../../../model/environments/pastedAddress.ts';
import { recentBaseUrls, rememberBaseUrl } from '../../../model/environments/recentBaseUrls.ts';
import type { KeyValueStore } from '../../../model/util/keyValueStore.ts';
import { type BaseUrl, type ServiceError, toServiceError } from '../../../service/index.ts';
import { oneLine } from '../../../text/inert.ts';
import type { Connection } from '../../connection/connection.ts';
import type { Credentials } from '../../connection/credentials.ts';
import { saveBaseUrl, settings } from '../../connection/settings.ts';
import type { EnvironmentList } from '../../environments/environments.ts';
import { isLate, mayOpen, notify } from '../../feedback/notify.ts';
import { focusJobs } from '../../feedback/window.ts';
import { type KeyChoice, pickKey } from '../keyPick.ts';
import { setApiKey, storeKey } from './apiKeys.ts';
import { askForKey } from './keyBox.ts';
import { askAndTry } from './trialBox.ts';

const example = 'https://eu.example.com/api/v2';

/** The objects that connecting to a service uses. */
export interface ConnectServices {
  readonly connection: Connection;
  readonly credentials: Credentials;
  readonly environments: EnvironmentList;
  /** Stores the base URLs that were used last, for all windows. */
  readonly store: KeyValueStore;
}

/**
 * Asks for a base URL, tries it, and saves it as the default, which this window then uses. If the service
 * requires an API key, asks for the key first.
 */
export async function setBaseUrl(services: ConnectServices): Promise<void> {
  const { connection, credentials, store } = services;
  const current = settings.baseUrl();
  const title = l10n.t('Set Base URL');
  const picked =
    knownBaseUrls(services, current).length === 0
      ? current
      : await pickBaseUrl(services, { title, useTyped: l10n.t('Connect to'), current, edited: current });
  if (picked === undefined) return;
  const found = await askForAddress(connection, picked, picked !== current);
  if (found === undefined) return;
  const { baseUrl, unauthorized, requestedAt } = found;
  rememberBaseUrl(store, baseUrl);
  if (unauthorized !== undefined) {
    if (!(await mayOpen(requestedAt, unauthorized.message, l10n.t('Set API Key…')))) return;
    const key = await askForKey({ connection, origin: baseUrl.origin, baseUrl });
    if (key === undefined) return;
    await storeKey(credentials, baseUrl.origin, key);
  }
  await saveBaseUrl(baseUrl.href);
  connection.choose({ kind: 'default' });
  if (unauthorized !== undefined || !isLate(requestedAt)) void focusJobs();
}

/** An address that works, that requires an API key, or that a person keeps although it failed. */
interface FoundService {
  readonly baseUrl: BaseUrl;
  /** The failure of a service that requires an API key. */
  readonly unauthorized: ServiceError | undefined;
  readonly requestedAt: number;
}

async function askForAddress(
  connection: Connection,
  value: string,
  isSubmitted: boolean,
): Promise<FoundService | undefined> {
  let unauthorized: ServiceError | undefined;
  let requestedAt = performance.now();
  const answer = await askAndTry({
    title: l10n.t('Set Base URL'),
    prompt: l10n.t('Address of the workflow job service, with its path prefix'),
    placeholder: example,
    value,
    isSubmitted,
    problem: pastedProblem,
    trying: l10n.t('Connecting…'),
    trial: async (text, dismissed) => {
      requestedAt = performance.now();
      const failure = await tryService(connection, text, dismissed);
      // Without a status, the person refused to send the key unencrypted.
      const isKeyRequired = failure?.kind === 'unauthorized' && failure.status !== undefined;
      unauthorized = isKeyRequired ? failure : undefined;
      if (failure === undefined || isKeyRequired) return { kind: 'accepted' };
      return { kind: 'warning', message: refusalText(failure) };
    },
  });
  const pasted = readPastedAddress(answer?.text ?? '');
  if (pasted.kind === 'invalid') return undefined;
  if (pasted.cut !== undefined) void notify.info(l10n.t('“{0}” was left off.', oneLine(pasted.cut, 60)));
  return { baseUrl: pasted.baseUrl, unauthorized, requestedAt };
}

/** Requests `GET /fields`. Resolves to the error if the request fails. */
async function tryService(
  connection: Connection,
  text: string,
  dismissed: AbortSignal,
): Promise<ServiceError | undefined> {
  const pasted = readPastedAddress(text);
  if (pasted.kind === 'invalid') return undefined;
  try {
    await connection.clientFor(pasted.baseUrl).listFields(dismissed);
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

/** The parts of the services that list known base URLs. */
type KnownAddresses = Pick<ConnectServices, 'environments' | 'store'>;

/** The environments, then other recent base URLs, without the current one. */
function knownBaseUrls({ environments, store }: KnownAddresses, current: string): KeyChoice[] {
  const choices = [
    ...environments.all
      .filter(({ isSandbox }) => !isSandbox)
      .map(({ name, baseUrl: { href } }) => ({ key: href, name, group: l10n.t('environments') })),
    ...recentBaseUrls(store).map(({ href }) => ({ key: href, name: href, group: l10n.t('recently used') })),
  ];
  return choices.filter(
    ({ key }, index) => key !== current && choices.findIndex((each) => each.key === key) === index,
  );
}

interface PickOptions {
  readonly title: string;
  /** Label of the row that accepts the typed address. */
  readonly useTyped: string;
  /** The base URL that is not offered. */
  readonly current: string;
  /** A base URL that is offered for editing. */
  readonly edited?: string;
}

/** Asks for an address: a known one or a typed one. */
export function pickBaseUrl(
  services: KnownAddresses,
  { title, useTyped, current, edited = '' }: PickOptions,
): Promise<string | undefined> {
  const toEdit: KeyChoice = { key: edited, name: edited, group: l10n.t('current') };
  const known = knownBaseUrls(services, current);
  return pickKey({
    title,
    placeholder: l10n.t('Select an address, or enter one, such as {0}', example),
    choices: edited === '' ? known : [...known, toEdit],
    free: { useTyped, problem: pastedProblem, isPreferred: true },
  });
}

/** Sets the API key of the connected service. Without a service, asks for its base URL instead. */
export async function setConnectedKey(services: ConnectServices): Promise<void> {
  const { connection } = services;
  if (connection.problem?.kind === 'notConfigured') return setBaseUrl(services);
  return setApiKey(services, connection.require().client.baseUrl.origin);
}
