import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Job } from '../../../../src/service/index.ts';
import { applyJobs, fault, job, pageOf, putStarted, shown } from '../builders.ts';
import { ListService } from '../listService.ts';
import { gatedList, listOf, listOfService, passListingDelay } from './jobListSetup.ts';

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
    [1, 'does not contain', ['b', 'a']],
    [1, 'contains', ['c', 'b', 'a']],
    [2, 'does not contain', ['b', 'a']],
  ])(
    'shows a started job only once after %i calls if the response %s the job',
    async (times, _does, listed) => {
      const { list, store, call } = await gatedList();
      const first = list.refresh();
      for (let time = 0; time < times; time++) putStarted({ list, store }, job('c'));
      (await call(0)).respond(pageOf(listed));
      await first;
      expect(shown(list)).toBe('c b a');
    },
  );

  it('does not mark the first page as loaded', async () => {
    const { list, store, requestedPages } = await listOf(['b', 'a']);
    putStarted({ list, store }, job('c'));
    expect([shown(list), list.state.hasMore, list.isWhole]).toEqual(['c', true, false]);
    await list.ensureLoaded();
    await list.ensureLoaded();
    expect([requestedPages, shown(list), list.state.hasMore]).toEqual([[1], 'c b a', false]);
  });

  it('allows a retry if the first page could not be loaded', async () => {
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

  it('keeps a started job at the top until the service lists it', async () => {
    const keys = ['b', 'a'];
    const { list, store } = await listOf(keys);
    putStarted({ list, store }, job('c'));
    await list.ensureLoaded();
    keys.unshift('d', 'c');
    await list.refresh();
    expect(shown(list)).toBe('d c');
  });

  it('removes a started job if the service does not list it within 30 s', async () => {
    const { list, store } = await listOf(['b', 'a']);
    putStarted({ list, store }, job('c'));
    await list.ensureLoaded();
    await list.refresh();
    expect(shown(list)).toBe('c b a');
    passListingDelay();
    await list.refresh();
    expect(shown(list)).toBe('b a');
  });

  it('removes a started job if no page contains it', async () => {
    const { list, store } = await listOf(['d', 'c', 'b', 'a'], 1);
    putStarted({ list, store }, job('e'));
    passListingDelay();
    await list.refresh();
    expect(shown(list)).toBe('e d c');
    await list.loadAll();
    expect([shown(list), list.isWhole]).toEqual(['d c b a', true]);
  });

  it.each([1040, 5200])(
    'keeps a started job that the service lists after %i other jobs',
    async (count) => {
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
    },
  );

  it('does not add a started job to the total if the service lists it on a later page', async () => {
    const service = new ListService(100, 50);
    service.isOldestFirst = true;
    const { list, store } = await listOfService(service);
    service.start();
    putStarted({ list, store }, service.jobs[0] as Job);
    expect(list.state.total).toBe(101);
    passListingDelay();
    await list.refresh();
    expect([list.state.rows?.length, list.state.total]).toEqual([51, 101]);
    service.start();
    await list.autoRefresh();
    expect(list.state).toMatchObject({ total: 102, newer: 1 });
  });

  it('does not add a started job to the total if an automatic refresh finds the job', async () => {
    const keys = ['b', 'a'];
    const { list, store } = await listOf(keys, 1);
    putStarted({ list, store }, job('c'));
    expect(list.state.total).toBe(3);
    keys.unshift('c');
    await list.autoRefresh();
    expect([shown(list), list.state.total, list.state.newer]).toEqual(['c b a', 3, 0]);
  });

  it('does not move a job that is already listed', async () => {
    const { list, store } = await listOf(['b', 'a'], 1);
    putStarted({ list, store }, job('a'));
    expect(shown(list)).toBe('b a');
  });
});
