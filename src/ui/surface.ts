import * as vscode from 'vscode';
import { type CommandName, commandNames } from './commandNames.ts';
import type { FieldsNode } from './views/fieldsView.ts';
import { documentScheme, pageType } from './ids.ts';
import type { JobsNode } from './views/jobNodes.ts';
import { lazy } from './lazy.ts';
import { LogChannel } from './feedback/logChannel.ts';
import { TreeShell } from './views/treeShell.ts';

/** What VS Code asks the extension for. */
export interface Extension extends vscode.Disposable {
  run(command: CommandName, args: readonly unknown[]): Promise<void>;
  openLink(uri: vscode.Uri): Promise<void>;
  restorePage(panel: vscode.WebviewPanel, state: unknown): Promise<void>;
  readDocument(uri: vscode.Uri): Promise<Uint8Array>;
}

/** What is there of the extension before it is loaded. */
export interface Surface {
  readonly fields: TreeShell<FieldsNode>;
  readonly jobs: TreeShell<JobsNode>;
  readonly documentsChanged: vscode.EventEmitter<vscode.FileChangeEvent[]>;
  readonly log: LogChannel;
}

/**
 * Registers all that VS Code may ask the extension for, which is loaded when it first does.
 * @param load may fail: whoever asks next, tries again
 */
export function registerSurface({ subscriptions }: vscode.ExtensionContext, load: (surface: Surface) => Promise<Extension>): void {
  const log = new LogChannel();
  const extension = lazy(() => load(surface));
  const loaded = async () => {
    try {
      return await extension.load();
    } catch (error) {
      log.open().error(error instanceof Error ? error : String(error));
      return undefined;
    }
  };
  const ask = async (question: (extension: Extension) => Promise<void>) => {
    const it = await loaded();
    if (it === undefined) void vscode.window.showErrorMessage(notLoaded());
    else await question(it);
  };
  const readDocument = async (uri: vscode.Uri) => {
    const it = await loaded();
    if (it === undefined) throw vscode.FileSystemError.Unavailable(notLoaded());
    return it.readDocument(uri);
  };
  const whyNotFilled = async () => ((await loaded()) === undefined ? notLoaded() : undefined);

  subscriptions.push(extension, log);
  // Before anything that could fail.
  for (const name of commandNames) {
    subscriptions.push(vscode.commands.registerCommand(`workflowJobs.${name}`, (...args: unknown[]) => ask((it) => it.run(name, args))));
  }
  const surface: Surface = {
    fields: new TreeShell('workflowJobs.fields', whyNotFilled),
    jobs: new TreeShell('workflowJobs.jobs', whyNotFilled),
    documentsChanged: new vscode.EventEmitter(),
    log,
  };
  subscriptions.push(
    surface.fields,
    surface.jobs,
    surface.documentsChanged,
    registerDocuments(surface.documentsChanged.event, readDocument),
    vscode.window.registerWebviewPanelSerializer(pageType, { deserializeWebviewPanel: (panel, state) => ask((it) => it.restorePage(panel, state)) }),
    vscode.window.registerUriHandler({ handleUri: (uri) => ask((it) => it.openLink(uri)) }),
  );
}

function notLoaded(): string {
  return vscode.l10n.t('A part of Workflow Jobs could not be loaded. Check the network, then try again.');
}

/**
 * Read-only documents. They are files of a scheme of our own: unlike mere contents, these activate the extension when VS Code
 * brings an editor back after a reload.
 */
function registerDocuments(onDidChangeFile: vscode.Event<vscode.FileChangeEvent[]>, readFile: (uri: vscode.Uri) => Promise<Uint8Array>): vscode.Disposable {
  const readOnly = () => {
    throw vscode.FileSystemError.NoPermissions(vscode.l10n.t('This document cannot be changed.'));
  };
  let reads = 0;
  return vscode.workspace.registerFileSystemProvider(
    documentScheme,
    {
      onDidChangeFile,
      watch: () => new vscode.Disposable(() => undefined),
      stat: async (uri) => {
        const { length } = await readFile(uri);
        // Nobody else writes them: each look may find something new.
        return { type: vscode.FileType.File, ctime: 0, mtime: ++reads, size: length, permissions: vscode.FilePermission.Readonly };
      },
      readFile,
      readDirectory: () => [],
      createDirectory: readOnly,
      writeFile: readOnly,
      delete: readOnly,
      rename: readOnly,
    },
    { isCaseSensitive: true, isReadonly: true },
  );
}
