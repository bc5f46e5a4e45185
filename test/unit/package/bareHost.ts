import { readFileSync } from 'node:fs';
import { createContext, runInContext } from 'node:vm';

type Module = (
  module: { exports: unknown },
  exports: unknown,
  require: (name: string) => unknown,
) => void;
type Rows = { getChildren: () => unknown };
type Disposable = { dispose: () => void };

export interface BareHost {
  /** Registrations in order: `command workflowJobs.refresh`, `view workflowJobs.jobs`. */
  readonly registered: readonly string[];
  /** Contexts that the extension set, in order. */
  readonly contexts: readonly string[];
  /** Tree data providers, by view ID. */
  readonly trees: ReadonlyMap<string, Rows>;
  /** Keys that the extension read from the secret storage. */
  readonly secretsRead: readonly string[];
  readonly returned: unknown;
  /** Registrations, objects, and listeners that are not disposed yet. */
  readonly alive: ReadonlySet<object>;
  /** Disposes the subscriptions, as VS Code does. */
  readonly deactivate: () => void;
}

/** Globals that give no access to the network, the disk, and timers. */
const bareGlobals = {
  AbortController,
  AbortSignal,
  TextDecoder,
  TextEncoder,
  URL,
  performance,
  clearTimeout: () => undefined,
};

interface HostOptions {
  readonly baseUrl?: string;
  /** Other user settings, of any type. */
  readonly settings?: Readonly<Record<string, unknown>>;
  /** Reads the API key from the secret storage. */
  readonly readSecret?: () => Promise<unknown>;
  /** `workspace.fs`. */
  readonly files?: object;
  readonly areViewsVisible?: boolean;
  /** Values in the workspace and global state. */
  readonly stored?: Readonly<Record<string, unknown>>;
  /** Additional globals. */
  readonly globals?: object;
}

/**
 * Runs a bundle as an extension host does, but without network, disk, and timers. The bundle fails
 * if it uses any other part of the VS Code API to activate.
 */
export function activate(
  file: string,
  {
    baseUrl = '',
    settings = {},
    readSecret = () => Promise.resolve(),
    files,
    areViewsVisible = false,
    stored = {},
    globals = {},
  }: HostOptions = {},
): BareHost {
  const registered: string[] = [];
  const trees = new Map<string, Rows>();
  const contexts: string[] = [];
  const secretsRead: string[] = [];
  const alive = new Set<object>();
  const create = <Thing extends object>(thing: Thing) => {
    const disposable = { ...thing, dispose: () => void alive.delete(disposable) };
    alive.add(disposable);
    return disposable;
  };
  const event = () => create({ kind: 'listener' });
  const register =
    (kind: string) =>
    (id = '') => {
      registered.push(`${kind} ${id}`.trimEnd());
      return create({ kind, id });
    };
  const subscriptions: Disposable[] = [];
  const memento = { get: (name: string) => stored[name], update: () => Promise.resolve() };
  const vscode = {
    Disposable: {
      from: (...all: Disposable[]) => ({ dispose: () => all.forEach((each) => each.dispose()) }),
    },
    EventEmitter: class {
      readonly event = () => ({ dispose: () => undefined });
      fire(): void {}
      dispose(): void {}
    },
    StatusBarAlignment: { Left: 1 },
    ThemeColor: class {},
    ExtensionKind: { Workspace: 2 },
    UIKind: { Web: 2 },
    Uri: { joinPath: () => ({}) },
    l10n: { bundle: undefined, t: (text: string) => text },
    env: { language: 'en', uiKind: 1 },
    commands: {
      registerCommand: register('command'),
      executeCommand: (_id: string, context: string) => Promise.resolve(contexts.push(context)),
    },
    CodeActionKind: { QuickFix: {} },
    languages: {
      registerHoverProvider: register('hovers'),
      registerCompletionItemProvider: register('completions'),
      registerCodeActionsProvider: register('fixes'),
      createDiagnosticCollection: () => create({ kind: 'diagnostics' }),
    },
    lm: { registerTool: register('tool') },
    tasks: { registerTaskProvider: register('tasks') },
    window: {
      state: { focused: true, active: true },
      showWarningMessage: () => Promise.resolve(),
      createTreeView: (id: string, { treeDataProvider }: { treeDataProvider: Rows }) => {
        trees.set(id, treeDataProvider);
        registered.push(`view ${id}`);
        return create({
          kind: 'view',
          id,
          visible: areViewsVisible,
          selection: [],
          onDidChangeVisibility: event,
          onDidChangeSelection: event,
          onDidCollapseElement: event,
          onDidExpandElement: event,
        });
      },
      createStatusBarItem: () =>
        create({ kind: 'status bar item', hide: () => undefined, show: () => undefined }),
      createOutputChannel: () => {
        registered.push('log');
        return create({ kind: 'log', info: () => undefined, warn: () => undefined });
      },
      withProgress: (_options: unknown, task: () => unknown) => task(),
      registerWebviewPanelSerializer: register('pages'),
      registerUriHandler: () => register('links')(),
      onDidChangeWindowState: event,
    },
    workspace: {
      isTrusted: true,
      fs: files,
      getConfiguration: () => ({
        get: (name: string) => ({ baseUrl, ...settings })[name],
        inspect: (name: string) => ({ globalValue: settings[name] }),
      }),
      registerFileSystemProvider: register('documents'),
      onDidChangeConfiguration: event,
      onDidChangeTextDocument: event,
      onDidCloseTextDocument: event,
      onDidGrantWorkspaceTrust: event,
    },
  };
  const context = {
    extension: { extensionKind: 1 },
    extensionUri: {},
    storageUri: {},
    globalState: memento,
    workspaceState: memento,
    subscriptions,
    secrets: {
      onDidChange: event,
      get: (key: string) => {
        secretsRead.push(key);
        return readSecret();
      },
    },
  };
  const module = { exports: {} };
  const globalObject = createContext({
    ...bareGlobals,
    ...globals,
  });
  const run = runInContext(
    `(function (module, exports, require) {${readFileSync(file, 'utf8')}\n})`,
    globalObject,
    {
      filename: file,
    },
  ) as Module;
  run(module, module.exports, (name) => {
    if (name !== 'vscode') throw new Error(`${file} requires ${name}.`);
    return vscode;
  });
  const returned = (module.exports as { activate: (context: unknown) => unknown }).activate(
    context,
  );
  const deactivate = () => subscriptions.forEach((each) => each.dispose());
  return {
    registered,
    contexts,
    trees,
    secretsRead,
    returned,
    alive,
    deactivate,
  };
}
