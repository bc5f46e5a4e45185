import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { JobReader } from '../../../../src/model/jobs/jobReader.ts';
import { type Job, type JobsPage, ServiceError } from '../../../../src/service/index.ts';
import { applyJobs, createJobStore, damagedRow, fault, job, pageOf } from '../builders.ts';
import { ListService } from '../listService.ts';

const { signal } = new AbortController();
const refusal = (status: number) =>
  new ServiceError(status === 404 || status === 410 ? 'notFound' : 'rejected', 'No.', { status });
const withLogs = (key: string) => job(key, { logs: ['x'] });

/** Creates a reader for a service that lists the given keys. */
function readerOf(keys: readonly string[], respond: (key: string) => Job | ServiceError) {
  const service = {
    keys,
    hasMore: false,
    listFault: null as ServiceError | null,
    requestedKeys: [] as string[],
    lists: 0,
    respond,
  };
  const store = createJobStore();
  const reader = new JobReader({
    store,
    listJobs: () => {
      service.lists++;
      return service.listFault === null
        ? Promise.resolve(pageOf(service.keys, { hasMore: service.hasMore }))
        : Promise.reject(service.listFault);
    },
    getJob: (key) => {
      service.requestedKeys.push(key);
      const response = service.respond(key);
      return response instanceof ServiceError
        ? Promise.reject(response)
        : Promise.resolve(response);
    },
  });
  const read = (key: string, requestsList = false) => reader.read(key, signal, requestsList);
  return { service, store, reader, read };
}

describe('JobReader.search', () => {
  function searchOf(service: ListService, pages: number[] = []) {
    const listJobs = (page: number, ended: AbortSignal): Promise<JobsPage> => {
      pages.push(page);
      return service.source(page, ended);
    };
    const reader = new JobReader({ store: createJobStore(), listJobs, getJob: service.getJob });
    return {
      search: (keys: string[]) =>
        reader.search(
          keys.map((key) => `job:${key}`),
          signal,
        ),
      pages,
    };
  }

  it('reads pages one at a time until all jobs are found', async () => {
    const service = new ListService(50, 5);
    const { search, pages } = searchOf(service);
    const keys = [3, 12].map((index) => service.jobs[index]?.key ?? '');
    const { rows, isWhole } = await search(keys);
    expect([pages, service.maxPending, rows.length, isWhole]).toEqual([[1, 2, 3], 1, 15, false]);
  });

  it('reads at most 20 pages', async () => {
    const { search, pages } = searchOf(new ListService(50, 2));
    const { rows, isWhole } = await search(['missing']);
    expect([rows.length, pages.length, isWhole]).toEqual([40, 20, false]);
  });

  it('reports a complete search after the last page', async () => {
    const { search } = searchOf(new ListService(7, 2));
    const { rows, pageCount, isWhole } = await search(['missing']);
    expect([rows.length, pageCount, isWhole]).toEqual([7, 4, true]);
  });

  it('finds a job that moved to a later page', async () => {
    const service = new ListService(48, 50);
    const { search } = searchOf(service);
    const oldest = service.jobs.at(-1)?.key ?? '';
    service.start(5);
    const reading = await search([oldest]);
    expect(reading.row(`job:${oldest}`)).toBeDefined();
  });
});

