import type * as z from 'zod/mini';

/**
 * Values that VS Code stores by name; they may have any shape, because any version of the extension may have
 * written them.
 */
export interface Memory {
  get(name: string): unknown;
  /** Undefined deletes; `get` returns the new value at once. */
  set(name: string, value: unknown): void;
}

/** VS Code's memento as a memory; logs failures to store a value. */
export function memoryOf(
  memento: { get(name: string): unknown; update(name: string, value: unknown): PromiseLike<void> },
  log: { unexpected(where: string, error: unknown): void },
): Memory {
  return {
    get: (name) => memento.get(name),
    set: (name, value) =>
      void memento
        .update(name, value)
        .then(undefined, (error: unknown) => log.unexpected(`remembering ${name}`, error)),
  };
}

/**
 * A value stored per service; one that an earlier version stored for all services is given to the first
 * service that reads it.
 */
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

/** Reads a stored list without invalid elements, as another version may have written. */
export function readStoredList<T extends z.ZodMiniType>(element: T, stored: unknown): z.infer<T>[] {
  if (!Array.isArray(stored)) return [];
  return stored.flatMap((each: unknown) => {
    const result = element.safeParse(each);
    return result.success ? [result.data] : [];
  });
}
