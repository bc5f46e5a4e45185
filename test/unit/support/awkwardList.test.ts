import { describe, expect, it, onTestFinished } from 'vitest';
import type { Job, Pagination } from '../../../src/sandbox/wire.ts';
import { awkwardList, type ListOptions } from '../../support/service/awkwardList.ts';
import { startService } from '../../support/service/service.ts';

const now = Date.parse('2026-10-01T12:00:00Z');

async function tryList(options: ListOptions) {
  const { handler, jobs: held } = awkwardList({ now, ...options });
  const service = await startService(handler);
  onTestFinished(() => service.close());
  const page = async (number: number) => {
    const response = await fetch(`${service.url}/jobs?page=${number}`);
    const { data } = (await response.json()) as { data: { jobs: Job[]; pagination: Partial<Pagination> } };
    return { status: response.status, ...data };
  };
  return { service, page, held };
}

const keys = (jobs: readonly Job[]) => jobs.map(({ key }) => key);
const started = (jobs: readonly Job[]) => jobs.map(({ startedAt }) => Date.parse(startedAt));

describe('an awkward list', () => {
  it('has 30 jobs on one page, newest first, unless told otherwise', async () => {
    const { page, service, held } = await tryList({});
    const { jobs, pagination } = await page(1);
    expect(jobs).toEqual(held());
    expect(pagination).toMatchObject({ total: 30, lastPage: 1, hasMore: false });
    expect(started(jobs)).toEqual(started(jobs).toSorted((one, other) => other - one));
    expect((await fetch(`${service.url}/fields`)).status).toBe(200);
    expect((await fetch(`${service.url}/jobs/job_000001`)).status).toBe(404);
  });

  it('may refuse the pages beyond one, though it names them', async () => {
    const { page, service } = await tryList({ jobs: 420, lastAnswered: 3 });
    expect(await page(3)).toMatchObject({ status: 200, pagination: { lastPage: 9, hasMore: true, nextPage: 4 } });
    expect(await (await fetch(`${service.url}/jobs?page=4`)).json()).toMatchObject({ code: 422, errors: [{ message: 'Pages beyond 3 are not available.' }] });
    expect((await page(9)).status).toBe(422);
  });

  it('may leave out its totals', async () => {
    const { page } = await tryList({ jobs: 120, withoutTotals: true });
    const { pagination } = await page(2);
    expect(pagination).not.toHaveProperty('total');
    expect(pagination).not.toHaveProperty('lastPage');
    expect(pagination).toMatchObject({ currentPage: 2, from: 51, to: 100, hasMore: true });
    expect((await page(3)).pagination.hasMore).toBe(false);
  });

  it('may hold nothing that completed, each job where its workflow begins', async () => {
    const { held } = await tryList({ jobs: 300, nothingCompletes: true });
    expect(held().every(({ completedAt }) => completedAt === null)).toBe(true);
    expect(held().filter(({ activeWorkflows, activeSteps }) => activeWorkflows.length > 0 && activeSteps.length === 0).length).toBeLessThan(15);
  });

  it('may be oldest first', async () => {
    const { page } = await tryList({ jobs: 120, oldestFirst: true });
    const { jobs } = await page(1);
    expect(jobs[0]?.key).toBe('job_000001');
    expect(started(jobs)).toEqual(started(jobs).toSorted((one, other) => one - other));
  });

  it('may shift while it is read: jobs start before the next page, so that it repeats some', async () => {
    const { page, held } = await tryList({ jobs: 120, shift: { starts: 3 } });
    const [first, second] = [await page(1), await page(2)];
    expect(keys(second.jobs).slice(0, 3)).toEqual(keys(first.jobs).slice(-3));
    expect(second.pagination.total).toBe(123);
    expect(held()).toHaveLength(126);
    const [newest] = held();
    expect(newest?.key).toBe('job_000126');
    expect(started(held())).toEqual(started(held()).toSorted((one, other) => other - one));
  });

  it('may shift while it is read: jobs are deleted before the next page, the same in each run', async () => {
    const runs = await Promise.all([0, 1].map(() => tryList({ jobs: 120, shift: { deletes: 4 } })));
    const totals = await Promise.all(runs.map(async ({ page }) => [(await page(1)).pagination.total, (await page(2)).pagination.total, (await page(3)).pagination.total]));
    expect(totals).toEqual([[120, 116, 112], [120, 116, 112]]);
    const [one, other] = runs.map(({ held }) => keys(held()));
    expect(one).toEqual(other);
    expect(new Set(one).size).toBe(108);
  });

  it('may answer the first page whatever page is asked for', async () => {
    const { page } = await tryList({ jobs: 120, alwaysFirstPage: true });
    const [first, third] = [await page(1), await page(3)];
    expect(third).toEqual(first);
    expect(third.pagination.currentPage).toBe(1);
  });
});
