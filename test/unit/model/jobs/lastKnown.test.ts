import { describe, expect, it } from 'vitest';
import { JobList } from '../../../../src/model/jobs/jobList.ts';
import {
  type KnownJobs,
  type LastKnown,
  fileNameOf,
  firstJobs,
  isOfOrigin,
  readLastKnown,
  writeLastKnown,
} from '../../../../src/model/jobs/lastKnown.ts';
import { type JobRow, type JobsPage, jobRow } from '../../../../src/service/index.ts';
import { aField } from '../../../support/service/builders.ts';
import { damagedRow, fault, gatedSource, job, pageOf, shown } from '../builders.ts';

const rowsOf = (count: number, overrides: object = {}) =>
  Array.from({ length: count }, (_, index) => jobRow(job(`j${index}`, overrides)));
const known = (rows: readonly JobRow[], pages = 1): KnownJobs => ({ rows, total: 140, pages, readAt: 1000 });
const field = { kind: 'readable', value: aField() } as const;

describe('what is kept for the next window', () => {
  it('is read as it was written, also what the service sent beside what is documented, and what cannot be read', () => {
    const rows = [
      jobRow(job('a', { logs: ['x'] })),
      damagedRow({ key: 'b', startedAt: 7 }, 'data.jobs[1].startedAt: expected string'),
    ];
    const watched = [{ job: job('c'), readAt: 3000 }];
    const before: LastKnown = { jobs: known(rows), fields: { fields: [field], readAt: 2000 }, watched };
    expect(readLastKnown(writeLastKnown('here', before), 'here')).toEqual(before);
  });

  it('keeps numbers as the service wrote them', () => {
    const text = writeLastKnown('here', { jobs: known(rowsOf(1)), fields: undefined }).replace(
      '"key":"j0"',
      '"key":"j0","amount":12345678901234567890',
    );
    const again = readLastKnown(text, 'here');
    expect(again && writeLastKnown('here', again)).toBe(text);
  });

  it('is that of the same connection alone', () => {
    expect(
      readLastKnown(writeLastKnown('here', { jobs: known(rowsOf(1)), fields: undefined }), 'there'),
    ).toBeUndefined();
  });

  it.each([
    '',
    '{',
    'null',
    '[]',
    '{"connection":"here","jobs":7}',
    '{"connection":"here","jobs":{"rows":{},"total":1,"pages":0,"readAt":1}}',
    '{"connection":"here","jobs":{"rows":[],"total":1,"pages":1,"readAt":1e300}}',
    '{"connection":"here","fields":{"fields":[],"readAt":-1e300}}',
  ])('is nothing where the text is none of ours: %s', (text) => {
    expect(readLastKnown(text, 'here')).toBeUndefined();
  });

  it('has a file for each service, whose name tells the origin apart and says nothing of it', () => {
    const [origin, other] = ['https://eu.example.com', 'https://us.example.com'];
    const names = [
      fileNameOf(origin, origin),
      fileNameOf(origin, `${origin}/api/v2`),
      fileNameOf(other, other),
    ];
    expect(new Set(names).size).toBe(3);
    for (const name of names) expect(name).toMatch(/^[\da-f]{8}-[\da-f]{8}\.json$/);
    expect(names.map((name) => isOfOrigin(name, origin))).toEqual([true, true, false]);
  });

  it('is nothing where the jobs alone are more than 256 KB', () => {
    const written = writeLastKnown('here', {
      jobs: known(rowsOf(100, { note: 'é'.repeat(2_000) }), 2),
      fields: { fields: [field], readAt: 1 },
    });
    expect(readLastKnown(written, 'here')).toEqual({ jobs: undefined, fields: undefined });
  });

  it('is the jobs alone where the fields fill more than the file', () => {
    const jobs = known(rowsOf(100), 2);
    const fields = {
      fields: [{ kind: 'readable' as const, value: aField({ name: 'x'.repeat(300_000) }) }],
      readAt: 1,
    };
    expect(readLastKnown(writeLastKnown('here', { jobs, fields }), 'here')).toEqual({
      jobs,
      fields: undefined,
    });
  });

  it('is the jobs of the first two pages, and nothing of a list that is empty or was not read', () => {
    expect(firstJobs(rowsOf(7), 9, 3, 5)).toMatchObject({ pages: 2, readAt: 5, rows: { length: 5 } });
    expect(firstJobs(rowsOf(2), 2, 1, 5)).toMatchObject({ pages: 1, rows: { length: 2 } });
    expect([firstJobs([], 0, 1, 5), firstJobs(rowsOf(1), 1, 0, 0)]).toEqual([undefined, undefined]);
  });
});

