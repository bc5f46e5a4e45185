import {
  type EnvironmentKind,
  confirmations,
  environmentKinds,
  mustConfirm,
} from '../model/environments/environment.ts';
import {
  type BaseUrl,
  type CredentialHeader,
  credentialHeader,
  headerProblem,
  isUnencrypted,
  readBaseUrl,
} from '../service/index.ts';
import { oneLine } from '../text/inert.ts';

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

type ConfigReading =
  | { readonly kind: 'valid'; readonly config: Config }
  | { readonly kind: 'invalid'; readonly problem: string };

const unsendable = 'it holds characters that no header can carry.';

/** Environment variables. */
type Variables = Readonly<Record<string, string | undefined>>;

/**
 * Reads the configuration from environment variables only, because arguments and files are visible to others.
 * An invalid guard counts as the strictest one. Without CAN_START no job can be started; without KIND the
 * service counts as production, whose starts are confirmed.
 */
export function readConfig(variables: Variables): ConfigReading {
  const invalid = (name: string, problem: string): ConfigReading => ({
    kind: 'invalid',
    problem: `WORKFLOW_JOBS_${name}: ${problem}`,
  });
  const read = (name: string) => variables[`WORKFLOW_JOBS_${name}`]?.trim() ?? '';
  const reading = readBaseUrl(read('BASE_URL'));
  if (reading.kind === 'invalid') return invalid('BASE_URL', reading.problem);
  const { baseUrl } = reading;
  const key = read('API_KEY');
  if (key !== '' && isUnencrypted(baseUrl.origin) && read('ALLOW_HTTP') !== '1') {
    return invalid(
      'API_KEY',
      'others on the network could read the key on its way. Use an https address, or allow it with WORKFLOW_JOBS_ALLOW_HTTP=1.',
    );
  }
  const header = {
    name: read('API_KEY_HEADER') || 'Authorization',
    scheme: variables['WORKFLOW_JOBS_API_KEY_SCHEME']?.trim() ?? 'Bearer',
  };
  const badHeader = headerProblem(credentialHeader(header.name, header.scheme, 'x'));
  if (badHeader === 'name') {
    return invalid('API_KEY_HEADER', 'this is not the name of a header that can carry the key.');
  }
  if (badHeader === 'value') return invalid('API_KEY_SCHEME', unsendable);
  const credential = key === '' ? undefined : credentialHeader(header.name, header.scheme, key);
  if (credential !== undefined && headerProblem(credential) !== undefined) {
    return invalid('API_KEY', unsendable);
  }
  const kind = environmentKinds.find((each) => each === read('KIND')) ?? 'production';
  const confirmation =
    confirmations.find((each) => each === (read('CONFIRM_START') || 'production')) ?? 'always';
  return {
    kind: 'valid',
    config: {
      baseUrl,
      credential,
      place: oneLine(read('PLACE'), 60) || baseUrl.label,
      kind,
      canStart: read('CAN_START') === '1' && ['', '0', 'false'].includes(read('READ_ONLY')),
      mustConfirm: mustConfirm(confirmation, { kind }),
    },
  };
}
