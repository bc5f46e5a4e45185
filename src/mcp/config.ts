import { type Confirmation, type EnvironmentKind, environmentKinds, mustConfirm, readConfirmation } from '../model/environments/environment.ts';
import { type BaseUrl, type CredentialHeader, credentialHeader, isUnencrypted, readBaseUrl } from '../service/index.ts';
import { oneLine } from '../text/inert.ts';

/** The service and what the server may do with it. */
export interface Config {
  readonly baseUrl: BaseUrl;
  readonly credential: CredentialHeader | undefined;
  /** The service's name for people: its environment, else host and path prefix. */
  readonly place: string;
  readonly kind: EnvironmentKind | undefined;
  readonly canStart: boolean;
  /** Whether a person must agree to each start. */
  readonly mustConfirm: boolean;
}

/** Environment variables. */
type Variables = Readonly<Record<string, string | undefined>>;

/**
 * Reads the configuration from environment variables only, because arguments and files are visible to others. An invalid
 * guard counts as the strictest one.
 */
export function readConfig(variables: Variables): { readonly kind: 'valid'; readonly config: Config } | { readonly kind: 'invalid'; readonly problem: string } {
  const read = (name: string) => variables[`WORKFLOW_JOBS_${name}`]?.trim() ?? '';
  const reading = readBaseUrl(read('BASE_URL'));
  if (reading.kind === 'invalid') return { kind: 'invalid', problem: `WORKFLOW_JOBS_BASE_URL: ${reading.problem}` };
  const { baseUrl } = reading;
  if (read('API_KEY') !== '' && isUnencrypted(baseUrl.origin) && read('ALLOW_HTTP') !== '1') {
    return { kind: 'invalid', problem: 'WORKFLOW_JOBS_API_KEY: others on the network could read the key on its way. Use an https address, or allow it with WORKFLOW_JOBS_ALLOW_HTTP=1.' };
  }
  const kind = kindOf(read('KIND'));
  const confirmation: Confirmation = readConfirmation(read('CONFIRM_START') || 'production', undefined);
  return {
    kind: 'valid',
    config: {
      baseUrl,
      credential: read('API_KEY') === '' ? undefined : credentialHeader(read('API_KEY_HEADER') || 'Authorization', variables['WORKFLOW_JOBS_API_KEY_SCHEME']?.trim() ?? 'Bearer', read('API_KEY')),
      place: oneLine(read('PLACE'), 60) || baseUrl.label,
      kind,
      canStart: read('CAN_START') === '1' && ['', '0', 'false'].includes(read('READ_ONLY')),
      mustConfirm: mustConfirm(confirmation, { kind, isReadOnly: false }),
    },
  };
}

function kindOf(text: string): EnvironmentKind | undefined {
  return text === '' ? undefined : (environmentKinds.find((each) => each === text) ?? 'production');
}
