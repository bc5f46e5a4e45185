import { NumberLiteral, isJsonObject } from '../../service/index.ts';

export type Json = string | number | boolean | null | Json[] | { [name: string]: Json };

/**
 * Converts a value from the service to JSON for a webview. Converts numbers to strings if JavaScript
 * cannot represent them.
 */
export function webviewJson(value: unknown): Json {
  if (Array.isArray(value)) return value.map(webviewJson);
  if (isJsonObject(value)) {
    return Object.fromEntries(
      Object.entries(value).map(([name, each]) => [name, webviewJson(each)]),
    );
  }
  const isInexact = value instanceof NumberLiteral || value === Infinity || value === -Infinity;
  return isInexact ? String(value) : (value as Json);
}

/** Formats a value as an indented JSON document. */
export function documentText(raw: unknown): string {
  return `${JSON.stringify(raw, null, 2)}\n`;
}

/** Returns true if two arrays contain the same objects in the same order. */
export function isSameList(a: readonly unknown[], b: readonly unknown[]): boolean {
  return a === b || (a.length === b.length && a.every((each, index) => each === b[index]));
}

/** Returns true if two JSON values are equal. Ignores the order of properties. */
export function isSameJson(left: unknown, right: unknown): boolean {
  if (left === right) return true;
  if (typeof left !== 'object' || typeof right !== 'object' || left === null || right === null)
    return false;
  if (Array.isArray(left) !== Array.isArray(right)) return false;
  const [entries, target] = [Object.entries(left), right as Record<string, unknown>];
  if (entries.length !== Object.keys(target).length) return false;
  return entries.every(
    ([name, value]) => Object.hasOwn(target, name) && isSameJson(value, target[name]),
  );
}
