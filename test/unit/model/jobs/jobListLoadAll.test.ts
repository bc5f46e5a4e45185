import { describe, expect, it, vi } from 'vitest';
import { createJobList, damagedRow, pageOf, shown } from '../builders.ts';
import { ListService } from '../listService.ts';
import { gatedList, listOf, listOfService, numberedKeys } from './jobListSetup.ts';

describe('JobList.loadAll', () => {
  it('waits for the current load before it loads the remaining pages', async () => {
    const { list, calls, call } = await gatedList(pageOf(['c'], { hasMore: true, total: 3 }));
    const loads = [list.loadMore(), list.loadAll(), list.loadAll(), list.loadMore()];
    expect(list.state.loading).toBe('more');
    (await call(1)).respond(pageOf(['b'], { currentPage: 2, hasMore: true, total: 3 }));
    (await call(2)).respond(pageOf(['a'], { currentPage: 3, total: 3 }));
    await Promise.all(loads);
    expect([calls.map(({ parameter }) => parameter), shown(list)]).toEqual([[1, 2, 3], 'c b a']);
  });

  it('loads the remaining pages after another caller stops early', async () => {
    const { list, calls, call } = await gatedList(pageOf(['d'], { hasMore: true, total: 4 }));
    const searched = list.loadAll({ until: (rows) => rows.length >= 2 });
    const cancel = new AbortController();
    const [all, canceled] = [list.loadAll(), list.loadAll({ signal: cancel.signal })];
    cancel.abort();
    (await call(1)).respond(pageOf(['c'], { currentPage: 2, hasMore: true, total: 4 }));
    await searched;
    (await call(2)).respond(pageOf(['b'], { currentPage: 3, hasMore: true, total: 4 }));
    (await call(3)).respond(pageOf(['a'], { currentPage: 4, total: 4 }));
    await Promise.all([all, canceled]);
    expect([shown(list), calls.length]).toEqual(['d c b a', 4]);
  });

  it('stops when the caller has enough rows', async () => {
    const { list, calls, call } = await gatedList(
      pageOf(['d'], { hasMore: true, total: 4, lastPage: 4 }),
    );
    const all = list.loadAll({ until: (rows) => rows.length >= 2 });
    (await call(1)).respond(
      pageOf(['c'], { currentPage: 2, hasMore: true, total: 4, lastPage: 4 }),
    );
    await all;
    expect([shown(list), list.state.hasMore]).toEqual(['d c', true]);
    expect(calls.slice(2).map(({ parameter, signal }) => [parameter, signal.aborted])).toEqual([
      [3, true],
      [4, true],
    ]);
  });

  it('finishes before a queued refresh starts', async () => {
    const { list, calls, call } = await gatedList(pageOf(['c'], { hasMore: true }));
    const [all, refreshed] = [list.loadAll(), list.refresh()];
    (await call(1)).respond(pageOf(['b'], { currentPage: 2, hasMore: true }));
    (await call(2)).respond(pageOf(['a'], { currentPage: 3 }));
    await all;
    expect([shown(list), list.state.loading]).toEqual(['c b a', 'refresh']);
    (await call(3)).respond(pageOf(['d', 'c', 'b', 'a']));
    await refreshed;
    expect([calls.map(({ parameter }) => parameter), shown(list)]).toEqual([
      [1, 2, 3, 1],
      'd c b a',
    ]);
  });

  it('sends no request if all pages are already loaded', async () => {
    const { list, requestedPages } = await listOf(['b', 'a'], 1);
    let events = 0;
    list.onDidChange(() => events++);
    await list.loadAll();
    expect([requestedPages, events]).toEqual([[], 0]);
  });

  it('loads a list that contains only unreadable jobs', async () => {
    const last = 105;
    const { list } = createJobList((page) =>
      Promise.resolve({
        jobs: [damagedRow({ key: `job_${page}` })],
        pagination: { currentPage: page, hasMore: page < last, total: last, lastPage: last },
      }),
    );
    await list.loadAll();
    expect([list.state.rows?.length, list.state.note]).toEqual([last, null]);
  });

  it('fires at most one change event per second and throttles progress reports', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const { list } = await listOf(numberedKeys(90));
    await list.ensureLoaded();
    const events: (number | undefined)[] = [];
    list.onDidChange(() => events.push(list.state.rows?.length));
    const progress: number[] = [];
    await list.loadAll({
      onProgress: (loaded) => {
        progress.push(loaded);
        vi.setSystemTime(Date.now() + 50);
      },
    });
    expect(events).toEqual([2, 60, 90]);
    expect(progress).toEqual([
      ...Array.from({ length: 19 }, (_, index) => 4 + 2 * index),
      60,
      80,
      90,
    ]);
  });

  it('keeps the loaded pages when canceled', async () => {
    const { list, call } = await gatedList(pageOf(['b'], { hasMore: true }));
    const cancel = new AbortController();
    const all = list.loadAll({ signal: cancel.signal });
    const request = await call(1);
    cancel.abort();
    expect(request.signal.aborted).toBe(true);
    await all;
    expect(list.state).toMatchObject({ loading: null, failure: null, hasMore: true });
    expect(shown(list)).toBe('b');
    const again = list.loadMore();
    const second = await call(2);
    expect(second.parameter).toBe(2);
    second.respond(pageOf(['a'], { currentPage: 2 }));
    await again;
    expect(shown(list)).toBe('b a');
  });

  it('stops sending requests when canceled', async () => {
    const service = new ListService(2000, 2);
    const { list } = await listOfService(service);
    const cancel = new AbortController();
    service.afterResponse = () => {
      if (service.requestedPages.length >= 40) cancel.abort();
    };
    await list.loadAll({ signal: cancel.signal, until: () => false });
    const requests = service.requestedPages.length;
    expect(requests).toBeLessThan(48);
    await list.loadAll({ signal: cancel.signal });
    expect([service.requestedPages.length, list.state.loading, list.state.hasMore]).toEqual([
      requests,
      null,
      true,
    ]);
  });

  it('starts a queued refresh when loading is canceled', async () => {
    const { list, call } = await gatedList(pageOf(['c'], { hasMore: true }));
    const cancel = new AbortController();
    const all = list.loadAll({ signal: cancel.signal });
    const refreshed = list.refresh();
    await call(1);
    cancel.abort();
    await all;
    (await call(2)).respond(pageOf(['d', 'c']));
    await refreshed;
    expect([shown(list), list.state.failure]).toEqual(['d c', null]);
  });

  it('does not cancel a running refresh when canceled', async () => {
    const { list, calls, call } = await gatedList(pageOf(['c'], { hasMore: true }));
    const cancel = new AbortController();
    const refreshed = list.refresh();
    const all = list.loadAll({ signal: cancel.signal });
    cancel.abort();
    (await call(1)).respond(pageOf(['d', 'c'], { hasMore: true }));
    await Promise.all([refreshed, all]);
    expect([calls.length, shown(list)]).toEqual([2, 'd c']);
  });

  it('fires no event when canceled after the load ends', async () => {
    const { list } = await listOf(['c', 'b', 'a'], 1);
    const cancel = new AbortController();
    await list.loadAll({ signal: cancel.signal });
    let events = 0;
    list.onDidChange(() => events++);
    cancel.abort();
    expect(events).toBe(0);
  });
});

describe('JobList.refresh', () => {
  it('leaves the list unchanged when canceled', async () => {
    const { list, call } = await gatedList(pageOf(['b', 'a']));
    const cancel = new AbortController();
    const refreshed = list.refresh({ signal: cancel.signal });
    await call(1);
    cancel.abort();
    await refreshed;
    expect([shown(list), list.state.loading, list.state.failure]).toEqual(['b a', null, null]);
  });
});
