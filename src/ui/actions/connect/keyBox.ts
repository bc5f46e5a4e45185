import { InputBoxValidationSeverity, ThemeIcon, l10n } from 'vscode';
import { type ApiKeyHeader, headerText, readHeaderText } from '../../../model/environments/apiKeyHeader.ts';
import { type BaseUrl, ServiceError, toServiceError } from '../../../service/index.ts';
import { failureText } from '../../../model/wording/reports.ts';
import type { Connection } from '../../connection/connection.ts';
import { apiKeyProblem } from '../../connection/credentials.ts';
import { settings } from '../../connection/settings.ts';
import { createTextBox } from '../../feedback/notify.ts';
import { pickKey } from '../keyPick.ts';

/** A key that the service accepted, or that a person keeps although it could not be tried. */
export interface TriedKey {
  readonly key: string;
  readonly sent: ApiKeyHeader;
}

interface KeyQuestion {
  readonly connection: Pick<Connection, 'clientWith'>;
  readonly origin: string;
  /** Where the key is tried; undefined if no address of the origin is known. */
  readonly baseUrl: BaseUrl | undefined;
}

interface KeyBox extends KeyQuestion {
  readonly sent: ApiKeyHeader;
  readonly typed: string;
}

type Answer =
  | { readonly kind: 'key'; readonly tried: TriedKey }
  | { readonly kind: 'changeHeader'; readonly typed: string };

/** Asks for the API key of a service, and tries it before it is kept; resolves to undefined when dismissed. */
export async function askForKey(question: KeyQuestion): Promise<TriedKey | undefined> {
  let sent = settings.apiKeyAt(question.origin);
  let typed = '';
  for (;;) {
    const answer = await showKeyBox({ ...question, sent, typed });
    if (answer === undefined) return undefined;
    if (answer.kind === 'key') return answer.tried;
    ({ typed } = answer);
    sent = (await pickHeader(sent)) ?? sent;
  }
}

/** Shows the box until a key is accepted, the button is pressed or the box is dismissed, which ends a trial. */
async function showKeyBox({ connection, origin, baseUrl, sent, typed }: KeyBox): Promise<Answer | undefined> {
  const { promise, resolve } = Promise.withResolvers<Answer | undefined>();
  const dismissed = new AbortController();
  const { box, say, accepted } = createTextBox({
    title: l10n.t('Set API Key of {0}', origin),
    prompt: l10n.t('Sent as “{0}” to {1} only, and kept in the secret storage.', headerText(sent), origin),
    password: true,
    value: typed,
    buttons: [{ iconPath: new ThemeIcon('settings-gear'), tooltip: l10n.t('Change How the Key Is Sent…') }],
    problem: apiKeyProblem,
  });
  /** A key whose trial failed without a refusal. */
  let untried: string | undefined;
  const accept = async () => {
    const key = accepted();
    if (key === undefined || box.busy) return;
    if (baseUrl === undefined || key === untried) return resolve({ kind: 'key', tried: { key, sent } });
    box.busy = true;
    say(l10n.t('Trying {0}…', baseUrl.label), InputBoxValidationSeverity.Info);
    const { listFields } = connection.clientWith(baseUrl, key, sent);
    const answer = await listFields(dismissed.signal).catch((thrown: unknown) =>
      toServiceError('setApiKey', thrown),
    );
    box.busy = false;
    if (!(answer instanceof ServiceError)) return resolve({ kind: 'key', tried: { key, sent } });
    if (answer.status === 401) return say(refusalText(answer, sent));
    untried = key;
    say(untriedText(answer), InputBoxValidationSeverity.Warning);
  };
  box.onDidAccept(() => void accept());
  box.onDidTriggerButton(() => resolve({ kind: 'changeHeader', typed: box.value }));
  box.onDidHide(() => resolve(undefined));
  box.show();
  try {
    return await promise;
  } finally {
    dismissed.abort();
    box.dispose();
  }
}

function refusalText({ message }: ServiceError, sent: ApiKeyHeader): string {
  const hint = l10n.t(
    'Correct it, or change with the button above how it is sent: now “{0}”.',
    headerText(sent),
  );
  return `${message} ${hint}`;
}

function untriedText(failure: ServiceError): string {
  return `${failureText(failure)} ${l10n.t('Press Enter again to keep the key all the same.')}`;
}

/** The usual ways to send a key. */
const usualHeaders: readonly ApiKeyHeader[] = [
  { header: 'Authorization', scheme: 'Bearer' },
  { header: 'X-API-Key', scheme: '' },
  { header: 'Authorization', scheme: '' },
];

/** Asks for another way to send a key. */
async function pickHeader(sent: ApiKeyHeader): Promise<ApiKeyHeader | undefined> {
  const names = usualHeaders.map(headerText).filter((name) => name !== headerText(sent));
  const picked = await pickKey({
    title: l10n.t('Change How the Key Is Sent'),
    placeholder: l10n.t('Pick or type a header, such as X-Auth or Authorization: Token, for your settings'),
    choices: names.map((name) => ({ key: name, name, group: l10n.t('usual ways') })),
    free: { useTyped: l10n.t('Send as'), problem: headerTextProblem, isPreferred: true },
  });
  return picked === undefined ? undefined : readHeaderText(picked);
}

function headerTextProblem(text: string): string | undefined {
  return readHeaderText(text) === undefined
    ? l10n.t('Type the name of a header and, if there is one, the word before the key.')
    : undefined;
}
