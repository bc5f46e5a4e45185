import { beforeEach, describe, expect, it, vi } from 'vitest';
import { type JobsPage, jobRow } from '../../../../src/service/index.ts';
import {
  applyJobs,
  createJobList,
  damagedRow,
  fault,
  gatedSource,
  job,
  pageOf,
  putStarted,
  shown,
} from '../builders.ts';
import {
  gatedList,
  loadPages,
  listOf,
  scriptedList,
  passListingDelay,
  completedAt,
  done,
} from './jobListSetup.ts';

describe('JobList.row', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }));

  it('finds every row after any kind of load', async () => {
    const keys = ['a', 'b', 'c', 'd', 'e', 'f'];
    const { list, store } = await listOf(keys, 1);
    const expectRows = (rows: string) => {
      expect(shown(list)).toBe(rows);
      for (const row of list.state.rows ?? []) expect(list.row(row.id)).toBe(row);
    };
    expectRows('a b');
    putStarted({ list, store }, job('d'));
    putStarted({ list, store }, job('g'));
    expectRows('g d a b');
    await list.loadMore();
    expectRows('g a b c d');
    await list.loadMore();
    expectRows('g a b c d e f');
    keys.splice(0, 1);
    passListingDelay();
    await list.refresh();
    expectRows('b c d e f');
    expect(list.row('job:a')).toBeUndefined();
  });
});

describe('JobList', () => {
  it('updates all rows that another request changes in one event', async () => {
    const { list, store } = await listOf(['b', 'a'], 1);
    const before = list.state.rows;
    const events: string[] = [];
    list.onDidChange(() => events.push(shown(list)));
    applyJobs(store, [done('a'), job('b'), job('z')]);
    expect(events).toEqual(['b a']);
    expect([list.find('a')?.completedAt, list.state.rows?.[0] === before?.[0]]).toEqual([
      completedAt,
      true,
    ]);
  });

  it('fires no event if another request changes no row', async () => {
    const { list, store } = await listOf(['b', 'a'], 1);
    const { state } = list;
    const events: string[] = [];
    list.onDidChange(() => events.push(shown(list)));
    applyJobs(store, [job('a'), job('elsewhere')]);
    expect(events).toEqual([]);
    expect(list.state).toBe(state);
  });

  it('replaces an unreadable row when another request returns the job', async () => {
    const { list, store } = await scriptedList(1, {
      ...pageOf([]),
      jobs: [damagedRow({ key: 'a' })],
    });
    expect(list.find('a')).toBeUndefined();
    applyJobs(store, [job('a')]);
    expect(list.state.rows).toEqual([{ kind: 'job', id: 'job:a', job: job('a') }]);
  });

  it('keeps a newer job state from another request during a refresh', async () => {
    const more = { hasMore: true, total: 3, lastPage: 2 };
    const { list, store, call } = await gatedList(
      pageOf(['b', 'a'], more),
      pageOf(['c'], { ...more, currentPage: 2, hasMore: false }),
    );
    const refreshed = list.refresh();
    (await call(2)).respond(pageOf(['b', 'a'], more));
    const last = await call(3);
    applyJobs(store, [done('a')]);
    last.respond(pageOf(['c'], { ...more, currentPage: 2, hasMore: false }));
    await refreshed;
    expect(list.find('a')).toEqual(done('a'));
  });

  it('keeps the IDs of rows without a key during a refresh', async () => {
    const damaged = (page: number) =>
      [null, 7, { key: '' }, { key: 7 }].map((raw, index) =>
        damagedRow(raw, 'no key', index, page),
      );
    const { list } = createJobList((page) =>
      Promise.resolve({
        jobs: damaged(page),
        pagination: { currentPage: page, hasMore: page < 3, total: 12, lastPage: 3 },
      }),
    );
    await loadPages(list, 2);
    await list.loadAll();
    const ids = [1, 2, 3].flatMap((page) =>
      [0, 1, 2, 3].map((index) => `unreadable:${page}:${index}`),
    );
    expect(list.state.rows?.map(({ id }) => id)).toEqual(ids);
    await list.refresh();
    expect(list.state.rows?.map(({ id }) => id)).toEqual(ids);
  });
});

