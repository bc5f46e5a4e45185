import * as l10n from '@vscode/l10n';
import type * as z from 'zod/mini';
import { NumberLiteral } from './json.ts';

/** JSON object with any properties. */
export type JsonObject = Record<string, unknown>;

export function isJsonObject(value: unknown): value is JsonObject {
  return (
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    !(value instanceof NumberLiteral)
  );
}

/** Value that failed validation, such as a list element. */
export interface Unreadable {
  readonly kind: 'unreadable';
  /** Key of the element. Undefined if the key is missing, empty, or not a string. */
  readonly key: string | undefined;
  readonly name: string | undefined;
  readonly raw: unknown;
  /** Reason why the element is invalid, such as `data.jobs[7].startedAt: expected string`. */
  readonly problem: string;
}

/** Validation result: the value, or a description of the invalid value. */
export type Readable<T> = { readonly kind: 'readable'; readonly value: T } | Unreadable;

/** Normalizes and validates one type of response value, as in docs/service.md (Values). */
export interface ValueType<Schema extends z.ZodMiniType = z.ZodMiniType> {
  /**
   * Converts alternative forms of a value to the documented form. Returns invalid values unchanged,
   * so that the schema rejects them.
   */
  readonly normalize: (sent: unknown) => unknown;
  readonly schema: Schema;
}

export type ValueOf<Type extends ValueType> = z.infer<Type['schema']>;

/**
 * Normalizes and validates a value. Returns the normalized value instead of the schema's copy, to
 * save memory and preserve the property order.
 * @param where path to the value in the response, such as `data.jobs[7]`
 */
export function parseAs<Type extends ValueType>(
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

/**
 * Describes a validation error without quoting values, as in `data.jobs[7].startedAt: expected
 * string`.
 */
function describeIssue(issue: z.core.$ZodIssue, where: string): string {
  const path = issue.path
    .map((step) => (typeof step === 'number' ? `[${step}]` : `.${String(step)}`))
    .join('');
  if (issue.code === 'invalid_type')
    return l10n.t('{0}: expected {1}', where + path, issue.expected);
  if (issue.code === 'too_small') {
    return l10n.t('{0}: expected {1}', where + path, l10n.t('non-empty string'));
  }
  return l10n.t('{0}: unexpected value', where + path);
}
