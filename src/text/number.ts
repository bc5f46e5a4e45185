import * as l10n from '@vscode/l10n';

/** Keeps what `make` returns for each BCP 47 tag, because `Intl` formats take long to build. Without a tag it is the process's own language. */
export function perLanguage<T>(make: (language: string | undefined) => T): (language: string | undefined) => T {
  const made = new Map<string | undefined, T>();
  return (language) => {
    let found = made.get(language);
    if (found === undefined) made.set(language, (found = make(language)));
    return found;
  };
}

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

/** `50 of 4,213`, as a language (BCP 47) writes it; `50` where the total is unknown, or less and so not true. */
export function formatProgress(done: number, total: number | null, language?: string): string {
  const count = formatNumber(done, language);
  return total === null || total < done ? count : l10n.t('{0} of {1}', count, formatNumber(total, language));
}
