import * as l10n from '@vscode/l10n';
import { numberFormat } from './language.ts';

/** Formats a number, such as `4,213`. */
export const formatNumber = numberFormat();

/** Formats a number of jobs, such as `1 job` or `4,213 jobs`. */
export function formatJobs(count: number): string {
  return count === 1 ? l10n.t('1 job') : l10n.t('{0} jobs', formatNumber(count));
}

/** Formats progress, such as `50 of 4,213`. Omits a total that is unknown or less than `done`. */
export function formatProgress(done: number, total: number | null): string {
  const count = formatNumber(done);
  return total === null || total < done ? count : l10n.t('{0} of {1}', count, formatNumber(total));
}
