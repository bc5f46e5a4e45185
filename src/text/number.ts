import * as l10n from '@vscode/l10n';
import { numberFormat } from './language.ts';

/** `4,213`. */
export const formatNumber = numberFormat();

/** `4.2K`, for tight places. */
export const formatShortNumber = numberFormat({ notation: 'compact' });

/** `1 job`, `4,213 jobs`. */
export function formatJobs(count: number): string {
  return count === 1 ? l10n.t('1 job') : l10n.t('{0} jobs', formatNumber(count));
}

/** `50 of 4,213`; only `50` if the total is unknown, or smaller and therefore wrong. */
export function formatProgress(done: number, total: number | null): string {
  const count = formatNumber(done);
  return total === null || total < done ? count : l10n.t('{0} of {1}', count, formatNumber(total));
}

const formatPercent = numberFormat({ style: 'percent', maximumFractionDigits: 0 });

/** A share from 0 to 1 as `41%`; `under 1%` and `over 99%` instead of a rounded 0% or 100%. */
export function formatShare(share: number): string {
  if (share > 0 && share < 0.01) return l10n.t('under {0}', formatPercent(0.01));
  if (share < 1 && share > 0.99) return l10n.t('over {0}', formatPercent(0.99));
  return formatPercent(share);
}
