import { plainLine, withoutInvisible } from './inert.ts';

/** A text as searches compare it: ignoring case, breaks and what is invisible, and letters that look the same are the same. */
export function folded(text: string): string {
  if (plainLine.test(text)) return text.toLowerCase();
  // By way of capitals, which ß, ı and ς have in common with ss, i and σ.
  const alike = withoutInvisible(text.normalize('NFKD')).toLowerCase().toUpperCase().toLowerCase().replace(/(?<=i)\u0307/g, '');
  return alike.replaceAll('ς', 'σ').replace(/[\s\p{Cc}]+/gu, ' ');
}
