import type { ApiKeyHeader } from '../../model/environments/apiKeyHeader.ts';
import type { Confirmation, Guards } from '../../model/environments/environment.ts';
import { type BaseUrl, isUnencrypted } from '../../service/index.ts';

const keyInput = 'workflow-jobs-api-key';

/** The text that a person replaces with the API key; the server refuses it. */
const keyPlaceholder = 'YOUR_API_KEY';

/** Whose file the configuration is for: VS Code's `mcp.json`, or that of most other assistants. */
export type McpFormat = 'vscode' | 'mcpServers';

export interface McpServerOptions {
  readonly serverPath: string;
  readonly baseUrl: BaseUrl;
  /** The name of the service's environment. */
  readonly place: string | undefined;
  readonly apiKeyHeader: ApiKeyHeader;
  readonly guards: Guards;
  readonly canStart: boolean;
  readonly confirmStart: Confirmation;
}

/**
 * A configuration of the MCP server with the guards of this window. In VS Code's format it asks for the API
 * key; in the other the person fills it in.
 */
export function mcpConfiguration(format: McpFormat, options: McpServerOptions): object {
  const { serverPath, baseUrl } = options;
  const isOfVscode = format === 'vscode';
  const server = {
    ...(isOfVscode && { type: 'stdio' }),
    command: 'node',
    args: [serverPath],
    env: {
      ...environmentVariables(options),
      WORKFLOW_JOBS_API_KEY: isOfVscode ? `\${input:${keyInput}}` : keyPlaceholder,
    },
  };
  if (!isOfVscode) return { mcpServers: { 'workflow-jobs': server } };
  const description = `WORKFLOW_JOBS_API_KEY: ${baseUrl.origin}`;
  return {
    inputs: [{ type: 'promptString', id: keyInput, description, password: true }],
    servers: { 'workflow-jobs': server },
  };
}

function environmentVariables(options: McpServerOptions): Record<string, string | undefined> {
  const { baseUrl, place, apiKeyHeader, guards, canStart, confirmStart } = options;
  const variables = {
    BASE_URL: baseUrl.href,
    API_KEY_HEADER: apiKeyHeader.header,
    API_KEY_SCHEME: apiKeyHeader.scheme,
    ALLOW_HTTP: isUnencrypted(baseUrl.origin) ? '1' : undefined,
    CAN_START: canStart ? '1' : '0',
    READ_ONLY: guards.isReadOnly ? '1' : '0',
    CONFIRM_START: confirmStart,
    // Without one, the server treats the service as production.
    KIND: guards.kind,
    PLACE: place,
  };
  return Object.fromEntries(
    // VS Code would fill in a variable, or run a command, that a name in the settings holds.
    Object.entries(variables).map(([name, value]) => [
      `WORKFLOW_JOBS_${name}`,
      value?.replaceAll('${', '$ {'),
    ]),
  );
}
