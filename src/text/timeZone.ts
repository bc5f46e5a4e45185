import { inLanguage } from './language.ts';

interface TimeZone {
  /** IANA time zone name, or undefined to use the time zone of the process. */
  readonly name: string | undefined;
  /** True if formatted times include the time zone name. */
  readonly isShown: boolean;
}

let zone: TimeZone = { name: undefined, isShown: false };

/**
 * Sets the time zone for formatting and grouping. The time zone of the process is used if the name
 * is undefined.
 * @param name time zone for which {@link isTimeZone} has returned true. The name is not validated
 * again, because creating the first `Intl` format in a process is slow.
 * @param isShown true to add the time zone name to formatted times, because the user may be in
 * another time zone
 */
export function setTimeZone(name: string | undefined, isShown = false): void {
  zone = { name, isShown };
}

export function isTimeZone(name: string): boolean {
  try {
    return Boolean(offsetFormatFor(name));
  } catch {
    return false;
  }
}

/** Creates a function that formats epoch milliseconds in the user's language and time zone. */
export function momentFormat(options: Intl.DateTimeFormatOptions): (ms: number) => string {
  let cached: { readonly zone: TimeZone; readonly format: () => Intl.DateTimeFormat } | undefined;
  return (ms) => {
    if (cached?.zone !== zone) {
      const { name: timeZone, isShown } = zone;
      const zoned = { ...(isShown ? withZoneName(options) : options), timeZone };
      const format = inLanguage((language) => new Intl.DateTimeFormat(language, zoned));
      cached = { zone, format };
    }
    return cached.format().format(ms);
  };
}

/**
 * Adds the short time zone name to a format. Replaces `dateStyle` and `timeStyle`, because `Intl`
 * cannot combine these options with a time zone name.
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

/**
 * Returns a cached `Intl` format whose output includes the UTC offset.
 * @throws {RangeError} if `Intl` does not support the time zone
 */
function offsetFormatFor(timeZone: string | undefined): Intl.DateTimeFormat {
  let format = offsetFormats.get(timeZone);
  if (format === undefined) {
    format = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' });
    offsetFormats.set(timeZone, format);
  }
  return format;
}

/** Returns the UTC offset of a time zone at the given time, in milliseconds. */
function offsetAt(ms: number, timeZone: string | undefined): number {
  // The pattern matches strings such as `10/1/2026, GMT+05:45`.
  const [, sign, ...numbers] =
    /([+-])(\d+):(\d+)(?::(\d+))?$/.exec(offsetFormatFor(timeZone).format(ms)) ?? [];
  const [hours = 0, minutes = 0, seconds = 0] = numbers.map((number) => Number(number ?? 0));
  return (sign === '-' ? -1000 : 1000) * ((hours * 60 + minutes) * 60 + seconds);
}

/** Converts a time to a `Date` object whose UTC methods return the user's local time. */
export function clockAt(ms: number): Date {
  return new Date(ms + offsetAt(ms, zone.name));
}

/**
 * Converts a local time to epoch milliseconds. If the clocks repeat the local time, returns the
 * first occurrence. If the clocks skip the local time, uses the UTC offset before the change.
 * @param clock epoch milliseconds at which a clock in UTC shows the local time
 */
export function momentOfClock(clock: number, timeZone = zone.name): number {
  const [before, after] = [offsetAt(clock - dayMs, timeZone), offsetAt(clock + dayMs, timeZone)];
  const isAfterChange =
    offsetAt(clock - before, timeZone) !== before && offsetAt(clock - after, timeZone) === after;
  return clock - (isAfterChange ? after : before);
}

/** Converts a time to a serial day number. Consecutive days have consecutive numbers. */
export function dayNumber(ms: number): number {
  return Math.floor(clockAt(ms).getTime() / dayMs);
}

/** Returns the start of the calendar day `later` days after the given time. */
export function beginOfDay(ms: number, later = 0): number {
  return momentOfClock((dayNumber(ms) + later) * dayMs);
}
