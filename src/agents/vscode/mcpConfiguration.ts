import type { ApiKeyHeader } from '../../model/environments/apiKeyHeader.ts';
import type { Confirmation } from '../../model/environments/confirmation.ts';
import type { Guards } from '../../model/environments/environment.ts';
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
  /** Environment variables of the extension host. */
  readonly variables: Readonly<Record<string, string | undefined>>;
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
      ...withoutReferences({ ...serverVariables(options), ...proxyVariables(options) }),
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

function serverVariables(options: McpServerOptions): Record<string, string | undefined> {
  const { baseUrl, place, apiKeyHeader, guards, canStart, confirmStart } = options;
  return {
    WORKFLOW_JOBS_BASE_URL: baseUrl.href,
    WORKFLOW_JOBS_API_KEY_HEADER: apiKeyHeader.header,
    WORKFLOW_JOBS_API_KEY_SCHEME: apiKeyHeader.scheme,
    WORKFLOW_JOBS_ALLOW_HTTP: isUnencrypted(baseUrl.origin) ? '1' : undefined,
    WORKFLOW_JOBS_CAN_START: canStart ? '1' : '0',
    WORKFLOW_JOBS_READ_ONLY: guards.isReadOnly ? '1' : '0',
    WORKFLOW_JOBS_CONFIRM_START: confirmStart,
    // Without one, the server treats the service as production.
    WORKFLOW_JOBS_KIND: guards.kind,
    WORKFLOW_JOBS_PLACE: place,
  };
}

/**
 * The proxy variables of this machine, because many assistants do not pass them on to servers. Leaves out
 * addresses with a password, because a configuration may be shared.
 */
function proxyVariables({ variables }: McpServerOptions): Record<string, string | undefined> {
  const names = ['HTTP_PROXY', 'HTTPS_PROXY', 'NO_PROXY'];
  const entries = names.map((name) => [name, variables[name.toLowerCase()] || variables[name]] as const);
  return Object.fromEntries(entries.filter(([, value]) => value && !value.includes('@')));
}

/** Breaks `${…}` in values. VS Code would replace it with a variable, or run the command that it names. */
function withoutReferences(
  variables: Record<string, string | undefined>,
): Record<string, string | undefined> {
  return Object.fromEntries(
    Object.entries(variables).map(([name, value]) => [name, value?.replaceAll('${', '$ {')]),
  );
}
