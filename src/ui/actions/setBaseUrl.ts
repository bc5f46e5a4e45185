import { l10n, window } from 'vscode';
import { readPastedAddress } from '../../model/environments/pastedAddress.ts';
import { recentBaseUrls, rememberBaseUrl } from '../../model/environments/recentBaseUrls.ts';
import { isSameJson } from '../../model/util/json.ts';
import { failureText } from '../../model/wording/reports.ts';
import { type BaseUrl, type ServiceClient, ServiceError } from '../../service/index.ts';
import { oneLine } from '../../text/inert.ts';
import { joined } from '../../text/list.ts';
import type { Connection } from '../connection/connection.ts';
import { apiKeyProblem } from '../connection/credentials.ts';
import { saveBaseUrl, settings } from '../connection/settings.ts';
import { askForText, notify, plain, warnIfDisconnected, withProgress } from '../feedback/notify.ts';
import { setApiKey } from '../environments/apiKeys.ts';
import { focusJobs } from '../feedback/window.ts';
import { type KeyChoice, pickKey } from './keyPick.ts';
import type { ExtensionServices } from './extensionServices.ts';

/** What an address looks like. */
const example = 'https://eu.example.com/api/v2';

/**
 * Asks for a base URL, checks it, and saves it as the default, which this window then uses. Where the service
 * wants a key, asks for it at once, and tries it before it is stored.
 */
export async function setBaseUrl(services: ExtensionServices): Promise<void> {
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
  while (text !== undefined) {
    const baseUrl = await chooseMeant(text);
    if (baseUrl === undefined) return;
    // Typing a URL implies consent to send a key there; picking one does not, because the workspace may have
    // named it.
    const isTyped = text !== current && known.every(({ key }) => key !== text);
    const next = await tryAndSave(services, baseUrl, isTyped);
    if (next === 'done') return;
    text = await typeBaseUrl(text);
  }
}

/** Resolves to `edit` if the person wants to change the address. */
async function tryAndSave(
  services: ExtensionServices,
  baseUrl: BaseUrl,
  isTyped: boolean,
): Promise<'done' | 'edit'> {
  const { connection, credentials, store } = services;
  const before = used(services);
  if (isTyped) credentials.agree(baseUrl.origin);
  // Asked before it is saved as the user's own, which would skip the question.
  else await credentials.header(baseUrl.origin);
  let failure = await tryFields(connection.clientFor(baseUrl));
  let key: string | undefined;
  if (failure?.kind === 'unauthorized') ({ key, failure } = await askForWorkingKey(connection, baseUrl));
  if (failure !== undefined) {
    const [edit, save] = [l10n.t('Edit'), l10n.t('Save Anyway')];
    const chosen = await notify.ask(refusalText(baseUrl, failure), edit, save);
    if (chosen === edit) return 'edit';
    if (chosen !== save) return 'done';
  }
  if (warnIfDisconnected(isSameJson(used(services), before))) return 'done';
  if (key !== undefined) await credentials.store(baseUrl.origin, key);
  rememberBaseUrl(store, baseUrl);
  await saveBaseUrl(baseUrl.href);
  connection.choose({ kind: 'default' });
  void focusJobs();
  return 'done';
}

function refusalText(baseUrl: BaseUrl, failure: ServiceError): string {
  return failure.kind === 'cancelled'
    ? l10n.t('The check of {0} was cancelled.', baseUrl.label)
    : l10n.t('{0} was tried. {1}', `${baseUrl.href}/fields`, failureText(failure));
}

/**
 * Asks for a key until the service accepts one; the service is connected without a key where the person
 * leaves.
 */
async function askForWorkingKey(
  connection: Connection,
  baseUrl: BaseUrl,
): Promise<{ readonly key?: string; readonly failure?: ServiceError }> {
  let key: string | undefined;
  let refusal: ServiceError | undefined;
  for (;;) {
    key = await askForKey(baseUrl.origin, key, refusal);
    if (key === undefined) return {};
    const failure = await tryFields(connection.clientWith(baseUrl, key));
    if (failure === undefined) return { key };
    if (failure.kind !== 'unauthorized') return { key, failure };
    refusal = failure;
  }
}

/** @param refused the key that the service has refused */
async function askForKey(
  origin: string,
  refused: string | undefined,
  refusal: ServiceError | undefined,
): Promise<string | undefined> {
  const { header, scheme } = settings.apiKeyAt(origin);
  const typed = await askForText({
    title: l10n.t('Set API Key of {0}', origin),
    prompt: l10n.t(
      'The service asks for a key. It is sent to {0} only, as “{1}” (settings “apiKey.*”).',
      origin,
      `${header}: ${joined(' ', scheme, '…')}`,
    ),
    password: true,
    ignoreFocusOut: true,
    value: refused ?? '',
    problem: (text) => (refusal && text === refused ? failureText(refusal) : apiKeyProblem(text)),
  });
  return typed?.trim();
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
const used = ({ connection }: ExtensionServices) => [connection.choice, settings.baseUrl()];

/** The environments, then other recent base URLs, without the current one. */
function knownBaseUrls({ environments, store }: ExtensionServices, current: string): KeyChoice[] {
  const choices = [
    ...environments.all
      .filter(({ level }) => level !== 'sandbox')
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
  services: ExtensionServices,
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

function typeBaseUrl(value: string): Thenable<string | undefined> {
  return askForText({
    title: l10n.t('Set Base URL'),
    prompt: l10n.t('Address of the workflow job service, with its path prefix'),
    placeHolder: example,
    value,
    ignoreFocusOut: true,
    problem,
  });
}

function problem(text: string): string | undefined {
  const pasted = readPastedAddress(text);
  return pasted.kind === 'invalid' ? pasted.problem : undefined;
}

/** Why `GET /fields` fails. */
async function tryFields({ baseUrl, listFields }: ServiceClient): Promise<ServiceError | undefined> {
  try {
    await withProgress(l10n.t('Trying {0}…', baseUrl.label), (cancelled) => listFields(cancelled));
    return undefined;
  } catch (thrown) {
    if (thrown instanceof ServiceError) return thrown;
    throw thrown;
  }
}

/** Sets the API key of the connected service; begins with its base URL where there is none. */
export async function setConnectedKey(services: ExtensionServices): Promise<void> {
  const { connection, credentials, environments } = services;
  const isFirst = connection.state.kind === 'notConfigured';
  if (isFirst) await setBaseUrl(services);
  const origin = environments.connected?.origin;
  // Left without an address, or the key was asked for together with it.
  if (isFirst && (origin === undefined || (await credentials.has(origin)))) return;
  await setApiKey(credentials, connection.require().client.baseUrl.origin);
}
