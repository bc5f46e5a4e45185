import type { Field, Readable } from '../../service/index.ts';
import { pairedFields } from '../fields/compareFields.ts';
import { optionsOf } from '../fields/fieldTypes.ts';
import { type KeyMeaning, type KnownKeys, fitsCode, keyAt, startsWord } from './knownKeys.ts';

/** The kinds whose keys are in code; those of jobs rarely are. */
type NamedKind = Exclude<KeyMeaning['kind'], 'job'>;

/** A key that looks like those of a service and is none of them, by its place in UTF-16 units. */
export interface UnknownKey {
  readonly key: string;
  readonly start: number;
  /** What the known keys that look like it stand for. */
  readonly kind: NamedKind;
}

/** The beginning of opaque keys, up to their first separator: `fld_`. */
const prefix = /^\p{L}[\p{L}\p{N}]*[_:.-](?=.)/u;

/** The prefixes of keys, each learned from at least two keys and half of those of a kind. */
export function keyPrefixes(known: KnownKeys): ReadonlyMap<string, NamedKind> {
  const learned = new Map<string, NamedKind>();
  for (const [kind, all] of Map.groupBy(known, ([, [meaning]]) => meaning?.kind)) {
    if (kind === undefined || kind === 'job') continue;
    for (const [begin, same] of Map.groupBy(all, ([key]) => prefix.exec(key)?.[0])) {
      if (begin !== undefined && same.length >= Math.max(2, all.length / 2)) learned.set(begin, kind);
    }
  }
  return learned;
}

/**
 * Finds the words that begin with a learned prefix and are not known. Words of the file itself with this prefix
 * are found, too.
 */
export function unknownKeys(text: string, known: KnownKeys): UnknownKey[] {
  const kinds = keyPrefixes(known);
  if (kinds.size === 0) return [];
  const begins = [...kinds.keys()].map((each) => each.replace('.', '\\.'));
  const shape = new RegExp(`(${begins.join('|')})[\\p{L}\\p{N}_-]*[\\p{L}\\p{N}_]`, 'gu');
  return [...text.matchAll(shape)].flatMap(({ 0: key, 1: begin = '', index }) => {
    const kind = kinds.get(begin);
    const isKnown = known.has(key) || keyAt(text, index, known) !== undefined;
    return kind === undefined || isKnown || !startsWord(text, index) ? [] : [{ key, start: index, kind }];
  });
}

/**
 * The key here of the field or option that has this key in another service; undefined unless **Compare
 * Fields** would pair them.
 */
export function keyHere(
  key: string,
  there: readonly Readable<Field>[],
  here: readonly Readable<Field>[],
): string | undefined {
  for (const [one, other] of pairedFields(there, here)) {
    if (one?.kind !== 'readable' || other?.kind !== 'readable') continue;
    const option = optionsOf(one.value).find((each) => each.key === key);
    const [found, ...more] =
      one.value.key === key
        ? [other.value]
        : optionsOf(other.value).filter(({ label }) => label != null && label === option?.label);
    if (found !== undefined && more.length === 0 && fitsCode(found.key)) return found.key;
  }
  return undefined;
}
