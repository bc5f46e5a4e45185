import * as l10n from '@vscode/l10n';
import type * as z from 'zod/mini';
import { NumberLiteral } from './json.ts';

/** Any JSON object; `z.infer` of a loose schema keeps unknown members reachable by name. */
export type JsonObject = Record<string, unknown>;

export function isJsonObject(value: unknown): value is JsonObject {
  return (
    typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof NumberLiteral)
  );
}

/** An element of a listing that the schema refuses, as it came. */
export interface Unreadable {
  readonly kind: 'unreadable';
  /** Its `key` and `name` where these are texts. */
  readonly key: string | undefined;
  readonly name: string | undefined;
  readonly raw: unknown;
  /** Why it could not be read: `data.jobs[7].startedAt: expected string`. */
  readonly problem: string;
}

/** One element of a listing: as documented, or unreadable. */
export type Readable<T> = { readonly kind: 'readable'; readonly value: T } | Unreadable;

/** A type of value in responses, with the tolerance that applies to every member of this type. */
export interface ValueType<Schema extends z.ZodMiniType = z.ZodMiniType> {
  /**
   * Converts each known spelling of a value to the documented one, and returns any other value unchanged. The
   * schema rejects what is still not as documented.
   */
  readonly normalize: (sent: unknown) => unknown;
  readonly schema: Schema;
}

export type ValueOf<Type extends ValueType> = z.infer<Type['schema']>;

/**
 * Normalizes a value and validates it. The result is the normalized value itself, not a copy by the schema:
 * unknown members and their order stay what JSON.parse made, and a value that is already as documented costs
 * no more memory.
 * @param where path of the value in the answer, such as `data.jobs[7]`
 */
export function readWith<Type extends ValueType>(
  type: Type,
  sent: unknown,
  where: string,
): Readable<ValueOf<Type>> {
  const value = type.normalize(sent);
  const result = type.schema.safeParse(value);
  if (result.success) return { kind: 'readable', value: value as ValueOf<Type> };
  const issue = result.error.issues[0];
  const problem = issue === undefined ? where : describeIssue(issue, where);
  return { ...unreadable(value, problem), raw: sent };
}

export function unreadable(raw: unknown, problem: string): Unreadable {
  const { key, name } = isJsonObject(raw) ? raw : {};
  return { kind: 'unreadable', key: textOf(key), name: textOf(name), raw, problem };
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** `data.jobs[7].startedAt: expected string`; never holds a value of the answer. */
function describeIssue(issue: z.core.$ZodIssue, where: string): string {
  const path = issue.path
    .map((step) => (typeof step === 'number' ? `[${step}]` : `.${String(step)}`))
    .join('');
  if (issue.code === 'invalid_type') return l10n.t('{0}: expected {1}', where + path, issue.expected);
  if (issue.code === 'too_small') {
    return l10n.t('{0}: expected {1}', where + path, l10n.t('a text that is not empty'));
  }
  return l10n.t('{0}: not as documented', where + path);
}
