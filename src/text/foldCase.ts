import { plainLine, removeInvisible } from './untrustedText.ts';

/**
 * Normalizes a string for searches, so that case, line breaks, invisible characters, and variants
 * of letters are ignored.
 */
export function foldCase(text: string): string {
  if (plainLine.test(text)) return text.toLowerCase();
  // Converting to upper case first makes “ß” equal to “ss”, and “ı” equal to “i”.
  const caseFolded = text.normalize('NFKD').toLowerCase().toUpperCase().toLowerCase();
  return removeInvisible(caseFolded)
    .replace(/(?<=i)\u0307/g, '')
    .replaceAll('ς', 'σ')
    .replace(/[\s\p{Cc}]+/gu, ' ');
}
