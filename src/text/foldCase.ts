import { plainLine, removeInvisible } from './untrustedText.ts';

/** Matches texts that need more than case folding. */
const unfolded = /[\p{Default_Ignorable_Code_Point}\p{Cc}\u0307\u03c2]|[^\S ]|  /u;

/**
 * Normalizes a text for searches. Ignores case, compatibility forms such as full-width letters, line breaks,
 * and invisible characters.
 */
export function foldCase(text: string): string {
  if (plainLine.test(text)) return text.toLowerCase();
  // Upper case unifies ß with ss, ı with i, and ς with σ.
  const caseFolded = text.normalize('NFKD').toLowerCase().toUpperCase().toLowerCase();
  return unfolded.test(caseFolded)
    ? removeInvisible(caseFolded)
        .replace(/(?<=i)\u0307/g, '')
        .replaceAll('ς', 'σ')
        .replace(/[\s\p{Cc}]+/gu, ' ')
    : caseFolded;
}
