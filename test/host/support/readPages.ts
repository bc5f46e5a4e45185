import * as vscode from 'vscode';
import { atEnd } from './atEnd.ts';
import { captures } from './captures.ts';
import { onBox, onWindow } from './prompts.ts';
import { until } from './until.ts';

interface Asked {
  readonly title: string;
  readonly labels: string[];
}

interface Reader<From, To> {
  /** Sends a message from the page that was opened last. */
  readonly press: (message: From) => void;
  /** Resolves when the page is ready and has reported its time zone. */
  readonly ready: () => Promise<void>;
  /**
   * Resolves to the first matching message to a page. Skips messages that were already returned.
   */
  readonly posted: (isWanted: (message: To) => boolean) => Promise<To>;
  /** Resolves to the next picker, which is dismissed immediately. */
  readonly asked: () => Promise<Asked>;
}

/** Simulates the pages that are opened until the test is over. */
export function readPages<From extends { kind: string }, To>(): Reader<From, To> {
  const { createWebviewPanel } = vscode.window;
  const changed = new vscode.EventEmitter<void>();
  const messages: To[] = [];
  const pickers: Asked[] = [];
  let sendToExtension: ((message: From) => void) | undefined;
  let isReady = false;
  onWindow('createWebviewPanel', (...args: Parameters<typeof createWebviewPanel>) => {
    const panel = createWebviewPanel(...args);
    const receive = panel.webview.onDidReceiveMessage;
    Object.defineProperty(panel.webview, 'onDidReceiveMessage', {
      value: (listener: (message: From) => void) => {
        sendToExtension = listener;
        return receive((message: From) => {
          listener(message);
          isReady ||= message.kind === 'ready';
          changed.fire();
        });
      },
    });
    return panel;
  });
  Object.defineProperty(captures.pageMessages, 'push', {
    configurable: true,
    value: (message: string) => {
      messages.push(JSON.parse(message) as To);
      changed.fire();
      return Array.prototype.push.call(captures.pageMessages, message);
    },
  });
  atEnd(() => Reflect.deleteProperty(captures.pageMessages, 'push'));
  onBox('createQuickPick', (pick) => {
    pickers.push({
      title: pick.title,
      labels: pick.items.map(({ label }) => label),
    });
    pick.hide();
    changed.fire();
  });
  return {
    press: (message) => sendToExtension?.(message),
    ready: () => until(() => isReady, changed.event),
    posted: async (isWanted) => {
      await until(() => messages.some(isWanted), changed.event);
      const [wanted] = messages.splice(0, messages.findIndex(isWanted) + 1).slice(-1);
      return wanted as To;
    },
    asked: async () => {
      await until(() => pickers.length > 0, changed.event);
      return pickers.shift() ?? { title: '', labels: [] };
    },
  };
}