describe('JobList cache', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: 5000 }));

  /** Creates a list with cached jobs on two pages. Its first page is being requested. */
  async function cachedList() {
    const { calls, send, call } = gatedSource<number, JobsPage>();
    const rows = ['c', 'b', 'a'].map((key) => jobRow(job(key)));
    const { list, store } = createJobList(send, () =>
      Promise.resolve({ rows, total: 140, pages: 2, readAt: 1000 }),
    );
    const states: string[] = [];
    list.onDidChange(() => states.push(`${shown(list)} ${list.state.cachedAt}`));
    const loading = list.ensureLoaded();
    await call(0);
    return { list, store, calls, call, loading, states };
  }
  const page = (number: number, ...keys: string[]) =>
    pageOf(keys, { currentPage: number, hasMore: number < 3, total: 5, lastPage: 3 });

  it('shows the cached rows until the same pages are loaded', async () => {
    const { list, calls, call, loading, states } = await cachedList();
    expect(list.state).toMatchObject({
      cachedAt: 1000,
      readAt: 1000,
      total: 140,
      loading: 'refresh',
    });
    (await call(0)).respond(page(1, 'd', 'c'));
    (await call(1)).respond(page(2, 'b', 'x'));
    await loading;
    expect(calls.map(({ parameter }) => parameter)).toEqual([1, 2]);
    expect([states[0], states.at(-1)]).toEqual(['nothing null', 'd c b x null']);
    expect(states.slice(1, -1).every((state) => state === 'c b a 1000')).toBe(true);
    expect(list.state).toMatchObject({ cachedAt: null, hasMore: true, newer: 0 });
    expect(list.state.readAt).toBeGreaterThanOrEqual(5000);
  });

  it('keeps the cached rows if the request fails', async () => {
    const { list, call, calls, loading } = await cachedList();
    (await call(0)).fail(fault());
    await loading;
    expect(shown(list)).toBe('c b a');
    expect(list.state).toMatchObject({
      cachedAt: 1000,
      hasMore: false,
      failure: { during: 'refresh' },
    });
    expect(list.isWhole).toBe(false);
    await list.ensureLoaded();
    const requests = calls.length;
    const refreshed = list.refresh();
    (await call(requests)).respond(pageOf(['e']));
    await refreshed;
    expect([shown(list), list.state.cachedAt, list.isWhole]).toEqual(['e', null, true]);
  });

  it('updates a cached row when another request returns its job', async () => {
    const { list, store, call, loading } = await cachedList();
    (await call(0)).fail(fault());
    await loading;
    applyJobs(store, [done('a')]);
    expect([list.find('a')?.completedAt, list.state.cachedAt, list.state.hasMore]).toEqual([
      completedAt,
      1000,
      false,
    ]);
  });

  it('shows a newly started job above the cached rows', async () => {
    const { list, store, call, loading } = await cachedList();
    putStarted({ list, store }, job('d'));
    expect([shown(list), list.row('job:a')?.id, list.state.hasMore]).toEqual([
      'd c b a',
      'job:a',
      false,
    ]);
    (await call(0)).respond(pageOf(['c', 'a'], { total: 2 }));
    await loading;
    expect([shown(list), list.state.hasMore]).toEqual(['d c a', false]);
  });

  it('refreshes the cached pages before it loads all jobs', async () => {
    const { list, call, calls, loading } = await cachedList();
    (await call(0)).fail(fault());
    await loading;
    const requests = calls.length;
    const all = list.loadAll();
    (await call(requests)).respond(page(1, 'e', 'd'));
    (await call(requests + 1)).respond(page(2, 'c', 'b'));
    (await call(requests + 2)).respond(page(3, 'a'));
    await all;
    expect(shown(list)).toBe('e d c b a');
  });
});
