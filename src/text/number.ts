import { perLanguage } from './perLanguage.ts';

const format = perLanguage((language) => new Intl.NumberFormat(language));

/** `4,213`, as a language (BCP 47) writes it. */
export function formatNumber(value: number, language?: string): string {
  return format(language).format(value);
}
