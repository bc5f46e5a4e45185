import { InputBoxValidationSeverity, l10n, window } from 'vscode';
import { readPastedAddress } from '../../../model/environments/pastedAddress.ts';
import { recentBaseUrls, rememberBaseUrl } from '../../../model/environments/recentBaseUrls.ts';
import { isSameJson } from '../../../model/util/json.ts';
import type { KeyValueStore } from '../../../model/util/keyValueStore.ts';
import { failureText } from '../../../model/wording/reports.ts';
import {
  type BaseUrl,
  type ServiceClient,
  type ServiceError,
  toServiceError,
} from '../../../service/index.ts';
import { oneLine } from '../../../text/inert.ts';
import type { Connection } from '../../connection/connection.ts';
import type { Credentials } from '../../connection/credentials.ts';
import { saveBaseUrl, settings } from '../../connection/settings.ts';
import type { EnvironmentList } from '../../environments/environments.ts';
import {
  createTextBox,
  isLate,
  mayOpen,
  notify,
  offers,
  plain,
  tooLateText,
  withProgress,
} from '../../feedback/notify.ts';
import { focusJobs } from '../../feedback/window.ts';
import { setApiKey, storeKey } from './apiKeys.ts';
import { type TriedKey, askForKey } from './keyBox.ts';
import { type KeyChoice, answerOf, pickKey } from '../keyPick.ts';

/** What an address looks like. */
const example = 'https://eu.example.com/api/v2';

/** What connecting to a service uses. */
export interface ConnectServices {
  readonly connection: Connection;
  readonly credentials: Credentials;
  readonly environments: EnvironmentList;
  /** Stores the base URLs that were used last, for all windows. */
  readonly store: KeyValueStore;
}

/** Why an address was not accepted. */
interface Refusal {
  readonly href: string;
  readonly reason: string;
}

/**
 * Asks for a base URL, tries it, and saves it as the default, which this window then uses. Where the service
 * wants a key, asks for it at once. An address that failed is saved if it is accepted again.
 */
export async function setBaseUrl(services: ConnectServices): Promise<void> {
  const current = settings.baseUrl();
  const known = knownBaseUrls(services, current);
  const title = l10n.t('Set Base URL');
  let text: string | undefined = current;
  if (known.length > 0) {
    const picking = { title, useTyped: l10n.t('Connect to'), current, edited: current };
    text = await pickBaseUrl(services, picking);
  }
  // Picking the current one means editing it.
  if (text === current) text = await typeBaseUrl(current);
  let refusal: Refusal | undefined;
  while (text !== undefined) {
    const baseUrl = await chooseMeant(text);
    if (baseUrl === undefined) return;
    const { href } = baseUrl;
    const isKept = refusal?.href === href;
    const requestedAt = performance.now();
    refusal = await tryAndSave(services, baseUrl, isKept);
    if (refusal === undefined) return;
    if (!(await mayOpen(requestedAt, refusal.reason, l10n.t('Edit Address…')))) return;
    text = await typeBaseUrl(href, refusal);
  }
}

/** Saves an address that works, or that the person keeps after a refusal; else resolves to the refusal. */
async function tryAndSave(
  services: ConnectServices,
  baseUrl: BaseUrl,
  isKept: boolean,
): Promise<Refusal | undefined> {
  const { connection, credentials, store } = services;
  const { href, origin } = baseUrl;
  const before = used(services);
  let requestedAt = performance.now();
  // Ends the command if the person refuses to send the key without encryption.
  await credentials.header(origin);
  const failure = isKept ? undefined : await tryService(connection.clientFor(baseUrl));
  let key: TriedKey | undefined;
  if (failure !== undefined) {
    if (failure.kind !== 'unauthorized') return refusalOf(baseUrl, failure);
    // A person may have to look for the key first.
    rememberBaseUrl(store, baseUrl);
    if (!(await mayOpen(requestedAt, failure.message, l10n.t('Set API Key…')))) return undefined;
    key = await askForKey({ connection, origin, baseUrl });
    if (key === undefined) return undefined;
    requestedAt = performance.now();
  }
  if (!isSameJson(used(services), before)) {
    void notify.warn(tooLateText());
    return undefined;
  }
  if (key !== undefined) await storeKey(credentials, origin, key);
  rememberBaseUrl(store, baseUrl);
  await saveBaseUrl(href);
  connection.choose({ kind: 'default' });
  if (!isLate(requestedAt)) void focusJobs();
  return undefined;
}

