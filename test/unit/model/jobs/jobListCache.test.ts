import { describe, expect, it } from 'vitest';
import {
  type CachedJobs,
  type CachedSession,
  firstJobs,
  readCachedSession,
  writeCachedSession,
} from '../../../../src/model/jobs/jobListCache.ts';
import { type JobRow, jobRow } from '../../../../src/service/index.ts';
import { aField } from '../../../support/service/builders.ts';
import { damagedRow, job } from '../builders.ts';

const rowsOf = (count: number, overrides: object = {}) =>
  Array.from({ length: count }, (_, index) => jobRow(job(`j${index}`, overrides)));
const cached = (rows: readonly JobRow[], pages = 1): CachedJobs => ({
  rows,
  total: 140,
  pages,
  readAt: 1000,
});
const field = { kind: 'readable', value: aField() } as const;

describe('readCachedSession', () => {
  it('restores undocumented properties and unreadable rows', () => {
    const rows = [
      jobRow(job('a', { logs: ['x'] })),
      damagedRow({ key: 'b', startedAt: 7 }, 'data.jobs[1].startedAt: expected string'),
    ];
    const watched = [{ job: job('c'), readAt: 3000 }];
    const before: CachedSession = {
      jobs: cached(rows),
      fields: { fields: [field], readAt: 2000 },
      watched,
    };
    expect(readCachedSession(writeCachedSession('eu', before), 'eu')).toEqual(before);
  });

  it('keeps numbers exactly as the service sent them', () => {
    const text = writeCachedSession('eu', { jobs: cached(rowsOf(1)), fields: undefined }).replace(
      '"key":"j0"',
      '"key":"j0","amount":12345678901234567890',
    );
    const again = readCachedSession(text, 'eu');
    expect(again && writeCachedSession('eu', again)).toBe(text);
  });

  it('ignores data from another connection', () => {
    expect(
      readCachedSession(
        writeCachedSession('eu', { jobs: cached(rowsOf(1)), fields: undefined }),
        'us',
      ),
    ).toBeUndefined();
  });

  it.each([
    '',
    '{',
    'null',
    '[]',
    '{"connection":"eu","jobs":7}',
    '{"connection":"eu","jobs":{"rows":{},"total":1,"pages":0,"readAt":1}}',
    '{"connection":"eu","jobs":{"rows":[],"total":1,"pages":1,"readAt":1e300}}',
    '{"connection":"eu","fields":{"fields":[],"readAt":-1e300}}',
  ])('ignores the invalid data “%s”', (text) => {
    expect(readCachedSession(text, 'eu')).toBeUndefined();
  });
});

describe('writeCachedSession', () => {
  it('omits the jobs if they need more than 256 KB', () => {
    const written = writeCachedSession('eu', {
      jobs: cached(rowsOf(100, { note: 'é'.repeat(2_000) }), 2),
      fields: { fields: [field], readAt: 1 },
    });
    expect(readCachedSession(written, 'eu')).toEqual({ jobs: undefined, fields: undefined });
  });

  it('omits the fields if jobs and fields together need more than 256 KB', () => {
    const jobs = cached(rowsOf(100), 2);
    const fields = {
      fields: [{ kind: 'readable' as const, value: aField({ name: 'x'.repeat(300_000) }) }],
      readAt: 1,
    };
    expect(readCachedSession(writeCachedSession('eu', { jobs, fields }), 'eu')).toEqual({
      jobs,
      fields: undefined,
    });
  });
});

describe('firstJobs', () => {
  it('returns the rows of the first two pages', () => {
    const [total, readAt] = [9, 5];
    expect(firstJobs({ rows: rowsOf(7), total, count: 3, readAt })).toMatchObject({
      pages: 2,
      readAt,
      rows: { length: 5 },
    });
    expect(firstJobs({ rows: rowsOf(2), total, count: 1, readAt })).toMatchObject({
      pages: 1,
      rows: { length: 2 },
    });
  });

  it('returns undefined if no jobs are loaded', () => {
    const [total, readAt] = [0, 5];
    expect(firstJobs({ rows: [], total, count: 1, readAt })).toBeUndefined();
    expect(firstJobs({ rows: rowsOf(1), total, count: 0, readAt })).toBeUndefined();
  });
});
