import { type Confirmation, type Guards } from '../../model/environments/environment.ts';
import type { BaseUrl } from '../../service/index.ts';

/** The service and guards for the MCP server. */
interface ServerSettings extends Guards {
  readonly baseUrl: BaseUrl;
  /** The name of its environment, if it has one. */
  readonly place: string | undefined;
  readonly apiKeyHeader: string;
  readonly apiKeyScheme: string;
  readonly canStart: boolean;
  readonly confirmStart: Confirmation;
}

const keyInput = 'workflow-jobs-api-key';

/** A configuration of the MCP server for other assistants: with the guards of this window, and a placeholder that asks for the API key. */
export function mcpConfiguration(serverPath: string, { baseUrl, place, apiKeyHeader, apiKeyScheme, canStart, isReadOnly, confirmStart, kind }: ServerSettings): object {
  return {
    inputs: [{ type: 'promptString', id: keyInput, description: `WORKFLOW_JOBS_API_KEY: ${baseUrl.origin}`, password: true }],
    servers: {
      'workflow-jobs': {
        type: 'stdio',
        command: 'node',
        args: [serverPath],
        env: {
          WORKFLOW_JOBS_BASE_URL: baseUrl.href,
          WORKFLOW_JOBS_API_KEY: `\${input:${keyInput}}`,
          WORKFLOW_JOBS_API_KEY_HEADER: apiKeyHeader,
          WORKFLOW_JOBS_API_KEY_SCHEME: apiKeyScheme,
          WORKFLOW_JOBS_CAN_START: canStart ? '1' : '0',
          WORKFLOW_JOBS_READ_ONLY: isReadOnly ? '1' : '0',
          WORKFLOW_JOBS_CONFIRM_START: confirmStart,
          // Without one, the server treats the service as production.
          ...(kind === undefined ? {} : { WORKFLOW_JOBS_KIND: kind }),
          ...(place === undefined ? {} : { WORKFLOW_JOBS_PLACE: place }),
        },
      },
    },
  };
}
