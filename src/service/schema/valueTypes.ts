import * as z from 'zod/mini';
import { NumberLiteral, isNoValue, plainNumber } from './json.ts';
import { type ValueType, isJsonObject } from './readable.ts';
import { normalizeTimestamp } from './timestamps.ts';

/** Accepts an object with numeric keys, because PHP encodes a filtered array like this. */
export function normalizeList(sent: unknown): unknown {
  if (Array.isArray(sent)) return sent;
  if (isNoValue(sent)) return null;
  if (!isJsonObject(sent)) return sent;
  const entries = Object.entries(sent);
  if (!entries.every(([name]) => /^\d+$/.test(name))) return sent;
  return entries.sort(([left], [right]) => Number(left) - Number(right)).map(([, value]) => value);
}

/** Accepts numbers and booleans. A blank text means "no value". */
export function normalizeText(sent: unknown): unknown {
  if (typeof sent === 'boolean') return String(sent);
  return isNoValue(sent) ? null : normalizeKey(sent);
}

/** Accepts numbers. Keys are opaque, so a blank key is valid. */
export function normalizeKey(sent: unknown): unknown {
  return typeof sent === 'number' || sent instanceof NumberLiteral ? String(sent) : sent;
}

const booleans = new Map<unknown, boolean>([
  ['true', true],
  [1, true],
  ['false', false],
  [0, false],
]);

/** Accepts 0, 1, and the corresponding texts. */
export function normalizeBoolean(sent: unknown): unknown {
  if (typeof sent === 'boolean') return sent;
  if (isNoValue(sent)) return null;
  const spelling = typeof sent === 'string' ? sent.toLowerCase() : sent;
  return booleans.get(plainNumber(spelling)) ?? sent;
}

/** Accepts a text of digits. */
export function normalizeNumber(sent: unknown): unknown {
  return isNoValue(sent) ? null : plainNumber(sent);
}

export const key = { normalize: normalizeKey, schema: z.string() } satisfies ValueType;
export const text = { normalize: normalizeText, schema: z.nullish(z.string()) } satisfies ValueType;
export const boolean = { normalize: normalizeBoolean, schema: z.nullish(z.boolean()) } satisfies ValueType;
export const number = { normalize: normalizeNumber, schema: z.nullish(z.number()) } satisfies ValueType;
export const timestamp = {
  normalize: normalizeTimestamp,
  schema: z.nullish(z.string()),
} satisfies ValueType;
/** A value of any shape. */
export const anything = { normalize: (sent) => sent, schema: z.optional(z.unknown()) } satisfies ValueType;

/** A list of elements of one type, null, or absent. */
export function listOf<Schema extends z.ZodMiniType>(element: ValueType<Schema>) {
  return {
    normalize: (sent: unknown) => {
      const list = normalizeList(sent);
      return Array.isArray(list) ? mapUnlessEqual(list, element.normalize) : list;
    },
    schema: z.nullish(z.array(element.schema)),
  } satisfies ValueType;
}

/** Normalizes each element. Returns the same array if no element changes. */
function mapUnlessEqual(list: readonly unknown[], normalize: ValueType['normalize']): readonly unknown[] {
  const normalized = list.map(normalize);
  return normalized.every((each, index) => each === list[index]) ? list : normalized;
}

/**
 * An object with members of these types. Other members are kept. Normalizing returns the same object if no
 * member changes.
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
 * An object of one type, null, or absent. An array counts as null, because PHP encodes an empty object as
 * `[]`.
 */
export function nullable<Schema extends z.ZodMiniType>(type: ValueType<Schema>) {
  return {
    normalize: (sent: unknown) => (isNoValue(sent) || Array.isArray(sent) ? null : type.normalize(sent)),
    schema: z.nullish(type.schema),
  } satisfies ValueType;
}
