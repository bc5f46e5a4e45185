import type * as vscode from 'vscode';

/** A memento as models know it: what could not be stored is asked for again another time. */
export function memoryOf(memento: vscode.Memento): { get: (name: string) => unknown; set: (name: string, value: unknown) => void } {
  return {
    get: (name) => memento.get(name),
    set: (name, value) => void memento.update(name, value),
  };
}
