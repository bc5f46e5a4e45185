import type { Field, Readable } from '../../service/index.ts';
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

/** Number of keys that must share a prefix if they are fewer than half of the keys of their kind. */
const minSharing = 3;

/** What a check can find of a kind of keys. */
export interface CheckedKind {
  readonly kind: KeyMeaning['kind'];
  /** The learned prefixes. An unknown key is found if it begins with one of them. */
  readonly prefixes: readonly string[];
  /** True if all known keys of this kind begin with one of the prefixes. */
  readonly isComplete: boolean;
}

/** What a check can find of each kind of keys. It ignores job keys, because jobs come and go. */
export function checkedKinds(known: KnownKeys): CheckedKind[] {
  const byKind = Map.groupBy(known, ([, [meaning]]) => meaning?.kind);
  return (['field', 'option', 'workflow', 'step', 'job'] as const).map((kind) => {
    const keys = (byKind.get(kind) ?? []).map(([key]) => key);
    const prefixes = kind === 'job' ? [] : learnPrefixes(keys);
    const isComplete = prefixes.length > 0 && keys.every((key) => prefixes.includes(prefixOf(key) ?? ''));
    return { kind, prefixes, isComplete };
  });
}

function learnPrefixes(keys: readonly string[]): string[] {
  const threshold = Math.min(minSharing, Math.max(2, keys.length / 2));
  return [...Map.groupBy(keys, prefixOf)].flatMap(([begin, same]) =>
    begin !== undefined && same.length >= threshold ? [begin] : [],
  );
}

function prefixOf(key: string): string | undefined {
  return prefix.exec(key)?.[0];
}

/**
 * Finds the words that begin with a learned prefix and are not known. Words of the file itself with this prefix
 * are found, too.
 */
export function unknownKeys(text: string, known: KnownKeys): UnknownKey[] {
  const kinds = new Map(
    checkedKinds(known).flatMap(({ kind, prefixes }) =>
      kind === 'job' ? [] : prefixes.map((begin) => [begin, kind] as const),
    ),
  );
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
 * The key here of the field or option that has this key in another service. Fields correspond if they have the
 * same key, or if they alone have their name and type.
 */
export function keyHere(
  key: string,
  there: readonly Readable<Field>[],
  here: readonly Readable<Field>[],
): string | undefined {
  const [theirs, ours] = [readableFields(there), readableFields(here)];
  const optionIn = (field: Field) => optionsOf(field).find((option) => option.key === key);
  const field = theirs.find((each) => each.key === key || optionIn(each) !== undefined);
  const match = field && correspondingField(field, theirs, ours);
  if (field === undefined || match === undefined) return undefined;
  const wanted = optionIn(field)?.label;
  const found =
    field.key === key ? match : onlyOne(optionsOf(match), ({ label }) => label != null && label === wanted);
  return found !== undefined && fitsCode(found.key) ? found.key : undefined;
}

function correspondingField(
  field: Field,
  theirs: readonly Field[],
  ours: readonly Field[],
): Field | undefined {
  const isSame = ({ name, type }: Field) => name === field.name && type === field.type;
  const isAlone = (field.name ?? '').trim() !== '' && onlyOne(theirs, isSame) !== undefined;
  return ours.find(({ key }) => key === field.key) ?? (isAlone ? onlyOne(ours, isSame) : undefined);
}

/** The only item that passes; undefined if none or several do. */
function onlyOne<T>(items: readonly T[], passes: (item: T) => boolean): T | undefined {
  const [found, ...more] = items.filter(passes);
  return more.length === 0 ? found : undefined;
}

function readableFields(fields: readonly Readable<Field>[]): Field[] {
  return fields.flatMap((field) => (field.kind === 'readable' ? [field.value] : []));
}
