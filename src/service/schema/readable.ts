import * as l10n from '@vscode/l10n';
import type * as z from 'zod/mini';

/** One element of a listing: as documented, or kept as it came with the reason why it could not be read. */
export type Readable<T> = { kind: 'readable'; value: T } | { kind: 'unreadable'; raw: unknown; problem: string };

/**
 * Checks a value against a schema and returns the value itself, not a copy: unknown members, their order and
 * the memory stay what JSON.parse made. Only for schemas without transforms.
 * @param where path of the value in the answer, such as `data.jobs[7]`
 */
export function readWith<T extends z.ZodMiniType>(schema: T, raw: unknown, where: string): Readable<z.infer<T>> {
  const result = schema.safeParse(raw);
  if (result.success) return { kind: 'readable', value: raw as z.infer<T> };
  const issue = result.error.issues[0];
  return { kind: 'unreadable', raw, problem: issue === undefined ? where : describeIssue(issue, where) };
}

/** `data.jobs[7].startedAt: expected string`; never holds a value of the answer. */
export function describeIssue(issue: z.core.$ZodIssue, where: string): string {
  const path = issue.path.map((step) => (typeof step === 'number' ? `[${step}]` : `.${String(step)}`)).join('');
  const expected = issue.code === 'invalid_type' ? issue.expected : issue.code === 'too_small' ? l10n.t('a text that is not empty') : undefined;
  return expected === undefined ? l10n.t('{0}: not as documented', where + path) : l10n.t('{0}: expected {1}', where + path, expected);
}
