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
import { singleLine } from '../../text/untrustedText.ts';

export interface Config {
  readonly baseUrl: BaseUrl;
  readonly credential: CredentialHeader | undefined;
  /** Service name for confirmation questions: the environment name, or the host and path prefix. */
  readonly place: string;
  readonly kind: EnvironmentKind;
  readonly canStart: boolean;
  /** True if the user must confirm each start. */
  readonly mustConfirm: boolean;
}

/** Error for an invalid environment variable. `message` names the variable and the problem. */
export class ConfigError extends Error {}

export type Variables = Readonly<Record<string, string | undefined>>;

/**
 * Reads the configuration from environment variables, because other users may be able to see
 * command-line arguments and files. If a restriction for starting jobs has an invalid value, the
 * strictest value applies. By default, no jobs can be started, and the service counts as
 * production.
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
    credential: configuredCredential(read, baseUrl),
    place: singleLine(read('PLACE') ?? '', 60) || baseUrl.label,
    kind,
    canStart: read('CAN_START') === '1' && !isReadOnly,
    mustConfirm: mustConfirm(confirmation, { kind }),
  };
}

function invalid(name: string, problem: string): ConfigError {
  return new ConfigError(`WORKFLOW_JOBS_${name}: ${problem}`);
}

function configuredCredential(
  read: (name: string) => string | undefined,
  { origin }: BaseUrl,
): CredentialHeader | undefined {
  const key = read('API_KEY') ?? '';
  if (key === '') return undefined;
  // Only VS Code replaces placeholders such as `${input:…}`, so a remaining placeholder is an
  // error.
  if (key === 'YOUR_API_KEY' || key.startsWith('${')) {
    throw invalid('API_KEY', 'replace this placeholder with the API key.');
  }
  if (isUnencrypted(origin) && read('ALLOW_HTTP') !== '1') {
    throw invalid(
      'API_KEY',
      'the key would be sent unencrypted. Use an https address, or allow it with WORKFLOW_JOBS_ALLOW_HTTP=1.',
    );
  }
  const header = read('API_KEY_HEADER') || 'Authorization';
  const credential = credentialHeader(header, read('API_KEY_SCHEME') ?? 'Bearer', key);
  const problem = headerProblem(credential);
  if (problem === 'name')
    throw invalid('API_KEY_HEADER', 'this is not a valid header name for the key.');
  if (problem === 'value') {
    throw invalid(
      'API_KEY',
      'the key or its scheme contains characters that are not allowed in a header.',
    );
  }
  return credential;
}
