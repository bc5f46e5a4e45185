import type * as z from 'zod/mini';

/** Values that VS Code keeps over a reload, by name; any version of the extension may have written them, in any shape. */
export interface Memory {
  get(name: string): unknown;
  /** Undefined deletes; `get` returns the new value at once. */
  set(name: string, value: unknown): void;
}

interface Memento {
  get(name: string): unknown;
  update(name: string, value: unknown): PromiseLike<void>;
}

/** VS Code's memento as a memory; what it cannot store is logged. */
export function memoryOf(memento: Memento, log: { unexpected(where: string, error: unknown): void }): Memory {
  return {
    get: (name) => memento.get(name),
    set: (name, value) => void memento.update(name, value).then(undefined, (error: unknown) => log.unexpected(`remembering ${name}`, error)),
  };
}

/** A value that each service has for itself; one that an earlier version kept for all services becomes that of the first to ask. */
export function readOfService(memory: Memory, name: string, baseUrl: string): unknown {
  const common = memory.get(name);
  if (common !== undefined) {
    memory.set(name, undefined);
    if (memory.get(nameOf(name, baseUrl)) === undefined) writeOfService(memory, name, baseUrl, common);
  }
  return memory.get(nameOf(name, baseUrl));
}

/** Undefined deletes. */
export function writeOfService(memory: Memory, name: string, baseUrl: string, value: unknown): void {
  memory.set(nameOf(name, baseUrl), value);
}

function nameOf(name: string, baseUrl: string): string {
  return `${name}:${baseUrl}`;
}

/** Reads a list that VS Code kept, written by this version or another; elements that the schema refuses are left out. */
export function readStoredList<T extends z.ZodMiniType>(element: T, stored: unknown): z.infer<T>[] {
  if (!Array.isArray(stored)) return [];
  return stored.flatMap((each: unknown) => {
    const result = element.safeParse(each);
    return result.success ? [result.data] : [];
  });
}
