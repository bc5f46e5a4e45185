import { describe, expect, it } from 'vitest';
import { type Period, isWholePeriod, periodBoundaries } from '../../../src/text/periods.ts';
import { setTimeZone } from '../../../src/text/timeZone.ts';

describe('periodBoundaries', () => {
  it.each<[what: string, zone: string, period: Period, from: string, edges: string]>([
    [
      'days of 24 and 23 hours',
      'Europe/Berlin',
      'day',
      '2026-03-28T10:00',
      '2026-03-27T23:00 2026-03-28T23:00 2026-03-29T22:00 2026-03-30T22:00',
    ],
    [
      'a day without midnight',
      'Asia/Beirut',
      'day',
      '2017-03-25T12:00',
      '2017-03-24T22:00 2017-03-25T22:00 2017-03-26T21:00 2017-03-27T21:00',
    ],
    [
      'weeks that start on Monday',
      'UTC',
      'week',
      '2026-10-01T12:00',
      '2026-09-28T00:00 2026-10-05T00:00 2026-10-12T00:00 2026-10-19T00:00',
    ],
    [
      'months of different lengths',
      'UTC',
      'month',
      '2026-01-31T12:00',
      '2026-01-01T00:00 2026-02-01T00:00 2026-03-01T00:00 2026-04-01T00:00',
    ],
  ])('returns the boundaries of %s in the time zone %s', (_what, zone, period, from, expected) => {
    setTimeZone(zone);
    const edges = expected.split(' ').map((text) => Date.parse(`${text}Z`));
    const to = (edges.at(-1) ?? 0) - 60_000;
    expect(periodBoundaries(period, Date.parse(`${from}Z`), to, 9)).toEqual(edges);
    expect(periodBoundaries(period, 0, to, 2).slice(-3)).toEqual(edges.slice(-3));
    expect(
      edges.slice(1).every((edge, index) => isWholePeriod(period, edges[index] ?? 0, edge)),
    ).toBe(true);
  });
});
