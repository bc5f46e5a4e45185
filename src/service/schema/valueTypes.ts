import * as z from 'zod/mini';
import { NumberLiteral, isNoValue, plainNumber } from './json.ts';
import { type ValueType, isJsonObject } from './readable.ts';
import { normalizeTimestamp } from './timestamps.ts';

/**
 * Converts an object with numeric keys to an array. PHP encodes filtered arrays as such objects.
 */
export function normalizeList(sent: unknown): unknown {
  if (Array.isArray(sent)) return sent;
  if (isNoValue(sent)) return null;
  if (!isJsonObject(sent)) return sent;
  const entries = Object.entries(sent);
  if (!entries.every(([name]) => /^\d+$/.test(name))) return sent;
  return entries.sort(([left], [right]) => Number(left) - Number(right)).map(([, value]) => value);
}

/** Converts numbers and booleans to strings, and blank strings to null. */
export function normalizeText(sent: unknown): unknown {
  if (typeof sent === 'boolean') return String(sent);
  return isNoValue(sent) ? null : normalizeKey(sent);
}

/** Converts numbers to strings. Keeps blank strings, because a key may be any string. */
export function normalizeKey(sent: unknown): unknown {
  return typeof sent === 'number' || sent instanceof NumberLiteral ? String(sent) : sent;
}

const booleans = new Map<unknown, boolean>([
  ['true', true],
  [1, true],
  ['false', false],
  [0, false],
]);

/** Converts 0, 1, "0", "1", "true", and "false" to booleans, and missing values to null. */
export function normalizeBoolean(sent: unknown): unknown {
  if (typeof sent === 'boolean') return sent;
  if (isNoValue(sent)) return null;
  const spelling = typeof sent === 'string' ? sent.toLowerCase() : sent;
  return booleans.get(plainNumber(spelling)) ?? sent;
}

/** Converts strings of digits to numbers, and missing values to null. */
export function normalizeNumber(sent: unknown): unknown {
  return isNoValue(sent) ? null : plainNumber(sent);
}

export const key = { normalize: normalizeKey, schema: z.string() } satisfies ValueType;
export const text = { normalize: normalizeText, schema: z.nullish(z.string()) } satisfies ValueType;
export const boolean = {
  normalize: normalizeBoolean,
  schema: z.nullish(z.boolean()),
} satisfies ValueType;
export const number = {
  normalize: normalizeNumber,
  schema: z.nullish(z.number()),
} satisfies ValueType;
export const timestamp = {
  normalize: normalizeTimestamp,
  schema: z.nullish(z.string()),
} satisfies ValueType;
/** Value type that accepts any value and returns the value unchanged. */
export const anything = {
  normalize: (sent) => sent,
  schema: z.optional(z.unknown()),
} satisfies ValueType;

/**
 * Creates a value type for arrays of one element type. The array may be null or absent. `normalize`
 * returns the same array if no element has changed.
 */
export function listOf<Schema extends z.ZodMiniType>(element: ValueType<Schema>) {
  return {
    normalize: (sent: unknown) => {
      const normalized = normalizeList(sent);
      if (!Array.isArray(normalized)) return normalized;
      const list: readonly unknown[] = normalized;
      const elements = list.map(element.normalize);
      return elements.every((each, index) => each === list[index]) ? list : elements;
    },
    schema: z.nullish(z.array(element.schema)),
  } satisfies ValueType;
}

/**
 * Creates a value type for objects with the given properties. Additional properties are kept.
 * `normalize` returns the same object if no property has changed.
 */
export function objectOf<Members extends Readonly<Record<string, ValueType>>>(members: Members) {
  type Shape = { -readonly [Name in keyof Members]: Members[Name]['schema'] };
  const types = Object.entries(members);
  const shape = Object.fromEntries(types.map(([name, { schema }]) => [name, schema])) as Shape;
  return {
    normalize: (sent: unknown) => {
      if (!isJsonObject(sent)) return sent;
      let normalized = sent;
      for (const [name, { normalize }] of types) {
        const value = Object.hasOwn(sent, name) ? normalize(sent[name]) : sent[name];
        if (value === sent[name]) continue;
        if (normalized === sent) normalized = { ...sent };
        normalized[name] = value;
      }
      return normalized;
    },
    schema: z.looseObject(shape),
  } satisfies ValueType;
}

/**
 * Creates a value type for objects that may be null or absent. An empty array counts as null,
 * because PHP encodes an empty object as `[]`.
 */
export function nullable<Schema extends z.ZodMiniType>(type: ValueType<Schema>) {
  return {
    normalize: (sent: unknown) =>
      isNoValue(sent) || Array.isArray(sent) ? null : type.normalize(sent),
    schema: z.nullish(type.schema),
  } satisfies ValueType;
}
