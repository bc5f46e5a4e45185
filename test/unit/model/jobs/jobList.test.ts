import { beforeEach, describe, expect, it, vi } from 'vitest';
import { type JobList, maxRefreshedPages } from '../../../../src/model/jobs/jobList.ts';
import { type Job, type JobsPage, ServiceError, jobRow } from '../../../../src/service/index.ts';
import {
  applyJobs,
  createJobList,
  damagedRow,
  fault,
  gatedSource,
  job,
  keysOf,
  pageOf,
  pagesOf,
  putStarted,
  shown,
} from '../builders.ts';
import { ListService } from '../listService.ts';

/** Creates a list whose responses the test sends. Loads the given pages. */
async function gatedList(...loaded: JobsPage[]) {
  const { calls, send, call } = gatedSource<number, JobsPage>();
  const { list, store } = createJobList(send);
  for (const [index, page] of loaded.entries()) {
    const loading = index === 0 ? list.ensureLoaded() : list.loadMore();
    (await call(index)).respond(page);
    await loading;
  }
  return { list, store, calls, call };
}

async function loadPages(list: JobList, count: number): Promise<void> {
  if (count > 0) await list.ensureLoaded();
  for (let page = 2; page <= count; page++) await list.loadMore();
}

/** Creates a list with two jobs per page, and loads some pages. The test may change the keys. */
async function listOf(keys: string[], loadedPages = 0) {
  const { source: listJobs, requestedPages } = pagesOf(keys, 2);
  const { list, store } = createJobList(listJobs);
  await loadPages(list, loadedPages);
  requestedPages.length = 0;
  return { list, store, requestedPages };
}

/** Creates a list of a service that returns the given pages and then fails. */
async function scriptedList(loads: number, ...pages: JobsPage[]) {
  const requestedPages: number[] = [];
  const { list, store } = createJobList((page) => {
    requestedPages.push(page);
    const respond = pages[requestedPages.length - 1];
    return respond === undefined ? Promise.reject(fault()) : Promise.resolve(respond);
  });
  await loadPages(list, loads);
  return { list, store, requestedPages };
}

/** Creates a list of a service, and loads some pages. */
async function listOfService(service: ListService, loadedPages = 1) {
  const { list, store } = createJobList(service.source);
  await loadPages(list, loadedPages);
  service.requestedPages.length = 0;
  const keys = () =>
    (service.isOldestFirst ? service.jobs.toReversed() : service.jobs).map(({ key }) => key);
  return { list, store, keys };
}

