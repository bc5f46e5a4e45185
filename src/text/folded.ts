/** A text as searches compare it: ignoring case, and letters that look the same are the same. */
export function folded(text: string): string {
  return text.normalize('NFKC').toLowerCase();
}
