import * as vscode from 'vscode';
import { replace } from './replace.ts';

/** Texts that the extension has logged, shown, or sent to a page. */
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

/** Texts since the suites were loaded, which is before the extension is activated. */
export const captures: Captures = capture();

/** The current values of the extension's context keys. */
export const contexts = new Map<string, unknown>();

export const onDidSetContext = contextSet.event;

/** Fires when the extension sets the HTML of a page or sends it a message. */
export const onDidFillPage = filled.event;

/** Closes all editors. Resolves when the extension was notified of its closed pages. */
export async function closePages(): Promise<void> {
  await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  await Promise.all(
    [...panels].map((panel) => new Promise<void>((resolve) => void panel.onDidDispose(resolve))),
  );
}

/** Returns the handler that VS Code calls with a link to the extension. */
export function uriHandler(): vscode.UriHandler {
  if (handler === undefined) throw new Error('The extension has not registered a URI handler.');
  return handler;
}

/** Returns the serializer that VS Code calls to restore panels of a type. */
export function serializerOf(type: string): vscode.WebviewPanelSerializer {
  const found = serializers.get(type);
  if (found === undefined)
    throw new Error(`The extension has not registered a serializer for ${type}.`);
  return found;
}

function inherited(object: object, name: string): PropertyDescriptor {
  for (
    let each: object | null = object;
    each !== null;
    each = Object.getPrototypeOf(each) as object | null
  ) {
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
  const recordContext = (command: string, ...args: [string, unknown]) => {
    const done = executeCommand(command, ...args);
    if (command === 'setContext') {
      contexts.set(...args);
      contextSet.fire();
    }
    return done;
  };
  Object.defineProperty(vscode.commands, 'executeCommand', {
    value: recordContext,
    configurable: true,
  });
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
  for (const name of [
    'showInformationMessage',
    'showWarningMessage',
    'showErrorMessage',
  ] as const) {
    replace(name, (...args: unknown[]) => {
      captured.notifications.push(JSON.stringify(args));
      // No button is selected.
      return Promise.resolve(undefined);
    });
  }
  return captured;
}