/** Lets the time pass after which a started job is removed if the service does not list it. */
const passListingDelay = () => vi.setSystemTime(Date.now() + 60_000);
const numberedKeys = (count: number) => Array.from({ length: count }, (_, index) => `j${index}`);
const completedAt = '2026-10-02T08:00:00Z';
const done = (key: string) => job(key, { completedAt, updatedAt: completedAt });

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
  it('requests only one page', async () => {
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

  it('requests the same page again after a failed request', async () => {
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
    'skips pages that contain only loaded jobs (loaded pages: %i)',
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

  it.each<[string, (list: JobList) => Promise<void>]>([
    ['a refresh', (list) => list.refresh()],
    ['an automatic refresh', (list) => list.autoRefresh()],
  ])('waits until %s ends before requesting the next page', async (_what, refresh) => {
    const { list, call, calls } = await gatedList(pageOf(['d', 'c'], { hasMore: true }));
    const refreshed = refresh(list);
    const loads = [list.loadMore(), list.loadMore()];
    (await call(1)).respond(pageOf(['d', 'c'], { hasMore: true }));
    await refreshed;
    (await call(2)).respond(pageOf(['b', 'a'], { currentPage: 2 }));
    await Promise.all(loads);
    expect([calls.map(({ parameter }) => parameter), shown(list)]).toEqual([[1, 1, 2], 'd c b a']);
  });
});

describe('JobList.refresh', () => {
  it('replaces the list only after all loaded pages are reloaded', async () => {
    const { list, call } = await gatedList(
      pageOf(['d', 'c'], { hasMore: true }),
      pageOf(['b', 'a'], { currentPage: 2 }),
    );
    const states: string[] = [];
    list.onDidChange(() => states.push(`${list.state.loading}: ${shown(list)}`));
    const refreshed = list.refresh();
    (await call(2)).respond(pageOf(['e', 'd'], { hasMore: true }));
    const last = await call(3);
    expect(list.state.loading).toBe('refresh');
    last.respond(pageOf(['c', 'b'], { currentPage: 2 }));
    await refreshed;
    expect(states).toEqual(['refresh: d c b a', 'null: e d c b']);
  });

  it('leaves the list unchanged if loading a page fails', async () => {
    const more = { hasMore: true, total: 5 };
    const { list, requestedPages } = await scriptedList(
      2,
      pageOf(['d', 'c'], more),
      pageOf(['b', 'a'], { currentPage: 2, ...more }),
      pageOf(['x', 'y'], { ...more, total: 9 }),
    );
    await list.refresh();
    expect(list.state).toMatchObject({ total: 5, hasMore: true, failure: { during: 'refresh' } });
    expect(shown(list)).toBe('d c b a');
    await list.loadMore();
    expect(requestedPages).toEqual([1, 2, 1, 2, 3]);
  });

  it('reuses the rows of unchanged jobs', async () => {
    const { list, call } = await gatedList();
    const respond = (...jobs: Job[]): JobsPage => ({
      ...pageOf(['b', 'a']),
      jobs: jobs.map(jobRow),
    });
    const first = list.refresh();
    (await call(0)).respond(respond(job('b'), job('a')));
    await first;
    const before = list.state.rows;
    const second = list.refresh();
    (await call(1)).respond(respond(job('b'), done('a')));
    await second;
    expect(list.state.rows?.[0]).toBe(before?.[0]);
    expect(list.find('a')).toEqual(done('a'));
  });

  it('does not load additional pages after new jobs start', async () => {
    const keys = ['d', 'c', 'b', 'a'];
    const { list, requestedPages } = await listOf(keys, 1);
    keys.unshift('i', 'h', 'g', 'f', 'e');
    await list.refresh();
    expect([shown(list), requestedPages, list.state.hasMore, list.state.newer]).toEqual([
      'i h',
      [1],
      true,
      0,
    ]);
    await list.loadAll();
    expect(shown(list)).toBe('i h g f e d c b a');
  });

  it('reloads at most 100 pages', async () => {
    const keys = numberedKeys(2 * maxRefreshedPages + 5);
    const { list, requestedPages } = await listOf(keys);
    await list.loadAll();
    requestedPages.length = 0;
    await list.refresh();
    expect(requestedPages).toEqual(
      Array.from({ length: maxRefreshedPages }, (_, index) => index + 1),
    );
    expect(keysOf(list.state.rows)).toEqual(keys.slice(0, 2 * maxRefreshedPages));
    expect([list.state.hasMore, list.state.note]).toEqual([true, null]);
    await list.loadAll();
    expect(keysOf(list.state.rows)).toEqual(keys);
  });

  it('reports the number of jobs read so far', async () => {
    const { list } = await listOf(numberedKeys(6), 3);
    const progress: string[] = [];
    await list.refresh({ onProgress: (read, total) => progress.push(`${read} of ${total}`) });
    expect(progress).toEqual(['2 of 6', '4 of 6', '6 of 6']);
  });

  it('removes warnings that no longer apply', async () => {
    const { list } = await scriptedList(
      1,
      { ...pageOf(['a'], { total: 2 }), sameKeys: 1 },
      pageOf(['a'], { total: 130 }),
      pageOf(['a']),
    );
    const notes = [list.state.note];
    for (let refreshes = 0; refreshes < 2; refreshes++) {
      await list.refresh();
      notes.push(list.state.note);
    }
    expect(notes).toEqual([
      'The service returned 1 job with a duplicate key.',
      expect.stringContaining('1 of 130 jobs'),
      null,
    ]);
  });

  it.each([1, 40])(
    'does not load additional pages after jobs are removed (removed jobs: %i)',
    async (count) => {
      const keys = numberedKeys(100);
      const { list, requestedPages } = await listOf(keys, 2);
      keys.splice(1, count);
      await list.refresh();
      expect([keysOf(list.state.rows), requestedPages]).toEqual([keys.slice(0, 4), [1, 2]]);
    },
  );
});

describe('JobList.autoRefresh', () => {
  it('updates rows in place and counts new jobs', async () => {
    const service = new ListService(4, 10);
    const { list } = await listOfService(service);
    const before = keysOf(list.state.rows);
    service.complete(3);
    service.start(2);
    await list.autoRefresh();
    expect([keysOf(list.state.rows), list.state.newer, list.isWhole]).toEqual([before, 2, false]);
    expect(list.find(before?.at(-1) ?? '')?.completedAt).not.toBeNull();
    service.remove(0, 2);
    await list.autoRefresh();
    expect([list.state.newer, list.isWhole]).toEqual([0, true]);
  });

  it('counts new jobs that fill an entire page', async () => {
    const service = new ListService(20, 2);
    const { list } = await listOfService(service);
    service.start(2);
    await list.autoRefresh();
    expect(list.state.newer).toBe(2);
  });

  it('reloads at most 20 pages', async () => {
    const service = new ListService(60, 2);
    const { list } = await listOfService(service, 25);
    service.start(3);
    await list.autoRefresh();
    expect([service.requestedPages.length, list.state.newer, list.state.rows?.length]).toEqual([
      20, 3, 50,
    ]);
  });

  it('does not count an old job as new if it moves to the first page', async () => {
    const service = new ListService(20, 5);
    const { list } = await listOfService(service);
    const [moved] = service.jobs.splice(15, 1);
    service.jobs.unshift({ ...(moved as Job), updatedAt: completedAt });
    await list.autoRefresh();
    expect(list.state.newer).toBe(0);
    service.start();
    await list.autoRefresh();
    expect(list.state.newer).toBe(1);
  });

  it('does not count jobs at the end as new if the list starts with the oldest job', async () => {
    const service = new ListService(20, 5);
    service.isOldestFirst = true;
    const { list } = await listOfService(service);
    service.remove(19);
    await list.autoRefresh();
    expect(list.state.newer).toBe(0);
  });

  it('does not count a job started by the user as new', async () => {
    const service = new ListService(3, 5);
    const { list, store } = await listOfService(service);
    service.start(2);
    putStarted({ list, store }, service.jobs[0] as Job);
    await list.autoRefresh();
    expect(list.state.newer).toBe(1);
  });

  it('reports new jobs that are not on a loaded page', async () => {
    const service = new ListService(50, 50);
    service.isOldestFirst = true;
    const { list } = await listOfService(service);
    expect([list.state.total, list.isWhole]).toEqual([50, true]);
    service.remove(49);
    service.start(3);
    await list.autoRefresh();
    expect([list.state.rows?.length, list.state.total]).toEqual([50, 52]);
    expect(list.state.newer).toBeGreaterThan(0);
    expect(list.isWhole).toBe(false);
    await list.refresh();
    expect(list.state).toMatchObject({ total: 52, hasMore: true, newer: 0, note: null });
  });

  it('shows an error until the next automatic refresh ends', async () => {
    const { list } = await scriptedList(1, pageOf(['a']));
    await list.autoRefresh();
    expect([shown(list), list.state.failure?.during]).toEqual(['a', 'autoRefresh']);
    const refreshed = list.autoRefresh();
    expect([list.state.loading, list.state.failure?.during]).toEqual([
      'autoRefresh',
      'autoRefresh',
    ]);
    await refreshed;
  });

  it('finishes before a queued refresh starts', async () => {
    const keys = ['b', 'a'];
    const { list } = await listOf(keys, 1);
    keys.unshift('c');
    const refreshes = [list.autoRefresh(), list.refresh()];
    await Promise.all(refreshes);
    expect([shown(list), list.state.newer]).toEqual(['c b', 0]);
  });

  it('does nothing while another load is running', async () => {
    const { list, calls, call } = await gatedList(pageOf(['b'], { hasMore: true }));
    const loads = [list.loadMore(), list.autoRefresh()];
    (await call(1)).respond(pageOf(['a'], { currentPage: 2 }));
    await Promise.all(loads);
    expect(calls).toHaveLength(2);
  });
});

describe('JobList.loadAll', () => {
  it('waits for another load and then loads the remaining pages', async () => {
    const { list, calls, call } = await gatedList(pageOf(['c'], { hasMore: true, total: 3 }));
    const loads = [list.loadMore(), list.loadAll(), list.loadAll(), list.loadMore()];
    expect(list.state.loading).toBe('more');
    (await call(1)).respond(pageOf(['b'], { currentPage: 2, hasMore: true, total: 3 }));
    (await call(2)).respond(pageOf(['a'], { currentPage: 3, total: 3 }));
    await Promise.all(loads);
    expect([calls.map(({ parameter }) => parameter), shown(list)]).toEqual([[1, 2, 3], 'c b a']);
  });

  it('loads the remaining pages after a search stops', async () => {
    const { list, calls, call } = await gatedList(pageOf(['d'], { hasMore: true, total: 4 }));
    const searched = list.loadAll({ until: (rows) => rows.length >= 2 });
    const cancel = new AbortController();
    const [all, canceled] = [list.loadAll(), list.loadAll({ signal: cancel.signal })];
    cancel.abort();
    await canceled;
    expect([list.state.loading, calls.length]).toEqual(['all', 2]);
    (await call(1)).respond(pageOf(['c'], { currentPage: 2, hasMore: true, total: 4 }));
    await searched;
    (await call(2)).respond(pageOf(['b'], { currentPage: 3, hasMore: true, total: 4 }));
    (await call(3)).respond(pageOf(['a'], { currentPage: 4, total: 4 }));
    await all;
    expect(shown(list)).toBe('d c b a');
  });

  it('stops once the caller has enough rows', async () => {
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
});

describe('Canceling a JobList load', () => {
  it('keeps the loaded pages', async () => {
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

  it('stops sending requests', async () => {
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

  it('leaves the list unchanged if the load is a refresh', async () => {
    const { list, call } = await gatedList(pageOf(['b', 'a']));
    const cancel = new AbortController();
    const refreshed = list.refresh({ signal: cancel.signal });
    await call(1);
    cancel.abort();
    await refreshed;
    expect([shown(list), list.state.loading, list.state.failure]).toEqual(['b a', null, null]);
  });

  it('starts a refresh that is waiting for the load', async () => {
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

  it('does not cancel a refresh that the load is waiting for', async () => {
    const { list, calls, call } = await gatedList(pageOf(['c'], { hasMore: true }));
    const cancel = new AbortController();
    const refreshed = list.refresh();
    const all = list.loadAll({ signal: cancel.signal });
    cancel.abort();
    (await call(1)).respond(pageOf(['d', 'c'], { hasMore: true }));
    await Promise.all([refreshed, all]);
    expect([calls.length, shown(list)]).toEqual([2, 'd c']);
  });

  it('fires no event if the load has already ended', async () => {
    const { list } = await listOf(['c', 'b', 'a'], 1);
    const cancel = new AbortController();
    await list.loadAll({ signal: cancel.signal });
    let events = 0;
    list.onDidChange(() => events++);
    cancel.abort();
    expect(events).toBe(0);
  });
});

describe('JobList.restart', () => {
  it('shows the old rows until all loaded pages are reloaded', async () => {
    const service = new ListService(1700, 50);
    const { list, keys } = await listOfService(service);
    await list.loadAll();
    service.requestedPages.length = 0;
    service.complete(1699);
    const lengths: (number | undefined)[] = [];
    list.onDidChange(() => lengths.push(list.state.rows?.length));
    await list.restart();
    expect([service.requestedPages.length, new Set(lengths)]).toEqual([34, new Set([1700])]);
    expect(keysOf(list.state.rows)).toEqual(keys());
    expect(list.find(keys().at(-1) ?? '')?.completedAt).not.toBeNull();
  });

  it('cancels the current load', async () => {
    const { list, call } = await gatedList(pageOf(['b'], { hasMore: true }));
    const more = list.loadMore();
    const request = await call(1);
    const restarted = list.restart();
    expect([request.signal.aborted, list.state.loading]).toEqual([true, 'refresh']);
    request.respond(pageOf(['old'], { currentPage: 2 }));
    await more;
    (await call(2)).respond(pageOf(['c']));
    await restarted;
    expect(shown(list)).toBe('c');
  });

  it('retries a failed load', async () => {
    const { list, call } = await gatedList();
    const first = list.ensureLoaded();
    (await call(0)).fail(new ServiceError('unauthorized', 'No.'));
    await first;
    const restarted = list.restart();
    (await call(1)).respond(pageOf(['a']));
    await restarted;
    expect([shown(list), list.state.failure]).toEqual(['a', null]);
  });

  it('sends no request if nothing was loaded before', async () => {
    const { list, requestedPages } = await listOf(['a']);
    await list.restart();
    expect(requestedPages).toEqual([]);
  });
});

describe('JobList.putFirst', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }));

  it('shows the latest state of a started job', async () => {
    const { list, store } = await listOf(['b', 'a'], 1);
    putStarted({ list, store }, job('c'));
    putStarted({ list, store }, job('c', { updatedAt: '2027-01-01T00:00:00Z' }));
    expect(shown(list)).toBe('c b a');
    applyJobs(store, [job('c', { updatedAt: '2027-01-02T00:00:00Z' })]);
    expect(list.state.rows?.[0]).toMatchObject({ job: { updatedAt: '2027-01-02T00:00:00Z' } });
  });

  it.each([
    [1, 'does not list', ['b', 'a']],
    [1, 'lists', ['c', 'b', 'a']],
    [2, 'does not list', ['b', 'a']],
  ])(
    'shows a started job only once (calls: %i, service %s the job)',
    async (times, _does, listed) => {
      const { list, store, call } = await gatedList();
      const first = list.refresh();
      for (let time = 0; time < times; time++) putStarted({ list, store }, job('c'));
      (await call(0)).respond(pageOf(listed));
      await first;
      expect(shown(list)).toBe('c b a');
    },
  );

  it('does not prevent the first page from loading', async () => {
    const { list, store, requestedPages } = await listOf(['b', 'a']);
    putStarted({ list, store }, job('c'));
    expect([shown(list), list.state.hasMore, list.isWhole]).toEqual(['c', true, false]);
    await list.ensureLoaded();
    await list.ensureLoaded();
    expect([requestedPages, shown(list), list.state.hasMore]).toEqual([[1], 'c b a', false]);
  });

  it('still allows a retry if loading the first page failed', async () => {
    const { list, store, call } = await gatedList();
    const first = list.ensureLoaded();
    (await call(0)).fail(fault());
    await first;
    putStarted({ list, store }, job('c'));
    const more = list.loadMore();
    (await call(1)).respond(pageOf(['b', 'a']));
    await more;
    expect(shown(list)).toBe('c b a');
  });

  it('keeps the job at the top until the service lists it', async () => {
    const keys = ['b', 'a'];
    const { list, store } = await listOf(keys);
    putStarted({ list, store }, job('c'));
    await list.ensureLoaded();
    keys.unshift('d', 'c');
    await list.refresh();
    expect(shown(list)).toBe('d c');
  });

  it('removes the job if the service does not list it within 30 s', async () => {
    const { list, store } = await listOf(['b', 'a']);
    putStarted({ list, store }, job('c'));
    await list.ensureLoaded();
    await list.refresh();
    expect(shown(list)).toBe('c b a');
    passListingDelay();
    await list.refresh();
    expect(shown(list)).toBe('b a');
  });

  it('removes the job if no page contains it', async () => {
    const { list, store } = await listOf(['d', 'c', 'b', 'a'], 1);
    putStarted({ list, store }, job('e'));
    passListingDelay();
    await list.refresh();
    expect(shown(list)).toBe('e d c');
    await list.loadAll();
    expect([shown(list), list.isWhole]).toEqual(['d c b a', true]);
  });

  it.each([1040, 5200])('keeps a job that the service lists last (jobs: %i)', async (count) => {
    const service = new ListService(count, 50);
    service.isOldestFirst = true;
    const { list, store } = await listOfService(service);
    await list.loadAll();
    service.start();
    const [started] = service.jobs as [Job];
    putStarted({ list, store }, started);
    await list.refresh();
    expect(list.find(started.key)).toEqual(started);
    expect(list.state.note).toBeNull();
  });

  it('does not move a job that is already listed', async () => {
    const { list, store } = await listOf(['b', 'a'], 1);
    putStarted({ list, store }, job('a'));
    expect(shown(list)).toBe('b a');
  });
});

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

describe('JobList with jobs from other requests', () => {
  it('updates all affected rows in one event', async () => {
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

  it('fires no event if no row changes', async () => {
    const { list, store } = await listOf(['b', 'a'], 1);
    const { state } = list;
    const events: string[] = [];
    list.onDidChange(() => events.push(shown(list)));
    applyJobs(store, [job('a'), job('elsewhere')]);
    expect(events).toEqual([]);
    expect(list.state).toBe(state);
  });

  it('replaces an unreadable row', async () => {
    const { list, store } = await scriptedList(1, {
      ...pageOf([]),
      jobs: [damagedRow({ key: 'a' })],
    });
    expect(list.find('a')).toBeUndefined();
    applyJobs(store, [job('a')]);
    expect(list.state.rows).toEqual([{ kind: 'job', id: 'job:a', job: job('a') }]);
  });

  it('keeps the latest job state during a refresh', async () => {
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
    const { list } = await listOf(numberedKeys(2 * maxRefreshedPages + 1));
    await list.loadAll();
    expect(list.isWhole).toBe(true);
    await list.refresh();
    expect(list.isWhole).toBe(false);
  });
});

describe('JobList rows without a key', () => {
  it('keep their IDs during a refresh', async () => {
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

describe('JobList with cached rows', () => {
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

  it('keeps the cached rows if the service fails', async () => {
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

  it('updates a cached row if its job is loaded separately', async () => {
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
