import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PageReading } from '../../../../src/model/jobs/pageReading.ts';
import { type Job, type JobsPage, jobRow } from '../../../../src/service/index.ts';
import {
  createJobStore,
  damagedRow,
  fault,
  gatedSource,
  job,
  keysOf,
  pageOf,
  pagesOf,
} from '../builders.ts';
import { ListService } from '../listService.ts';

const { signal } = new AbortController();
const changed = 'The list changed while it was loading. Jobs may be missing.';

interface Options {
  readonly from?: number;
  readonly pagesAtOnce?: number;
}

function readingOf(listJobs: ListService['source'], from?: number) {
  return new PageReading({ listJobs, store: createJobStore() }, from);
}

/** Reads the whole list. */
async function readAll(
  listJobs: ListService['source'],
  { from, ...options }: Options = {},
): Promise<PageReading> {
  const reading = readingOf(listJobs, from);
  await reading.read({ signal, ...options });
  return reading;
}

function manualSource() {
  const { calls, send, call } = gatedSource<number, JobsPage>();
  return { calls, listJobs: send, call, requested: () => calls.map(({ parameter }) => parameter) };
}

const page = (number: number, last: number) =>
  pageOf([`job ${number}`], {
    currentPage: number,
    hasMore: number < last,
    total: last,
    lastPage: last,
  });

/** Calls a function after each response with the number of responses. */
function afterResponses(service: ListService, change: (responses: number) => void): void {
  let responses = 0;
  service.afterResponse = () => change(++responses);
}

