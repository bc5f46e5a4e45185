import { Uri, env, extensions, l10n } from 'vscode';
import { documentText } from '../../model/util/json.ts';
import type { ExtensionServices } from '../actions/extensionServices.ts';
import { settings } from '../connection/settings.ts';
import { notify } from '../feedback/notify.ts';
import { extensionId } from '../feedback/window.ts';
import { mcpConfiguration } from './mcpConfiguration.ts';

/** Copies a configuration of the MCP server for the connected service. */
export async function copyMcpConfiguration({ connection, environments }: ExtensionServices): Promise<void> {
  const { baseUrl } = connection.require().client;
  const extensionUri = extensions.getExtension(extensionId)?.extensionUri ?? Uri.file('/');
  const serverPath = Uri.joinPath(extensionUri, 'dist/mcp/server.js').fsPath;
  const configuration = mcpConfiguration(
    serverPath,
    baseUrl,
    environments.titleAt(baseUrl.href),
    settings.apiKeyAt(baseUrl.origin),
    environments.guardsAt(baseUrl),
    settings.canAgentsStart(),
    settings.confirmStart(),
  );
  await env.clipboard.writeText(documentText(configuration));
  void notify.info(
    l10n.t(
      'The configuration of the MCP server for {0} was copied. It asks for the API key, and keeps the guards that hold now.',
      environments.nameOf(baseUrl),
    ),
  );
}
