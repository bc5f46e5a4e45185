import { describe, expect, it } from 'vitest';
import { fault, job, keysOf, pageOf, putStarted, shown } from '../builders.ts';
import { gatedList, listOf, scriptedList, numberedKeys } from './jobListSetup.ts';

describe('JobList.ensureLoaded', () => {
  it('loads the first page only once', async () => {
    const { list, calls, call } = await gatedList();
    const loading: (string | null)[] = [];
    list.onDidChange(() => loading.push(list.state.loading));
    const loads = [list.ensureLoaded(), list.ensureLoaded(), list.refresh(), list.autoRefresh()];
    (await call(0)).respond(pageOf(['c', 'b'], { hasMore: true, total: 3 }));
    await Promise.all(loads);
    await list.ensureLoaded();
    expect([calls.length, loading, shown(list)]).toEqual([1, ['refresh', null], 'c b']);
    expect(list.state).toMatchObject({ total: 3, hasMore: true, failure: null, note: null });
  });

  it('distinguishes an empty list from a list that is not loaded yet', async () => {
    const { list } = await listOf([]);
    expect(list.state).toMatchObject({ rows: undefined, total: null, hasMore: false });
    await list.ensureLoaded();
    expect(list.state).toMatchObject({ rows: [], total: 0, hasMore: false });
  });

  it('does not retry a failed load', async () => {
    const { list, calls, call } = await gatedList();
    const error = fault();
    const first = list.ensureLoaded();
    (await call(0)).fail(error);
    await first;
    expect(list.state).toMatchObject({
      rows: undefined,
      loading: null,
      failure: { during: 'refresh', error },
    });
    await list.ensureLoaded();
    expect(calls).toHaveLength(1);
    const refreshed = list.refresh();
    expect(list.state).toMatchObject({ loading: 'refresh', failure: null });
    (await call(1)).respond(pageOf(['a']));
    await refreshed;
    expect(shown(list)).toBe('a');
  });
});

describe('JobList.loadMore', () => {
  it('requests only one additional page', async () => {
    const { list, calls, call } = await gatedList(
      pageOf(['a'], { hasMore: true, total: 5, lastPage: 5 }),
    );
    const loading = list.loadMore();
    (await call(1)).respond(
      pageOf(['b'], { currentPage: 2, hasMore: true, total: 5, lastPage: 5 }),
    );
    await loading;
    expect(calls).toHaveLength(2);
  });

  it('appends pages until the end of the list', async () => {
    const { list, requestedPages } = await listOf(['e', 'd', 'c', 'b', 'a']);
    await list.ensureLoaded();
    const { rows } = list.state;
    for (let pages = 0; list.state.hasMore && pages < 10; pages++) await list.loadMore();
    await list.loadMore();
    expect([shown(list), requestedPages]).toEqual(['e d c b a', [1, 2, 3]]);
    expect(list.state).toMatchObject({ total: 5, note: null, newer: 0 });
    expect(list.state.rows).toBe(rows);
  });

  it('retries the same page after a failed request', async () => {
    const { list, requestedPages } = await scriptedList(
      2,
      pageOf(['b'], { hasMore: true, total: 2 }),
    );
    expect(list.state).toMatchObject({ hasMore: true, loading: null, failure: { during: 'more' } });
    await list.loadMore();
    expect([shown(list), requestedPages]).toEqual(['b', [1, 2, 2]]);
  });

  it.each([
    [1, ['f', 'e'], [2, 3]],
    [2, ['h', 'g', 'f', 'e'], [3, 4, 5]],
  ])(
    'skips pages that contain only loaded jobs if %i pages are loaded',
    async (loadedPages, started, requested) => {
      const keys = ['d', 'c', 'b', 'a', '9', '8'].slice(0, 2 * loadedPages + 2);
      const before = keys.join(' ');
      const { list, requestedPages } = await listOf(keys, loadedPages);
      keys.unshift(...started);
      await list.loadMore();
      expect([shown(list), requestedPages]).toEqual([before, requested]);
      expect(list.state).toMatchObject({ hasMore: false, note: null, newer: started.length });
    },
  );

  it.each([3, 4, 5, 6, 7])(
    'reports new jobs if %i jobs start before the next page is loaded',
    async (count) => {
      const keys = ['e', 'd', 'c', 'b', 'a'];
      const { list } = await listOf(keys, 1);
      keys.unshift(...Array.from({ length: count }, (_, index) => `new${index}`));
      await list.loadMore();
      await list.loadAll();
      expect(keysOf(list.state.rows)).toEqual(expect.arrayContaining(['e', 'd', 'c', 'b', 'a']));
      expect(list.state.newer).toBeGreaterThan(0);
      expect([list.state.hasMore, list.state.note, list.isWhole]).toEqual([false, null, false]);
      await list.refresh();
      await list.loadAll();
      expect([shown(list), list.state.newer, list.isWhole]).toEqual([keys.join(' '), 0, true]);
    },
  );

  it('appends jobs that the service adds at the end of the list', async () => {
    const keys = ['a', 'b', 'c'];
    const { list } = await listOf(keys, 1);
    keys.push('d', 'e', 'f', 'g', 'h', 'i');
    await list.loadMore();
    await list.loadAll();
    expect(shown(list)).toBe('a b c d e f g h i');
    expect(list.state).toMatchObject({ hasMore: false, note: null, newer: 0 });
  });

  it('does not count jobs started by the user as new', async () => {
    const keys = ['d', 'c', 'b', 'a'];
    const { list, store } = await listOf(keys, 1);
    keys.unshift('e');
    putStarted({ list, store }, job('e'));
    await list.loadMore();
    expect([shown(list), list.state.newer]).toEqual(['e d c b', 0]);
  });

  it('waits for the end of a refresh before it requests the next page', async () => {
    const { list, call, calls } = await gatedList(pageOf(['d', 'c'], { hasMore: true }));
    const refreshed = list.refresh();
    const loads = [list.loadMore(), list.loadMore()];
    (await call(1)).respond(pageOf(['d', 'c'], { hasMore: true }));
    await refreshed;
    (await call(2)).respond(pageOf(['b', 'a'], { currentPage: 2 }));
    await Promise.all(loads);
    expect([calls.map(({ parameter }) => parameter), shown(list)]).toEqual([[1, 1, 2], 'd c b a']);
  });
});

describe('JobList.onDidChange', () => {
  it('allows a listener to load more pages', async () => {
    const { list } = await listOf(['c', 'b', 'a']);
    const { promise, resolve } = Promise.withResolvers<void>();
    list.onDidChange(() => {
      if (list.state.loading !== null) return;
      if (list.state.hasMore) void list.loadMore();
      else resolve();
    });
    await list.ensureLoaded();
    await promise;
    expect(shown(list)).toBe('c b a');
  });
});

describe('JobList.isWhole', () => {
  it('returns true after the last page is loaded, until another job starts', async () => {
    const keys = ['c', 'b', 'a'];
    const { list } = await listOf(keys);
    const values = [list.isWhole];
    await list.ensureLoaded();
    values.push(list.isWhole);
    await list.loadMore();
    values.push(list.isWhole);
    keys.unshift('d');
    await list.autoRefresh();
    values.push(list.isWhole);
    expect(values).toEqual([false, false, true, false]);
  });

  it('returns false if a refresh does not read all pages', async () => {
    const { list } = await listOf(numberedKeys(2 * 100 + 1));
    await list.loadAll();
    expect(list.isWhole).toBe(true);
    await list.refresh();
    expect(list.isWhole).toBe(false);
  });
});
