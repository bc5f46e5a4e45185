import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { setLanguage } from '../../../src/text/language.ts';
import {
  formatAbsolute,
  formatClock,
  formatDate,
  formatDay,
  formatMoment,
  formatRelative,
} from '../../../src/text/time.ts';
import {
  beginOfDay,
  clockAt,
  dayNumber,
  momentOfClock,
  setTimeZone,
} from '../../../src/text/timeZone.ts';

const day = 24 * 3_600_000;
const at = (text: string) => Date.parse(text);

describe('Time formatting', () => {
  const moment = at('2026-11-26T22:30:05Z');

  it.each([
    ['UTC', '10:30 PM', 'Nov 26, 2026, 10:30 PM'],
    ['Europe/Berlin', '11:30 PM', 'Nov 26, 2026, 11:30 PM'],
    ['Asia/Kathmandu', '4:15 AM', 'Nov 27, 2026, 4:15 AM'],
  ])('uses the time zone %s', (zone, time, absolute) => {
    setTimeZone(zone);
    expect([formatMoment(moment, moment), formatAbsolute(moment)]).toEqual([time, absolute]);
  });

  it("adds the date if the day differs in the user's time zone", () => {
    const now = at('2026-11-26T23:30:00Z');
    setTimeZone('UTC');
    expect(formatMoment(moment, now)).toBe('10:30 PM');
    setTimeZone('Europe/Berlin');
    expect(formatMoment(moment, now)).toBe('Nov 26, 2026, 11:30 PM');
  });

  it("counts calendar days in the user's time zone", () => {
    const now = at('2026-11-27T23:30:00Z');
    setTimeZone('UTC');
    expect(formatRelative(moment, now)).toBe('yesterday');
    setTimeZone('Europe/Berlin');
    expect(formatRelative(moment, now)).toBe('2 days ago');
  });

  it("adds the year if the year differs in the user's time zone", () => {
    const newYear = at('2026-12-31T23:30:00Z');
    setTimeZone('UTC');
    expect(formatDay(newYear, newYear + day)).toBe('Dec 31, 2026');
    setTimeZone('Europe/Berlin');
    expect(formatDay(newYear, newYear + day)).toBe('Jan 1');
  });

  it('adds the time zone if the user may be in another time zone', () => {
    setTimeZone('UTC', true);
    expect([
      formatMoment(moment, moment),
      formatClock(moment, moment),
      formatAbsolute(moment),
      formatDate(moment),
    ]).toEqual([
      '10:30 PM UTC',
      '10:30:05 PM UTC',
      'Nov 26, 2026, 10:30 PM UTC',
      'Nov 26, 2026, UTC',
    ]);
    setLanguage('de');
    expect(formatMoment(moment, moment)).toBe('22:30 UTC');
  });
});

describe('clockAt', () => {
  it.each([
    ['2026-11-26T22:30:00.000Z', '2026-11-27T04:15:00.000Z', 'Asia/Kathmandu'],
    ['2026-11-26T22:30:00.000Z', '2026-11-26T19:00:00.000Z', 'America/St_Johns'],
    // Until 1893, Berlin used its mean solar time.
    ['1890-01-01T00:00:00.000Z', '1890-01-01T00:53:28.000Z', 'Europe/Berlin'],
  ])('converts %s to %s in the time zone %s', (moment, clock, zone) => {
    setTimeZone(zone);
    expect(clockAt(at(moment)).toISOString()).toBe(clock);
  });
});

describe('beginOfDay', () => {
  it.each([
    ['2026-11-26T00:00Z', '2026-11-26T22:30Z', 0, 'UTC'],
    ['2026-11-26T18:15Z', '2026-11-26T22:30Z', 0, 'Asia/Kathmandu'],
    ['2026-03-28T23:00Z', '2026-03-29T12:00Z', 0, 'Europe/Berlin'],
    ['2026-03-29T22:00Z', '2026-03-29T12:00Z', 1, 'Europe/Berlin'],
    ['2026-10-24T22:00Z', '2026-10-25T23:30Z', -1, 'Europe/Berlin'],
    // The clocks skip midnight in Beirut, and repeat the hour after midnight in Havana.
    ['2017-03-25T22:00Z', '2017-03-26T12:00Z', 0, 'Asia/Beirut'],
    ['2026-11-01T04:00Z', '2026-11-01T12:00Z', 0, 'America/Havana'],
  ])('returns %s for %s plus %i days in the time zone %s', (begin, moment, later, zone) => {
    setTimeZone(zone);
    expect(new Date(beginOfDay(at(moment), later))).toEqual(new Date(begin));
  });
});

describe('momentOfClock', () => {
  it('returns the first time at which a local clock shows the given time', () => {
    const zone = fc.constantFrom(
      ...['UTC', 'Europe/Berlin', 'Asia/Kathmandu', 'America/St_Johns'],
      ...['Australia/Lord_Howe', 'America/Havana', 'Pacific/Apia'],
    );
    const moment = fc.integer({ min: at('1990-01-01T00:00Z'), max: at('2037-12-31T00:00Z') });
    fc.assert(
      fc.property(zone, moment, (name, ms) => {
        setTimeZone(name);
        const clock = clockAt(ms).getTime();
        const first = momentOfClock(clock);
        expect(first).toBeLessThanOrEqual(ms);
        expect(clockAt(first).getTime()).toBe(clock);
        expect(dayNumber(beginOfDay(ms))).toBe(dayNumber(ms));
        expect(dayNumber(beginOfDay(ms) - 1)).toBeLessThan(dayNumber(ms));
      }),
      { numRuns: 500 },
    );
  });
});
