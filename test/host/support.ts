import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { extensionId } from '../../src/ui/feedback/window.ts';
import { type Answer, type Handler, type Service, envelope, json, startService } from '../support/service.ts';

export { extensionId };

/** Answers by method and path (`GET /jobs?page=1`); anything else is the 404 of a service. */
export function routes(table: Record<string, Answer | (() => Answer | Promise<Answer>)>): Handler {
  return ({ method, url }) => {
    const answer = table[`${method} ${url}`];
    if (answer === undefined) return json(404, { status: 'error', code: 404, errors: [{ type: 'notFound', message: 'Unknown path.' }] });
    return typeof answer === 'function' ? answer() : answer;
  };
}

export const noFields = envelope({ fields: [] });

/** Points the extension at a service with both views visible. */
export async function connect(service: Service): Promise<void> {
  await vscode.extensions.getExtension(extensionId)?.activate();
  await vscode.commands.executeCommand('workflowJobs.jobs.focus');
  await setting('baseUrl', service.url);
}

/** A service with its handler, closed at the end of the test whatever happens. */
export async function withService(handler: Handler, story: (service: Service) => Promise<void>): Promise<void> {
  const service = await startService(handler);
  try {
    await story(service);
  } finally {
    await tidyUp();
    await service.close();
  }
}

/** Closes pages and takes back settings. The service stays connected until the next one takes its place: each base URL is a file to write. */
export async function tidyUp(): Promise<void> {
  await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  for (const name of ['apiKey.header', 'apiKey.scheme', 'requestTimeout']) await setting(name, undefined);
}

/** Back to an unconfigured extension without pages. */
export async function reset(): Promise<void> {
  await tidyUp();
  await setting('baseUrl', undefined);
}

export async function setting(name: string, value: unknown): Promise<void> {
  const configuration = vscode.workspace.getConfiguration('workflowJobs');
  // VS Code writes its file also where that changes nothing.
  if (configuration.inspect(name)?.globalValue !== value) await configuration.update(name, value, vscode.ConfigurationTarget.Global);
}

export function requestsFor(service: Service, method: string, path: RegExp): number {
  return service.requests.filter((request) => request.method === method && path.test(request.url)).length;
}

/** Resolves when a condition holds after one of the events that can make it so. */
export async function until(condition: () => boolean, event: vscode.Event<unknown>): Promise<void> {
  if (condition()) return;
  await new Promise<void>((resolve) => {
    const subscription = event(() => {
      if (!condition()) return;
      subscription.dispose();
      resolve();
    });
  });
}

export function openPages(): string[] {
  return vscode.window.tabGroups.all
    .flatMap(({ tabs }) => tabs)
    .filter(({ input }) => input instanceof vscode.TabInputWebview)
    .map(({ label }) => label);
}

export async function untilPageOpen(label: string): Promise<void> {
  await until(() => openPages().includes(label), vscode.window.tabGroups.onDidChangeTabs);
}

type Question = 'showInputBox' | 'showErrorMessage' | 'showWarningMessage' | 'showInformationMessage';

/** Answers what the extension asks the person; resolves with the arguments of the first question. */
export function onQuestion(question: Question, reply: (...args: unknown[]) => string | undefined | Promise<string | undefined>): { asked: Promise<unknown[]>; restore: () => void } {
  const original = vscode.window[question];
  const { promise, resolve } = Promise.withResolvers<unknown[]>();
  const replaced = (...args: unknown[]) => {
    resolve(args);
    return Promise.resolve(reply(...args));
  };
  Object.defineProperty(vscode.window, question, { value: replaced, configurable: true, writable: true });
  assert.equal(vscode.window[question], replaced, `${question} cannot be replaced`);
  return {
    asked: promise,
    restore: () => Object.defineProperty(vscode.window, question, { value: original, configurable: true, writable: true }),
  };
}
