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
import { setBaseUrl } from './baseUrl.ts';
import { closePages } from './captures.ts';
import { settled } from './rows.ts';
import { until } from './until.ts';

export { routes } from '../../support/service/service.ts';
export { onQuestion } from './prompts.ts';
export { extensionId, until };

export const noFields = envelope({ fields: [] });

/** Connects the extension to a service and shows both views. */
export async function connect(service: Service): Promise<void> {
  await vscode.extensions.getExtension(extensionId)?.activate();
  await vscode.commands.executeCommand('workflowJobs.jobs.focus');
  setBaseUrl(service.url);
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
  await connect(service);
  await settled();
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
  setup(async () => {
    await connect(service());
    await settled();
  });
  return service;
}

/** Disconnects the extension from its service. */
export async function disconnect(): Promise<void> {
  await setting('baseUrl', undefined);
}

export type SettingName = keyof typeof settingDefaults;

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
  await write(name, value, vscode.ConfigurationTarget.Global);
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
  await write(name, value, vscode.ConfigurationTarget.Workspace);
}

async function write(
  name: SettingName,
  value: unknown,
  target: vscode.ConfigurationTarget,
): Promise<void> {
  const configuration = vscode.workspace.getConfiguration('workflowJobs');
  const { globalValue, workspaceValue } = configuration.inspect(name) ?? {};
  const before = target === vscode.ConfigurationTarget.Global ? globalValue : workspaceValue;
  // VS Code also writes the file if the value is the same, and then sends all settings to the
  // extension host.
  if (JSON.stringify(before) !== JSON.stringify(value))
    await configuration.update(name, value, target);
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
