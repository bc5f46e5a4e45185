import type * as z from 'zod/mini';

/**
 * Values that VS Code stores by name; they may have any shape, because any version of the extension may have
 * written them.
 */
export interface KeyValueStore {
  get(name: string): unknown;
  /**
   * Undefined deletes. `get` returns the new value at once; a returned promise resolves when VS Code has stored
   * the value.
   */
  set(name: string, value: unknown): PromiseLike<void> | undefined;
}

/** VS Code's memento as a store; logs failures to store a value. */
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

/** A value stored per service. */
export function readOfService(store: KeyValueStore, name: string, baseUrl: string): unknown {
  return store.get(nameAt(name, baseUrl));
}

/** Undefined deletes. */
export function writeOfService(store: KeyValueStore, name: string, baseUrl: string, value: unknown): void {
  store.set(nameAt(name, baseUrl), value);
}

function nameAt(name: string, baseUrl: string): string {
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
