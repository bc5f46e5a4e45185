import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { setLanguage } from '../../../src/text/language.ts';
import {
  formatAbsolute,
  formatDuration,
  formatLength,
  formatLengthInWords,
  formatMoment,
  formatRelative,
  formatWait,
  parseTimestamp,
} from '../../../src/text/time.ts';
import { codePoint } from '../codePoint.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const nine = Date.UTC(2026, 9, 1, 9, 0, 0);

describe('parseTimestamp', () => {
  it.each([
    ['2026-10-01T11:00:00+02:00', nine],
    ['2026-10-01T09:00:00Z', nine],
    ['2026-10-01T09:00:00+0000', nine],
    ['2026-10-01T04:30:00-0430', nine],
    ['2026-10-01T14:30:00+05:30', nine],
    ['2026-10-01T09:00Z', nine],
    ['2028-02-29T09:00:00Z', Date.UTC(2028, 1, 29, 9)],
    ['2026-10-01T09:00:00.5Z', nine + 500],
    ['2026-10-01T11:00:00.123456+02:00', nine + 123],
    ['2026-10-01T11:00:00.123456+0200', nine + 123],
    ['2026-10-01T11:00:00,5+02:00', nine + 500],
    ['2026-10-01T11:00:00+02', nine],
    ['2026-10-01T06:00:00.5-03', nine + 500],
  ])('parses the timestamp %s', (text, ms) => {
    expect(parseTimestamp(text)).toBe(ms);
  });

  it.each([
    '',
    'yesterday',
    '2026-10-01',
    '2026-10-01T09:00:00',
    '2026-10-01 09:00:00Z',
    '2026-13-01T09:00:00Z',
    '2026-10-01T25:00:00Z',
    '2026-02-30T09:00:00Z',
    '2026-02-29T09:00:00+02:00',
    '2026-04-31T09:00:00Z',
    '2026-10-01T09:00:00+2',
    '1790845200',
    ' 2026-10-01T09:00:00Z',
  ])('returns null for the invalid timestamp %j', (text) => {
    expect(parseTimestamp(text)).toBeNull();
  });

  it('parses a timestamp with any UTC offset', () => {
    const offset = fc.integer({ min: -14 * 60, max: 14 * 60 });
    fc.assert(
      fc.property(
        fc.date({ min: new Date('1970-01-02'), max: new Date('9998-12-30'), noInvalidDate: true }),
        offset,
        fc.boolean(),
        (date, minutes, colon) => {
          const size = Math.abs(minutes);
          const parts = [Math.floor(size / 60), size % 60].map((part) =>
            String(part).padStart(2, '0'),
          );
          const local = new Date(date.getTime() + minutes * minute).toISOString().slice(0, -1);
          const text = `${local}${minutes < 0 ? '-' : '+'}${parts.join(colon ? ':' : '')}`;
          expect(parseTimestamp(text)).toBe(date.getTime());
        },
      ),
      { numRuns: 200 },
    );
  });

  it('returns only times that can be formatted', () => {
    const part = fc.constantFrom(
      ...['2026', '0000', '99', '10', '-', 'T', 't', ':', '.', '+', 'Z', '0', '999999999', ' '],
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: codePoint }),
          fc.array(part, { maxLength: 14 }).map((parts) => parts.join('')),
          fc.stringMatching(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}[+-]\d{4}$/),
        ),
        (text) => {
          const ms = parseTimestamp(text);
          if (ms !== null) {
            expect(new Date(ms).getTime()).toBe(ms);
            expect(formatAbsolute(ms)).not.toBe('');
            expect(formatRelative(ms, nine)).not.toBe('');
          }
        },
      ),
      { numRuns: 150 },
    );
  });
});

describe('formatDuration and formatLength', () => {
  it.each([
    [-day, '0 s', '0 s'],
    [-5000, '0 s', '0 s'],
    [0, '0 s', '0 s'],
    [40_999, '40 s', '40 s'],
    [minute, '1 min', '1 min'],
    [59 * minute + 59_000, '59 min', '59 min'],
    [hour, '1 h', '1 h'],
    [3 * hour + 12 * minute, '3 h 12 min', '3 h'],
    [day, '1 d', '1 d'],
    [2 * day, '2 d', '2 d'],
    [2 * day + 5 * hour + 59 * minute, '2 d 5 h', '2 d'],
    [400 * day, '400 d', '400 d'],
  ])('format %i milliseconds as “%s” and “%s”', (ms, duration, length) => {
    expect(formatDuration(ms)).toBe(duration);
    expect(formatLength(ms)).toBe(length);
  });
});

