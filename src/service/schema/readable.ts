import * as l10n from '@vscode/l10n';
import * as z from 'zod/mini';
import { NumberLiteral, plainNumber } from './json.ts';

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

/** Text that may be null or left out. All members share this schema, because each schema costs kilobytes. */
export const optionalText = z.nullish(z.string());

/** A number as the service wrote it: `3`, `3.0`, `1e1`, "3", null or left out. `numberIn` reads it. */
export type SentNumber = number | NumberLiteral | string | null | undefined;

/** A number in any spelling, for every member that the document calls a number. */
export const optionalNumber: z.ZodMiniType<SentNumber> = z.optional(
  z.custom<SentNumber>((sent) => sent === null || typeof plainNumber(sent) === 'number', 'number'),
);

/** The number that {@link optionalNumber} accepted; null without one. */
export function numberIn(sent: SentNumber): number | null {
  const value = plainNumber(sent);
  return typeof value === 'number' ? value : null;
}

/** One element of a listing: as documented, or unreadable. */
export type Readable<T> = { readonly kind: 'readable'; readonly value: T } | Unreadable;

export function unreadable(raw: unknown, problem: string): Unreadable {
  const { key, name } = isJsonObject(raw) ? raw : {};
  return { kind: 'unreadable', key: textOf(key), name: textOf(name), raw, problem };
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/**
 * Checks a value against a schema and returns the value itself, not a copy: unknown members, their order and
 * the memory stay what JSON.parse made. No schema may transform what is read from the result.
 * @param where path of the value in the answer, such as `data.jobs[7]`
 */
export function readWith<T extends z.ZodMiniType>(
  schema: T,
  raw: unknown,
  where: string,
): Readable<z.infer<T>> {
  const result = schema.safeParse(raw);
  if (result.success) return { kind: 'readable', value: raw as z.infer<T> };
  const issue = result.error.issues[0];
  return unreadable(raw, issue === undefined ? where : describeIssue(issue, where));
}

/** `data.jobs[7].startedAt: expected string`; never holds a value of the answer. */
function describeIssue(issue: z.core.$ZodIssue, where: string): string {
  const path = issue.path
    .map((step) => (typeof step === 'number' ? `[${step}]` : `.${String(step)}`))
    .join('');
  if (issue.code === 'invalid_type') return l10n.t('{0}: expected {1}', where + path, issue.expected);
  // The message of the schema's own checks is what they expect.
  if (issue.code === 'custom') return l10n.t('{0}: expected {1}', where + path, issue.message);
  if (issue.code === 'too_small') {
    return l10n.t('{0}: expected {1}', where + path, l10n.t('a text that is not empty'));
  }
  return l10n.t('{0}: not as documented', where + path);
}
