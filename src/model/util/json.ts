import * as l10n from '@vscode/l10n';
import type { Json } from '../../protocol.ts';

/** Deeper than any person reads; a message to a page may nest as deep. */
const maxDepth = 64;

/** What JSON.parse made, as JSON of bounded depth; infinite numbers as text. */
export function boundedJson(value: unknown, depth: number = maxDepth): Json {
  if (typeof value === 'number') return Number.isFinite(value) ? value : String(value);
  if (typeof value !== 'object' || value === null) return value as Json;
  if (depth === 0) return l10n.t('(nested deeper than is shown)');
  if (Array.isArray(value)) return value.map((each) => boundedJson(each, depth - 1));
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, boundedJson(each, depth - 1)]));
}

/** The depth that JSON.stringify can follow; JSON.parse goes deeper. */
const maxTextDepth = 500;

/** What JSON.parse made, as text. */
export function jsonText(raw: unknown, indent?: number): string {
  try {
    return JSON.stringify(raw, null, indent);
  } catch {
    return JSON.stringify(boundedJson(raw, maxTextDepth), null, indent);
  }
}

/** Values nested deeper count as different. */
const deepestCompared = 100;

/** Whether two values that JSON.parse made are equal, in whatever order their members are. */
export function isSameJson(one: unknown, other: unknown, depth = 0): boolean {
  if (one === other) return true;
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null || depth > deepestCompared) return false;
  if (Array.isArray(one) || Array.isArray(other)) {
    return Array.isArray(one) && Array.isArray(other) && one.length === other.length && one.every((each, index) => isSameJson(each, other[index], depth + 1));
  }
  const [these, those] = [Object.entries(one), other as Record<string, unknown>];
  return these.length === Object.keys(those).length && these.every(([name, value]) => Object.hasOwn(those, name) && isSameJson(value, those[name], depth + 1));
}
