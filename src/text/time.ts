import * as l10n from '@vscode/l10n';
import { singleLine } from './untrustedText.ts';
import { inLanguage, numberFormat } from './language.ts';
import { formatNumber } from './number.ts';
import { clockAt, dayNumber, momentFormat } from './timeZone.ts';

const isoTimestamp = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}([.,]\d+)?)?(Z|[+-]\d{2}(:?\d{2})?)$/i;

/**
 * Parses an ISO 8601 timestamp with a UTC offset to epoch milliseconds. Returns null for any other
 * string.
 */
export function parseTimestamp(text: string | null | undefined): number | null {
  if (text == null || !isoTimestamp.test(text)) return null;
  // `Date.parse` accepts 30 February as 2 March, so the day is checked separately.
  const day = Number(text.slice(8, 10));
  if (day > 28 && new Date(text.slice(0, 10)).getUTCDate() !== day) return null;
  // ISO 8601 also allows `+0200`, `+02`, and a decimal comma, but `Date.parse` accepts only
  // `+02:00` and a decimal point.
  const ms = Date.parse(
    text
      .replace(',', '.')
      .replace(/([+-]\d{2})$/, '$1:00')
      .replace(/([+-]\d{2})(\d{2})$/, '$1:$2'),
  );
  return Number.isNaN(ms) ? null : ms;
}

/** Formats a timestamp. If the timestamp is invalid, returns the original text as one line. */
export function formatTimestamp(
  sent: string | null | undefined,
  format: (ms: number) => string,
): string {
  const ms = parseTimestamp(sent);
  return ms === null ? singleLine(sent ?? '') : format(ms);
}

/** Numbers of milliseconds in a minute, an hour, and a day. */
export const minute = 60_000,
  hour = 60 * minute,
  day = 24 * hour;

/** Formats a duration in its largest unit, such as `3 h`. Negative durations count as 0. */
export function formatLength(ms: number): string {
  if (ms >= day) return l10n.t('{0} d', formatNumber(Math.floor(ms / day)));
  if (ms >= hour) return l10n.t('{0} h', formatNumber(Math.floor(ms / hour)));
  if (ms >= minute) return l10n.t('{0} min', formatNumber(Math.floor(ms / minute)));
  return l10n.t('{0} s', formatNumber(Math.max(0, Math.floor(ms / 1000))));
}

/**
 * Formats a duration in up to two units, such as `3 h 12 min`, `2 d`, or `40 s`. Negative durations
 * count as 0.
 */
export function formatDuration(ms: number): string {
  const [unit, smallerUnit] = ms >= day ? [day, hour] : [hour, minute];
  const remainder = ms % unit;
  if (ms < hour || remainder < smallerUnit) return formatLength(ms);
  return `${formatLength(ms - remainder)} ${formatLength(remainder)}`;
}

/** Formats a delay of up to one day. Rounds up, so that a retry is not too early. */
export function formatWait(ms: number): string {
  const unit = ms >= minute ? minute : 1000;
  return formatDuration(Math.ceil(ms / unit) * unit);
}

/** Maximum tolerated difference between the service's and the user's clock, in milliseconds. */
export const clockTolerance = 5 * minute;

/** Returns true if a time is later than `now` by {@link clockTolerance} or more. */
export function isFutureTime(at: number, now: number): boolean {
  return at - now >= clockTolerance;
}

const inUnit = (unit: string) => numberFormat({ style: 'unit', unit, unitDisplay: 'long' });
const [inDays, inHours, inMinutes, inSeconds] = [
  inUnit('day'),
  inUnit('hour'),
  inUnit('minute'),
  inUnit('second'),
] as const;

/**
 * Formats a duration for screen readers, such as `3 hours` or `40 seconds`. Negative durations
 * count as 0.
 */
export function formatLengthInWords(ms: number): string {
  if (ms >= day) return inDays(Math.floor(ms / day));
  if (ms >= hour) return inHours(Math.floor(ms / hour));
  if (ms >= minute) return inMinutes(Math.floor(ms / minute));
  return inSeconds(Math.max(0, Math.floor(ms / 1000)));
}

const relativeFormat = inLanguage(
  (language) => new Intl.RelativeTimeFormat(language, { numeric: 'auto' }),
);

/**
 * Formats a time relative to now, such as `3 hours ago`. Days are calendar days in the user's time
 * zone.
 */
export function formatRelative(ms: number, now: number): string {
  const difference = isFutureTime(ms, now) ? ms - now : Math.min(0, ms - now);
  const size = Math.abs(difference);
  const format = relativeFormat();
  if (size >= day) return format.format(dayNumber(ms) - dayNumber(now), 'day');
  if (size >= hour) return format.format(Math.trunc(difference / hour), 'hour');
  if (size >= minute) return format.format(Math.trunc(difference / minute), 'minute');
  return l10n.t('just now');
}

const formatTime = momentFormat({ timeStyle: 'short' });

/** Formats a time as `09:12`. Adds the date unless it is today. */
export function formatMoment(ms: number, now = Date.now()): string {
  return isSameDay(ms, now) ? formatTime(ms) : formatAbsolute(ms);
}

/** Formats the time when data was loaded, such as `as of 12:04`. */
export function formatAsOf(ms: number): string {
  return l10n.t('as of {0}', formatMoment(ms));
}

export function isSameDay(left: number, right: number): boolean {
  return dayNumber(left) === dayNumber(right);
}

/** Formats a time as `1 Oct 2026, 09:12`. */
export const formatAbsolute = momentFormat({ dateStyle: 'medium', timeStyle: 'short' });

const formatTimeOfDay = momentFormat({ timeStyle: 'medium' });
const formatExact = momentFormat({ dateStyle: 'medium', timeStyle: 'medium' });

/** Formats a time as `09:12:40`. Adds the date unless it is today. */
export function formatClock(ms: number, now = Date.now()): string {
  return (isSameDay(ms, now) ? formatTimeOfDay : formatExact)(ms);
}

/** Formats a date as `26 Oct 2026`. */
export const formatDate = momentFormat({ dateStyle: 'medium' });

const formatDayOfYear = momentFormat({ day: 'numeric', month: 'short' });

/** Formats a date as `26 Oct`. Adds the year unless it is the current year. */
export function formatDay(ms: number, now: number): string {
  return (isSameYear(ms, now) ? formatDayOfYear : formatDate)(ms);
}

export function isSameYear(left: number, right: number): boolean {
  return clockAt(left).getUTCFullYear() === clockAt(right).getUTCFullYear();
}
