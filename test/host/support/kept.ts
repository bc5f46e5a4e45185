import * as vscode from 'vscode';
import type { KeyValueStore } from '../../../src/model/util/keyValueStore.ts';

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
