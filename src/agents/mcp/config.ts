import { confirmations, mustConfirm } from '../../model/starting/confirmation.ts';
import { type EnvironmentKind, environmentKinds } from '../../model/environments/environment.ts';
import {
  type BaseUrl,
  type CredentialHeader,
  credentialHeader,
  headerProblem,
  isUnencrypted,
  readBaseUrl,
} from '../../service/index.ts';
import { oneLine } from '../../text/inert.ts';

/** The service and what the server may do with it. */
export interface Config {
  readonly baseUrl: BaseUrl;
  readonly credential: CredentialHeader | undefined;
  /** The service's name for people: its environment, else host and path prefix. */
  readonly place: string;
  readonly kind: EnvironmentKind;
  readonly canStart: boolean;
  /** Whether a person must agree to each start. */
  readonly mustConfirm: boolean;
}

/** An environment variable that the server cannot use: its name, and what is wrong with its value. */
export class ConfigError extends Error {}

/** Environment variables. */
export type Variables = Readonly<Record<string, string | undefined>>;

/**
 * Reads the configuration from environment variables only, because arguments and files are visible to others.
 * An invalid guard counts as the strictest one. Without CAN_START no job can be started; without KIND the
 * service counts as production, whose starts are confirmed.
 * @throws {ConfigError}
 */
export function readConfig(variables: Variables): Config {
  const read = (name: string) => variables[`WORKFLOW_JOBS_${name}`]?.trim();
  const reading = readBaseUrl(read('BASE_URL') ?? '');
  if (reading.kind === 'invalid') throw invalid('BASE_URL', reading.problem);
  const { baseUrl } = reading;
  const kind = environmentKinds.find((each) => each === read('KIND')) ?? 'production';
  const confirmStart = read('CONFIRM_START') || 'production';
  const confirmation = confirmations.find((each) => each === confirmStart) ?? 'always';
  const isReadOnly = !['', '0', 'false'].includes(read('READ_ONLY') ?? '');
  return {
    baseUrl,
    credential: readCredential(read, baseUrl),
    place: oneLine(read('PLACE') ?? '', 60) || baseUrl.label,
    kind,
    canStart: read('CAN_START') === '1' && !isReadOnly,
    mustConfirm: mustConfirm(confirmation, { kind }),
  };
}

function invalid(name: string, problem: string): ConfigError {
  return new ConfigError(`WORKFLOW_JOBS_${name}: ${problem}`);
}

const unsendable = 'it holds characters that no header can carry.';

function readCredential(
  read: (name: string) => string | undefined,
  { origin }: BaseUrl,
): CredentialHeader | undefined {
  const header = read('API_KEY_HEADER') || 'Authorization';
  const scheme = read('API_KEY_SCHEME') ?? 'Bearer';
  const problem = headerProblem(credentialHeader(header, scheme, 'x'));
  if (problem === 'name') {
    throw invalid('API_KEY_HEADER', 'this is not the name of a header that can carry the key.');
  }
  if (problem === 'value') throw invalid('API_KEY_SCHEME', unsendable);

  const key = read('API_KEY') ?? '';
  if (key === '') return undefined;
  if (key === 'YOUR_API_KEY') throw invalid('API_KEY', 'put the API key in place of this text.');
  if (key.startsWith('${')) {
    throw invalid(
      'API_KEY',
      'the assistant that started this server does not fill in placeholders such as ${input:…}. Put the API key in its place.',
    );
  }
  if (isUnencrypted(origin) && read('ALLOW_HTTP') !== '1') {
    throw invalid(
      'API_KEY',
      'others on the network could read the key on its way. Use an https address, or allow it with WORKFLOW_JOBS_ALLOW_HTTP=1.',
    );
  }
  const credential = credentialHeader(header, scheme, key);
  if (headerProblem(credential) !== undefined) throw invalid('API_KEY', unsendable);
  return credential;
}
