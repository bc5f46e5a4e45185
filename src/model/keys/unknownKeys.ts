import type { Field } from '../../service/index.ts';
import { optionsOf } from '../fields/fieldTypes.ts';
import { type KeyMeaning, type KnownKeys, fitsCode, keyAt, startsWord } from './knownKeys.ts';

/** The kinds whose keys are checked. Those of jobs are not, because jobs come and go. */
type CheckedKind = Exclude<KeyMeaning['kind'], 'job'>;

/** A key that looks like those of a service and is none of them, by its place in UTF-16 units. */
export interface UnknownKey {
  readonly key: string;
  readonly start: number;
  /** What the known keys that look like it stand for. */
  readonly kind: CheckedKind;
}

/** The beginning of opaque keys, up to their first separator: `fld_`. */
const prefix = /^\p{L}[\p{L}\p{N}]*[_:.-](?=.)/u;

/** Number of keys that must share a prefix if they are fewer than half of the keys of their kind. */
const minSharing = 3;

/** The prefixes that known keys share, with what these keys stand for. */
export function sharedPrefixes(known: KnownKeys): ReadonlyMap<string, CheckedKind> {
  const prefixes = new Map<string, CheckedKind>();
  for (const [kind, entries] of Map.groupBy(known, ([, [meaning]]) => meaning?.kind)) {
    if (kind === undefined || kind === 'job') continue;
    const threshold = Math.min(minSharing, Math.max(2, entries.length / 2));
    for (const [begin, same] of Map.groupBy(entries, ([key]) => prefix.exec(key)?.[0])) {
      if (begin !== undefined && same.length >= threshold) prefixes.set(begin, kind);
    }
  }
  return prefixes;
}

/**
 * Finds the words that begin with a shared prefix and are not known. Words of the file itself with this prefix
 * are found, too.
 */
export function unknownKeys(text: string, known: KnownKeys): UnknownKey[] {
  const kinds = sharedPrefixes(known);
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
 * The key in this service of the field or option that has a key in another service. Fields correspond if they
 * have the same key, or if only this field has the name and type of the other.
 */
export function correspondingKey(
  key: string,
  otherFields: readonly Field[],
  fields: readonly Field[],
): string | undefined {
  const optionIn = (field: Field) => optionsOf(field).find((option) => option.key === key);
  const other = otherFields.find((field) => field.key === key || optionIn(field) !== undefined);
  if (other === undefined) return undefined;
  const field =
    fields.find((each) => each.key === other.key) ??
    onlyOne(fields, ({ name, type }) => name === other.name && type === other.type);
  if (field === undefined) return undefined;
  const label = optionIn(other)?.label ?? '';
  const found = other.key === key ? field : onlyOne(optionsOf(field), (option) => option.label === label);
  return found !== undefined && fitsCode(found.key) ? found.key : undefined;
}

/** The only item that passes; undefined if none or several do. */
function onlyOne<T>(items: readonly T[], passes: (item: T) => boolean): T | undefined {
  const [found, ...more] = items.filter(passes);
  return more.length === 0 ? found : undefined;
}
