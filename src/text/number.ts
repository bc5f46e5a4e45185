import * as l10n from '@vscode/l10n';

/** Caches one `Intl` format per BCP 47 tag, because formats are slow to build; without a tag the process's language applies. */
export function perLanguage<T>(make: (language: string | undefined) => T): (language: string | undefined) => T {
  const made = new Map<string | undefined, T>();
  return (language) => {
    let found = made.get(language);
    if (found === undefined) made.set(language, (found = make(language)));
    return found;
  };
}

const format = perLanguage((language) => new Intl.NumberFormat(language));

/** `4,213`, in a language (BCP 47). */
export function formatNumber(value: number, language?: string): string {
  return format(language).format(value);
}

const formatCompact = perLanguage((language) => new Intl.NumberFormat(language, { notation: 'compact' }));

/** `4.2K`, in a language (BCP 47), for tight places. */
export function formatShortNumber(value: number, language?: string): string {
  return formatCompact(language).format(value);
}

/** `50 of 4,213`, in a language (BCP 47); only `50` if the total is unknown, or smaller and therefore wrong. */
export function formatProgress(done: number, total: number | null, language?: string): string {
  const count = formatNumber(done, language);
  return total === null || total < done ? count : l10n.t('{0} of {1}', count, formatNumber(total, language));
}

const formatPercent = perLanguage((language) => new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 0 }));

/** A share from 0 to 1 as `41%`; `under 1%` and `over 99%` instead of a rounded 0% or 100%. */
export function formatShare(share: number, language?: string): string {
  const format = formatPercent(language);
  if (share > 0 && share < 0.01) return l10n.t('under {0}', format.format(0.01));
  if (share < 1 && share > 0.99) return l10n.t('over {0}', format.format(0.99));
  return format.format(share);
}
