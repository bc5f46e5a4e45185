import type { Memento } from 'vscode';
import type { Log } from '../feedback/log.ts';

/** Values kept by VS Code, by name. Any version of the extension may have written them, in any shape. */
export interface Memory {
  get(name: string): unknown;
  /** Undefined deletes. `get` returns the new value at once. */
  set(name: string, value: unknown): void;
}

/** A memento as a memory; what VS Code cannot store is logged. */
export function memoryOf(memento: Memento, log: Pick<Log, 'unexpected'>): Memory {
  return {
    get: (name) => memento.get(name),
    set: (name, value) => void memento.update(name, value).then(undefined, (error: unknown) => log.unexpected(`remembering ${name}`, error)),
  };
}
