import * as l10n from '@vscode/l10n';
import { NumberLiteral, isJsonObject } from '../../service/index.ts';

/** A JSON value. */
export type Json = string | number | boolean | null | Json[] | { [name: string]: Json };

/** Deepest nesting in messages to a page. */
const maxDepth = 64;

/**
 * A service value as JSON for a page: with bounded depth, and as text for numbers that JavaScript cannot
 * represent.
 */
export function boundedJson(value: unknown): Json {
  return bounded(value, maxDepth, (leaf) =>
    leaf instanceof NumberLiteral || leaf === Infinity || leaf === -Infinity ? String(leaf) : leaf,
  ) as Json;
}

function bounded(value: unknown, depth: number, ofLeaf: (leaf: unknown) => unknown): unknown {
  const isArray = Array.isArray(value);
  if (!isArray && !isJsonObject(value)) return ofLeaf(value);
  if (depth === 0) return l10n.t('(nested deeper than is shown)');
  const inner = (each: unknown) => bounded(each, depth - 1, ofLeaf);
  return isArray
    ? value.map(inner)
    : Object.fromEntries(Object.entries(value).map(([name, each]) => [name, inner(each)]));
}

/** Depth that JSON.stringify can handle; JSON.parse accepts more. */
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

/** JSON as a document's text. */
export function documentText(raw: unknown): string {
  return `${jsonText(raw, 2)}\n`;
}

/** Whether two lists have the same objects in the same order. */
export function isSameList(a: readonly unknown[], b: readonly unknown[]): boolean {
  return a === b || (a.length === b.length && a.every((each, index) => each === b[index]));
}

/** Values nested deeper are compared as text, so that they do not exhaust the stack. */
const deepestCompared = 100;

/** Whether two service values are equal, ignoring the order of members. */
export function isSameJson(one: unknown, other: unknown, depth = 0): boolean {
  if (one === other) return true;
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false;
  if (depth > deepestCompared) return jsonText(one) === jsonText(other);
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  const [these, those] = [Object.entries(one), other as Record<string, unknown>];
  if (these.length !== Object.keys(those).length) return false;
  return these.every(
    ([name, value]) => Object.hasOwn(those, name) && isSameJson(value, those[name], depth + 1),
  );
}
