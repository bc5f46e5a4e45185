import { day, formatDay, hour } from './time.ts';
import { clockAt, momentFormat, momentOfClock } from './timeZone.ts';

/**
 * The periods of a calendar in the reader's time zone; a week begins on Monday. Times are epoch milliseconds.
 */
export type Period = 'hour' | 'day' | 'week' | 'month';

function beginOf(period: Period, ms: number): number {
  const clock = clockAt(ms);
  // Relative to the moment, because an hour that is repeated when clocks change has two beginnings.
  if (period === 'hour') return ms - (clock.getTime() - clock.setUTCMinutes(0, 0, 0));
  if (period === 'week') clock.setUTCDate(clock.getUTCDate() - ((clock.getUTCDay() + 6) % 7));
  if (period === 'month') clock.setUTCDate(1);
  return momentOfClock(clock.setUTCHours(0, 0, 0, 0));
}

/** The begin of another period, which is `by` periods later than the one that begins at a time. */
function moved(period: Period, begin: number, by: number): number {
  if (period === 'hour') return beginOf(period, begin + by * hour);
  const clock = clockAt(begin);
  if (period === 'month') clock.setUTCMonth(clock.getUTCMonth() + by);
  else clock.setUTCDate(clock.getUTCDate() + (period === 'week' ? 7 : 1) * by);
  // A day that lacks its midnight begins later.
  return momentOfClock(clock.setUTCHours(0, 0, 0, 0));
}

/** The period that divides a time of this length into some 7 to 36 parts. */
export function periodFor(span: number): Period {
  if (span <= 1.5 * day) return 'hour';
  if (span <= 31 * day) return 'day';
  return span <= 245 * day ? 'week' : 'month';
}

/**
 * The bounds of the last periods between two times, in order, of which the first and the last may reach
 * beyond them.
 */
export function periodEdges(period: Period, from: number, to: number, most: number): number[] {
  if (!(from < to)) return [];
  let edge = beginOf(period, Math.max(from, moved(period, beginOf(period, to), 1 - most)));
  const edges = [edge];
  while (edge < to) edges.push((edge = moved(period, edge, 1)));
  return edges;
}

export function isWholePeriod(period: Period, from: number, to: number): boolean {
  return beginOf(period, from) === from && moved(period, from, 1) === to;
}

const formatHour = momentFormat({ day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' });
const formatMonth = momentFormat({ month: 'short', year: 'numeric' });

/** A period by its begin: `26 Oct`, `Oct 2026`. */
export function formatPeriod(period: Period, from: number, now: number): string {
  if (period === 'hour') return formatHour(from);
  return period === 'month' ? formatMonth(from) : formatDay(from, now);
}
