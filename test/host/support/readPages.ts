import * as vscode from 'vscode';
import { atEnd } from './atEnd.ts';
import { captures } from './captures.ts';
import { onBox, onWindow } from './prompts.ts';
import { until } from './until.ts';

interface Asked {
  readonly title: string;
  readonly placeholder: string;
  readonly labels: string[];
}

interface Reader<From, To> {
  /** On the page that was opened last. */
  readonly press: (message: From) => void;
  /** Resolves when a page that was opened listens, after it has reported its time zone. */
  readonly ready: () => Promise<void>;
  /** Resolves with the first wanted message to a page that was not asked for here before. */
  readonly posted: (isWanted: (message: To) => boolean) => Promise<To>;
  /** Resolves with the next picker, which is left at once. */
  readonly asked: () => Promise<Asked>;
}

/** Stands in for the person who reads the pages that are opened meanwhile. */
export function readPages<From extends { kind: string }, To>(): Reader<From, To> {
  const { createWebviewPanel } = vscode.window;
  const happened = new vscode.EventEmitter<void>();
  const messages: To[] = [];
  const picks: Asked[] = [];
  let hear: ((message: From) => void) | undefined;
  let isReady = false;
  onWindow('createWebviewPanel', (...args: Parameters<typeof createWebviewPanel>) => {
    const panel = createWebviewPanel(...args);
    const receive = panel.webview.onDidReceiveMessage;
    Object.defineProperty(panel.webview, 'onDidReceiveMessage', {
      value: (listener: (message: From) => void) => {
        hear = listener;
        return receive((message: From) => {
          listener(message);
          isReady ||= message.kind === 'ready';
          happened.fire();
        });
      },
    });
    return panel;
  });
  Object.defineProperty(captures.pageMessages, 'push', {
    configurable: true,
    value: (message: string) => {
      messages.push(JSON.parse(message) as To);
      happened.fire();
      return Array.prototype.push.call(captures.pageMessages, message);
    },
  });
  atEnd(() => Reflect.deleteProperty(captures.pageMessages, 'push'));
  onBox('createQuickPick', (pick) => {
    picks.push({
      title: pick.title,
      placeholder: pick.placeholder,
      labels: pick.items.map(({ label }) => label),
    });
    pick.hide();
    happened.fire();
  });
  return {
    press: (message) => hear?.(message),
    ready: () => until(() => isReady, happened.event),
    posted: async (isWanted) => {
      await until(() => messages.some(isWanted), happened.event);
      const [wanted] = messages.splice(0, messages.findIndex(isWanted) + 1).slice(-1);
      return wanted as To;
    },
    asked: async () => {
      await until(() => picks.length > 0, happened.event);
      return picks.shift() ?? { title: '', placeholder: '', labels: [] };
    },
  };
}