describe('formatLengthInWords', () => {
  it.each([
    [40_000, '40 seconds'],
    [minute, '1 minute'],
    [2 * hour + 59 * minute, '2 hours'],
    [4 * day, '4 days'],
    [-1, '0 seconds'],
  ])('formats %d milliseconds as %j', (ms, text) => {
    expect(formatLengthInWords(ms)).toBe(text);
  });
});

describe('formatWait', () => {
  it.each([
    [1, '1 s'],
    [40_001, '41 s'],
    [59_001, '1 min'],
    [minute, '1 min'],
    [119_000, '2 min'],
    [hour - 1000, '1 h'],
    [hour, '1 h'],
    [hour + 1000, '1 h 1 min'],
    [day - 1000, '1 d'],
    [day, '1 d'],
  ])('rounds %i milliseconds up to “%s”', (ms, words) => {
    expect(formatWait(ms)).toBe(words);
  });
});

describe('formatDuration', () => {
  it("groups digits according to the user's language", () => {
    expect(formatDuration(1_234 * day + hour)).toBe('1,234 d 1 h');
    setLanguage('de');
    expect(formatDuration(1_234 * day)).toBe('1.234 d');
    expect(formatLength(1_234 * day)).toBe('1.234 d');
  });

  it("uses the digits of the user's language", () => {
    setLanguage('fa');
    expect(formatDuration(27 * hour)).toBe('۱ d ۳ h');
    expect([90 * minute, 5 * minute, 7_000].map(formatDuration)).toEqual([
      '۱ h ۳۰ min',
      '۵ min',
      '۷ s',
    ]);
    expect([3 * hour, 4 * minute].map(formatLength)).toEqual(['۳ h', '۴ min']);
  });
});

describe('formatRelative', () => {
  it.each([
    [nine, 'just now'],
    [nine - 59_000, 'just now'],
    [nine - minute, '1 minute ago'],
    [nine + 5 * minute - 1, 'just now'],
    [nine + 5 * minute, 'in 5 minutes'],
    [nine + hour, 'in 1 hour'],
    [nine + 90 * minute, 'in 1 hour'],
    [nine - 3 * hour, '3 hours ago'],
    [nine - day, 'yesterday'],
    [nine + 2 * day, 'in 2 days'],
    [nine - 40 * day, '40 days ago'],
  ])('formats the time %i as “%s”', (ms, words) => {
    expect(formatRelative(ms, nine)).toBe(words);
  });

  it.each([
    ['less than 48 hours', new Date(2026, 9, 1, 9), new Date(2026, 8, 29, 10), '2 days ago'],
    ['more than 24 hours', new Date(2026, 9, 1, 23), new Date(2026, 8, 30, 22), 'yesterday'],
    [
      'almost 48 hours ahead',
      new Date(2026, 9, 1, 0, 30),
      new Date(2026, 9, 2, 23, 30),
      'tomorrow',
    ],
    ['25 hours ahead', new Date(2026, 9, 1, 23), new Date(2026, 9, 3, 0, 10), 'in 2 days'],
  ])('counts calendar days if the difference is %s', (_, now, moment, words) => {
    expect(formatRelative(moment.getTime(), now.getTime())).toBe(words);
  });

  it("formats the time in the user's language", () => {
    setLanguage('de');
    expect(formatRelative(nine - 3 * hour, nine)).toBe('vor 3 Stunden');
    expect(formatAbsolute(nine)).toMatch(/01\.10\.2026/);
  });
});

describe('formatMoment', () => {
  it('adds the date if the time is not today', () => {
    const noon = new Date(2026, 9, 1, 12, 4).getTime();
    setLanguage('de');
    expect(formatMoment(noon, noon + 3 * hour)).toBe('12:04');
    expect(formatMoment(noon, noon + 13 * hour)).toBe(formatAbsolute(noon));
  });
});
