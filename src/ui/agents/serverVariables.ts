import { type Confirmation, type Guards } from '../../model/environments/environment.ts';
import type { BaseUrl } from '../../service/index.ts';

/** What the server for other assistants is told: which service, and its guards. */
interface ServerSettings extends Guards {
  readonly baseUrl: BaseUrl;
  /** The name of its environment; empty where it is of none. */
  readonly place: string;
  readonly apiKeyHeader: string;
  readonly apiKeyScheme: string;
  readonly canStart: boolean;
  readonly confirmStart: Confirmation;
}

/** The environment variables of the server, without the API key. */
export function serverVariables({ baseUrl, place, apiKeyHeader, apiKeyScheme, canStart, isReadOnly, confirmStart, kind }: ServerSettings): Record<string, string> {
  return {
    // The editor's own executable runs as Node with it.
    ELECTRON_RUN_AS_NODE: '1',
    WORKFLOW_JOBS_BASE_URL: baseUrl.href,
    // Empty rather than left out: the server inherits the variables of the editor, whose key may be for another service.
    WORKFLOW_JOBS_API_KEY: '',
    WORKFLOW_JOBS_API_KEY_HEADER: apiKeyHeader,
    WORKFLOW_JOBS_API_KEY_SCHEME: apiKeyScheme,
    WORKFLOW_JOBS_CAN_START: canStart ? '1' : '0',
    WORKFLOW_JOBS_READ_ONLY: isReadOnly ? '1' : '0',
    WORKFLOW_JOBS_CONFIRM_START: confirmStart,
    WORKFLOW_JOBS_KIND: kind ?? '',
    WORKFLOW_JOBS_PLACE: place,
  };
}
