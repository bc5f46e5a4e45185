import { l10n } from 'vscode';
import { recentBaseUrls, rememberBaseUrl } from '../../model/environments/recentBaseUrls.ts';
import { isSameJson } from '../../model/util/json.ts';
import { failureText } from '../../model/wording/reports.ts';
import { type BaseUrl, ServiceError, readBaseUrl } from '../../service/index.ts';
import type { Connection } from '../connection/connection.ts';
import { saveBaseUrl, settings } from '../connection/settings.ts';
import { askForText, warnIfDisconnected, notify, withProgress } from '../feedback/notify.ts';
import { focusJobs } from '../feedback/window.ts';
import { type KeyChoice, pickKey } from './keyPick.ts';
import type { ExtensionServices } from './extensionServices.ts';

/** What an address looks like. */
const example = 'https://eu.example.com/api/v2';

/** Asks for a base URL, checks it, and saves it as the default, which this window then uses. */
export async function setBaseUrl(services: ExtensionServices): Promise<void> {
  const current = settings.baseUrl();
  const known = knownBaseUrls(services, current);
  let text =
    known.length === 0
      ? current
      : await pickBaseUrl(services, l10n.t('Set Base URL'), l10n.t('Connect to'), current, true);
  // Picking the current one means editing it.
  if (text === current) text = await typeBaseUrl(current);
  while (text !== undefined) {
    const reading = readBaseUrl(text);
    if (reading.kind === 'invalid') return;
    const before = used(services);
    // Typing a URL implies consent to send a key there; picking one does not, because the workspace may have
    // named it.
    const isTyped = text !== current && !known.some(({ key }) => key === text);
    if (isTyped) services.credentials.agree(reading.baseUrl.origin);
    // Asked before it is saved as the user's own, which would skip the question.
    else await services.credentials.header(reading.baseUrl.origin);
    const failure = await tryFields(services.connection, reading.baseUrl);
    if (failure !== undefined) {
      const [edit, save] = [l10n.t('Edit'), l10n.t('Save Anyway')];
      const sentence =
        failure.kind === 'cancelled'
          ? l10n.t('The check of {0} was cancelled.', reading.baseUrl.label)
          : failureText(failure);
      const chosen = await notify.ask(sentence, edit, save);
      if (chosen === edit) {
        text = await typeBaseUrl(text);
        continue;
      }
      if (chosen !== save) return;
    }
    if (warnIfDisconnected(isSameJson(used(services), before))) return;
    rememberBaseUrl(services.store, reading.baseUrl);
    await saveBaseUrl(reading.baseUrl.href);
    services.connection.choose({ kind: 'default' });
    void focusJobs();
    return;
  }
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

/**
 * Asks for an address: a known one, or one that is typed.
 * @param canEdit whether the current one is offered too
 */
export function pickBaseUrl(
  services: ExtensionServices,
  title: string,
  useTyped: string,
  current: string,
  canEdit = false,
): Promise<string | undefined> {
  const known = knownBaseUrls(services, current);
  return pickKey({
    title,
    placeholder: l10n.t('Pick an address, or type one such as {0}', example),
    choices:
      canEdit && current !== ''
        ? [...known, { key: current, name: current, group: l10n.t('current, to be edited') }]
        : known,
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
  const reading = readBaseUrl(text);
  return reading.kind === 'invalid' ? reading.problem : undefined;
}

/** Why `GET /fields` fails at a base URL; a 401 is no failure, because it shows that a service answers. */
async function tryFields(connection: Connection, baseUrl: BaseUrl): Promise<ServiceError | undefined> {
  try {
    await withProgress(l10n.t('Trying {0}…', baseUrl.label), (cancelled) =>
      connection.clientFor(baseUrl).listFields(cancelled),
    );
    return undefined;
  } catch (thrown) {
    if (!(thrown instanceof ServiceError)) throw thrown;
    return thrown.kind === 'unauthorized' ? undefined : thrown;
  }
}
