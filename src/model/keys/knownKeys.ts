import type { Field, FieldOption, Job, JobRow, Named, Readable } from '../../service/index.ts';
import { workflowsOf } from '../jobs/job.ts';
import { optionsOf } from '../fields/fieldTypes.ts';

export type KeyMeaning =
  | { readonly kind: 'field'; readonly field: Field }
  | { readonly kind: 'option'; readonly option: FieldOption; readonly field: Field }
  | { readonly kind: 'workflow' | 'step'; readonly named: Named }
  | { readonly kind: 'job'; readonly job: Job };

/** The keys of a service, each with all its meanings: options of several fields may share one. */
export type KnownKeys = ReadonlyMap<string, readonly KeyMeaning[]>;

/** The keys in these fields and jobs; a workflow or step without a name in one job has that of another. */
export function knownKeys(
  fields: readonly Readable<Field>[],
  rows: readonly JobRow[],
  workflows: readonly Named[],
): KnownKeys {
  const known = new Map<string, KeyMeaning[]>();
  const add = (key: string, meaning: KeyMeaning) => {
    const meanings = known.get(key);
    if (meanings === undefined) known.set(key, [meaning]);
    else meanings.push(meaning);
  };
  for (const each of fields) {
    if (each.kind === 'unreadable') continue;
    const field = each.value;
    add(field.key, { kind: 'field', field });
    for (const option of optionsOf(field)) add(option.key, { kind: 'option', option, field });
  }
  const named = { workflow: new Map<string, Named>(), step: new Map<string, Named>() };
  const see = (kind: 'workflow' | 'step', all: readonly Named[] | null | undefined) => {
    for (const each of all ?? []) if (!named[kind].get(each.key)?.name) named[kind].set(each.key, each);
  };
  for (const row of rows) {
    if (row.kind === 'unreadable') continue;
    add(row.job.key, { kind: 'job', job: row.job });
    see('workflow', workflowsOf(row.job));
    see('step', row.job.activeSteps);
  }
  see('workflow', workflows);
  for (const kind of ['workflow', 'step'] as const) {
    for (const each of named[kind].values()) add(each.key, { kind, named: each });
  }
  return known;
}

/** Longest text to read on each side of a place, because a line of generated code may hold a whole file. */
const reach = 500;

/**
 * What a key may look like, from the widest to the narrowest: the content of quotes, words with separators,
 * words.
 */
const shapes = [
  /(?<=(["'`]))[^"'`]+(?=\1)/g,
  /[^\s"'`()[\]{},;=<>]+/g,
  /[\p{L}\p{N}_-]+/gu,
  /[\p{L}\p{N}_]+/gu,
];

/**
 * The known key at a place of a line, with its own place in UTF-16 units. A key that is also a usual word
 * counts only in quotes, or if the line names another key.
 */
export function keyAt(
  line: string,
  at: number,
  known: KnownKeys,
):
  | {
      readonly key: string;
      readonly start: number;
      readonly end: number;
      readonly meanings: readonly KeyMeaning[];
    }
  | undefined {
  const from = Math.max(0, at - reach);
  const text = line.slice(from, at + reach);
  for (const shape of shapes) {
    for (const { 0: key, index } of text.matchAll(shape)) {
      const meanings = index <= at - from && at - from <= index + key.length ? known.get(key) : undefined;
      if (meanings === undefined) continue;
      const namesAnother = () =>
        shapes
          .slice(2)
          .some((other) =>
            [...text.matchAll(other)].some(([word]) => word !== key && !isUsual(word) && known.has(word)),
          );
      const isMeant = !isUsual(key) || isQuoted(text, index, index + key.length) || namesAnother();
      return isMeant ? { key, start: from + index, end: from + index + key.length, meanings } : undefined;
    }
  }
  return undefined;
}

/** Whether a key may also be a usual word, such as `title`. */
function isUsual(key: string): boolean {
  return /^\p{L}+$/u.test(key);
}

/** Whether a place of a line is inside a string: after an odd number of a quote, and before another. */
export function isQuoted(line: string, start: number, end = start): boolean {
  return ['"', "'", '`'].some(
    (quote) => line.slice(0, start).split(quote).length % 2 === 0 && line.includes(quote, end),
  );
}

/** Whether a key that is put into a string of code ends neither the string nor the line, and is all seen. */
export function fitsCode(key: string): boolean {
  return !/["'`\\\p{C}\p{Zl}\p{Zp}]|\$\{/u.test(key);
}
