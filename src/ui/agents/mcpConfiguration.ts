import { type Confirmation, type Guards } from '../../model/environments/environment.ts';
import type { BaseUrl } from '../../service/index.ts';

/** The service and guards for the MCP server. */
interface ServerSettings extends Guards {
  readonly baseUrl: BaseUrl;
  /** The name of its environment, or empty. */
  readonly place: string;
  readonly apiKeyHeader: string;
  readonly apiKeyScheme: string;
  readonly canStart: boolean;
  readonly confirmStart: Confirmation;
}

/** The environment variables of the MCP server, without the API key. */
export function serverVariables({ baseUrl, place, apiKeyHeader, apiKeyScheme, canStart, isReadOnly, confirmStart, kind }: ServerSettings): Record<string, string> {
  return {
    // Makes the editor's executable run as Node.
    ELECTRON_RUN_AS_NODE: '1',
    WORKFLOW_JOBS_BASE_URL: baseUrl.href,
    // Empty rather than absent, because the server inherits the editor's variables, which may contain another service's key.
    WORKFLOW_JOBS_API_KEY: '',
    // The key is given only after the person was asked whether it may be sent without encryption.
    WORKFLOW_JOBS_ALLOW_HTTP: '1',
    WORKFLOW_JOBS_API_KEY_HEADER: apiKeyHeader,
    WORKFLOW_JOBS_API_KEY_SCHEME: apiKeyScheme,
    WORKFLOW_JOBS_CAN_START: canStart ? '1' : '0',
    WORKFLOW_JOBS_READ_ONLY: isReadOnly ? '1' : '0',
    WORKFLOW_JOBS_CONFIRM_START: confirmStart,
    WORKFLOW_JOBS_KIND: kind ?? '',
    WORKFLOW_JOBS_PLACE: place,
  };
}
