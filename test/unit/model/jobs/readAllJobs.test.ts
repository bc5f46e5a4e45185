import { describe, expect, it } from 'vitest';
import { readAllJobs } from '../../../../src/model/jobs/readAllJobs.ts';
import { damagedRow, fault, gatedSource, keysOf, pageOf, pagesOf } from '../builders.ts';
import { ListService } from '../listService.ts';
import type { JobsPage } from '../../../../src/service/index.ts';

const never = new AbortController().signal;
const silent = () => undefined;

describe('readAllJobs', () => {
  it('reads to the end in order, without repeats, and tells how far it is', async () => {
    const keys = Array.from({ length: 23 }, (_, index) => `job_${index}`);
    const { source, asked } = pagesOf(keys, 5);
    const told: [number, number | null][] = [];
    const { rows, note } = await readAllJobs(source, never, (loaded, total) => told.push([loaded, total]));
    expect(keysOf(rows)).toEqual(keys);
    expect(note).toBeNull();
    expect(asked).toEqual([1, 2, 3, 4, 5]);
    expect(told).toEqual([
      [5, 23],
      [10, 23],
      [15, 23],
      [20, 23],
      [23, 23],
    ]);
  });

  it.each([0, 2])(
    'asks for no page ahead where the total is always %i and so tells of no change',
    async (total) => {
      const service = new ListService(9, 2);
      service.total = total;
      const { rows } = await readAllJobs(service.source, never, silent);
      expect(rows).toHaveLength(9);
      expect(service.mostUnderWay).toBe(1);
    },
  );

  it.each([
    ['started', ['e', 'd', 'c', 'b', 'a'], ['d', 'c', 'b', 'a']],
    ['was updated, in a list sorted by the last update,', ['a', 'd', 'c', 'b'], ['d', 'c', 'b']],
  ])('says that jobs may be missing where a job %s meanwhile', async (_what, later, expected) => {
    const keys = ['d', 'c', 'b', 'a'];
    const { source } = pagesOf(keys, 2);
    const { rows, note } = await readAllJobs(
      (page) => {
        if (page === 2) keys.splice(0, keys.length, ...later);
        return source(page);
      },
      never,
      silent,
    );
    expect(keysOf(rows)).toEqual(expected);
    expect(note).toBe('The list changed while it was read; jobs may be missing.');
  });

  it('says where the service ended the list too early', async () => {
    const { note } = await readAllJobs(
      (page) =>
        Promise.resolve(
          page === 1 ? pageOf(['a'], { hasMore: true }) : pageOf([], { currentPage: 2, hasMore: true }),
        ),
      never,
      silent,
    );
    expect(note).toMatch(/page 2 is empty/);
  });

  it.each([[['b', 'a']], [[]]])(
    'ends where the service sends the same page for each, though an entry without a key looks like another on each, beside %j',
    async (keys) => {
      const asked: number[] = [];
      const { note } = await readAllJobs(
        (page) => {
          asked.push(page);
          const { jobs, pagination } = pageOf(keys, { currentPage: null, hasMore: page < 100 });
          return Promise.resolve({ jobs: [...jobs, damagedRow(null, 'damaged', 2, page)], pagination });
        },
        never,
        silent,
      );
      expect(note).toMatch(/keeps sending jobs that were loaded before/);
      expect(asked.length).toBeLessThan(30);
    },
  );

  it.each([1, 3])('fails as page %i fails', async (bad) => {
    const error = fault();
    const { source } = pagesOf(['a', 'b', 'c', 'd'], 1);
    await expect(
      readAllJobs((page) => (page === bad ? Promise.reject(error) : source(page)), never, silent),
    ).rejects.toBe(error);
  });

  it('ends at once when it is cancelled, and asks for no more', async () => {
    const abort = new AbortController();
    const { ask, call, calls } = gatedSource<number, JobsPage>();
    const reading = readAllJobs(ask, abort.signal, silent);
    (await call(0)).answer(pageOf(['a'], { hasMore: true, total: 3, lastPage: 3 }));
    const second = await call(1);
    abort.abort();
    expect(second.signal.aborted).toBe(true);
    for (const each of calls.slice(1)) each.fail(new Error('aborted'));
    await expect(reading).rejects.toBe(abort.signal.reason);
    const asked = calls.length;
    await expect(readAllJobs(ask, abort.signal, silent)).rejects.toBe(abort.signal.reason);
    expect(calls).toHaveLength(asked);
  });
});
