import * as l10n from '@vscode/l10n';
import { inLanguage } from './language.ts';

const format = inLanguage((language) => new Intl.NumberFormat(language));

/** `4,213`. */
export function formatNumber(value: number): string {
  return format().format(value);
}

const formatCompact = inLanguage((language) => new Intl.NumberFormat(language, { notation: 'compact' }));

/** `4.2K`, for tight places. */
export function formatShortNumber(value: number): string {
  return formatCompact().format(value);
}

/** `50 of 4,213`; only `50` if the total is unknown, or smaller and therefore wrong. */
export function formatProgress(done: number, total: number | null): string {
  const count = formatNumber(done);
  return total === null || total < done ? count : l10n.t('{0} of {1}', count, formatNumber(total));
}

const formatPercent = inLanguage((language) => new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 0 }));

/** A share from 0 to 1 as `41%`; `under 1%` and `over 99%` instead of a rounded 0% or 100%. */
export function formatShare(share: number): string {
  const format = formatPercent();
  if (share > 0 && share < 0.01) return l10n.t('under {0}', format.format(0.01));
  if (share < 1 && share > 0.99) return l10n.t('over {0}', format.format(0.99));
  return format.format(share);
}