describe('PageReading', () => {
  it('reads all pages in order', async () => {
    const keys = Array.from({ length: 23 }, (_, index) => `job_${index}`);
    const { source, requestedPages } = pagesOf(keys, 5);
    const reading = readingOf(source);
    const progress: [number, number | null][] = [];
    await reading.read({
      signal,
      onDidReadPage: () => progress.push([reading.rows.length, reading.total]),
    });
    expect([keysOf(reading.rows), requestedPages]).toEqual([keys, [1, 2, 3, 4, 5]]);
    expect([reading.isWhole, reading.problem, reading.hasChanged]).toEqual([true, null, false]);
    expect(progress.map(([read]) => read)).toEqual([5, 10, 15, 20, 23]);
    expect(new Set(progress.map(([, total]) => total))).toEqual(new Set([23]));
  });

  it('reports an incomplete list until the last page is read', async () => {
    const reading = readingOf(pagesOf(['c', 'b', 'a'], 2).source);
    const values = [reading.isWhole];
    await reading.read({ signal, lastPage: 1 });
    values.push(reading.isWhole);
    await reading.read({ signal });
    values.push(reading.isWhole);
    expect(values).toEqual([false, false, true]);
  });

  it('reports an incomplete list if the first page is skipped', async () => {
    const reading = await readAll(pagesOf(['c', 'b', 'a'], 1).source, { from: 2 });
    expect([keysOf(reading.rows), reading.hasMore, reading.problem]).toEqual([
      ['b', 'a'],
      false,
      null,
    ]);
    expect(reading.isWhole).toBe(false);
  });

  it.each([1, 3])(
    'resumes with page %i after the request for that page failed',
    async (failing) => {
      const error = fault();
      const { source, requestedPages } = pagesOf(['a', 'b', 'c', 'd'], 1);
      let isDown = true;
      const reading = readingOf((number) =>
        isDown && number === failing ? Promise.reject(error) : source(number),
      );
      await expect(reading.read({ signal })).rejects.toBe(error);
      expect([reading.pageCount, reading.isWhole]).toEqual([failing - 1, false]);
      isDown = false;
      requestedPages.length = 0;
      await reading.read({ signal });
      expect([requestedPages[0], keysOf(reading.rows), reading.isWhole]).toEqual([
        failing,
        ['a', 'b', 'c', 'd'],
        true,
      ]);
    },
  );

  it('reports the number of jobs with duplicate keys', async () => {
    const pageWith = (keys: string[], currentPage: number): JobsPage => ({
      ...pageOf(keys, { currentPage, hasMore: currentPage < 3, total: 7 }),
      sameKeys: currentPage < 3 ? 1 : 0,
    });
    const pages = [pageWith(['e', 'd'], 1), pageWith(['c', 'b'], 2), pageWith(['a'], 3)];
    const reading = await readAll((number) => Promise.resolve(pages[number - 1] ?? pageOf([])));
    expect(reading.problem).toBe('The service returned 2 jobs with a duplicate key.');
    expect(reading.isWhole).toBe(false);
  });

  it('continues after 19 pages without a new job', async () => {
    const listJobs = (number: number) =>
      Promise.resolve(
        pageOf([number <= 20 ? 'a' : 'b'], { currentPage: number, hasMore: number <= 20 }),
      );
    const reading = readingOf(listJobs);
    await reading.read({ signal, lastPage: 1 });
    await reading.read({ signal });
    expect(keysOf(reading.rows)).toEqual(['a', 'b']);
  });

  it.each([[['b', 'a']], [[]]])(
    'stops if each page contains the same jobs %j and an entry without a key',
    async (keys) => {
      const requested: number[] = [];
      const reading = await readAll((number) => {
        requested.push(number);
        const { jobs, pagination } = pageOf(keys, { currentPage: null, hasMore: number < 100 });
        return Promise.resolve({
          jobs: [...jobs, damagedRow(null, 'damaged', 2, number)],
          pagination,
        });
      });
      expect(reading.problem).toMatch(/keeps returning jobs that are already loaded/);
      expect(requested.length).toBeLessThan(30);
    },
  );

  it.each<[string, JobsPage[], string[], number, string | null]>([
    [
      'a first page with an unexpected number',
      [pageOf(['a'], { currentPage: 0, hasMore: true })],
      ['a'],
      1,
      'Paging stopped: the service returned page 0 instead of page 1.',
    ],
    [
      'a later page with an unexpected number',
      [
        pageOf(['b', 'a'], { hasMore: true }),
        pageOf(['b', 'a'], { currentPage: 1, hasMore: true }),
      ],
      ['b', 'a'],
      2,
      'Paging stopped: the service returned page 1 instead of page 2.',
    ],
    [
      'an empty page that reports more pages',
      [pageOf(['b'], { hasMore: true }), pageOf([], { currentPage: 2, hasMore: true, total: 1 })],
      ['b'],
      2,
      'Paging stopped: page 2 is empty, although the service reports more jobs.',
    ],
    [
      'an empty last page',
      [pageOf(['b'], { hasMore: true }), pageOf([], { currentPage: 2, total: 1 })],
      ['b'],
      2,
      null,
    ],
    [
      'repeated jobs without page numbers',
      Array.from({ length: 30 }, () => pageOf(['b', 'a'], { currentPage: null, hasMore: true })),
      ['b', 'a'],
      21,
      'Paging stopped: the service keeps returning jobs that are already loaded.',
    ],
    [
      'a last page with fewer jobs than the total',
      [
        pageOf(['c', 'b'], { hasMore: true, total: 4 }),
        pageOf(['a'], { currentPage: 2, total: 4 }),
      ],
      ['c', 'b', 'a'],
      2,
      'Paging stopped: the service returned 3 of 4 jobs and reports no more pages.',
    ],
  ])('stops after %s', async (_what, pages, keys, requests, problem) => {
    const reading = await readAll((number) => Promise.resolve(pages[number - 1] ?? pageOf([])), {
      pagesAtOnce: 1,
    });
    expect([keysOf(reading.rows), reading.pageCount, reading.problem]).toEqual([
      keys,
      requests,
      problem,
    ]);
    expect([reading.hasMore, reading.isWhole]).toEqual([false, problem === null]);
  });

  it('returns the latest state of each job', async () => {
    const store = createJobStore();
    const updatedAt = '2026-12-01T00:00:00Z';
    store.apply({
      jobs: [job('a', { updatedAt, logs: [] })],
      source: 'single',
      request: 0,
      readAt: 0,
    });
    const reading = new PageReading({ listJobs: pagesOf(['b', 'a'], 2).source, store });
    await reading.read({ signal });
    expect(reading.row('job:a')).toMatchObject({ job: { updatedAt, logs: [] } });
  });

  it('counts jobs that start while the list is loading', async () => {
    const service = new ListService(20, 5);
    afterResponses(service, (responses) => responses === 2 && service.start(2));
    const reading = await readAll(service.source, { pagesAtOnce: 1 });
    expect([reading.newer, reading.problem, reading.isWhole]).toEqual([2, null, false]);
    expect(reading.hasChanged).toBe(true);
    expect(reading.rows).toHaveLength(20);
  });

  it.each<[string, (service: ListService) => void]>([
    ['the removal of a job', (service) => service.remove(0)],
    [
      'the update of a job in a list sorted by update time',
      ({ jobs }) => void jobs.unshift(...jobs.splice(19, 1)),
    ],
    [
      'more repeated jobs than started jobs',
      (service) => {
        service.jobs.unshift(...service.jobs.splice(18, 2));
        service.start();
      },
    ],
  ])('warns that jobs may be missing after %s', async (_what, change) => {
    const service = new ListService(20, 5);
    afterResponses(service, (responses) => responses === 2 && change(service));
    const reading = await readAll(service.source, { pagesAtOnce: 1 });
    expect([reading.problem, reading.isWhole]).toEqual([changed, false]);
  });

  it('warns that jobs may be missing if the total drops and then rises', async () => {
    const service = new ListService(20, 5);
    afterResponses(service, (responses) => {
      if (responses === 1) service.remove(0, 2);
      if (responses === 2) service.start(3);
    });
    const reading = await readAll(service.source, { pagesAtOnce: 1 });
    expect([reading.problem, reading.isWhole]).toEqual([changed, false]);
  });

  // If a job starts and another job is removed, the total does not change.
  it.each([
    { what: 'jobs are removed at random positions', max: { starts: 0, removes: 12, at: 60 } },
    { what: 'jobs start and are removed at random', max: { starts: 1, removes: 2, at: 0 } },
  ])('warns if jobs are missing because $what', async ({ max }) => {
    const changes = fc.array(
      fc.record({ starts: fc.nat(max.starts), removes: fc.nat(max.removes), at: fc.nat(max.at) }),
      { maxLength: 40 },
    );
    await fc.assert(
      fc.asyncProperty(
        fc.nat(79),
        fc.constantFrom(1, 4),
        changes,
        async (size, pagesAtOnce, played) => {
          const service = new ListService(size + 1, 5);
          const before = service.jobs.map(({ key }) => key);
          afterResponses(service, (responses) => {
            const { starts = 0, removes = 0, at = 0 } = played[responses - 1] ?? {};
            service.remove(at, removes);
            service.start(starts);
          });
          const reading = await readAll(service.source, { pagesAtOnce });
          const present = new Set(service.jobs.map(({ key }) => key));
          const missing = before.filter(
            (key) => present.has(key) && reading.row(`job:${key}`) === undefined,
          );
          if (reading.problem === null) expect(missing).toEqual([]);
          expect(new Set(reading.rows.map(({ id }) => id)).size).toBe(reading.rows.length);
        },
      ),
      { numRuns: 500 },
    );
  });

  it('requests four pages in parallel and adds them in order', async () => {
    const { calls, listJobs, call, requested } = manualSource();
    const reading = readingOf(listJobs);
    const ended = new AbortController();
    const read = reading.read({ signal: ended.signal });
    (await call(0)).respond(page(1, 9));
    await call(4);
    expect(requested()).toEqual([1, 2, 3, 4, 5]);
    calls[2]?.respond(page(3, 9));
    calls[1]?.respond(page(2, 9));
    await call(6);
    expect(keysOf(reading.rows)).toEqual(['job 1', 'job 2', 'job 3']);
    expect(requested()).toEqual([1, 2, 3, 4, 5, 6, 7]);
    ended.abort();
    await expect(read).rejects.toThrow();
    expect(calls.slice(3).every((each) => each.signal.aborted)).toBe(true);
  });

  it.each<[string, JobsPage]>([
    ['total', pageOf(['a'], { hasMore: true, total: null, lastPage: 9 })],
    ['last page', pageOf(['a'], { hasMore: true, total: 9 })],
  ])('requests one page at a time if the response contains no %s', async (_what, first) => {
    const { listJobs, call, requested } = manualSource();
    const ended = new AbortController();
    const read = readingOf(listJobs).read({ signal: ended.signal });
    (await call(0)).respond(first);
    await call(1);
    expect(requested()).toEqual([1, 2]);
    ended.abort();
    await expect(read).rejects.toThrow();
  });

  it.each([0, 2])('requests one page at a time if the total is always %i', async (total) => {
    const service = new ListService(9, 2);
    service.total = total;
    const { rows } = await readAll(service.source);
    expect([rows.length, service.maxPending]).toEqual([9, 1]);
  });

  it('does not request pages after the given last page', async () => {
    const service = new ListService(20, 2);
    await readingOf(service.source).read({ signal, lastPage: 3 });
    expect(service.requestedPages).toEqual([1, 2, 3]);
  });

  it('warns that jobs may be missing if responses arrive out of order', async () => {
    const keys = ['f', 'e', 'd', 'c', 'b', 'a'];
    const pageNow = (number: number) =>
      pageOf(keys.slice((number - 1) * 2, number * 2), {
        currentPage: number,
        hasMore: number * 2 < keys.length,
        total: keys.length,
        lastPage: Math.ceil(keys.length / 2),
      });
    const { calls, listJobs, call } = manualSource();
    const reading = readingOf(listJobs);
    const read = reading.read({ signal });
    (await call(0)).respond(pageNow(1));
    await call(2);
    calls[2]?.respond(pageNow(3));
    keys.unshift('g');
    calls[1]?.respond(pageNow(2));
    await read;
    expect([keysOf(reading.rows), reading.problem]).toEqual([['f', 'e', 'd', 'b', 'a'], changed]);
  });

  it('aborts pending requests on cancellation', async () => {
    const canceled = new AbortController();
    const { calls, listJobs, call } = manualSource();
    const reading = readingOf(listJobs);
    const read = reading.read({ signal: canceled.signal });
    (await call(0)).respond(pageOf(['a'], { hasMore: true, total: 3, lastPage: 3 }));
    const second = await call(1);
    canceled.abort();
    expect(second.signal.aborted).toBe(true);
    await expect(read).rejects.toThrow();
    expect([calls.length, keysOf(reading.rows), reading.hasMore]).toEqual([3, ['a'], true]);
  });
});

describe('PageReading.updateRows', () => {
  it('updates only loaded rows', async () => {
    const reading = await readAll(pagesOf(['b', 'a'], 2).source);
    const before = reading.rows;
    const row = (each: Job) => jobRow({ ...each, completedAt: '2026-10-02T08:00:00Z' });
    reading.updateRows([row(job('z'))]);
    expect(reading.rows).toBe(before);
    reading.updateRows([row(job('a')), row(job('z'))]);
    expect([keysOf(reading.rows), reading.rows[0] === before[0]]).toEqual([['b', 'a'], true]);
    expect(reading.row('job:a')).toEqual(row(job('a')));
  });
});
