import { ThemeIcon, l10n } from 'vscode';
import {
  type ApiKeyHeader,
  headerText,
  readHeaderText,
} from '../../../model/environments/apiKeyHeader.ts';
import { failureText } from '../../../model/wording/reports.ts';
import { type BaseUrl, toServiceError } from '../../../service/index.ts';
import type { Connection } from '../../connection/connection.ts';
import { apiKeyProblem } from '../../connection/credentials.ts';
import { settings } from '../../connection/settings.ts';
import { pickKey } from '../keyPick.ts';
import { type TrialResult, askAndTry } from './trialBox.ts';

/** API key that the service accepted, or that the user saved despite a failed check. */
export interface TriedKey {
  readonly key: string;
  readonly sent: ApiKeyHeader;
}

interface KeyQuestion {
  readonly connection: Pick<Connection, 'clients'>;
  readonly origin: string;
  /** Base URL for checking the API key. If undefined, the key is accepted without a check. */
  readonly baseUrl: BaseUrl | undefined;
}

/** Asks for a service's API key and checks the key. Resolves to undefined if the user cancels. */
export async function askForKey(question: KeyQuestion): Promise<TriedKey | undefined> {
  const { origin } = question;
  let sent = settings.apiKeyAt(origin);
  let value = '';
  for (;;) {
    const answer = await askAndTry({
      title: l10n.t('Set API Key for {0}', origin),
      prompt: l10n.t(
        'The key is stored securely and sent only to {0}, as “{1}”.',
        origin,
        headerText(sent),
      ),
      password: true,
      value,
      buttons: [{ iconPath: new ThemeIcon('settings-gear'), tooltip: l10n.t('Change Header…') }],
      problem: apiKeyProblem,
      trying: l10n.t('Checking the API key…'),
      trial: (key, canceled) => tryKey(question, { key, sent }, canceled),
    });
    if (answer === undefined) return undefined;
    if (answer.kind === 'accepted') return { key: answer.text, sent };
    value = answer.text;
    sent = (await pickHeader(sent)) ?? sent;
  }
}

async function tryKey(
  { connection, baseUrl }: KeyQuestion,
  { key, sent }: TriedKey,
  canceled: AbortSignal,
): Promise<TrialResult> {
  if (baseUrl === undefined) return { kind: 'accepted' };
  try {
    await connection.clients.clientWith(baseUrl, key, sent).listFields(canceled);
    return { kind: 'accepted' };
  } catch (thrown) {
    const failure = toServiceError('setApiKey', thrown);
    return failure.status === 401
      ? {
          kind: 'error',
          message: `${failure.message} ${l10n.t('Check the key, or use the gear to change the header.')}`,
        }
      : {
          kind: 'warning',
          message: `${failureText(failure)} ${l10n.t('Press Enter again to save anyway.')}`,
        };
  }
}

const commonHeaders: readonly ApiKeyHeader[] = [
  { header: 'Authorization', scheme: 'Bearer' },
  { header: 'X-API-Key', scheme: '' },
  { header: 'Authorization', scheme: '' },
];

/** Asks which request header should contain the API key. */
async function pickHeader(sent: ApiKeyHeader): Promise<ApiKeyHeader | undefined> {
  const names = commonHeaders.map(headerText).filter((name) => name !== headerText(sent));
  const picked = await pickKey({
    title: l10n.t('Change Header'),
    placeholder: l10n.t('Select a header, or enter one, such as X-Auth or Authorization: Token'),
    choices: names.map((name) => ({ key: name, name, group: l10n.t('Common headers') })),
    free: {
      useTyped: l10n.t('Use header'),
      problem: (text) =>
        readHeaderText(text) === undefined
          ? l10n.t('Enter the name of a header. A scheme can follow, as in “Authorization: Token”.')
          : undefined,
      isPreferred: true,
    },
  });
  return picked === undefined ? undefined : readHeaderText(picked);
}
