import { readFileSync } from 'node:fs';
import { createContext, runInContext } from 'node:vm';

type Module = (module: { exports: unknown }, exports: unknown, require: (name: string) => unknown) => void;
type Rows = { getChildren: () => unknown };

export interface BareHost {
  /** What was registered and made, in order: `command workflowJobs.refresh`, `view workflowJobs.jobs`. */
  readonly registered: readonly string[];
  /** Names of the contexts that were set, in order. */
  readonly contexts: readonly string[];
  /** The views' trees, by id. */
  readonly trees: ReadonlyMap<string, Rows>;
  /** Keys that the secret storage was asked for. */
  readonly secretsRead: readonly string[];
  readonly returned: unknown;
  /** Runs what activate has left for later. */
  readonly prepare: () => void;
  /** What was registered, made or listened to and is not disposed yet. */
  readonly alive: ReadonlySet<object>;
  /** Disposes what the extension left to VS Code, as VS Code does to deactivate it. */
  readonly deactivate: () => void;
}

/**
 * Of the globals of a host those that reach no network and no disk, and wait for nothing. There is no timer
 * to clear.
 */
const bareGlobals = {
  AbortController,
  AbortSignal,
  TextDecoder,
  TextEncoder,
  URL,
  performance,
  clearTimeout: () => undefined,
};

interface World {
  readonly baseUrl?: string;
  /** What else the user's settings hold, by name; of any type. */
  readonly settings?: Readonly<Record<string, unknown>>;
  /** Resolves when the secret storage has answered, with the secret, if there is one. */
  readonly readSecret?: () => Promise<unknown>;
  /** `workspace.fs`. */
  readonly files?: object;
  readonly areViewsVisible?: boolean;
  /** What else the world knows. */
  readonly globals?: object;
}

/**
 * Runs a bundle as an extension host does, in a world of its own without network, disk and timers. VS Code's
 * interface has in it what is listed here: whatever else the extension uses of it to be activated fails.
 */
export function activate(
  file: string,
  {
    baseUrl = '',
    settings = {},
    readSecret = () => Promise.resolve(),
    files,
    areViewsVisible = false,
    globals = {},
  }: World = {},
): BareHost {
  const registered: string[] = [];
  const trees = new Map<string, Rows>();
  const contexts: string[] = [];
  const secretsRead: string[] = [];
  const later: (() => void)[] = [];
  const alive = new Set<object>();
  const made = <Thing extends object>(thing: Thing) => {
    const disposable = { ...thing, dispose: () => void alive.delete(disposable) };
    alive.add(disposable);
    return disposable;
  };
  const event = () => made({ kind: 'listener' });
  const register =
    (kind: string) =>
    (id = '') => {
      registered.push(`${kind} ${id}`.trimEnd());
      return made({ kind, id });
    };
  const subscriptions: { dispose: () => void }[] = [];
  const memento = { get: () => undefined, update: () => Promise.resolve() };
  const vscode = {
    Disposable: {
      from: (...all: { dispose: () => void }[]) => ({ dispose: () => all.forEach((each) => each.dispose()) }),
    },
    EventEmitter: class {
      readonly event = () => ({ dispose: () => undefined });
      fire(): void {}
      dispose(): void {}
    },
    StatusBarAlignment: { Left: 1 },
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
      createDiagnosticCollection: () => made({ kind: 'diagnostics' }),
    },
    lm: { registerTool: register('tool') },
    tasks: { registerTaskProvider: register('tasks') },
    window: {
      state: { focused: true, active: true },
      showWarningMessage: () => Promise.resolve(),
      createTreeView: (id: string, { treeDataProvider }: { treeDataProvider: Rows }) => {
        trees.set(id, treeDataProvider);
        registered.push(`view ${id}`);
        return made({
          kind: 'view',
          id,
          visible: areViewsVisible,
          onDidChangeVisibility: event,
          onDidChangeSelection: event,
          onDidCollapseElement: event,
          onDidExpandElement: event,
        });
      },
      createStatusBarItem: () =>
        made({ kind: 'status bar item', hide: () => undefined, show: () => undefined }),
      createOutputChannel: () => {
        registered.push('log');
        return made({ kind: 'log', info: () => undefined, warn: () => undefined });
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
  const world = createContext({
    ...bareGlobals,
    setTimeout: (run: () => void) => void later.push(run),
    ...globals,
  });
  const run = runInContext(`(function (module, exports, require) {${readFileSync(file, 'utf8')}\n})`, world, {
    filename: file,
  }) as Module;
  run(module, module.exports, (name) => {
    if (name !== 'vscode') throw new Error(`${file} requires ${name}.`);
    return vscode;
  });
  const returned = (module.exports as { activate: (context: unknown) => unknown }).activate(context);
  const deactivate = () => subscriptions.forEach((each) => each.dispose());
  return {
    registered,
    contexts,
    trees,
    secretsRead,
    returned,
    prepare: () => later.splice(0).forEach((run) => run()),
    alive,
    deactivate,
  };
}
