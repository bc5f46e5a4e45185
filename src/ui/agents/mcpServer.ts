import { Disposable, EventEmitter, type McpServerDefinitionProvider, McpStdioServerDefinition, Uri, lm } from 'vscode';
import type { Parts } from '../actions/parts.ts';
import { onDidChangeSettings, settings } from '../connection/settings.ts';
import { runsInBrowser, surroundings } from '../feedback/window.ts';
import { serverVariables } from './serverVariables.ts';

type ServerParts = Pick<Parts, 'connection' | 'credentials' | 'environments' | 'reporter'>;

/** Registers the MCP server, unless the host cannot run processes or does not support such servers. */
export function registerMcpServer(parts: ServerParts, extensionUri: Uri): Disposable {
  const models = lm as Partial<typeof lm> | undefined;
  if (models?.registerMcpServerDefinitionProvider === undefined || runsInBrowser()) return new Disposable(() => undefined);
  const servers = mcpServers(parts, extensionUri);
  return Disposable.from(servers, models.registerMcpServerDefinitionProvider('workflowJobs.mcp', servers));
}

/** Provides the MCP server for the connected service; its API key is read only when the server starts. */
export function mcpServers({ connection, credentials, environments, reporter }: ServerParts, extensionUri: Uri): McpServerDefinitionProvider<McpStdioServerDefinition> & Disposable {
  const changed = new EventEmitter<void>();
  const subscriptions = Disposable.from(changed, environments.onDidChange(() => changed.fire()), onDidChangeSettings(['agents', 'confirmStart', 'apiKey'], () => changed.fire()));

  const define = (): McpStdioServerDefinition | undefined => {
    const { state } = connection;
    if (state.kind !== 'ready') return undefined;
    const { baseUrl } = state.client;
    const variables = serverVariables({
      ...environments.guardsAt(baseUrl),
      baseUrl,
      place: environments.at(baseUrl.href)?.name ?? '',
      apiKeyHeader: settings.apiKeyAt(baseUrl.origin).header,
      apiKeyScheme: settings.apiKeyAt(baseUrl.origin).scheme,
      canStart: settings.canAgentsStart(),
      confirmStart: settings.confirmStart(),
    });
    // eslint-disable-next-line no-restricted-globals -- never called in a browser's worker, which lacks it
    const { execPath } = process;
    return new McpStdioServerDefinition('Workflow Jobs', execPath, [Uri.joinPath(extensionUri, 'dist/mcp/server.js').fsPath], variables, surroundings().extensionVersion);
  };

  return {
    onDidChangeMcpServerDefinitions: changed.event,
    provideMcpServerDefinitions: () => [define()].filter((each) => each !== undefined),
    // Defined again, because the settings may have changed since; reading the key may ask the person for consent.
    resolveMcpServerDefinition: () =>
      reporter.run('mcp', async () => {
        const { client, signal } = connection.require();
        const header = await credentials.header(client.baseUrl.origin);
        const resolved = signal.aborted ? undefined : define();
        if (resolved !== undefined && header !== undefined) resolved.env['WORKFLOW_JOBS_API_KEY'] = header.secret;
        return resolved;
      }),
    dispose: () => void subscriptions.dispose(),
  };
}
