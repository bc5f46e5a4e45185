import { inLanguage } from './language.ts';

/** `Ada, Grace and Joan`. */
export const listFormat = inLanguage((language) => new Intl.ListFormat(language));