describe('a list with what an earlier window knew', () => {
  /** A list that knows the jobs c, b and a, on two pages, and is asked for its rows. */
  async function recalling() {
    const { calls, ask, call } = gatedSource<number, JobsPage>();
    const list = new JobList();
    list.connect(ask, () =>
      Promise.resolve({
        ...known(
          ['c', 'b', 'a'].map((key) => jobRow(job(key))),
          2,
        ),
      }),
    );
    const states: string[] = [];
    list.onDidChange(() => states.push(`${shown(list)} ${list.state.recalledAt}`));
    const loading = list.ensureLoaded();
    await call(0);
    return { list, calls, call, loading, states };
  }
  const page = (number: number, ...keys: string[]) =>
    pageOf(keys, { currentPage: number, hasMore: number < 3, total: 5, lastPage: 3 });

  it('shows it at once, and the answer of as many pages in one step, with the rows that are the same', async () => {
    const { list, calls, call, loading, states } = await recalling();
    expect([shown(list), list.state.recalledAt, list.state.total, list.state.loading]).toEqual([
      'c b a',
      1000,
      140,
      'first',
    ]);
    const [row] = list.state.rows ?? [];
    (await call(0)).answer(page(1, 'd', 'c'));
    (await call(1)).answer(page(2, 'b', 'x'));
    await loading;
    expect(calls.map(({ question }) => question)).toEqual([1, 2]);
    expect(states).toEqual(['nothing null', 'c b a 1000', 'd c b x null']);
    expect(list.state.rows?.[1]).toBe(row);
    expect(list.state).toMatchObject({ recalledAt: null, hasMore: true, newer: 0, notRefreshed: null });
  });

  it('does not read on for jobs that are further down since', async () => {
    const { list, calls, call, loading } = await recalling();
    (await call(0)).answer(page(1, 'z', 'y'));
    (await call(1)).answer(page(2, 'x', 'w'));
    await loading;
    expect([calls.length, shown(list)]).toEqual([2, 'z y x w']);
  });

  it('takes the answer also where it seems older: another service may be there', async () => {
    const { list, call, loading } = await recalling();
    const older = {
      jobs: [jobRow(job('c', { updatedAt: '2020-01-01T00:00:00Z' }))],
      pagination: page(1).pagination,
    };
    (await call(0)).answer({ ...older, pagination: { ...older.pagination, hasMore: false } });
    await loading;
    expect(list.find('c')?.updatedAt).toBe('2020-01-01T00:00:00Z');
  });

  it('keeps showing it, as what it is, where the service is out of reach', async () => {
    const { list, call, calls, loading } = await recalling();
    (await call(0)).fail(fault());
    await loading;
    expect([shown(list), list.state.recalledAt, list.state.failure?.during, list.state.hasMore]).toEqual([
      'c b a',
      1000,
      'first',
      false,
    ]);
    await list.ensureLoaded();
    const asked = calls.length;
    const again = list.refresh();
    (await call(asked)).answer(pageOf(['e']));
    await again;
    expect([shown(list), list.state.recalledAt]).toEqual(['e', null]);
  });

  it('is read anew before all jobs are loaded', async () => {
    const { list, call, calls, loading } = await recalling();
    (await call(0)).fail(fault());
    await loading;
    const asked = calls.length;
    const all = list.loadAll();
    (await call(asked)).answer(page(1, 'e', 'd'));
    (await call(asked + 1)).answer(page(2, 'c', 'b'));
    (await call(asked + 2)).answer(page(3, 'a'));
    await all;
    expect(shown(list)).toBe('e d c b a');
  });

  it('is not what another connection shows', async () => {
    const { list } = await recalling();
    list.connect(() => Promise.reject(fault()));
    await list.ensureLoaded();
    expect(list.state.rows).toBeUndefined();
  });
});
