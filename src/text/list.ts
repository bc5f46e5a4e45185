import * as l10n from '@vscode/l10n';
import { inLanguage } from './language.ts';
import { formatNumber } from './number.ts';

/** Joins the texts that are not empty. */
export function joined(separator: string, ...texts: readonly (string | undefined)[]): string {
  return texts.filter(Boolean).join(separator);
}

const listFormat = inLanguage((language) => new Intl.ListFormat(language));

/**
 * `Ada, Grace and 2 more`, as its names and the texts around them: the pages isolate names because of their
 * text direction.
 */
export function listParts(
  names: readonly string[],
  most: number,
): { type: 'element' | 'literal'; value: string }[] {
  const more = names.length > most ? [l10n.t('{0} more', formatNumber(names.length - most))] : [];
  return listFormat().formatToParts([...names.slice(0, most), ...more]);
}

/** {@link listParts} as one text. */
export function listText(names: readonly string[], most: number): string {
  return listParts(names, most)
    .map(({ value }) => value)
    .join('');
}

/**
 * The first names, divided by commas alone, because a service may send thousands: `Ada, Grace`, `Ada, Grace
 * and 2 more`.
 */
export function firstInLine(names: readonly string[], most: number): string {
  const first = names.slice(0, most).join(', ');
  return names.length > most ? l10n.t('{0} and {1} more', first, formatNumber(names.length - most)) : first;
}
