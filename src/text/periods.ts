import { day, formatDay } from './time.ts';
import { clockAt, momentFormat, momentOfClock } from './timeZone.ts';

/**
 * Calendar period in the user's time zone. Weeks start on Monday. All times are in epoch
 * milliseconds.
 */
export type Period = 'day' | 'week' | 'month';

function startOfPeriod(period: Period, ms: number): number {
  const clock = clockAt(ms);
  if (period === 'week') clock.setUTCDate(clock.getUTCDate() - ((clock.getUTCDay() + 6) % 7));
  if (period === 'month') clock.setUTCDate(1);
  return momentOfClock(clock.setUTCHours(0, 0, 0, 0));
}

/**
 * Moves a period start by `count` periods.
 * @param count number of periods. Negative numbers move to earlier periods.
 */
function addPeriods(period: Period, start: number, count: number): number {
  const clock = clockAt(start);
  if (period === 'month') clock.setUTCMonth(clock.getUTCMonth() + count);
  else clock.setUTCDate(clock.getUTCDate() + (period === 'week' ? 7 : 1) * count);
  // If the clocks skip midnight, the day starts when the clocks change.
  return momentOfClock(clock.setUTCHours(0, 0, 0, 0));
}

/**
 * Returns the chart period for a time span in milliseconds: days for up to 14 days, weeks for up to
 * 140 days, otherwise months.
 */
export function periodFor(span: number): Period {
  if (span <= 14 * day) return 'day';
  return span <= 140 * day ? 'week' : 'month';
}

/**
 * Returns the period boundaries that cover the time from `from` to `to`, in ascending order. The
 * first and last period may extend beyond these times.
 * @param max maximum number of periods. Earlier periods are omitted.
 */
export function periodBoundaries(period: Period, from: number, to: number, max: number): number[] {
  if (!(from < to)) return [];
  let edge = startOfPeriod(
    period,
    Math.max(from, addPeriods(period, startOfPeriod(period, to), 1 - max)),
  );
  const edges = [edge];
  while (edge < to) edges.push((edge = addPeriods(period, edge, 1)));
  return edges;
}

export function isWholePeriod(period: Period, from: number, to: number): boolean {
  return startOfPeriod(period, from) === from && addPeriods(period, from, 1) === to;
}

const formatMonth = momentFormat({ month: 'short', year: 'numeric' });

/** Formats the start of a period, such as `26 Oct` or `Oct 2026`. */
export function formatPeriod(period: Period, from: number, now: number): string {
  return period === 'month' ? formatMonth(from) : formatDay(from, now);
}