describe('JobReader.read', () => {
  it('rejects on an internal error', async () => {
    const { store } = readerOf([], withLogs);
    const reader = new JobReader({
      store,
      listJobs: () => Promise.resolve(pageOf([])),
      getJob: () => Promise.reject(new TypeError('unforeseen')),
    });
    await expect(reader.read('a', signal)).rejects.toThrow(TypeError);
  });

  it('requests single jobs again if the service does not find the newest job yet', async () => {
    const { service, reader, read } = readerOf(['old', 'new'], (key) =>
      key === 'new' ? refusal(404) : withLogs(key),
    );
    expect(await read('new')).toMatchObject({ kind: 'listed', job: { key: 'new' } });
    expect(reader.canReadSingles).toBe(true);
    service.respond = withLogs;
    expect(await read('new')).toEqual({ kind: 'job', job: withLogs('new') });
  });

  it('never reports an existing job as missing', async () => {
    /** Changes between two responses: jobs start or are removed. */
    const changes = fc.tuple(
      fc.constantFrom('start', 'remove'),
      fc.array(fc.record({ place: fc.nat(), count: fc.nat(3) }), { maxLength: 12 }),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.record({
          count: fc.integer({ min: 1, max: 40 }),
          perPage: fc.constantFrom(1, 3, 5),
          singles: fc.constantFrom('supported', 404, 405),
          place: fc.nat(),
          change: changes,
          isCached: fc.boolean(),
          requestsList: fc.boolean(),
        }),
        async ({
          count,
          perPage,
          singles,
          place,
          change: [kind, events],
          isCached,
          requestsList,
        }) => {
          const service = new ListService(count, perPage);
          const wanted = service.jobs[place % count] as Job;
          const waiting = [...events];
          service.afterResponse = () => {
            const next = waiting.shift();
            if (next === undefined) return;
            if (kind === 'start') return service.start(next.count);
            const before = service.jobs;
            service.remove(next.place % before.length, next.count);
            if (!service.jobs.some(({ key }) => key === wanted.key)) service.jobs = before;
          };
          service.afterResponse();
          service.hasSingles = singles === 'supported';
          const store = createJobStore();
          if (isCached) store.apply({ jobs: [wanted], source: 'cache', request: 0, readAt: 1 });
          else applyJobs(store, service.jobs.slice(0, perPage), 'list');
          const getJob = (key: string) =>
            singles === 405 ? Promise.reject(refusal(405)) : service.getJob(key);
          const reader = new JobReader({ listJobs: service.source, store, getJob });
          expect((await reader.read(wanted.key, signal, requestsList)).kind).not.toBe('notFound');
          expect((await reader.readListed(`job:${wanted.key}`, signal)).kind).not.toBe('notFound');
        },
      ),
      { numRuns: 400 },
    );
  });

  it('returns a job from `GET /jobs/{key}` without requesting the list', async () => {
    const { service, store, read } = readerOf(['a'], withLogs);
    expect(await read('a')).toEqual({ kind: 'job', job: withLogs('a') });
    expect([service.lists, store.get('a')]).toEqual([0, withLogs('a')]);
  });

  it('searches the list after HTTP 404', async () => {
    const { service, read, reader } = readerOf(['a', 'b'], withLogs);
    await read('a');
    service.respond = () => refusal(404);
    expect(await read('b')).toMatchObject({
      kind: 'listed',
      job: { key: 'b' },
      refusal: { status: 404 },
    });
    service.keys = ['a'];
    expect(await read('b')).toMatchObject({ kind: 'notFound', error: { status: 404 } });
    expect(reader.canReadSingles).toBe(true);
  });

  it('treats HTTP 410 as “not found”', async () => {
    const { read } = readerOf([], () => refusal(410));
    expect(await read('a')).toMatchObject({ kind: 'notFound', error: { status: 410 } });
  });

  it('does not request the list after a server error', async () => {
    const { service, read, reader } = readerOf(['a'], fault);
    expect(await read('a')).toMatchObject({ kind: 'failed', error: { kind: 'serverFault' } });
    expect([service.lists, reader.canReadSingles]).toEqual([0, true]);
  });

  it('keeps using `GET /jobs/{key}` after HTTP 404 for a deleted job', async () => {
    const { read, reader } = readerOf(['a'], (key) => (key === 'a' ? withLogs(key) : refusal(404)));
    expect(await read('b')).toMatchObject({ kind: 'notFound', error: { status: 404 } });
    expect(reader.canReadSingles).toBe(true);
    expect(await read('a')).toMatchObject({ kind: 'job' });
  });

  it.each([404, 405, 501])(
    'stops using `GET /jobs/{key}` after HTTP %i for a listed job',
    async (status) => {
      const { service, read, reader } = readerOf(['a', 'b'], () => refusal(status));
      expect(await read('a')).toMatchObject({ kind: 'listed', job: { key: 'a' } });
      expect(reader.canReadSingles).toBe(false);
      expect(await read('b')).toMatchObject({ kind: 'listed', job: { key: 'b' } });
      expect(service.requestedKeys).toEqual(status === 404 ? ['a', 'b'] : ['a']);
      expect(await reader.readSingle('a', signal)).toEqual({ kind: 'unsupported' });
    },
  );

  it('requests the list only for unknown jobs after HTTP 405', async () => {
    const { service, read } = readerOf(['a', 'b'], () => refusal(405));
    await read('a');
    await read('a');
    await read('b');
    expect(service.lists).toBe(1);
    await read('a', true);
    expect(service.lists).toBe(2);
  });

  it('requests the list for a cached job after HTTP 405', async () => {
    const { service, store, read } = readerOf(['a'], () => refusal(405));
    store.apply({ jobs: [job('a', { logs: [] })], source: 'cache', request: 0, readAt: 1 });
    expect(await read('a')).toEqual({ kind: 'listed', job: job('a') });
    expect(service.lists).toBe(1);
  });

  it.each([
    ['complete', false, { kind: 'notFound' }],
    ['partly loaded', true, { kind: 'notListed', searched: 1 }],
  ])('reports that a %s list does not contain the job', async (_which, hasMore, expected) => {
    const { service, read } = readerOf(['a'], () => refusal(405));
    service.hasMore = hasMore;
    expect(await read('b')).toEqual(expected);
  });

  it('stops searching the list after an empty page', async () => {
    const { service, read, reader } = readerOf([], () => refusal(404));
    service.hasMore = true;
    expect(await read('b')).toEqual({ kind: 'notListed', searched: 0 });
    expect(reader.canReadSingles).toBe(true);
  });

  it('reports an error if the job list cannot be loaded', async () => {
    const { service, read } = readerOf(['a'], () => refusal(405));
    service.listFault = fault();
    expect(await read('a')).toMatchObject({ kind: 'failed', error: { kind: 'serverFault' } });
  });

  it('reports HTTP 404 for the list as an error', async () => {
    const { service, reader } = readerOf(['a'], () => refusal(404));
    service.listFault = refusal(404);
    expect(await reader.readSingle('a', signal)).toMatchObject({
      kind: 'failed',
      error: { status: 404 },
    });
    expect(reader.canReadSingles).toBe(true);
  });

  it('reports an unreadable job in the list', async () => {
    const damaged = damagedRow({ key: 'a' });
    const reader = new JobReader({
      store: createJobStore(),
      listJobs: () => Promise.resolve({ ...pageOf([], { total: 1 }), jobs: [damaged] }),
      getJob: () => Promise.reject(refusal(405)),
    });
    expect(await reader.read('a', signal)).toEqual({ kind: 'unreadable', row: damaged });
  });
});
