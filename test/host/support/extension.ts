import * as vscode from 'vscode';
import { extensionId, settingDefaults } from '../../../src/manifest.ts';
import {
  type Handler,
  type ServiceData,
  type Routes,
  type Service,
  envelope,
  serveData,
  startService,
} from '../../support/service/service.ts';
import { atEnd, end } from './atEnd.ts';
import { closePages } from './captures.ts';
import { settled } from './rows.ts';
import { until } from './until.ts';
import { type SettingName, setInMemory } from './userSettings.ts';

export { routes } from '../../support/service/service.ts';
export { onQuestion } from './prompts.ts';
export { type SettingName, extensionId, until };

export const noFields = envelope({ fields: [] });

/** Connects the extension to a service and shows both views. */
export async function connect(service: Service): Promise<void> {
  await vscode.extensions.getExtension(extensionId)?.activate();
  await vscode.commands.executeCommand('workflowJobs.jobs.focus');
  setInMemory('baseUrl', service.url);
}

/** Connects the extension to a service, and waits until the Jobs view shows its first page. */
export async function connectAndLoad(service: Service): Promise<void> {
  await connect(service);
  await settled();
}

/** Starts a service that is closed when the test is over. */
export async function serve(
  handler: Handler,
  options?: { readonly cors: boolean },
): Promise<Service> {
  const service = await startService(handler, options);
  atEnd(() => service.close());
  return service;
}

/**
 * Starts a service with at least one job, and connects to it. Waits until the Jobs view shows its
 * first page.
 */
export async function connected(data: ServiceData | Handler, others?: Routes): Promise<Service> {
  const service = await serve(typeof data === 'function' ? data : serveData(data, others));
  await connectAndLoad(service);
  return service;
}

/** Starts a service that is closed when the suite is over. */
export function serviceOfSuite(handler: Handler): () => Service {
  let service: Service | undefined;
  suiteSetup(async () => {
    service = await startService(handler);
  });
  suiteTeardown(() => service?.close());
  return () => {
    if (service === undefined) throw new Error('The suite has not started.');
    return service;
  };
}

/**
 * Connects to the same service before each test of a suite. This is faster than a service for each
 * test, because the extension stays connected. The tests must not change the data of the service.
 */
export function sharedService(handler: Handler): () => Service {
  const service = serviceOfSuite(handler);
  setup(() => connectAndLoad(service()));
  return service;
}

/** Disconnects the extension from its service. */
export async function disconnect(): Promise<void> {
  await setting('baseUrl', undefined);
}

/** Runs a command of the extension. */
export const run = <Result = unknown>(command: string, ...args: unknown[]): Thenable<Result> =>
  vscode.commands.executeCommand(`workflowJobs.${command}`, ...args);

/** Returns the current value of a setting. */
export function savedSetting(name: SettingName): unknown {
  return vscode.workspace.getConfiguration('workflowJobs').get(name);
}

/** Returns the settings that name services, at all levels. */
export function serviceSettings(): string {
  const configuration = vscode.workspace.getConfiguration('workflowJobs');
  return JSON.stringify(['baseUrl', 'environments'].map((name) => configuration.inspect(name)));
}

/** Sets a user setting until the test is over. The base URL is kept until another test sets it. */
export async function setting(name: SettingName, value: unknown): Promise<void> {
  const { globalValue } = vscode.workspace.getConfiguration('workflowJobs').inspect(name) ?? {};
  if (JSON.stringify(globalValue) === JSON.stringify(value)) return;
  // The condition of a tool in package.json contains this setting, so VS Code must know the value.
  if (name === 'agents.canStartJobs') await saveSetting(name, value);
  else setInMemory(name, value);
}

/** Saves a user setting in `settings.json` until the test is over. */
export async function saveSetting(name: SettingName, value: unknown): Promise<void> {
  await vscode.workspace
    .getConfiguration('workflowJobs')
    .update(name, value, vscode.ConfigurationTarget.Global);
}

/**
 * Settings at the start of each test. Automatic refreshes would disturb tests that count requests.
 */
const initialSettings = new Map<string, unknown>([['autoRefresh', 0]]);

/** Sets a user setting until the suite is over. */
export function settingOfSuite(name: SettingName, value: () => unknown): void {
  suiteSetup(() => {
    initialSettings.set(name, value());
    return setting(name, value());
  });
  suiteTeardown(() => {
    initialSettings.delete(name);
    return setting(name, undefined);
  });
}

/** Sets a workspace setting until the test is over. */
export async function inWorkspace(name: SettingName, value: unknown): Promise<void> {
  await vscode.workspace
    .getConfiguration('workflowJobs')
    .update(name, value, vscode.ConfigurationTarget.Workspace);
}

const settingNames = Object.keys(settingDefaults) as SettingName[];

// Mocha runs this hook after each test and after the teardown of the test's suite.
teardown(async () => {
  await closePages();
  const configuration = vscode.workspace.getConfiguration('workflowJobs');
  for (const name of settingNames) {
    const { globalValue, workspaceValue } = configuration.inspect(name) ?? {};
    if (workspaceValue !== undefined) await inWorkspace(name, undefined);
    // The next test sets its own base URL.
    if (name !== 'baseUrl' && (globalValue !== undefined || initialSettings.has(name))) {
      await setting(name, initialSettings.get(name));
    }
  }
  await end();
});

export function requestsFor(service: Service, method: string, path: RegExp): number {
  return service.requests.filter((request) => request.method === method && path.test(request.url))
    .length;
}

/** Resolves when the service has received this number of matching requests. */
export async function untilRequested(
  service: Service,
  method: string,
  path: RegExp,
  count = 1,
): Promise<void> {
  while (requestsFor(service, method, path) < count)
    await service.received(service.requests.length + 1);
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
