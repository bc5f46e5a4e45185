import type * as z from 'zod/mini';

/**
 * Stores values by name. Callers must validate the values, because another version of the extension
 * may have saved them.
 */
export interface KeyValueStore {
  get(name: string): unknown;
  /**
   * Sets a value, or deletes the entry if the value is undefined. `get` returns the new value
   * immediately. The promise resolves when VS Code has saved the value.
   */
  set(name: string, value: unknown): PromiseLike<void> | undefined;
}

/** Creates a store that saves values in a VS Code `Memento` and logs save errors. */
export function createKeyValueStore(
  memento: { get(name: string): unknown; update(name: string, value: unknown): PromiseLike<void> },
  log: { unexpected(where: string, error: unknown): void },
): KeyValueStore {
  return {
    get: (name) => memento.get(name),
    set: (name, value) =>
      memento
        .update(name, value)
        .then(undefined, (error: unknown) => log.unexpected(`saving ${name}`, error)),
  };
}

/** Returns a view of the store that contains only the values for one service. */
export function storeOfService(store: KeyValueStore, baseUrl: string): KeyValueStore {
  const nameAt = (name: string) => `${name}:${baseUrl}`;
  return {
    get: (name) => store.get(nameAt(name)),
    set: (name, value) => store.set(nameAt(name), value),
  };
}

/** Returns the valid elements of a stored array, or an empty array if the value is not an array. */
export function readStoredList<T extends z.ZodMiniType>(element: T, stored: unknown): z.infer<T>[] {
  if (!Array.isArray(stored)) return [];
  return stored.flatMap((each: unknown) => {
    const result = element.safeParse(each);
    return result.success ? [result.data] : [];
  });
}
