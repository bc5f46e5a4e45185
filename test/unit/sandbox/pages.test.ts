import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { paginate } from '../../../src/sandbox/app.ts';
import { everyJob, trySandbox } from './harness.ts';

describe('Sandbox GET /jobs', () => {
  it('returns each job once, newest first', async () => {
    const jobs = await everyJob(await trySandbox());
    expect(jobs).toHaveLength(4213);
    expect(new Set(jobs.map(({ key }) => key)).size).toBe(4213);
    const starts = jobs.map(({ startedAt }) => Date.parse(startedAt));
    expect(starts).toEqual(starts.toSorted((left, right) => right - left));
  });

  it('returns page 1 by default', async () => {
    const { send, page, sandbox } = await trySandbox();
    const first = await page(1);
    expect((await send('/jobs')).body).toEqual({ status: 'ok', code: 200, data: first });
    expect(first.jobs).toHaveLength(50);
    expect(first.pagination).toEqual({
      currentPage: 1,
      from: 1,
      lastPage: 85,
      perPage: 50,
      hasMore: true,
      nextPage: 2,
      nextPageUrl: `${sandbox.url}/jobs?page=2`,
      to: 50,
      total: 4213,
    });
    const next = await (await fetch(first.pagination.nextPageUrl ?? '')).json();
    expect(next).toEqual({ status: 'ok', code: 200, data: await page(2) });
  });

  it.each([
    [13, 85, 4213, { lastPage: 85, from: 4201, to: 4213 }],
    [0, 1000, 4213, { lastPage: 85 }],
    [0, 1, 0, { lastPage: 1 }],
  ])('returns %i jobs on page %i if the total is %i', async (count, number, total, expected) => {
    const { jobs, pagination } = await (await trySandbox({ jobs: total })).page(number);
    expect(jobs).toHaveLength(count);
    expect(pagination).toMatchObject({
      currentPage: number,
      hasMore: false,
      nextPage: null,
      nextPageUrl: null,
      total,
      ...expected,
    });
  });

  it.each(['0', '-1', 'abc', '1.5', '', '99999999999999999999', '1&page=2'])(
    'rejects the page number “%s”',
    async (page) => {
      const { send } = await trySandbox();
      expect(await send(`/jobs?page=${page}`)).toMatchObject({
        status: 422,
        body: {
          status: 'error',
          code: 422,
          errors: [{ message: 'page must be a positive whole number.' }],
        },
      });
    },
  );

  it('returns four pages of a list with 1,000,000 jobs within one second', async () => {
    const { page } = await trySandbox({ jobs: 1_000_000 });
    const { jobs, pagination } = await page(20_000);
    expect(jobs.at(-1)?.key).toBe('job_000001');
    expect(pagination.hasMore).toBe(false);
    const began = process.threadCpuUsage();
    for (const number of [1, 7000, 13_000, 20_000]) await page(number);
    expect(process.threadCpuUsage(began).user).toBeLessThan(1e6);
  });
});

describe('paginate', () => {
  it('splits any number of jobs into pages without gaps or overlaps', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 5000 }), (total) => {
        let position = 0;
        for (let page: number | null = 1, read = 0; page !== null && read <= total; read++) {
          const pagination = paginate(page, total, 'http://localhost/jobs');
          expect(pagination.currentPage).toBe(page);
          expect(pagination.hasMore).toBe(pagination.nextPage !== null);
          if (total > 0) expect(pagination.from).toBe(position + 1);
          expect(pagination.to - position).toBeLessThanOrEqual(50);
          position = pagination.to;
          page = pagination.nextPage;
        }
        expect(position).toBe(total);
      }),
    );
  });
});
