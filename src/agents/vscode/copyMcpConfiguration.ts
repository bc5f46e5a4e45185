import { type QuickPickItem, Uri, env, l10n, window, workspace } from 'vscode';
import { documentText } from '../../model/util/json.ts';
import type { Session } from '../../model/session/session.ts';
import type { EnvironmentList } from '../../ui/environments/environments.ts';
import { settings } from '../../ui/connection/settings.ts';
import { notify } from '../../ui/feedback/notify.ts';
import { extensionFolder, readExtensionFiles } from '../../ui/files/extensionFiles.ts';
import { type McpFormat, type McpServerOptions, mcpConfiguration } from './mcpConfiguration.ts';

/** Copies the MCP configuration for the connected service in a format that the user selects. */
export async function copyMcpConfiguration(
  { client: { baseUrl } }: Session,
  environments: EnvironmentList,
): Promise<void> {
  const folder = extensionFolder();
  const server = Uri.joinPath(folder, 'dist/mcp/server.js');
  await readExtensionFiles(folder, () => workspace.fs.stat(server));
  const format = await pickFormat();
  if (format === undefined) return;
  // `process` is undefined in browsers.
  const { process } = globalThis as { process?: { readonly env: McpServerOptions['variables'] } };
  const configuration = mcpConfiguration(format, {
    serverPath: server.fsPath,
    baseUrl,
    place: environments.titleAt(baseUrl),
    apiKeyHeader: settings.apiKeyAt(baseUrl.origin),
    guards: environments.guardsAt(baseUrl),
    canStart: settings.canAgentsStart(),
    confirmStart: settings.confirmStart(),
    variables: process?.env ?? {},
  });
  await env.clipboard.writeText(documentText(configuration));
  void notify.info(
    l10n.t(
      'Copied the MCP server configuration for {0}. It contains the current restrictions for starting jobs. If you change them, copy the configuration again.',
      environments.nameOf(baseUrl),
    ),
  );
}

async function pickFormat(): Promise<McpFormat | undefined> {
  const formats: readonly (QuickPickItem & { format: McpFormat })[] = [
    {
      format: 'vscode',
      label: l10n.t('VS Code'),
      description: l10n.t('mcp.json: VS Code asks for the API key'),
    },
    {
      format: 'mcpServers',
      label: l10n.t('Claude, Cursor, and Others'),
      description: l10n.t('mcpServers: enter the API key in the file'),
    },
  ];
  const title = l10n.t('Copy MCP Server Configuration');
  return (
    await window.showQuickPick(formats, { title, placeHolder: l10n.t('Select an assistant') })
  )?.format;
}
