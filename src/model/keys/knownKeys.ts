import type { Field, FieldOption, Job, JobRow, Named, Readable } from '../../service/index.ts';
import { workflowsOf } from '../jobs/job.ts';
import { jobsIn } from '../jobs/listRows.ts';
import { optionsOf } from '../fields/fieldTypes.ts';

export type KeyMeaning =
  | { readonly kind: 'field'; readonly field: Field }
  | { readonly kind: 'option'; readonly option: FieldOption; readonly field: Field }
  | { readonly kind: 'workflow' | 'step'; readonly named: Named }
  | { readonly kind: 'job'; readonly job: Job };

/**
 * Maps the keys of a service to their meanings. Options of several fields may have the same key.
 */
export type KnownKeys = ReadonlyMap<string, readonly KeyMeaning[]>;

/**
 * Collects the keys of fields and jobs. If a job does not contain the name of a workflow or step,
 * uses the name in another job.
 */
export function knownKeys(
  fields: readonly Readable<Field>[],
  rows: readonly JobRow[],
  workflows: readonly Named[],
): KnownKeys {
  const known = new Map<string, KeyMeaning[]>();
  const add = (key: string, meaning: KeyMeaning) =>
    known.set(key, [...(known.get(key) ?? []), meaning]);
  for (const each of fields) {
    if (each.kind === 'unreadable') continue;
    const field = each.value;
    add(field.key, { kind: 'field', field });
    for (const option of optionsOf(field)) add(option.key, { kind: 'option', option, field });
  }
  const jobs = jobsIn(rows);
  for (const job of jobs) add(job.key, { kind: 'job', job });
  for (const named of distinctByKey([...jobs.flatMap(workflowsOf), ...workflows])) {
    add(named.key, { kind: 'workflow', named });
  }
  for (const named of distinctByKey(jobs.flatMap(({ activeSteps }) => activeSteps ?? []))) {
    add(named.key, { kind: 'step', named });
  }
  return known;
}

/** Removes elements with the same key. Keeps the first element that has a name. */
function distinctByKey(all: readonly Named[]): Iterable<Named> {
  const distinct = new Map<string, Named>();
  for (const named of all) if (!distinct.get(named.key)?.name) distinct.set(named.key, named);
  return distinct.values();
}

/**
 * Patterns for the text around a position that may be a key, from the longest to the shortest. Each
 * pattern reads at most 500 characters on each side, because a line of generated code may be very
 * long.
 */
const shapes = {
  /** The whole content of a string. */
  string: /(?<=(["'`])(?<before>[^"'`\r\n]{0,500}))(?<after>[^"'`\r\n]{0,500})\1/y,
  /** Everything between spaces, quotes, and brackets. */
  run: /(?<=(?<before>[^\s"'`()[\]{},;=<>]{0,500}))(?<after>[^\s"'`()[\]{},;=<>]{0,500})/y,
  /** A word, which may contain hyphens. */
  word: /(?<=(?<before>(?:[\p{L}\p{N}_][\p{L}\p{N}_-]{0,500})?))(?<after>(?:[\p{L}\p{N}_-]{0,500}[\p{L}\p{N}_])?)/uy,
};

/** A text that may be a key. Positions are in UTF-16 units. */
interface KeySpan {
  readonly key: string;
  readonly start: number;
  readonly end: number;
}

function spanAt(text: string, at: number, shape: keyof typeof shapes): KeySpan | undefined {
  const pattern = shapes[shape];
  pattern.lastIndex = at;
  const match = pattern.exec(text);
  if (match === null) return undefined;
  const { before = '', after = '' } = match.groups ?? {};
  return {
    key: before + after,
    start: match.index - before.length,
    end: match.index + after.length,
  };
}

/** Returns whether a word starts at this position. A word may contain hyphens. */
export function startsWord(text: string, at: number): boolean {
  return spanAt(text, at, 'word')?.start === at;
}

/**
 * Finds the known key at a position. A common word or a number is recognized as a key only if it is
 * the whole content of a string.
 */
export function keyAt(
  text: string,
  at: number,
  known: KnownKeys,
): (KeySpan & { readonly meanings: readonly KeyMeaning[] }) | undefined {
  for (const shape of ['string', 'run', 'word'] as const) {
    const span = spanAt(text, at, shape);
    if (span === undefined || (shape !== 'string' && isCommon(span.key))) continue;
    const meanings = known.get(span.key);
    if (meanings !== undefined) return { ...span, meanings };
  }
  return undefined;
}

/** Returns whether a key may also be a common word or a number, such as `title` or `1`. */
function isCommon(key: string): boolean {
  return /^\p{L}+$/u.test(key) || !Number.isNaN(Number(key));
}

/**
 * Returns whether a position is inside a string: an odd number of quotes before it, and a quote
 * after it.
 */
export function isQuoted(line: string, at: number): boolean {
  return ['"', "'", '`'].some(
    (quote) => line.slice(0, at).split(quote).length % 2 === 0 && line.includes(quote, at),
  );
}

/**
 * Returns whether a key can be inserted into a string. Quotes, line breaks, and invisible
 * characters prevent it.
 */
export function fitsCode(key: string): boolean {
  return !/["'`\\\p{C}\p{Zl}\p{Zp}]|\$\{/u.test(key);
}
