import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { atEnd } from './atEnd.ts';
import { replace } from './replace.ts';

const questions = {
  error: 'showErrorMessage',
  info: 'showInformationMessage',
  warning: 'showWarningMessage',
  input: 'showInputBox',
} as const;
type Question = keyof typeof questions;

type Replaceable =
  | (typeof questions)[Question]
  | 'showQuickPick'
  | 'showSaveDialog'
  | 'withProgress'
  | 'createQuickPick'
  | 'createInputBox'
  | 'createWebviewPanel';

/**
 * Replaces a function of VS Code until the test is over. Returns a function that restores it
 * earlier.
 */
export function onWindow(name: Replaceable, reply: (...args: never[]) => unknown): () => void {
  const original = vscode.window[name];
  replace(name, reply);
  assert.equal(vscode.window[name], reply, `${name} cannot be replaced`);
  const restore = () => replace(name, original);
  atEnd(restore);
  return restore;
}

/**
 * Replies to notifications or input boxes of one kind. By default, dismisses them. `asked` resolves
 * to the arguments of the first call. `sentences` contains the messages with their details.
 */
export function onQuestion(
  question: Question,
  reply: (...args: unknown[]) => string | undefined | Promise<string | undefined> = () => undefined,
) {
  const { promise, resolve } = Promise.withResolvers<unknown[]>();
  const sentences: string[] = [];
  const restore = onWindow(questions[question], (...args: unknown[]) => {
    resolve(args);
    const { detail = '' } = (args[1] ?? {}) as { readonly detail?: string };
    sentences.push(`${String(args[0])} ${detail}`.trim());
    return Promise.resolve(reply(...args));
  });
  return { asked: promise, sentences, restore };
}

/** Returns a list that contains all notifications that appear after this call. */
export function onNotifications(): string[] {
  const messages: string[] = [];
  for (const kind of ['info', 'warning', 'error'] as const) {
    onQuestion(kind, (message) => void messages.push(String(message)));
  }
  return messages;
}

/**
 * The label or labels to select in a quick pick, or the text to enter in an input box. Undefined
 * dismisses it.
 */
type Reply = string | readonly string[] | undefined;

/** Runs a command and replies to its prompts in order. Fails if a reply is left over. */
export async function ask(command: string, ...replies: Reply[]): Promise<void> {
  // Reported at the end, because the command would catch an error that is thrown in a prompt.
  const missing: string[] = [];
  const restores = [
    onWindow('showQuickPick', (items: { label: string }[]) => {
      const reply = replies.shift();
      if (reply === undefined) return Promise.resolve(undefined);
      if (typeof reply !== 'string') {
        return Promise.resolve(items.filter(({ label }) => reply.includes(label)));
      }
      const found = items.find(({ label }) => label === reply);
      if (found === undefined) {
        missing.push(`${reply} is not among ${items.map(({ label }) => label).join(', ')}`);
      }
      return Promise.resolve(found);
    }),
    onQuestion('input', () => replies.shift() as string | undefined).restore,
    onBox('createQuickPick', (box) => {
      const reply = replies.shift();
      const index = box.items.findIndex(({ label }) => label === reply);
      if (index >= 0) return box.accept(index);
      if (reply !== undefined) missing.push(`${String(reply)} is not among the rows`);
      box.hide();
    }),
    onBox('createInputBox', (box) => {
      const reply = replies.shift();
      if (typeof reply !== 'string') return box.hide();
      box.type(reply);
      // A second Enter accepts a text whose check failed.
      box.onDidSay(({ severity }) => {
        if (severity === vscode.InputBoxValidationSeverity.Warning) box.accept();
        if (severity === vscode.InputBoxValidationSeverity.Error) box.hide();
      });
      box.accept();
    }),
  ];
  await vscode.commands.executeCommand(`workflowJobs.${command}`);
  for (const restore of restores) restore();
  assert.deepEqual(missing, []);
  assert.deepEqual(replies, [], 'the command showed fewer prompts');
}

/** Removes the API key of the connected service, and confirms it. */
export async function removeApiKey(): Promise<void> {
  const { restore } = onQuestion('warning', () => 'Remove');
  await vscode.commands.executeCommand('workflowJobs.removeApiKey');
  restore();
}

