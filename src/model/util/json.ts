import * as l10n from '@vscode/l10n';
import { NumberLiteral, isJsonObject } from '../../service/index.ts';

export type Json = string | number | boolean | null | Json[] | { [name: string]: Json };

/** Maximum nesting depth of JSON values in messages to a webview. */
const maxJsonDepth = 64;

/**
 * Converts a value from the service to JSON for a webview. Limits the nesting depth, and converts
 * numbers to strings if JavaScript cannot represent them.
 */
export function boundedJson(value: unknown): Json {
  return bounded(value, maxJsonDepth, (leaf) =>
    leaf instanceof NumberLiteral || leaf === Infinity || leaf === -Infinity ? String(leaf) : leaf,
  ) as Json;
}

function bounded(value: unknown, depth: number, ofLeaf: (leaf: unknown) => unknown): unknown {
  const isArray = Array.isArray(value);
  if (!isArray && !isJsonObject(value)) return ofLeaf(value);
  if (depth === 0) return l10n.t('(nested too deeply to show)');
  const inner = (each: unknown) => bounded(each, depth - 1, ofLeaf);
  return isArray
    ? value.map(inner)
    : Object.fromEntries(Object.entries(value).map(([name, each]) => [name, inner(each)]));
}

/** Maximum nesting depth of serialized values. `JSON.stringify` may throw for deeper values. */
const maxTextDepth = 500;

export function jsonText(raw: unknown, indent?: number): string {
  try {
    return JSON.stringify(raw, null, indent);
  } catch {
    return JSON.stringify(
      bounded(raw, maxTextDepth, (leaf) => leaf),
      null,
      indent,
    );
  }
}

/** Formats a value as an indented JSON document. */
export function documentText(raw: unknown): string {
  return `${jsonText(raw, 2)}\n`;
}

/** Returns true if two arrays contain the same objects in the same order. */
export function isSameList(a: readonly unknown[], b: readonly unknown[]): boolean {
  return a === b || (a.length === b.length && a.every((each, index) => each === b[index]));
}

/**
 * Maximum depth of the recursive comparison. Deeper values are compared as JSON strings to avoid a
 * stack overflow.
 */
const maxComparedDepth = 100;

/** Returns true if two JSON values are equal. Ignores the order of properties. */
export function isSameJson(left: unknown, right: unknown, depth = 0): boolean {
  if (left === right) return true;
  if (typeof left !== 'object' || typeof right !== 'object' || left === null || right === null)
    return false;
  if (depth > maxComparedDepth) return jsonText(left) === jsonText(right);
  if (Array.isArray(left) !== Array.isArray(right)) return false;
  const [entries, target] = [Object.entries(left), right as Record<string, unknown>];
  if (entries.length !== Object.keys(target).length) return false;
  return entries.every(
    ([name, value]) => Object.hasOwn(target, name) && isSameJson(value, target[name], depth + 1),
  );
}
