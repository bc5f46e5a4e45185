import type * as vscode from 'vscode';
import type { Log } from '../feedback/log.ts';

/** What is remembered of a name, whatever a version of the extension put there. */
export interface Memory {
  get(name: string): unknown;
  /** Undefined forgets. Needs no waiting: what was set is there at once. */
  set(name: string, value: unknown): void;
}

/** A memento as a memory: what VS Code could not store is a line in the log, and is asked for again another time. */
export function memoryOf(memento: vscode.Memento, log: Pick<Log, 'unexpected'>): Memory {
  return {
    get: (name) => memento.get(name),
    set: (name, value) => void memento.update(name, value).then(undefined, (error: unknown) => log.unexpected(`remembering ${name}`, error)),
  };
}
