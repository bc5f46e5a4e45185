import * as vscode from 'vscode';
import { replace } from './replace.ts';

/** What the extension wrote or sent where a person, a file or a page can see it. */
interface Captures {
  readonly logLines: string[];
  readonly pageMessages: string[];
  readonly pageHtml: string[];
  readonly notifications: string[];
}

const filled = new vscode.EventEmitter<void>();
const contextSet = new vscode.EventEmitter<void>();
const panels = new Set<vscode.WebviewPanel>();
const serializers = new Map<string, vscode.WebviewPanelSerializer>();
let handler: vscode.UriHandler | undefined;

/** Filled from the moment the suites are loaded, before the extension is activated. */
export const captures: Captures = capture();

/** The context keys as the extension set them last. */
export const contexts = new Map<string, unknown>();

export const onDidSetContext = contextSet.event;

/** Tells that a page was given HTML or a message. */
export const onDidFillPage = filled.event;

/** Closes all editors, and resolves once the extension has heard of the end of its pages. */
export async function closePages(): Promise<void> {
  await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  await Promise.all(
    [...panels].map((panel) => new Promise<void>((resolve) => void panel.onDidDispose(resolve))),
  );
}

/** What VS Code calls with a link to the extension. */
export function uriHandler(): vscode.UriHandler {
  if (handler === undefined) throw new Error('The extension registered no handler of links.');
  return handler;
}

/** What VS Code calls with the panels of this type that it restores. */
export function serializerOf(type: string): vscode.WebviewPanelSerializer {
  const found = serializers.get(type);
  if (found === undefined) throw new Error(`The extension restores no panels of the type ${type}.`);
  return found;
}

function inherited(object: object, name: string): PropertyDescriptor {
  for (let each: object | null = object; each !== null; each = Object.getPrototypeOf(each) as object | null) {
    const found = Object.getOwnPropertyDescriptor(each, name);
    if (found !== undefined) return found;
  }
  throw new Error(`There is no ${name}.`);
}

function wrap<Name extends keyof typeof vscode.window>(
  name: Name,
  wrapped: (original: (typeof vscode.window)[Name]) => unknown,
): void {
  replace(name, wrapped(vscode.window[name]));
}

function capture(): Captures {
  const captured: Captures = { logLines: [], pageMessages: [], pageHtml: [], notifications: [] };
  wrap('createOutputChannel', (original) => (name: string, options: { log: true }) => {
    const channel = (original as (name: string, options: { log: true }) => vscode.LogOutputChannel)(
      name,
      options,
    );
    const listening = (method: 'info' | 'warn' | 'error') => (line: string) => {
      captured.logLines.push(line);
      channel[method](line);
    };
    return new Proxy(channel, {
      get: (target, property) =>
        property === 'info' || property === 'warn' || property === 'error'
          ? listening(property)
          : (Reflect.get(target, property) as unknown),
    });
  });
  wrap('createWebviewPanel', (original) => (...args: Parameters<typeof original>) => {
    const panel = original(...args);
    panels.add(panel);
    panel.onDidDispose(() => panels.delete(panel));
    const post = panel.webview.postMessage.bind(panel.webview);
    const listening = (message: unknown) => {
      captured.pageMessages.push(JSON.stringify(message));
      filled.fire();
      return post(message);
    };
    Object.defineProperty(panel.webview, 'postMessage', { value: listening });
    const html = inherited(panel.webview, 'html');
    Object.defineProperty(panel.webview, 'html', {
      get: () => html.get?.call(panel.webview) as unknown,
      set: (value: string) => {
        captured.pageHtml.push(value);
        html.set?.call(panel.webview, value);
        filled.fire();
      },
    });
    return panel;
  });
  const { executeCommand } = vscode.commands;
  const noting = (command: string, ...args: [string, unknown]) => {
    const done = executeCommand(command, ...args);
    if (command === 'setContext') {
      contexts.set(...args);
      contextSet.fire();
    }
    return done;
  };
  Object.defineProperty(vscode.commands, 'executeCommand', { value: noting, configurable: true });
  wrap('registerUriHandler', (original) => (registered: vscode.UriHandler) => {
    handler = registered;
    return original(registered);
  });
  wrap(
    'registerWebviewPanelSerializer',
    (original) => (type: string, serializer: vscode.WebviewPanelSerializer) => {
      serializers.set(type, serializer);
      return original(type, serializer);
    },
  );
  for (const name of ['showInformationMessage', 'showWarningMessage', 'showErrorMessage'] as const) {
    replace(name, (...args: unknown[]) => {
      captured.notifications.push(JSON.stringify(args));
      // Nobody is there to answer.
      return Promise.resolve(undefined);
    });
  }
  return captured;
}
