import { timeDay, timeHour, timeMonday, timeMonth } from 'd3-time';
import { inLanguage } from './language.ts';
import { day, formatDay } from './time.ts';

/** The periods of a calendar in the reader's time zone; a week begins on Monday. Times are epoch milliseconds. */
const calendars = { hour: timeHour, day: timeDay, week: timeMonday, month: timeMonth };

export type Period = keyof typeof calendars;

/** The period that divides a time of this length into some 7 to 36 parts. */
export function periodFor(span: number): Period {
  return span <= 1.5 * day ? 'hour' : span <= 31 * day ? 'day' : span <= 245 * day ? 'week' : 'month';
}

/** The bounds of the last periods between two times, in order, of which the first and the last may reach beyond them. */
export function periodEdges(period: Period, from: number, to: number, most: number): number[] {
  if (!(from < to)) return [];
  const calendar = calendars[period];
  const first = Math.max(from, calendar.offset(calendar.floor(new Date(to)), 1 - most).getTime());
  return [...calendar.range(calendar.floor(new Date(first)), new Date(to)), calendar.offset(calendar.floor(new Date(to - 1)), 1)].map((date) => date.getTime());
}

export function isWholePeriod(period: Period, from: number, to: number): boolean {
  const begin = calendars[period].floor(new Date(from));
  return begin.getTime() === from && calendars[period].offset(begin, 1).getTime() === to;
}

const hourOfDay = inLanguage((language) => new Intl.DateTimeFormat(language, { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' }));
const monthOfYear = inLanguage((language) => new Intl.DateTimeFormat(language, { month: 'short', year: 'numeric' }));

/** A period by its begin: `26 Oct`, `Oct 2026`. */
export function formatPeriod(period: Period, from: number, now: number): string {
  if (period === 'hour') return hourOfDay().format(from);
  return period === 'month' ? monthOfYear().format(from) : formatDay(from, now);
}
