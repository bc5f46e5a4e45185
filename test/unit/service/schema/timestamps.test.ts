import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { normalizeTimestamp } from '../../../../src/service/schema/timestamps.ts';
import { parseTimestamp } from '../../../../src/text/time.ts';
import { codePoint } from '../../codePoint.ts';
import { jsonValue } from '../../jsonValue.ts';

/** Moments in the supported range of epoch seconds (10 digits) and milliseconds (13 digits). */
const moment = fc.integer({ min: 1e12, max: 1e13 - 1 });
const wholeSecond = (ms: number) => Math.floor(ms / 1000) * 1000;
const msOf = (sent: unknown) => parseTimestamp(normalizeTimestamp(sent) as string);
const phpDate = (date: string, timezone: string) => ({ date, timezone_type: 3, timezone });

describe('normalizeTimestamp', () => {
  it('converts all supported formats of a time to the same time', () => {
    fc.assert(
      fc.property(moment, (ms) => {
        const seconds = wholeSecond(ms) / 1000;
        const php = new Date(ms).toISOString().replace('T', ' ').replace('Z', '000');
        expect([ms, String(ms), ms / 1000].map(msOf)).toEqual([ms, ms, ms]);
        expect([seconds, String(seconds)].map(msOf)).toEqual([seconds * 1000, seconds * 1000]);
        expect(msOf(phpDate(php, 'UTC'))).toBe(ms);
      }),
    );
  });

  it('converts a local time to UTC', () => {
    const zone = fc.constantFrom(
      'Europe/Berlin',
      'America/St_Johns',
      'Asia/Kolkata',
      'Pacific/Apia',
      'EST',
    );
    fc.assert(
      fc.property(moment.map(wholeSecond), zone, (ms, timeZone) => {
        const local = (at: number) =>
          new Intl.DateTimeFormat('sv', {
            timeZone,
            dateStyle: 'short',
            timeStyle: 'medium',
          }).format(at);
        // When clocks are set back, two moments have the same local time.
        const read = msOf(phpDate(`${local(ms)}.000000`, timeZone));
        expect(local(read ?? 0)).toBe(local(ms));
      }),
    );
  });

  it.each([
    ['2026-03-29 03:30:00.000000', '2026-03-29T01:30:00Z'],
    ['2026-03-29 01:30:00.000000', '2026-03-29T00:30:00Z'],
    ['2026-10-25 03:30:00.000000', '2026-10-25T02:30:00Z'],
    ['2026-10-25 01:30:00.000000', '2026-10-24T23:30:00Z'],
  ])('converts the Berlin time %s near a clock change to %s', (date, utc) => {
    expect(msOf(phpDate(date, 'Europe/Berlin'))).toBe(Date.parse(utc));
  });

  it('treats the PHP time zone abbreviation Z as UTC', () => {
    const sent = { date: '2026-11-20 10:00:00.000000', timezone_type: 2, timezone: 'Z' };
    expect(normalizeTimestamp(sent)).toBe('2026-11-20T10:00:00.000Z');
  });

  it('returns a string unchanged if it is not a time', () => {
    const words = fc
      .string({ unit: codePoint, minLength: 1 })
      .filter((text) => text.trim() !== '' && !/^\d+$|^-?\d{4}/.test(text));
    fc.assert(
      fc.property(words, (text) => {
        expect(normalizeTimestamp(text)).toBe(text);
      }),
    );
  });

  it('returns an ISO 8601 string, null, or the unchanged value', () => {
    const odd = fc.oneof(
      jsonValue({ maxDepth: 2 }),
      fc.record({ date: fc.string(), timezone: fc.string() }),
      fc.double({ noNaN: true }),
    );
    fc.assert(
      fc.property(odd, (sent) => {
        const time = normalizeTimestamp(sent);
        if (time !== null && time !== sent) expect(msOf(time)).toBeGreaterThan(0);
        expect(normalizeTimestamp(time)).toEqual(time);
      }),
      { numRuns: 300 },
    );
  });
});
