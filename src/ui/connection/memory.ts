import type { Memento } from 'vscode';
import type { Memory } from '../../model/util/memory.ts';
import type { Log } from '../feedback/log.ts';

/** A memento as a memory; what VS Code cannot store is logged. */
export function memoryOf(memento: Memento, log: Pick<Log, 'unexpected'>): Memory {
  return {
    get: (name) => memento.get(name),
    set: (name, value) => void memento.update(name, value).then(undefined, (error: unknown) => log.unexpected(`remembering ${name}`, error)),
  };
}
