import * as l10n from '@vscode/l10n';
import { inLanguage } from './language.ts';
import { formatNumber } from './number.ts';

/** Joins the strings with the separator. Skips empty and undefined strings. */
export function joinNonEmpty(separator: string, ...texts: readonly (string | undefined)[]): string {
  return texts.filter(Boolean).join(separator);
}

const listFormat = inLanguage((language) => new Intl.ListFormat(language));

/**
 * Formats names as `Ada, Grace, and 2 more`. Returns separate parts, so that pages can isolate each
 * name's text direction.
 */
export function listParts(
  names: readonly string[],
  max: number,
): { type: 'element' | 'literal'; value: string }[] {
  const more = names.length > max ? [l10n.t('{0} more', formatNumber(names.length - max))] : [];
  return listFormat().formatToParts([...names.slice(0, max), ...more]);
}

/** Formats names as `Ada, Grace, and 2 more`. */
export function formatList(names: readonly string[], max: number): string {
  return listParts(names, max)
    .map(({ value }) => value)
    .join('');
}

/** Formats names as `Ada, Grace, and 2 more`, or as `Ada, Grace` if all names are shown. */
export function formatFirstNames(names: readonly string[], max: number): string {
  return names.length > max ? formatList(names, max) : names.join(', ');
}
