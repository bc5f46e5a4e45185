import * as l10n from '@vscode/l10n';
import type { Field } from '../../service/index.ts';
import { formatNumber } from '../../text/number.ts';
import { singleLine } from '../../text/untrustedText.ts';
import { optionsOf } from '../fields/fieldTypes.ts';
import { type KeyMeaning, type KnownKeys, fitsCode, keyAt, startsWord } from './knownKeys.ts';

/**
 * Kinds of keys to check. Excludes job keys, because an unknown job key may belong to a new job.
 */
type CheckedKind = Exclude<KeyMeaning['kind'], 'job'>;

/**
 * An unknown key with the same prefix as known keys. `start` is the offset in UTF-16 code units.
 */
export interface UnknownKey {
  readonly key: string;
  readonly start: number;
  /** Kind of the known keys that share the prefix of this key, such as `field` or `step`. */
  readonly kind: CheckedKind;
}

/** Matches the prefix of a key, including the first separator, such as `fld_`. */
const keyPrefix = /^\p{L}[\p{L}\p{N}]*[_:.-](?=.)/u;

/**
 * Minimum number of keys that must share a prefix. Two keys are enough if the service has at most
 * four keys of the same kind.
 */
const minSharing = 3;

/** Maps each prefix that several known keys share to the kind of these keys. */
export function sharedPrefixes(known: KnownKeys): ReadonlyMap<string, CheckedKind> {
  const prefixes = new Map<string, CheckedKind>();
  for (const [kind, entries] of Map.groupBy(known, ([, [meaning]]) => meaning?.kind)) {
    if (kind === undefined || kind === 'job') continue;
    const threshold = Math.min(minSharing, Math.max(2, entries.length / 2));
    for (const [begin, same] of Map.groupBy(entries, ([key]) => keyPrefix.exec(key)?.[0])) {
      if (begin !== undefined && same.length >= threshold) prefixes.set(begin, kind);
    }
  }
  return prefixes;
}

/** Returns the words that begin with a shared prefix but are not known keys. */
export function unknownKeys(text: string, known: KnownKeys): UnknownKey[] {
  const kinds = sharedPrefixes(known);
  if (kinds.size === 0) return [];
  const begins = [...kinds.keys()].map((each) => each.replace('.', '\\.'));
  const shape = new RegExp(`(${begins.join('|')})[\\p{L}\\p{N}_-]*[\\p{L}\\p{N}_]`, 'gu');
  return [...text.matchAll(shape)].flatMap(({ 0: key, 1: begin = '', index }) => {
    const kind = kinds.get(begin);
    const isKnown = known.has(key) || keyAt(text, index, known) !== undefined;
    return kind === undefined || isKnown || !startsWord(text, index)
      ? []
      : [{ key, start: index, kind }];
  });
}

/**
 * Returns a message with the number of unknown keys in a file and the checked key prefixes.
 * @param found number of unknown keys
 */
export function checkText(known: KnownKeys, found: number): string {
  const prefixes = [...sharedPrefixes(known).keys()].map((begin) => singleLine(begin, 20));
  if (prefixes.length === 0) {
    return l10n.t('No keys were checked, because the keys of this service have no common prefix.');
  }
  const scope = l10n.t('Only keys that begin with {0} were checked.', prefixes.join(', '));
  return `${resultText(found)} ${scope}`;
}

function resultText(found: number): string {
  if (found === 0) return l10n.t('No unknown keys were found in this file.');
  if (found === 1) return l10n.t('1 unknown key in this file. See Problems.');
  return l10n.t('{0} unknown keys in this file. See Problems.', formatNumber(found));
}

/**
 * Finds the key of the same field or option on another service. Fields match by key, or else by a
 * unique name and type. Options of matching fields match by a unique label. Returns undefined if no
 * key matches.
 */
export function correspondingKey(
  key: string,
  sourceFields: readonly Field[],
  targetFields: readonly Field[],
): string | undefined {
  const optionIn = (field: Field) => optionsOf(field).find((option) => option.key === key);
  const source = sourceFields.find((field) => field.key === key || optionIn(field) !== undefined);
  if (source === undefined) return undefined;
  const target =
    targetFields.find((field) => field.key === source.key) ??
    onlyOne(targetFields, ({ name, type }) => name === source.name && type === source.type);
  if (target === undefined) return undefined;
  const label = optionIn(source)?.label ?? '';
  const found =
    source.key === key ? target : onlyOne(optionsOf(target), (option) => option.label === label);
  return found !== undefined && fitsCode(found.key) ? found.key : undefined;
}

/** Returns the only item that passes the test, or undefined if no item or several items pass. */
function onlyOne<T>(items: readonly T[], passes: (item: T) => boolean): T | undefined {
  const [found, ...more] = items.filter(passes);
  return more.length === 0 ? found : undefined;
}
