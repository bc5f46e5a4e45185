import { describe, expect, it } from 'vitest';
import type { JobList } from '../../../../src/model/jobs/jobList.ts';
import { type Job, type JobsPage, ServiceError, jobRow } from '../../../../src/service/index.ts';
import { fault, job, keysOf, pageOf, putStarted, shown } from '../builders.ts';
import { ListService } from '../listService.ts';
import {
  gatedList,
  listOf,
  scriptedList,
  listOfService,
  numberedKeys,
  completedAt,
  done,
} from './jobListSetup.ts';

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
    const keys = numberedKeys(2 * 100 + 5);
    const { list, requestedPages } = await listOf(keys);
    await list.loadAll();
    requestedPages.length = 0;
    await list.refresh();
    expect(requestedPages).toEqual(Array.from({ length: 100 }, (_, index) => index + 1));
    expect(keysOf(list.state.rows)).toEqual(keys.slice(0, 2 * 100));
    expect([list.state.hasMore, list.state.note]).toEqual([true, null]);
    await list.loadAll();
    expect(keysOf(list.state.rows)).toEqual(keys);
  });

  it('reports the number of loaded jobs after each page', async () => {
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

  it.each([1, 40])('does not load additional pages after %i jobs are removed', async (count) => {
    const keys = numberedKeys(100);
    const { list, requestedPages } = await listOf(keys, 2);
    keys.splice(1, count);
    await list.refresh();
    expect([keysOf(list.state.rows), requestedPages]).toEqual([keys.slice(0, 4), [1, 2]]);
  });
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

  it('counts a new job even if another job was deleted', async () => {
    const service = new ListService(20, 5);
    const { list } = await listOfService(service);
    service.remove(19);
    service.start();
    await list.autoRefresh();
    expect(list.state).toMatchObject({ newer: 1, total: 20 });
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

  it('does not count an old job that moves to the first page as new', async () => {
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

  it('does not count existing jobs as new if the list starts with the oldest job', async () => {
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

  it('shows the error of the first load until the next attempt ends', async () => {
    const { list, call } = await gatedList();
    const first = list.ensureLoaded();
    (await call(0)).fail(fault());
    await first;
    const { failure } = list.state;
    const retried = list.autoRefresh();
    expect(list.state).toMatchObject({ loading: 'autoRefresh', failure });
    (await call(1)).respond(pageOf(['a']));
    await retried;
    expect([shown(list), list.state.failure]).toEqual(['a', null]);
  });

  it.each<[string, (list: JobList) => Promise<void>, number, string]>([
    ['a refresh', (list) => list.refresh(), 1, 'b'],
    ['loading the next page', (list) => list.loadMore(), 2, 'a b'],
    ['loading all pages', (list) => list.loadAll(), 2, 'a b'],
  ])('is canceled by %s', async (_what, load, page, rows) => {
    const { list, call } = await gatedList(pageOf(['a'], { hasMore: true }));
    const automatic = list.autoRefresh();
    const { signal } = await call(1);
    const loaded = load(list);
    expect([signal.aborted, list.state.loading]).toEqual([true, expect.not.stringMatching('auto')]);
    const { parameter, respond } = await call(2);
    respond(pageOf(['b'], { currentPage: page }));
    await Promise.all([automatic, loaded]);
    expect([parameter, shown(list), list.state.failure]).toEqual([page, rows, null]);
  });

  it('does not delay commands that need only the loaded rows', async () => {
    const { list, call } = await gatedList(pageOf(['a']));
    const refreshed = list.autoRefresh();
    await list.ensureLoaded();
    (await call(1)).respond(pageOf(['a']));
    await refreshed;
  });

  it('sends no request while another load is running', async () => {
    const { list, calls, call } = await gatedList(pageOf(['b'], { hasMore: true }));
    const loads = [list.loadMore(), list.autoRefresh()];
    (await call(1)).respond(pageOf(['a'], { currentPage: 2 }));
    await Promise.all(loads);
    expect(calls).toHaveLength(2);
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

  it('sends no request if the list was never loaded', async () => {
    const { list, requestedPages } = await listOf(['a']);
    await list.restart();
    expect(requestedPages).toEqual([]);
  });
});
