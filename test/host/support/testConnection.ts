import * as vscode from 'vscode';
import { noStorage } from '../../../src/model/session/sessionCache.ts';
import type { KeyValueStore } from '../../../src/model/util/keyValueStore.ts';
import { Connection } from '../../../src/ui/connection/connection.ts';
import { Credentials } from '../../../src/ui/connection/credentials.ts';
import { EnvironmentList } from '../../../src/ui/environments/environments.ts';
import { unguarded } from '../../support/service/unguarded.ts';

/** A store of the test instead of VS Code's. */
export function createKeyValueStore(kept = new Map<string, unknown>()): KeyValueStore {
  return { get: (name) => kept.get(name), set: (name, value) => void kept.set(name, value) };
}

/** In place of the sandbox of a window that has none. */
export const noSandbox = {
  baseUrl: undefined,
  onDidChange: new vscode.EventEmitter<void>().event,
  start: () => Promise.resolve(),
};

/** A connection beside that of the extension, as another window has it; by default it guards no start. */
export function createTestConnection(options: Partial<ConstructorParameters<typeof Connection>[0]> = {}) {
  const { sandbox = noSandbox } = options;
  const credentials =
    options.credentials ?? new Credentials({ secrets: sharedSecrets(), store: createKeyValueStore() });
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
  const dispose = () => void vscode.Disposable.from(connection, environments, credentials).dispose();
  return { connection, credentials, environments, dispose };
}

/** What windows share: VS Code tells each of them of every change. */
export function sharedSecrets(): vscode.SecretStorage {
  const kept = new Map<string, string>();
  const changed = new vscode.EventEmitter<vscode.SecretStorageChangeEvent>();
  return {
    get: (name) => Promise.resolve(kept.get(name)),
    async store(key, value) {
      kept.set(key, value);
      changed.fire({ key });
      return Promise.resolve();
    },
    async delete(key) {
      kept.delete(key);
      changed.fire({ key });
      return Promise.resolve();
    },
    onDidChange: changed.event,
  };
}
