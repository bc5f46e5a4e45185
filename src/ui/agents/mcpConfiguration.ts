import type { ApiKeyHeader } from '../../model/environments/apiKeyHeader.ts';
import type { Confirmation, Guards } from '../../model/environments/environment.ts';
import type { BaseUrl } from '../../service/index.ts';

const keyInput = 'workflow-jobs-api-key';

/**
 * A configuration of the MCP server for other assistants: with the guards of this window, and a placeholder
 * that asks for the API key.
 */
export function mcpConfiguration(
  serverPath: string,
  baseUrl: BaseUrl,
  place: string | undefined,
  { header, scheme }: ApiKeyHeader,
  { kind, isReadOnly }: Guards,
  canStart: boolean,
  confirmStart: Confirmation,
): object {
  const variables = {
    BASE_URL: baseUrl.href,
    API_KEY_HEADER: header,
    API_KEY_SCHEME: scheme,
    CAN_START: canStart ? '1' : '0',
    READ_ONLY: isReadOnly ? '1' : '0',
    CONFIRM_START: confirmStart,
    // Without one, the server treats the service as production.
    KIND: kind,
    PLACE: place,
  };
  return {
    inputs: [
      {
        type: 'promptString',
        id: keyInput,
        description: `WORKFLOW_JOBS_API_KEY: ${baseUrl.origin}`,
        password: true,
      },
    ],
    servers: {
      'workflow-jobs': {
        type: 'stdio',
        command: 'node',
        args: [serverPath],
        env: {
          // VS Code would put in the value of a variable that a name in the settings holds, or run its
          // command.
          ...Object.fromEntries(
            Object.entries(variables).map(([name, value]) => [
              `WORKFLOW_JOBS_${name}`,
              value?.replaceAll('${', '$ {'),
            ]),
          ),
          WORKFLOW_JOBS_API_KEY: `\${input:${keyInput}}`,
        },
      },
    },
  };
}
