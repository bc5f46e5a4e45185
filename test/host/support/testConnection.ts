import * as vscode from 'vscode';
import { noStorage } from '../../../src/model/session/sessionCache.ts';
import type { KeyValueStore } from '../../../src/model/util/keyValueStore.ts';
import { Connection } from '../../../src/ui/connection/connection.ts';
import { Credentials } from '../../../src/ui/connection/credentials.ts';
import { EnvironmentList } from '../../../src/ui/environments/environments.ts';
import { unguarded } from '../../support/service/unguarded.ts';

/** Creates a store in memory. */
export function createKeyValueStore(values = new Map<string, unknown>()): KeyValueStore {
  return { get: (name) => values.get(name), set: (name, value) => void values.set(name, value) };
}

/** Replaces the sandbox in a window without a sandbox. */
export const noSandbox = {
  baseUrl: undefined,
  onDidChange: new vscode.EventEmitter<void>().event,
  start: () => Promise.resolve(),
};

/**
 * Creates a connection like that of a second window. By default, it permits all starts without a
 * question.
 */
export function createTestConnection(
  options: Partial<ConstructorParameters<typeof Connection>[0]> = {},
) {
  const { sandbox = noSandbox } = options;
  const credentials =
    options.credentials ??
    new Credentials({ secrets: sharedSecrets(), store: createKeyValueStore() });
  const environments = new EnvironmentList(sandbox);
  const connection = new Connection({
    workspaceStore: createKeyValueStore(),
    userStore: createKeyValueStore(),
    jobListCache: { storageOf: () => noStorage },
    environments,
    sandbox,
    guard: unguarded,
    onDidRequest: () => undefined,
    ...options,
    credentials,
  });
  const dispose = () =>
    void vscode.Disposable.from(connection, environments, credentials).dispose();
  return { connection, credentials, environments, dispose };
}

/** Creates a secret storage that several connections can share, as windows do. */
export function sharedSecrets(): vscode.SecretStorage {
  const values = new Map<string, string>();
  const changed = new vscode.EventEmitter<vscode.SecretStorageChangeEvent>();
  return {
    get: (name) => Promise.resolve(values.get(name)),
    async store(key, value) {
      values.set(key, value);
      changed.fire({ key });
      return Promise.resolve();
    },
    async delete(key) {
      values.delete(key);
      changed.fire({ key });
      return Promise.resolve();
    },
    onDidChange: changed.event,
  };
}
