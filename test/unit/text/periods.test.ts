import { expect, it } from 'vitest';
import { type Period, isWholePeriod, periodEdges } from '../../../src/text/periods.ts';
import { setTimeZone } from '../../../src/text/timeZone.ts';

it.each<[zone: string, why: string, period: Period, from: string, edges: string[]]>([
  [
    'Europe/Berlin',
    'days of 24 and 23 hours',
    'day',
    '2026-03-28T10:00Z',
    ['2026-03-27T23:00Z', '2026-03-28T23:00Z', '2026-03-29T22:00Z', '2026-03-30T22:00Z'],
  ],
  [
    'Europe/Berlin',
    'an hour that is repeated',
    'hour',
    '2026-10-25T00:30Z',
    ['2026-10-25T00:00Z', '2026-10-25T01:00Z', '2026-10-25T02:00Z', '2026-10-25T03:00Z'],
  ],
  [
    'Asia/Beirut',
    'a day without midnight',
    'day',
    '2017-03-25T12:00Z',
    ['2017-03-24T22:00Z', '2017-03-25T22:00Z', '2017-03-26T21:00Z', '2017-03-27T21:00Z'],
  ],
  [
    'Asia/Kolkata',
    'hours that begin with no hour of UTC',
    'hour',
    '2026-10-01T10:10Z',
    ['2026-10-01T09:30Z', '2026-10-01T10:30Z', '2026-10-01T11:30Z', '2026-10-01T12:30Z'],
  ],
  [
    'UTC',
    'weeks from Monday on',
    'week',
    '2026-10-01T12:00Z',
    ['2026-09-28T00:00Z', '2026-10-05T00:00Z', '2026-10-12T00:00Z', '2026-10-19T00:00Z'],
  ],
  [
    'UTC',
    'months of different lengths',
    'month',
    '2026-01-31T12:00Z',
    ['2026-01-01T00:00Z', '2026-02-01T00:00Z', '2026-03-01T00:00Z', '2026-04-01T00:00Z'],
  ],
])('in %s, with %s', (zone, _, period, from, expected) => {
  setTimeZone(zone);
  const edges = expected.map((text) => Date.parse(text));
  const to = (edges.at(-1) ?? 0) - 60_000;
  expect(periodEdges(period, Date.parse(from), to, 9)).toEqual(edges);
  expect(periodEdges(period, 0, to, 2).slice(-3)).toEqual(edges.slice(-3));
  expect(edges.slice(1).every((edge, index) => isWholePeriod(period, edges[index] ?? 0, edge))).toBe(true);
});
