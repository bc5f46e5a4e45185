import type * as z from 'zod/mini';

/** Values that VS Code keeps over a reload, by name; any version of the extension may have written them, in any shape. */
export interface Memory {
  get(name: string): unknown;
  /** Undefined deletes; `get` returns the new value at once. */
  set(name: string, value: unknown): void;
}

/** Reads a list that VS Code kept, written by this version or another; elements that the schema refuses are left out. */
export function readStoredList<T extends z.ZodMiniType>(element: T, stored: unknown): z.infer<T>[] {
  if (!Array.isArray(stored)) return [];
  return stored.flatMap((each: unknown) => {
    const result = element.safeParse(each);
    return result.success ? [result.data] : [];
  });
}
