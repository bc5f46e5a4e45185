import { plainLine, removeInvisible } from './untrustedText.ts';

/**
 * Normalizes a text for searches. Ignores case, compatibility forms such as full-width letters, line breaks,
 * and invisible characters.
 */
export function foldCase(text: string): string {
  if (plainLine.test(text)) return text.toLowerCase();
  // Upper case unifies ß with ss, ı with i, and ς with σ.
  const caseFolded = text.normalize('NFKD').toLowerCase().toUpperCase().toLowerCase();
  return removeInvisible(caseFolded)
    .replace(/(?<=i)\u0307/g, '')
    .replaceAll('ς', 'σ')
    .replace(/[\s\p{Cc}]+/gu, ' ');
}
