import * as l10n from '@vscode/l10n';
import { formatNumber } from '../../text/number.ts';
import { beginOfDay } from '../../text/timeZone.ts';

/** Period that the user can select in the overview. */
export type ReportPeriod = 'all' | 'week' | 'month' | 'quarter';

/** Number of days in each period, including today. Null for all time. */
const periodDays: Readonly<Record<ReportPeriod, number | null>> = {
  all: null,
  week: 7,
  month: 30,
  quarter: 90,
};

export function listPeriods(): { id: ReportPeriod; name: string }[] {
  return (Object.keys(periodDays) as ReportPeriod[]).map((id) => ({ id, name: periodName(id) }));
}

export function periodName(period: ReportPeriod): string {
  const days = periodDays[period];
  return days === null ? l10n.t('All time') : l10n.t('Last {0} days', formatNumber(days));
}

/** Returns the start of the period in epoch milliseconds, or null for all time. */
export function periodBegin(period: ReportPeriod, now: number): number | null {
  const days = periodDays[period];
  return days === null ? null : beginOfDay(now, 1 - days);
}
