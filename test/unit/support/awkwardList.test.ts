import { expect, it } from 'vitest';
import type { Job, Pagination } from '../../../src/sandbox/wire.ts';
import { awkwardList, type ListOptions } from '../../support/service/awkwardList.ts';

const now = Date.parse('2026-10-01T12:00:00Z');

/** A list, and what it answers for a page. */
function tryList(options: ListOptions) {
  const { handler, jobs } = awkwardList({ now, ...options });
  const page = async (number: number) => {
    const { status, body } = await handler({ method: 'GET', url: `/jobs?page=${number}`, headers: {}, body: '' }, 0);
    const { data } = JSON.parse(new TextDecoder().decode(body)) as { data?: { jobs: Job[]; pagination: Partial<Pagination> } };
    return { status, keys: data?.jobs.map(({ key }) => key) ?? [], pagination: data?.pagination };
  };
  return { page, held: () => jobs().map(({ key }) => key), jobs };
}

const inOrder = (keys: readonly string[]) => keys.toSorted();

it.each<[string, ListOptions, boolean]>([
  ['newest first, unless told otherwise', {}, true],
  ['oldest first', { oldestFirst: true }, false],
])('an awkward list has its jobs %s', async (_how, options, isNewestFirst) => {
  const { page, held } = tryList(options);
  const { keys, pagination } = await page(1);
  expect(keys).toEqual(held());
  expect(keys).toEqual(isNewestFirst ? inOrder(keys).toReversed() : inOrder(keys));
  expect(pagination).toMatchObject({ total: 30, lastPage: 1, hasMore: false });
});

it('an awkward list may refuse pages, leave out totals, hold nothing that completed, and answer the first page to all', async () => {
  const refusing = tryList({ jobs: 420, lastAnswered: 3 });
  expect([(await refusing.page(3)).pagination?.nextPage, (await refusing.page(4)).status]).toEqual([4, 422]);
  const { pagination } = await tryList({ jobs: 120, withoutTotals: true }).page(2);
  expect([pagination, Object.keys(pagination ?? {}).includes('total')]).toEqual([expect.objectContaining({ currentPage: 2, hasMore: true }), false]);
  expect(tryList({ jobs: 300, nothingCompletes: true }).jobs().every(({ completedAt }) => completedAt === null)).toBe(true);
  const repeating = tryList({ jobs: 120, alwaysFirstPage: true });
  expect(await repeating.page(3)).toEqual(await repeating.page(1));
});

it('an awkward list may shift while it is read, the same in each run: jobs start, or are deleted, after each page', async () => {
  const starting = tryList({ jobs: 120, shift: { starts: 3 } });
  const [first, second] = [await starting.page(1), await starting.page(2)];
  expect(second.keys.slice(0, 3)).toEqual(first.keys.slice(-3));
  expect([second.pagination?.total, starting.held()[0]]).toEqual([123, 'job_000126']);
  const runs = [0, 1].map(() => tryList({ jobs: 120, shift: { deletes: 4 } }));
  const totals = await Promise.all(runs.map(async ({ page }) => [await page(1), await page(2), await page(3)].map((each) => each.pagination?.total)));
  expect(totals).toEqual([[120, 116, 112], [120, 116, 112]]);
  expect(runs[0]?.held()).toEqual(runs[1]?.held());
});
