import { confirmations, mustConfirm } from '../../model/environments/confirmation.ts';
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

type ConfigReading = { readonly kind: 'valid'; readonly config: Config } | Invalid;

interface Invalid {
  readonly kind: 'invalid';
  /** The name of a variable, and what is wrong with its value. */
  readonly problem: string;
}

const unsendable = 'it holds characters that no header can carry.';

/** Environment variables. */
export type Variables = Readonly<Record<string, string | undefined>>;

/** The trimmed value of the variable `WORKFLOW_JOBS_…`; undefined if it is not set. */
type Read = (name: string) => string | undefined;

/**
 * Reads the configuration from environment variables only, because arguments and files are visible to others.
 * An invalid guard counts as the strictest one. Without CAN_START no job can be started; without KIND the
 * service counts as production, whose starts are confirmed.
 */
export function readConfig(variables: Variables): ConfigReading {
  const read: Read = (name) => variables[`WORKFLOW_JOBS_${name}`]?.trim();
  const reading = readBaseUrl(read('BASE_URL') ?? '');
  if (reading.kind === 'invalid') return invalid('BASE_URL', reading.problem);
  const { baseUrl } = reading;
  const credential = readCredential(read, baseUrl);
  if (credential.kind === 'invalid') return credential;
  const place = oneLine(read('PLACE') ?? '', 60) || baseUrl.label;
  return {
    kind: 'valid',
    config: { baseUrl, place, credential: credential.header, ...readGuards(read) },
  };
}

function invalid(name: string, problem: string): Invalid {
  return { kind: 'invalid', problem: `WORKFLOW_JOBS_${name}: ${problem}` };
}

type CredentialReading = { readonly kind: 'valid'; readonly header: CredentialHeader | undefined } | Invalid;

function readCredential(read: Read, { origin }: BaseUrl): CredentialReading {
  const header = read('API_KEY_HEADER') || 'Authorization';
  const scheme = read('API_KEY_SCHEME') ?? 'Bearer';
  const badHeader = headerProblem(credentialHeader(header, scheme, 'x'));
  if (badHeader === 'name') {
    return invalid('API_KEY_HEADER', 'this is not the name of a header that can carry the key.');
  }
  if (badHeader === 'value') return invalid('API_KEY_SCHEME', unsendable);

  const key = read('API_KEY') ?? '';
  if (key === '') return { kind: 'valid', header: undefined };
  const problem = keyProblem(key);
  if (problem !== undefined) return invalid('API_KEY', problem);
  if (isUnencrypted(origin) && read('ALLOW_HTTP') !== '1') {
    return invalid(
      'API_KEY',
      'others on the network could read the key on its way. Use an https address, or allow it with WORKFLOW_JOBS_ALLOW_HTTP=1.',
    );
  }
  const credential = credentialHeader(header, scheme, key);
  if (headerProblem(credential) !== undefined) return invalid('API_KEY', unsendable);
  return { kind: 'valid', header: credential };
}

function keyProblem(key: string): string | undefined {
  if (key === 'YOUR_API_KEY') return 'put the API key in place of this text.';
  if (!key.startsWith('${')) return undefined;
  return 'the assistant that started this server does not fill in placeholders such as ${input:…}. Put the API key in its place.';
}

function readGuards(read: Read): Pick<Config, 'kind' | 'canStart' | 'mustConfirm'> {
  const kind = environmentKinds.find((each) => each === read('KIND')) ?? 'production';
  const named = read('CONFIRM_START') || 'production';
  const confirmation = confirmations.find((each) => each === named) ?? 'always';
  const isReadOnly = !['', '0', 'false'].includes(read('READ_ONLY') ?? '');
  return {
    kind,
    canStart: read('CAN_START') === '1' && !isReadOnly,
    mustConfirm: mustConfirm(confirmation, { kind }),
  };
}
