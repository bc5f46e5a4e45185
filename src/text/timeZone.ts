import { inLanguage } from './language.ts';

interface TimeZone {
  /** IANA name, or undefined for the time zone of the process. */
  readonly name: string | undefined;
  /** True if formatted times contain the name of the time zone. */
  readonly isShown: boolean;
}

let zone: TimeZone = { name: undefined, isShown: false };
let isChecked = true;

/**
 * Sets the time zone for formatting and grouping. Uses the time zone of the process if the name is
 * undefined or not supported.
 * @param isShown adds the time zone to formatted times, because the reader may be in another time
 * zone
 */
export function setTimeZone(name: string | undefined, isShown = false): void {
  zone = { name, isShown };
  isChecked = name === undefined;
}

/**
 * Validates the name when it is first used, because the first `Intl` format of a process is slow.
 */
function currentZone(): TimeZone {
  if (!isChecked && !isTimeZone(zone.name)) zone = { name: undefined, isShown: true };
  isChecked = true;
  return zone;
}

export function isTimeZone(name: string | undefined): boolean {
  try {
    return Boolean(offsetFormatFor(name));
  } catch {
    return false;
  }
}

/**
 * Creates a function that formats epoch milliseconds in the language and time zone of the reader.
 */
export function momentFormat(options: Intl.DateTimeFormatOptions): (ms: number) => string {
  let cached: { readonly zone: TimeZone; readonly format: () => Intl.DateTimeFormat } | undefined;
  return (ms) => {
    const current = currentZone();
    if (cached?.zone !== current) {
      const zoned = {
        ...(current.isShown ? withZoneName(options) : options),
        timeZone: current.name,
      };
      const format = inLanguage((language) => new Intl.DateTimeFormat(language, zoned));
      cached = { zone: current, format };
    }
    return cached.format().format(ms);
  };
}

/**
 * Adds the short name of the time zone to a format. Replaces `dateStyle` and `timeStyle`, because
 * `Intl` does not support them together with the time zone.
 */
function withZoneName({
  dateStyle,
  timeStyle,
  ...parts
}: Intl.DateTimeFormatOptions): Intl.DateTimeFormatOptions {
  return {
    ...(dateStyle && { year: 'numeric', month: 'short', day: 'numeric' }),
    ...(timeStyle && { hour: 'numeric', minute: '2-digit' }),
    ...(timeStyle === 'medium' && { second: '2-digit' }),
    ...parts,
    timeZoneName: 'short',
  };
}

const dayMs = 24 * 3_600_000;

const offsetFormats = new Map<string | undefined, Intl.DateTimeFormat>();

/** @throws {RangeError} if `Intl` does not support the time zone */
function offsetFormatFor(timeZone: string | undefined): Intl.DateTimeFormat {
  let format = offsetFormats.get(timeZone);
  if (format === undefined) {
    format = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' });
    offsetFormats.set(timeZone, format);
  }
  return format;
}

/** Returns the UTC offset of a time zone at a moment, in milliseconds. */
function offsetAt(ms: number, timeZone: string | undefined): number {
  // `10/1/2026, GMT+05:45`
  const [, sign, ...numbers] =
    /([+-])(\d+):(\d+)(?::(\d+))?$/.exec(offsetFormatFor(timeZone).format(ms)) ?? [];
  const [hours = 0, minutes = 0, seconds = 0] = numbers.map((number) => Number(number ?? 0));
  return (sign === '-' ? -1000 : 1000) * ((hours * 60 + minutes) * 60 + seconds);
}

/** Returns the local time of the reader as if it were UTC, for calculations with UTC methods. */
export function clockAt(ms: number): Date {
  return new Date(ms + offsetAt(ms, currentZone().name));
}

/**
 * Returns the first moment at which clocks show a local time. If the clocks skip this time, uses
 * the UTC offset before the change.
 * @param clock the local time as if it were UTC, in epoch milliseconds
 */
export function momentOfClock(clock: number, timeZone = currentZone().name): number {
  const [before, after] = [offsetAt(clock - dayMs, timeZone), offsetAt(clock + dayMs, timeZone)];
  const isAfterChange =
    offsetAt(clock - before, timeZone) !== before && offsetAt(clock - after, timeZone) === after;
  return clock - (isAfterChange ? after : before);
}

/** Returns the number of a calendar day. Consecutive days have consecutive numbers. */
export function dayNumber(ms: number): number {
  return Math.floor(clockAt(ms).getTime() / dayMs);
}

/**
 * Returns the first moment of a calendar day.
 * @param later number of days after the day of the moment
 */
export function beginOfDay(ms: number, later = 0): number {
  return momentOfClock((dayNumber(ms) + later) * dayMs);
}
