import { plainLine, removeInvisible } from './untrustedText.ts';

/**
 * Normalizes a string for searches that ignore case, line breaks, invisible characters, and letter
 * variants.
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
