import { perLanguage } from './perLanguage.ts';

const format = perLanguage((language) => new Intl.NumberFormat(language));

/** `4,213`, as a language (BCP 47) writes it. */
export function formatNumber(value: number, language?: string): string {
  return format(language).format(value);
}

const formatCompact = perLanguage((language) => new Intl.NumberFormat(language, { notation: 'compact' }));

/** `4.2K`, as a language (BCP 47) writes it where there is little room. */
export function formatShortNumber(value: number, language?: string): string {
  return formatCompact(language).format(value);
}
