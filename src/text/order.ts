import { inLanguage } from './language.ts';

const collator = inLanguage((language) => new Intl.Collator(language));

/** Compares two names in the sort order of the current language. */
export function compareNames(left: string, right: string): number {
  return collator().compare(left, right);
}