/** Calls a function with each progress message. The function can cancel the progress. */
export function onProgress(
  listen: (message: string, cancel: () => void) => void = () => undefined,
) {
  const titles: string[] = [];
  type Task = (
    progress: vscode.Progress<{ message?: string }>,
    token: vscode.CancellationToken,
  ) => unknown;
  onWindow('withProgress', ({ location, title = '' }: vscode.ProgressOptions, task: Task) => {
    const source = new vscode.CancellationTokenSource();
    titles.push(title);
    const report = ({ message = '' }) =>
      location === vscode.ProgressLocation.Notification && listen(message, () => source.cancel());
    return task({ report }, source.token);
  });
  return { titles };
}

export interface BoxItem {
  readonly label: string;
  readonly description?: string;
  readonly key?: string;
  readonly alwaysShow?: boolean;
}

/**
 * Simulates a user in a quick pick or an input box. Does not filter or select items like VS Code
 * does.
 */
export interface Box {
  readonly title: string;
  readonly prompt: string | undefined;
  readonly items: readonly BoxItem[];
  /** The active items that the extension set. */
  readonly activeItems: readonly BoxItem[];
  readonly type: (text: string) => void;
  /** Presses Enter. `active` is the index of the active item, if there is one. */
  readonly accept: (active?: number) => void;
  /** Makes the item with this key active, as an arrow key does. */
  readonly activate: (key: string) => void;
  /** Selects the item with this key. Fails if there is none. */
  readonly pick: (key: string) => void;
  readonly hide: () => void;
  /** Presses the first button. */
  readonly press: () => void;
  /** The validation message below an input box. */
  readonly said: vscode.InputBoxValidationMessage | undefined;
  readonly onDidSay: vscode.Event<vscode.InputBoxValidationMessage>;
  readonly value: string;
  /** True if the box stays open when it loses focus. Undefined if the extension did not set it. */
  readonly ignoreFocusOut?: boolean;
}

/** Passes each quick pick or input box to the test instead of showing it. */
export function onBox(
  name: 'createQuickPick' | 'createInputBox',
  show: (box: Box) => unknown,
): () => void {
  return onWindow(name, () => {
    const [changed, activated, accepted, hidden, pressed, say] = [
      new vscode.EventEmitter<string>(),
      new vscode.EventEmitter<Box['items']>(),
      new vscode.EventEmitter<void>(),
      new vscode.EventEmitter<void>(),
      new vscode.EventEmitter<unknown>(),
      new vscode.EventEmitter<vscode.InputBoxValidationMessage>(),
    ];
    const box = {
      title: '',
      prompt: undefined,
      value: '',
      items: [] as Box['items'],
      activeItems: [] as Box['items'],
      selectedItems: [] as Box['items'],
      onDidChangeValue: changed.event,
      onDidChangeActive: activated.event,
      onDidAccept: accepted.event,
      onDidHide: hidden.event,
      show: () => void show(box),
      type(text: string) {
        box.value = text;
        changed.fire(text);
      },
      accept(active?: number) {
        const item = active === undefined ? undefined : box.items[active];
        if (active !== undefined) box.selectedItems = item === undefined ? [] : [item];
        accepted.fire();
      },
      activate: (key: string) => activated.fire(box.items.filter((item) => item.key === key)),
      pick(key: string) {
        box.selectedItems = box.items.filter((item) => item.key === key);
        assert.equal(
          box.selectedItems.length,
          1,
          `${key} is not among ${box.items.map((item) => item.key).join(', ')}`,
        );
        accepted.fire();
      },
      hide: () => hidden.fire(),
      press: () => pressed.fire(undefined),
      onDidTriggerButton: pressed.event,
      onDidSay: say.event,
      said: undefined as vscode.InputBoxValidationMessage | undefined,
      set validationMessage(message: vscode.InputBoxValidationMessage | undefined) {
        box.said = message;
        if (message !== undefined) say.fire(message);
      },
      dispose: () => undefined,
    };
    return box;
  });
}
