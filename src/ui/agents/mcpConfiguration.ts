import type { ApiKeyHeader } from '../../model/environments/apiKeyHeader.ts';
import type { Confirmation, Guards } from '../../model/environments/environment.ts';
import type { BaseUrl } from '../../service/index.ts';

const keyInput = 'workflow-jobs-api-key';

/** Text of the settings without variables, because VS Code would put in their values, or run their commands. */
function withoutVariables(text: string): string {
  return text.replaceAll('${', '$ {');
}

/** A configuration of the MCP server for other assistants: with the guards of this window, and a placeholder that asks for the API key. */
export function mcpConfiguration(serverPath: string, baseUrl: BaseUrl, place: string | undefined, { header, scheme }: ApiKeyHeader, { kind, isReadOnly }: Guards, canStart: boolean, confirmStart: Confirmation): object {
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
          WORKFLOW_JOBS_API_KEY_HEADER: withoutVariables(header),
          WORKFLOW_JOBS_API_KEY_SCHEME: withoutVariables(scheme),
          WORKFLOW_JOBS_CAN_START: canStart ? '1' : '0',
          WORKFLOW_JOBS_READ_ONLY: isReadOnly ? '1' : '0',
          WORKFLOW_JOBS_CONFIRM_START: confirmStart,
          // Without one, the server treats the service as production.
          ...(kind === undefined ? {} : { WORKFLOW_JOBS_KIND: kind }),
          ...(place === undefined ? {} : { WORKFLOW_JOBS_PLACE: withoutVariables(place) }),
        },
      },
    },
  };
}
