import * as l10n from '@vscode/l10n';
import { oneLine } from './inert.ts';
import { inLanguage } from './language.ts';
import { formatNumber } from './number.ts';
import { clockAt, dayNumber, momentFormat } from './timeZone.ts';

const isoTimestamp = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}([.,]\d+)?)?(Z|[+-]\d{2}(:?\d{2})?)$/i;

/** Epoch milliseconds of an ISO 8601 timestamp with an offset; null for anything else. */
export function parseTimestamp(text: string | null | undefined): number | null {
  if (text == null || !isoTimestamp.test(text)) return null;
  // `Date.parse` reads 30 February as 2 March.
  const day = Number(text.slice(8, 10));
  if (day > 28 && new Date(text.slice(0, 10)).getUTCDate() !== day) return null;
  // ISO 8601 also writes `+0200`, `+02` and a comma before the fraction; `Date.parse` reads only `+02:00` and
  // a point.
  const ms = Date.parse(
    text
      .replace(',', '.')
      .replace(/([+-]\d{2})$/, '$1:00')
      .replace(/([+-]\d{2})(\d{2})$/, '$1:$2'),
  );
  return Number.isNaN(ms) ? null : ms;
}

/** A time as `format` writes it; as it was sent where it cannot be read. */
export function timeText(sent: string | null | undefined, format: (ms: number) => string): string {
  const ms = parseTimestamp(sent);
  return ms === null ? oneLine(sent ?? '') : format(ms);
}

/** The offset part of an ISO 8601 timestamp as it was sent (`+02:00`, `Z`), or null. */
export function timestampOffset(text: string): string | null {
  return isoTimestamp.exec(text)?.[3] ?? null;
}

/** Milliseconds. */
export const minute = 60_000,
  hour = 60 * minute,
  day = 24 * hour;

/** A duration as its two largest parts: `3 h 12 min`, `2 d`, `40 s`. Negative durations read as 0. */
export function formatDuration(ms: number): string {
  const left = Math.max(0, ms);
  const days = Math.floor(left / day);
  const hours = Math.floor((left % day) / hour);
  const minutes = Math.floor((left % hour) / minute);
  const seconds = Math.floor((left % minute) / 1000);
  if (days > 0) {
    return hours > 0
      ? l10n.t('{0} d {1} h', formatNumber(days), formatNumber(hours))
      : l10n.t('{0} d', formatNumber(days));
  }
  if (hours > 0) {
    return minutes > 0
      ? l10n.t('{0} h {1} min', formatNumber(hours), formatNumber(minutes))
      : l10n.t('{0} h', formatNumber(hours));
  }
  if (minutes > 0) return l10n.t('{0} min', formatNumber(minutes));
  return l10n.t('{0} s', formatNumber(seconds));
}

/** A waiting time, rounded up so that a retry after it is never too early. */
export function formatWait(ms: number): string {
  return formatDuration(roundedUp(ms, smallestUnit(ms)));
}

/** Of those that {@link formatDuration} writes for a duration. */
function smallestUnit(ms: number): number {
  if (ms >= day) return hour;
  return ms >= minute ? minute : 1000;
}

function roundedUp(ms: number, unit: number): number {
  return Math.ceil(ms / unit) * unit;
}

/** Largest difference between the service's clock and the reader's that counts as none. */
export const clockTolerance = 5 * minute;

/** Whether a past event has a time in the future, because the service's clock is ahead. */
export function isAhead(at: number, now: number): boolean {
  return at - now >= clockTolerance;
}

/**
 * A duration as its largest part, for tight places: `3 h`, `2 d`; `in 2 d` if it is negative beyond the clock
 * tolerance.
 */
export function formatAge(ms: number): string {
  if (ms <= -clockTolerance) return l10n.t('in {0}', formatAge(-ms));
  if (ms >= day) return l10n.t('{0} d', formatNumber(Math.floor(ms / day)));
  if (ms >= hour) return l10n.t('{0} h', formatNumber(Math.floor(ms / hour)));
  if (ms >= minute) return l10n.t('{0} min', formatNumber(Math.floor(ms / minute)));
  return l10n.t('now');
}

/** How long something lasts or has lasted, as its largest part: `3 h`, `40 s`; never negative. */
export function formatLength(ms: number): string {
  return ms < minute ? formatDuration(ms) : formatAge(ms);
}

const relativeFormat = inLanguage((language) => new Intl.RelativeTimeFormat(language, { numeric: 'auto' }));

/**
 * `3 hours ago`, `in 2 days` if it is ahead beyond the clock tolerance; days are calendar days in the
 * reader's time zone.
 */
export function formatRelative(ms: number, now: number): string {
  const difference = isAhead(ms, now) ? ms - now : Math.min(0, ms - now);
  const size = Math.abs(difference);
  const format = relativeFormat();
  if (size >= day) return format.format(dayNumber(ms) - dayNumber(now), 'day');
  if (size >= hour) return format.format(Math.trunc(difference / hour), 'hour');
  if (size >= minute) return format.format(Math.trunc(difference / minute), 'minute');
  return l10n.t('just now');
}

const formatTime = momentFormat({ timeStyle: 'short' });

/** A moment in the reader's time zone: `09:12`, with its date unless that is today. */
export function formatMoment(ms: number, now = Date.now()): string {
  return isSameDay(ms, now) ? formatTime(ms) : formatAbsolute(ms);
}

/** The time at which something was read: `as of 12:04`. */
export function asOf(ms: number): string {
  return l10n.t('as of {0}', formatMoment(ms));
}

export function isSameDay(one: number, other: number): boolean {
  return dayNumber(one) === dayNumber(other);
}

/** A moment in the reader's time zone: `1 Oct 2026, 09:12`. */
export const formatAbsolute = momentFormat({ dateStyle: 'medium', timeStyle: 'short' });

const formatTimeOfDay = momentFormat({ timeStyle: 'medium' });
const formatExact = momentFormat({ dateStyle: 'medium', timeStyle: 'medium' });

/** A moment in the reader's time zone: `09:12:40`, with its date unless that is today. */
export function formatClock(ms: number, now = Date.now()): string {
  return (isSameDay(ms, now) ? formatTimeOfDay : formatExact)(ms);
}

/** `26 Oct 2026` in the reader's time zone. */
export const formatDate = momentFormat({ dateStyle: 'medium' });

const formatDayOfYear = momentFormat({ day: 'numeric', month: 'short' });

/** `26 Oct`, with its year unless that is the current one. */
export function formatDay(ms: number, now: number): string {
  return (isSameYear(ms, now) ? formatDayOfYear : formatDate)(ms);
}

/** Whether two moments are in the same year of the reader's calendar. */
export function isSameYear(left: number, right: number): boolean {
  return clockAt(left).getUTCFullYear() === clockAt(right).getUTCFullYear();
}
