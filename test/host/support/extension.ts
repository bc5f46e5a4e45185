import * as vscode from 'vscode';
import { extensionId } from '../../../src/ui/feedback/window.ts';
import { type Handler, type Held, type Routes, type Service, envelope, holding, startService } from '../../support/service/service.ts';
import { atEnd } from './atEnd.ts';
import { closePages } from './captures.ts';
import { settled } from './rows.ts';
import { until } from './until.ts';

export { routes } from '../../support/service/service.ts';
export { onQuestion } from './prompts.ts';
export { extensionId, until };

export const noFields = envelope({ fields: [] });

/** Points the extension at a service with both views visible. */
export async function connect(service: Service): Promise<void> {
  await vscode.extensions.getExtension(extensionId)?.activate();
  await vscode.commands.executeCommand('workflowJobs.jobs.focus');
  await setting('baseUrl', service.url);
}

/** Starts a service that is closed once the test is over. */
export async function serve(handler: Handler, options?: { readonly cors: boolean }): Promise<Service> {
  const service = await startService(handler, options);
  atEnd(() => service.close());
  return service;
}

/** Connects to a service of this test that holds at least one job; the Jobs view has its first page. */
export async function connected(held: Held | Handler, others?: Routes): Promise<Service> {
  const service = await serve(typeof held === 'function' ? held : holding(held, others));
  await connect(service);
  await settled('workflowJobs.jobs');
  return service;
}

/** Closes pages and takes back settings. The service stays connected until the next one takes its place: each base URL is a file to write. */
export async function tidyUp(): Promise<void> {
  await closePages();
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

/** Resolves once this number of such requests has come in. */
export async function untilRequested(service: Service, method: string, path: RegExp, count = 1): Promise<void> {
  while (requestsFor(service, method, path) < count) await service.received(service.requests.length + 1);
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
