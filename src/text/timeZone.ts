import { inLanguage } from './language.ts';

interface TimeZone {
  /** IANA name; undefined for the time zone of the process. */
  readonly name: string | undefined;
  /** Whether every time is written with its time zone. */
  readonly isShown: boolean;
}

let zone: TimeZone = { name: undefined, isShown: false };
let isChecked = true;

/**
 * Sets the time zone in which times are written and grouped. Without a name, or with a name that `Intl` does
 * not support, the time zone of the process applies.
 * @param isShown adds the time zone to every time, because the reader may be in another one
 */
export function setTimeZone(name: string | undefined, isShown = false): void {
  zone = { name, isShown };
  isChecked = name === undefined;
}

/** Checks the name at its first use, because the first `Intl` format of a process takes long to build. */
function currentZone(): TimeZone {
  if (!isChecked && !isTimeZone(zone.name)) zone = { name: undefined, isShown: true };
  isChecked = true;
  return zone;
}

/** Whether `Intl` supports a time zone of this name. */
export function isTimeZone(name: string | undefined): boolean {
  try {
    Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/** Caches an `Intl` format of the time zone, because formats are slow to build. */
function inTimeZone<Format>(make: (zone: TimeZone) => Format): () => Format {
  let made: { readonly zone: TimeZone; readonly format: Format } | undefined;
  return () => {
    const current = currentZone();
    if (made?.zone !== current) made = { zone: current, format: make(current) };
    return made.format;
  };
}

/** Writes moments, in epoch milliseconds, in the reader's language and time zone. */
export function momentFormat(options: Intl.DateTimeFormatOptions): (ms: number) => string {
  const format = inTimeZone(({ name, isShown }) => {
    const zoned = { ...(isShown ? withZoneName(options) : options), timeZone: name };
    return inLanguage((language) => new Intl.DateTimeFormat(language, zoned));
  });
  return (ms) => format()().format(ms);
}

/** The same format with the short name of the time zone, which `Intl` does not combine with styles. */
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

const offsetFormat = inTimeZone(
  ({ name }) => new Intl.DateTimeFormat('en-US', { timeZone: name, timeZoneName: 'longOffset' }),
);

/** The difference between the reader's clock and UTC at a moment, in milliseconds. */
function offsetAt(ms: number): number {
  // `10/1/2026, GMT+05:45`
  const [, sign, ...numbers] = /([+-])(\d+):(\d+)(?::(\d+))?$/.exec(offsetFormat().format(ms)) ?? [];
  const [hours = 0, minutes = 0, seconds = 0] = numbers.map((number) => Number(number ?? 0));
  return (sign === '-' ? -1000 : 1000) * ((hours * 60 + minutes) * 60 + seconds);
}

/** What the reader's clock shows at a moment, as the UTC time of a date: for calculations with the calendar. */
export function clockAt(ms: number): Date {
  return new Date(ms + offsetAt(ms));
}

/**
 * The first moment at which the reader's clock shows this time, given as the UTC time of a date. A time that
 * the clock skips is read with the offset before the change: a skipped midnight is the moment of the change.
 */
export function momentOfClock(clock: number): number {
  const [before, after] = [offsetAt(clock - dayMs), offsetAt(clock + dayMs)];
  const isAfterChange = offsetAt(clock - before) !== before && offsetAt(clock - after) === after;
  return clock - (isAfterChange ? after : before);
}

/** The number of the calendar day of a moment; consecutive days have consecutive numbers. */
export function dayNumber(ms: number): number {
  return Math.floor(clockAt(ms).getTime() / dayMs);
}

/** The first moment of the calendar day that is `later` days after the day of a moment. */
export function beginOfDay(ms: number, later = 0): number {
  return momentOfClock((dayNumber(ms) + later) * dayMs);
}