function refusalOf({ href, label }: BaseUrl, failure: ServiceError): Refusal {
  const reason =
    failure.kind === 'cancelled'
      ? l10n.t('The check of {0} was cancelled.', label)
      : l10n.t('{0} was tried. {1}', `${href}/fields`, failureText(failure));
  return { href, reason };
}

/** The base URL that an address means; asks where it may be either of two. */
async function chooseMeant(text: string): Promise<BaseUrl | undefined> {
  const pasted = readPastedAddress(text);
  if (pasted.kind === 'invalid') return undefined;
  const { candidates, cut } = pasted;
  if (cut !== undefined) {
    void notify.info(l10n.t('The base URL ends before “{0}”.', oneLine(cut, 60)));
  }
  if (candidates.length === 1) return candidates[0];
  const items = candidates.map((baseUrl) => ({ label: plain(baseUrl.href), baseUrl }));
  const picked = await window.showQuickPick(items, {
    title: l10n.t('Set Base URL'),
    ignoreFocusOut: true,
  });
  return picked?.baseUrl;
}

/** What this window uses, and would use by default. */
const used = ({ connection }: ConnectServices) => [connection.choice, settings.baseUrl()];

/** Where base URLs are known from. */
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
  /** Label of the row that accepts what is typed. */
  readonly useTyped: string;
  /** The base URL that is not offered. */
  readonly current: string;
  /** One that is offered to be edited. */
  readonly edited?: string;
}

/** Asks for an address: a known one, or one that is typed. */
export function pickBaseUrl(
  services: KnownAddresses,
  { title, useTyped, current, edited = '' }: PickOptions,
): Promise<string | undefined> {
  const toEdit: KeyChoice = { key: edited, name: edited, group: l10n.t('current, to be edited') };
  const known = knownBaseUrls(services, current);
  return pickKey({
    title,
    placeholder: l10n.t('Pick an address, or type one such as {0}', example),
    choices: edited === '' ? known : [...known, toEdit],
    free: { useTyped, problem, isPreferred: true },
  });
}

/** Asks for an address; says why the one before was not accepted. */
function typeBaseUrl(value: string, refusal?: Refusal): Promise<string | undefined> {
  const { box, say, accepted } = createTextBox({
    title: l10n.t('Set Base URL'),
    prompt: l10n.t('Address of the workflow job service, with its path prefix'),
    placeholder: example,
    value,
    problem,
  });
  if (refusal !== undefined) {
    const hint = l10n.t('Press Enter again to save it all the same.');
    say(`${refusal.reason} ${hint}`, InputBoxValidationSeverity.Warning);
  }
  return answerOf(box, accepted);
}

function problem(text: string): string | undefined {
  const pasted = readPastedAddress(text);
  return pasted.kind === 'invalid' ? pasted.problem : undefined;
}

/** Requests `GET /fields`; resolves to the error if that fails. */
function tryService({ baseUrl, listFields }: ServiceClient): Thenable<ServiceError | undefined> {
  return withProgress(l10n.t('Trying {0}…', baseUrl.label), (cancelled) =>
    listFields(cancelled).then(
      () => undefined,
      (thrown: unknown) => toServiceError('setBaseUrl', thrown),
    ),
  );
}

/** Sets the API key of the connected service; begins with its base URL where there is none. */
export async function setConnectedKey(services: ConnectServices): Promise<void> {
  const { connection, credentials, environments } = services;
  if (connection.problem?.kind !== 'notConfigured') {
    return setApiKey(services, connection.require().client.baseUrl.origin);
  }
  await setBaseUrl(services);
  const origin = environments.connected?.origin;
  // Dismissed, or the key was asked for together with the address.
  if (origin === undefined || (await credentials.has(origin))) return;
  // Offered, because the service may have taken long to answer.
  const answered = l10n.t('{0} answers without an API key.', origin);
  if (await offers(notify.info, answered, l10n.t('Set API Key…'))) await setApiKey(services, origin);
}
