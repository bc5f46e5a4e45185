import { inLanguage } from './language.ts';

const collator = inLanguage((language) => new Intl.Collator(language));

/** The order of two names in the language. */
export function compareNames(one: string, other: string): number {
  return collator().compare(one, other);
}
