import type { Field, FieldOption, Job, JobRow, Named, Readable } from '../../service/index.ts';
import { distinctByKey, workflowsOf } from '../jobs/job.ts';
import { jobsIn } from '../jobs/listRows.ts';
import { optionsOf } from '../fields/fieldTypes.ts';

export type KeyMeaning =
  | { readonly kind: 'field'; readonly field: Field }
  | { readonly kind: 'option'; readonly option: FieldOption; readonly field: Field }
  | { readonly kind: 'workflow' | 'step'; readonly named: Named }
  | { readonly kind: 'job'; readonly job: Job };

/**
 * Maps each key to its meanings. A key can have several meanings, for example if options of
 * different fields have the same key.
 */
export type KnownKeys = ReadonlyMap<string, readonly KeyMeaning[]>;

/**
 * Collects the keys of fields, jobs, workflows, and steps. If a job lacks the name of a workflow or
 * step, the name comes from another job.
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

/**
 * Patterns that match a possible key around a position, from the longest match to the shortest.
 * Each pattern reads at most 500 characters on each side, because generated code may contain very
 * long lines.
 */
const shapes = {
  /** Matches the entire content of a string. */
  string: /(?<=(["'`])(?<before>[^"'`\r\n]{0,500}))(?<after>[^"'`\r\n]{0,500})\1/y,
  /** Matches all characters between two delimiters, such as spaces, quotes, or brackets. */
  run: /(?<=(?<before>[^\s"'`()[\]{},;=<>]{0,500}))(?<after>[^\s"'`()[\]{},;=<>]{0,500})/y,
  /** Matches a word, which may contain hyphens. */
  word: /(?<=(?<before>(?:[\p{L}\p{N}_][\p{L}\p{N}_-]{0,500})?))(?<after>(?:[\p{L}\p{N}_-]{0,500}[\p{L}\p{N}_])?)/uy,
};

/** A substring that may be a key. Positions are in UTF-16 code units. */
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

/** Returns true if a word starts at the given position. Words may contain hyphens. */
export function startsWord(text: string, at: number): boolean {
  return spanAt(text, at, 'word')?.start === at;
}

/**
 * Returns the known key at a position, if any. Common words and numbers count as keys only if they
 * are the entire content of a string.
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

/** Returns true if a key may also be a common word or a number, such as `title` or `1`. */
function isCommon(key: string): boolean {
  return /^\p{L}+$/u.test(key) || !Number.isNaN(Number(key));
}

/**
 * Returns true if a position is inside a string: an odd number of quotes precedes the position, and
 * another quote follows.
 */
export function isQuoted(line: string, at: number): boolean {
  return ['"', "'", '`'].some(
    (quote) => line.slice(0, at).split(quote).length % 2 === 0 && line.includes(quote, at),
  );
}

/**
 * Returns true if a key can be inserted into a string literal. Rejects keys with quotes,
 * backslashes, `${`, line breaks, or invisible characters.
 */
export function fitsCode(key: string): boolean {
  return !/["'`\\\p{C}\p{Zl}\p{Zp}]|\$\{/u.test(key);
}
