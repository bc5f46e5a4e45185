import { plainLine, removeInvisible } from './untrustedText.ts';

/**
 * Normalizes a text for searches. Ignores case, line breaks, invisible characters, and letter
 * variants.
 */
export function foldCase(text: string): string {
  if (plainLine.test(text)) return text.toLowerCase();
  // The conversion to upper case makes ß equal to ss, and ı equal to i.
  const caseFolded = text.normalize('NFKD').toLowerCase().toUpperCase().toLowerCase();
  return removeInvisible(caseFolded)
    .replace(/(?<=i)\u0307/g, '')
    .replaceAll('ς', 'σ')
    .replace(/[\s\p{Cc}]+/gu, ' ');
}
