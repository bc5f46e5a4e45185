import { plainLine, withoutInvisible } from './inert.ts';

/** What is left to fold where the case is folded. */
const uneven = /[\p{Default_Ignorable_Code_Point}\p{Cc}\u0307\u03c2]|[^\S ]|  /u;

/**
 * A text as searches compare it: ignoring case, breaks and what is invisible, and letters that look the same
 * are the same.
 */
export function folded(text: string): string {
  if (plainLine.test(text)) return text.toLowerCase();
  // By way of capitals, which ß, ı and ς have in common with ss, i and σ.
  const alike = text.normalize('NFKD').toLowerCase().toUpperCase().toLowerCase();
  return uneven.test(alike)
    ? withoutInvisible(alike)
        .replace(/(?<=i)\u0307/g, '')
        .replaceAll('ς', 'σ')
        .replace(/[\s\p{Cc}]+/gu, ' ')
    : alike;
}
