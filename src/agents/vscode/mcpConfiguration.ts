import type { ApiKeyHeader } from '../../model/environments/apiKeyHeader.ts';
import type { Confirmation } from '../../model/starting/confirmation.ts';
import type { Guards } from '../../model/environments/environment.ts';
import { type BaseUrl, isUnencrypted } from '../../service/index.ts';

const keyInput = 'workflow-jobs-api-key';

/**
 * Configuration format: the `mcp.json` file of VS Code, or the `mcpServers` object that most other
 * assistants use.
 */
export type McpFormat = 'vscode' | 'mcpServers';

export interface McpServerOptions {
  readonly serverPath: string;
  readonly baseUrl: BaseUrl;
  readonly place: string | undefined;
  readonly apiKeyHeader: ApiKeyHeader;
  readonly guards: Guards;
  readonly canStart: boolean;
  readonly confirmStart: Confirmation;
  /** Environment variables of the extension host. */
  readonly variables: Readonly<Record<string, string | undefined>>;
}

/**
 * Creates an MCP configuration with the current restrictions for starting jobs. In the `mcp.json`
 * format, VS Code prompts for the API key. The `mcpServers` format contains a placeholder that the
 * user must replace.
 */
export function mcpConfiguration(format: McpFormat, options: McpServerOptions): object {
  const server = (key: string) => ({
    command: 'node',
    args: [options.serverPath],
    env: { ...variablesOf(options), WORKFLOW_JOBS_API_KEY: key },
  });
  if (format === 'mcpServers') return { mcpServers: { 'workflow-jobs': server('YOUR_API_KEY') } };
  const description = `WORKFLOW_JOBS_API_KEY: ${options.baseUrl.origin}`;
  return {
    inputs: [{ type: 'promptString', id: keyInput, description, password: true }],
    servers: { 'workflow-jobs': { type: 'stdio', ...server(`\${input:${keyInput}}`) } },
  };
}

function variablesOf(options: McpServerOptions): Record<string, string | undefined> {
  const { baseUrl, place, apiKeyHeader, guards, canStart, confirmStart, variables } = options;
  // The configuration contains the proxy variables, because many assistants do not pass them to MCP
  // servers. Proxies with a password are omitted, because users may share the configuration.
  const proxies = ['HTTP_PROXY', 'HTTPS_PROXY', 'NO_PROXY']
    .map((name) => [name, variables[name.toLowerCase()] || variables[name]] as const)
    .filter(([, value]) => value && !value.includes('@'));
  const all = {
    WORKFLOW_JOBS_BASE_URL: baseUrl.href,
    WORKFLOW_JOBS_API_KEY_HEADER: apiKeyHeader.header,
    WORKFLOW_JOBS_API_KEY_SCHEME: apiKeyHeader.scheme,
    WORKFLOW_JOBS_ALLOW_HTTP: isUnencrypted(baseUrl.origin) ? '1' : undefined,
    WORKFLOW_JOBS_CAN_START: canStart ? '1' : '0',
    WORKFLOW_JOBS_READ_ONLY: guards.isReadOnly ? '1' : '0',
    WORKFLOW_JOBS_CONFIRM_START: confirmStart,
    // If the environment kind is not set, the server treats the service as production.
    WORKFLOW_JOBS_KIND: guards.kind,
    WORKFLOW_JOBS_PLACE: place,
    ...Object.fromEntries(proxies),
  };
  // Escapes `${…}`, because VS Code would replace the placeholder with a variable value or a
  // command output.
  return Object.fromEntries(
    Object.entries(all).map(([name, value]) => [name, value?.replaceAll('${', '$ {')]),
  );
}
