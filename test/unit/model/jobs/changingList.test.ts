import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { JobList } from '../../../../src/model/jobs/jobList.ts';
import { readAllJobs } from '../../../../src/model/jobs/readAllJobs.ts';
import type { JobsPage } from '../../../../src/service/index.ts';
import { keysOf, pagesOf } from '../builders.ts';

const perPage = 5;
const never = new AbortController().signal;

/** A list of `size` jobs, newest first, that changes after each answer as told. */
function changingList(size: number, change: (keys: string[], answers: number) => void, hasLastPage = true) {
  const keys = Array.from({ length: size }, (_, index) => `j${index}`);
  const { source: steady, asked } = pagesOf(keys, perPage);
  const source = async (number: number): Promise<JobsPage> => {
    const { jobs, pagination } = await steady(number);
    const lastPage = hasLastPage ? Math.ceil(keys.length / perPage) : null;
    change(keys, asked.length);
    return { jobs, pagination: { ...pagination, lastPage } };
  };
  return { keys, asked, source };
}

const missingIn = (rows: Parameters<typeof keysOf>[0], keys: readonly string[]) => {
  const found = new Set(keysOf(rows));
  return keys.filter((key) => !found.has(key));
};

describe('jobs removed while pages are read', () => {
  it.each([true, false])(
    'cost Export no other job, and keep the order of the others (last page known: %s)',
    async (hasLastPage) => {
      const { keys, source } = changingList(
        40,
        (all, answers) => answers % 5 === 0 && all.splice(0, 1),
        hasLastPage,
      );
      const { rows, note } = await readAllJobs(source, never, () => undefined);
      expect([missingIn(rows, keys), note]).toEqual([[], null]);
      const order = (keysOf(rows) ?? []).map((key) => Number(key.slice(1)));
      expect(order).toEqual(order.toSorted((one, other) => one - other));
    },
  );

  it('after every answer end in a note that jobs may be missing, with few further requests', async () => {
    const { asked, source } = changingList(100, (all) => all.splice(0, 1));
    const { note } = await readAllJobs(source, never, () => undefined);
    expect(note).toBe('The list changed while it was read; jobs may be missing.');
    expect(asked.length).toBeLessThan(40);
  });

  it('cost no other job where more are removed at once than a page holds', async () => {
    const { keys, source } = changingList(60, (all, answers) => answers === 6 && all.splice(0, 17));
    const { rows, note } = await readAllJobs(source, never, () => undefined);
    expect([missingIn(rows, keys), note]).toEqual([[], null]);
  });

  it('cost Load All no other job where they were removed since the last page was loaded', async () => {
    const { keys, source } = changingList(20, () => undefined);
    const list = new JobList();
    list.connect(source);
    await list.ensureLoaded();
    keys.splice(1, 3);
    await list.loadAll();
    expect(missingIn(list.state.rows, keys)).toEqual([]);
  });

  it.each([5, 6, 7])('cost Refresh no other job, removed after answer %i', async (answer) => {
    const { keys, source, asked } = changingList(
      20,
      (all, answers) => answers === answer && all.splice(0, 1),
    );
    const list = new JobList();
    list.connect(source);
    await list.loadAll();
    expect(asked).toEqual([1, 2, 3, 4]);
    await list.refresh();
    expect(missingIn(list.state.rows, keys)).toEqual([]);
  });

  // Totals do not show a job that starts while another is removed further down, within one pause of reading
  // again.
  it.each([
    { what: 'anywhere', most: { starts: 0, removes: 12, at: 60 } },
    { what: 'at the top, and others started', most: { starts: 1, removes: 2, at: 0 } },
  ])('cost no other job without a word, removed $what', async ({ most }) => {
    const change = fc.array(
      fc.record({ starts: fc.nat(most.starts), removes: fc.nat(most.removes), at: fc.nat(most.at) }),
      { maxLength: 40 },
    );
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 80 }), change, async (size, changes) => {
        const { keys, source } = changingList(
          size,
          (all, answers) => {
            const { starts = 0, removes = 0, at = 0 } = changes[answers - 1] ?? {};
            all.splice(at, removes);
            for (let count = 0; count < starts; count++) all.unshift(`new ${answers} ${count}`);
          },
          false,
        );
        const { rows, note } = await readAllJobs(source, never, () => undefined);
        if (note === null) {
          expect(
            missingIn(
              rows,
              keys.filter((key) => key.startsWith('j')),
            ),
          ).toEqual([]);
        }
      }),
      { numRuns: 500 },
    );
  });
});

describe('a refresh of the first of many loaded pages', () => {
  async function loaded(size: number, pages: number) {
    const service = changingList(size, () => undefined);
    const list = new JobList();
    list.connect(service.source);
    await list.ensureLoaded();
    await list.loadAll({ until: (rows) => rows.length >= pages * perPage });
    service.asked.length = 0;
    return { ...service, list };
  }

  it('shortens the list where more jobs started than it reads, so that none is missing in the middle', async () => {
    const { keys, list } = await loaded(150, 25);
    keys.unshift(...Array.from({ length: 110 }, (_, index) => `new ${index}`));
    await list.refresh({ readOn: false });
    expect(keysOf(list.state.rows)).toEqual(keys.slice(0, 20 * perPage));
    expect(list.state).toMatchObject({ hasMore: true, notRefreshed: null, count: 20 });
    await list.loadAll();
    expect(keysOf(list.state.rows)).toEqual(keys);
  });

  it('keeps the later pages where they follow without a gap, and goes on where they end', async () => {
    const { keys, list, asked } = await loaded(150, 25);
    keys.splice(3, 12);
    await list.refresh({ readOn: false });
    expect(keysOf(list.state.rows)).toEqual(keys.slice(0, 25 * perPage - 12));
    expect(list.state).toMatchObject({ count: 22, notRefreshed: { from: 20 * perPage } });
    asked.length = 0;
    await list.loadMore();
    expect(asked).toEqual([23]);
    await list.loadAll();
    expect(missingIn(list.state.rows, keys)).toEqual([]);
  });

  it('loses no job where they were removed after it and before the next page', async () => {
    const { keys, list } = await loaded(60, 4);
    keys.splice(0, 7);
    await list.refresh({ readOn: false, holdsRows: true });
    await list.loadMore();
    expect(missingIn(list.state.rows, keys.slice(0, 5 * perPage))).toEqual([]);
    expect(list.state.newer).toBe(0);
  });

  it('counts newer jobs that fill more than the first page', async () => {
    const { keys, list } = await loaded(20, 2);
    keys.unshift(...Array.from({ length: perPage + 2 }, (_, index) => `new ${index}`));
    await list.refresh({ readOn: false, holdsRows: true });
    expect(list.state.newer).toBe(perPage + 2);
  });
});
