import { parseTimestamp } from '../../text/time.ts';
import { isTimeZone, momentOfClock } from '../../text/timeZone.ts';
import { isNoValue, plainNumber } from './json.ts';
import { type JsonObject, isJsonObject } from './readable.ts';

/**
 * Converts epoch numbers and PHP dates to ISO 8601, and missing times to null. Returns any other
 * value unchanged.
 */
export function normalizeTimestamp(sent: unknown): unknown {
  if (isNoValue(sent)) return null;
  const number = plainNumber(sent);
  if (typeof number === 'number') return fromEpoch(number, sent);
  if (typeof sent === 'string') return isNoTime(sent) ? null : sent;
  return isJsonObject(sent) ? fromPhp(sent) : sent;
}

/**
 * Returns true if the string is a date up to 1970-01-01. No job is that old, but many languages
 * format a missing time as `0000-00-00`, `0001-01-01`, `1970-01-01`, or `-0001-11-30`.
 */
function isNoTime(text: string): boolean {
  const [date] = /^(?:-\d{4,6}|\d{4})-\d{2}-\d{2}/.exec(text) ?? [];
  return date !== undefined && date <= '1970-01-01';
}

/**
 * Converts epoch seconds (10 digits) or milliseconds (13 digits) to ISO 8601, for the years 2001 to
 * 2286.
 */
function fromEpoch(number: number, sent: unknown): unknown {
  if (number <= 0) return null;
  if (number >= 1e9 && number < 1e10) return new Date(Math.round(number * 1000)).toISOString();
  if (number >= 1e12 && number < 1e13) return new Date(number).toISOString();
  return sent;
}

/**
 * Converts a PHP `DateTime` in JSON, such as `{"date":"2026-11-20 10:00:00","timezone":"UTC"}`, to
 * ISO 8601. The time zone is a UTC offset, an abbreviation, or a name. Returns any other object
 * unchanged.
 */
function fromPhp(sent: JsonObject): unknown {
  const { date, timezone } = sent;
  if (typeof date !== 'string' || typeof timezone !== 'string') return sent;
  if (isNoTime(date)) return null;
  const isOffset = /^(?:Z|[+-]\d{2}:\d{2})$/.test(timezone);
  const ms = parseTimestamp(date.replace(' ', 'T') + (isOffset ? timezone : 'Z'));
  if (ms === null || !(isOffset || isTimeZone(timezone))) return sent;
  return new Date(isOffset ? ms : momentOfClock(ms, timezone)).toISOString();
}
