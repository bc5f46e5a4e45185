import { inLanguage } from './language.ts';

/** Joins the texts that are not empty. */
export function joined(separator: string, ...texts: readonly (string | undefined)[]): string {
  return texts.filter(Boolean).join(separator);
}

/** `Ada, Grace and Joan`. */
export const listFormat = inLanguage((language) => new Intl.ListFormat(language));
