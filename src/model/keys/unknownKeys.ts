import type { Field, Readable } from '../../service/index.ts';
import { pairedFields } from '../fields/compareFields.ts';
import { optionsOf } from '../fields/fieldTypes.ts';
import { type KeyMeaning, type KnownKeys, fitsCode } from './knownKeys.ts';

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

/** Finds what looks like a key and is unknown; a file with its own words of such a prefix shows them too. */
export function unknownKeys(text: string, known: KnownKeys): UnknownKey[] {
  const prefixes = keyPrefixes(known);
  if (prefixes.size === 0) return [];
  const begins = [...prefixes.keys()].map((each) => each.replace('.', '\\.'));
  const shape = new RegExp(`(?<![\\p{L}\\p{N}_-])(${begins.join('|')})[\\p{L}\\p{N}_-]+`, 'gu');
  return [...text.matchAll(shape)].flatMap(({ 0: key, 1: begin = '', index }) => {
    const kind = prefixes.get(begin);
    return kind === undefined || known.has(key) ? [] : [{ key, start: index, kind }];
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
