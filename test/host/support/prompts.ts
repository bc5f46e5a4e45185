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
 * Puts a function of the test in the place of one of VS Code's, until the test is over or what it returns is
 * called.
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
 * Answers what the extension asks the person, by default as one who dismisses it; `asked` resolves with the
 * arguments of the first question, `sentences` have its detail too.
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

/**
 * The answer to a quick pick (a label, or labels that are ticked) or an input box (a text); undefined
 * dismisses either.
 */
type Reply = string | readonly string[] | undefined;

/** Runs a command whose questions are answered in turn; fails where one is left over. */
export async function ask(command: string, ...replies: Reply[]): Promise<void> {
  // Reported at the end: the command would take what is thrown while it asks for a failure of its own.
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
      // A second Enter keeps what could not be tried.
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
  assert.deepEqual(replies, [], 'not everything was asked');
}

/** Removes the API key of the connected service, as a person who means it. */
export async function removeApiKey(): Promise<void> {
  const { restore } = onQuestion('warning', () => 'Remove');
  await vscode.commands.executeCommand('workflowJobs.removeApiKey');
  restore();
}

/** Listens to the progress of what runs, which it may cancel. */
export function onProgress(listen: (message: string, cancel: () => void) => void = () => undefined) {
  const titles: string[] = [];
  type Task = (progress: vscode.Progress<{ message?: string }>, token: vscode.CancellationToken) => unknown;
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
 * What a test does with a quick pick or an input box that the extension shows. What VS Code finds and chooses
 * in a list is not done here.
 */
export interface Box {
  readonly title: string;
  readonly placeholder: string;
  readonly prompt: string | undefined;
  readonly items: readonly BoxItem[];
  /** As the extension set them. */
  readonly activeItems: readonly BoxItem[];
  readonly type: (text: string) => void;
  /** Accepts the text; VS Code names the row that was active by its index, if one was. */
  readonly accept: (active?: number) => void;
  /** Makes the row with this key active, as an arrow key or the window itself does. */
  readonly activate: (key: string) => void;
  /** Accepts the row with this key, else fails. */
  readonly pick: (key: string) => void;
  readonly hide: () => void;
  /** Presses the first button. */
  readonly press: () => void;
  /** Fires with what an input box says of its text. */
  readonly said: vscode.InputBoxValidationMessage | undefined;
  readonly onDidSay: vscode.Event<vscode.InputBoxValidationMessage>;
  readonly value: string;
}

/** Gives each quick pick or input box that the extension shows to the test instead of the window. */
export function onBox(name: 'createQuickPick' | 'createInputBox', show: (box: Box) => unknown): () => void {
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
      placeholder: '',
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
