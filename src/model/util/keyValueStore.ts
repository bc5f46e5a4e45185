import type * as z from 'zod/mini';

/**
 * Values that VS Code stores by name. They may have any shape, because another version of the extension may have
 * written them.
 */
export interface KeyValueStore {
  get(name: string): unknown;
  /**
   * Sets a value, or deletes it if it is undefined. `get` returns the new value immediately. The promise resolves
   * when VS Code has stored the value.
   */
  set(name: string, value: unknown): PromiseLike<void> | undefined;
}

/** Creates a store from a VS Code memento. Logs failures to store a value. */
export function createKeyValueStore(
  memento: { get(name: string): unknown; update(name: string, value: unknown): PromiseLike<void> },
  log: { unexpected(where: string, error: unknown): void },
): KeyValueStore {
  return {
    get: (name) => memento.get(name),
    set: (name, value) =>
      memento
        .update(name, value)
        .then(undefined, (error: unknown) => log.unexpected(`remembering ${name}`, error)),
  };
}

/** Reads a value that is stored per service. */
export function readOfService(store: KeyValueStore, name: string, baseUrl: string): unknown {
  return store.get(nameAt(name, baseUrl));
}

/** Stores a value per service. Undefined deletes the value. */
export function writeOfService(store: KeyValueStore, name: string, baseUrl: string, value: unknown): void {
  store.set(nameAt(name, baseUrl), value);
}

function nameAt(name: string, baseUrl: string): string {
  return `${name}:${baseUrl}`;
}

/** Reads a stored list. Omits invalid elements, which another version of the extension may have written. */
export function readStoredList<T extends z.ZodMiniType>(element: T, stored: unknown): z.infer<T>[] {
  if (!Array.isArray(stored)) return [];
  return stored.flatMap((each: unknown) => {
    const result = element.safeParse(each);
    return result.success ? [result.data] : [];
  });
}
