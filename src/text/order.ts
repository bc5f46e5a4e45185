import { inLanguage } from './language.ts';

const collator = inLanguage((language) => new Intl.Collator(language));

/** Compares two names in the order of the language. */
export function compareNames(one: string, other: string): number {
  return collator().compare(one, other);
}
