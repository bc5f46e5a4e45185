import { beforeEach, describe, expect, it, vi } from 'vitest';
import { JobList } from '../../../../src/model/jobs/jobList.ts';
import { isWhole, maxRefreshedPages } from '../../../../src/model/jobs/jobPages.ts';
import { type Job, type JobsPage, jobRow } from '../../../../src/service/index.ts';
import { damagedRow, fault, gatedSource, job, keysOf, pageOf, pagesOf, shown } from '../builders.ts';

/** A list whose pages arrive when the test answers, the first ones with these answers. */
async function gatedList(...loaded: JobsPage[]) {
  const { calls, ask, call } = gatedSource<number, JobsPage>();
  const list = new JobList();
  list.connect(ask);
  for (const [index, page] of loaded.entries()) {
    const loading = index === 0 ? list.ensureLoaded() : list.loadMore();
    (await call(index)).answer(page);
    await loading;
  }
  return { list, calls, call };
}

/** A list over keys that the test may change meanwhile, with this many loaded pages of two jobs. */
async function listOf(keys: string[], loadedPages = 0) {
  const { source, asked } = pagesOf(keys, 2);
  const list = new JobList();
  list.connect(source);
  if (loadedPages > 0) await list.ensureLoaded();
  for (let page = 2; page <= loadedPages; page++) await list.loadMore();
  asked.length = 0;
  return { list, asked };
}

const unread = {
  rows: undefined,
  total: null,
  hasMore: false,
  loading: null,
  failure: null,
  note: null,
  newer: 0,
};
const numberedKeys = (count: number) => Array.from({ length: count }, (_, index) => `j${index}`);

/** A list whose service gives these answers in turn, and then fails; with this many loaded pages. */
async function scriptedList(loadedPages: number, ...answers: JobsPage[]) {
  const asked: number[] = [];
  const list = new JobList();
  list.connect((page) => {
    asked.push(page);
    const answer = answers[asked.length - 1];
    return answer === undefined ? Promise.reject(fault()) : Promise.resolve(answer);
  });
  for (let page = 0; page < loadedPages; page++) await (page === 0 ? list.ensureLoaded() : list.loadMore());
  return { list, asked };
}

describe('loading', () => {
  it('shows nothing before it is connected, and sends nothing', async () => {
    const list = new JobList();
    await list.ensureLoaded();
    await list.refresh();
    await list.loadMore();
    expect(list.state).toMatchObject(unread);
  });

  it('loads the first page once for all who ask meanwhile', async () => {
    const { list, calls, call } = await gatedList();
    const heard: (string | null)[] = [];
    list.onDidChange(() => heard.push(list.state.loading));
    const looks = [list.ensureLoaded(), list.ensureLoaded(), list.refresh(), list.loadMore()];
    (await call(0)).answer(pageOf(['c', 'b'], { hasMore: true, total: 3 }));
    await Promise.all(looks);
    await list.ensureLoaded();
    expect([calls.length, heard, shown(list)]).toEqual([1, ['first', null], 'c b']);
    expect(list.state).toMatchObject({ total: 3, hasMore: true, loading: null, failure: null, note: null });
  });

  it('tells an empty list from one that is not known', async () => {
    const { list } = await listOf([]);
    await list.ensureLoaded();
    expect(list.state).toMatchObject({ rows: [], total: 0, hasMore: false });
  });

  it('does not try a failed load again by itself, but when asked', async () => {
    const { list, calls, call } = await gatedList();
    const error = fault();
    const first = list.ensureLoaded();
    (await call(0)).fail(error);
    await first;
    expect(list.state).toMatchObject({ rows: undefined, loading: null, failure: { during: 'first', error } });
    await list.ensureLoaded();
    expect(calls).toHaveLength(1);
    const again = list.refresh();
    expect(list.state).toMatchObject({ loading: 'first', failure: null });
    (await call(1)).answer(pageOf(['a']));
    await again;
    expect(shown(list)).toBe('a');
  });
});

describe('loading more', () => {
  it('adds page after page until there is no more', async () => {
    const { list, asked } = await listOf(['e', 'd', 'c', 'b', 'a']);
    await list.ensureLoaded();
    const { rows } = list.state;
    for (let pages = 0; list.state.hasMore && pages < 10; pages++) await list.loadMore();
    await list.loadMore();
    expect(shown(list)).toBe('e d c b a');
    expect(asked).toEqual([1, 2, 3]);
    expect(list.state).toMatchObject({ total: 5, note: null, newer: 0 });
    expect(list.state.rows, 'they are not copied').toBe(rows);
  });

  it('keeps the rows and asks for the same page again after a failure', async () => {
    const { list, asked } = await scriptedList(2, pageOf(['b'], { hasMore: true, total: 2 }));
    expect(list.state).toMatchObject({ hasMore: true, loading: null, failure: { during: 'more' } });
    await list.loadMore();
    expect(shown(list)).toBe('b');
    expect(asked).toEqual([1, 2, 2]);
  });

  it('knows that a job which was put first explains the shift', async () => {
    const keys = ['d', 'c', 'b', 'a'];
    const { list } = await listOf(keys, 1);
    keys.unshift('e');
    list.put(job('e'));
    expect(list.state.total).toBe(5);
    await list.loadMore();
    expect(shown(list)).toBe('e d c b');
    expect(list.state.newer).toBe(0);
  });

  it('knows so too where the job was put while a refresh was under way', async () => {
    const { list, call } = await gatedList(pageOf(['d', 'c'], { hasMore: true }));
    const refresh = list.refresh();
    const asked = await call(1);
    list.put(job('e'));
    asked.answer(pageOf(['d', 'c'], { hasMore: true }));
    await refresh;
    expect(shown(list)).toBe('e d c');
    const more = list.loadMore();
    (await call(2)).answer(pageOf(['c', 'b'], { currentPage: 2, hasMore: false }));
    await more;
    expect(shown(list)).toBe('e d c b');
    expect(list.state.newer).toBe(0);
  });

  it.each<[string, JobsPage[], string, number[], string | null]>([
    [
      'the first answers with another page',
      [pageOf(['a'], { currentPage: 0, hasMore: true })],
      'a',
      [1],
      'asked for page 1',
    ],
    [
      'the service answers with another page',
      [pageOf(['b', 'a'], { hasMore: true }), pageOf(['b', 'a'], { currentPage: 1, hasMore: true })],
      'b a',
      [1, 2],
      'Paging ended: asked for page 2, the service answered with page 1.',
    ],
    [
      'an empty page promises more',
      [pageOf(['b'], { hasMore: true }), pageOf([], { currentPage: 2, hasMore: true, total: 1 })],
      'b',
      [1, 2],
      'page 2 is empty',
    ],
    [
      'a page past the end is empty',
      [pageOf(['b'], { hasMore: true }), pageOf([], { currentPage: 2, total: 1 })],
      'b',
      [1, 2],
      null,
    ],
    [
      'a service without page numbers sends the same jobs again and again',
      Array.from({ length: 30 }, () => pageOf(['b', 'a'], { currentPage: null, hasMore: true })),
      'b a',
      Array.from({ length: maxRefreshedPages + 1 }, (_, index) => index + 1),
      'keeps sending jobs that were loaded before',
    ],
    [
      'its last page comes before its total',
      [pageOf(['c', 'b'], { hasMore: true, total: 4 }), pageOf(['a'], { currentPage: 2, total: 4 })],
      'c b a',
      [1, 2],
      'Paging ended: the service sent 3 of 4 jobs and names no further page.',
    ],
  ])('ends where %s, and says why', async (...[, answers, rows, pages, note]) => {
    const { list, asked } = await scriptedList(6, ...answers);
    expect([shown(list), asked]).toEqual([rows, pages]);
    expect(list.state).toMatchObject({
      hasMore: false,
      failure: null,
      note: note === null ? null : (expect.stringContaining(note) as string),
      newer: 0,
    });
  });

  it('counts jobs that came twice under one key, over all pages, and does not miss them in the total', async () => {
    const page = (keys: string[], currentPage: number): JobsPage => ({
      ...pageOf(keys, { currentPage, hasMore: currentPage < 3, total: 7 }),
      sameKeys: currentPage < 3 ? 1 : 0,
    });
    const { list } = await scriptedList(1, page(['e', 'd'], 1), page(['c', 'b'], 2), page(['a'], 3));
    expect(list.state.note).toBe('1 job came twice under the same key.');
    await list.loadAll();
    expect([shown(list), list.state.note]).toEqual(['e d c b a', '2 jobs came twice under the same key.']);
  });

  it('counts them anew in a refresh', async () => {
    const { list } = await scriptedList(1, { ...pageOf(['a'], { total: 2 }), sameKeys: 1 }, pageOf(['a']));
    expect(list.state.note).toBe('1 job came twice under the same key.');
    await list.refresh();
    expect(list.state.note).toBeNull();
  });

  it('calls a list whole although a job started while it was refreshed', async () => {
    const more = (currentPage: number, keys: string[], total: number) =>
      pageOf(keys, { currentPage, hasMore: true, total });
    const refreshed = [more(1, ['e', 'd'], 7), more(2, ['d', 'c'], 8), more(3, ['b', 'a'], 8)];
    const { list } = await scriptedList(
      2,
      more(1, ['e', 'd'], 7),
      more(2, ['c', 'b'], 7),
      ...refreshed,
      pageOf(['z', 'y'], { currentPage: 4, total: 8 }),
    );
    await list.refresh();
    await list.loadMore();
    expect([shown(list), list.state.newer, list.state.note]).toEqual(['e d c b a z y', 1, null]);
  });

  it('says again after a refresh that the last page came before the total, until it no longer does', async () => {
    const pages = [
      pageOf(['b', 'a'], { total: 130 }),
      pageOf(['b', 'a'], { total: 130 }),
      pageOf(['b', 'a'], { total: 2 }),
    ];
    const { list } = await scriptedList(1, ...pages);
    const notes = [list.state.note];
    for (let refreshes = 0; refreshes < 2; refreshes++) {
      await list.refresh();
      notes.push(list.state.note);
    }
    expect(notes).toEqual([
      expect.stringContaining('2 of 130 jobs'),
      expect.stringContaining('2 of 130 jobs'),
      null,
    ]);
  });

  it.each([
    [1, ['f', 'e'], [2, 3]],
    [2, ['h', 'g', 'f', 'e'], [3, 4, 5]],
  ])(
    'reads on past %i pages of repeats, which a shift explains, to the first that adds a row',
    async (loadedPages, started, read) => {
      const keys = ['d', 'c', 'b', 'a', '9', '8'].slice(0, 2 * loadedPages + 2);
      const before = keys.join(' ');
      const { list, asked } = await listOf(keys, loadedPages);
      keys.unshift(...started);
      await list.loadMore();
      expect(shown(list)).toBe(before);
      expect(asked).toEqual(read);
      expect(list.state).toMatchObject({ hasMore: false, note: null, newer: started.length });
    },
  );

  it('takes the same page twice for no loop where a page of jobs started before each', async () => {
    const repeat = (page: number, total: number) =>
      pageOf(['d', 'c'], { currentPage: page, hasMore: true, total });
    const { list } = await scriptedList(
      2,
      repeat(1, 4),
      repeat(2, 6),
      repeat(3, 8),
      pageOf(['b', 'a'], { currentPage: 4, total: 8 }),
    );
    expect(shown(list)).toBe('d c b a');
    expect(list.state).toMatchObject({ hasMore: false, note: null, newer: 4 });
  });

  it.each([3, 4, 5, 6, 7])(
    'puts none of %i jobs that started since below the loaded ones, where a page holds only 2',
    async (count) => {
      const keys = ['e', 'd', 'c', 'b', 'a'];
      const { list } = await listOf(keys, 1);
      keys.unshift(...Array.from({ length: count }, (_, index) => `new${index}`));
      await list.loadMore();
      await list.loadAll();
      expect(shown(list)).toBe('e d c b a');
      expect(list.state).toMatchObject({ hasMore: false, note: null, newer: count });
      await list.refresh();
      expect(shown(list)).toBe(keys.join(' '));
    },
  );

  it('loses none of them where the service lists them last', async () => {
    const keys = ['a', 'b', 'c'];
    const { list } = await listOf(keys, 1);
    keys.push('d', 'e', 'f', 'g', 'h', 'i');
    await list.loadMore();
    await list.loadAll();
    expect(shown(list)).toBe('a b c d e f g h i');
    expect(list.state).toMatchObject({ hasMore: false, note: null, newer: 0 });
  });

  it('waits for a refresh and loads then, once for two clicks', async () => {
    const { list, call, calls } = await gatedList(pageOf(['d', 'c'], { hasMore: true }));
    const refreshed = list.refresh();
    const clicks = [list.loadMore(), list.loadMore()];
    (await call(1)).answer(pageOf(['d', 'c'], { hasMore: true }));
    await refreshed;
    (await call(2)).answer(pageOf(['b', 'a'], { currentPage: 2 }));
    await Promise.all(clicks);
    expect(calls.map(({ question }) => question)).toEqual([1, 1, 2]);
    expect(shown(list)).toBe('d c b a');
  });
});

describe('refreshing', () => {
  it('reads all loaded pages again and swaps them in one step', async () => {
    const { list, call } = await gatedList(
      pageOf(['d', 'c'], { hasMore: true }),
      pageOf(['b', 'a'], { currentPage: 2 }),
    );
    const states: string[] = [];
    list.onDidChange(() => states.push(`${list.state.loading}: ${shown(list)}`));
    const refresh = list.refresh();
    (await call(2)).answer(pageOf(['e', 'd'], { hasMore: true }));
    const last = await call(3);
    expect(list.state.loading).toBe('refresh');
    last.answer(pageOf(['c', 'b'], { currentPage: 2 }));
    await refresh;
    expect(states).toEqual(['refresh: d c b a', 'null: e d c b']);
  });

  it('that fails half-way keeps all rows, tells of no job that was read, and pages on as before', async () => {
    const more = { hasMore: true, total: 5 };
    const { list, asked } = await scriptedList(
      2,
      pageOf(['d', 'c'], more),
      pageOf(['b', 'a'], { currentPage: 2, ...more }),
      pageOf(['x', 'y'], { ...more, total: 9 }),
    );
    const told: unknown[] = [];
    list.onDidReadAgain((jobs) => told.push(jobs));
    await list.refresh();
    expect(told).toEqual([]);
    expect(list.state).toMatchObject({
      total: 5,
      hasMore: true,
      loading: null,
      failure: { during: 'refresh' },
    });
    expect(shown(list)).toBe('d c b a');
    await list.loadMore();
    expect(asked).toEqual([1, 2, 1, 2, 3]);
  });

  it('keeps the rows that read the same, and all of them where nothing changed', async () => {
    const { list, call } = await gatedList();
    const answer = (...jobs: Job[]): JobsPage => ({
      ...pageOf(['b', 'a']),
      jobs: [...jobs.map(jobRow), damagedRow({ key: 'x' })],
    });
    const first = list.refresh();
    (await call(0)).answer(answer(job('b'), job('a')));
    await first;
    const before = list.state.rows;
    const second = list.refresh();
    (await call(1)).answer(answer(job('b'), job('a')));
    await second;
    expect(list.state.rows).toBe(before);
    const third = list.refresh();
    const done = job('a', { completedAt: '2026-10-02T08:00:00Z' });
    (await call(2)).answer(answer(job('b'), done));
    await third;
    expect(list.state.rows?.[0]).toBe(before?.[0]);
    expect(list.state.rows?.[2]).toBe(before?.[2]);
    expect(list.find('a')).toBe(done);
  });

  it('reads on until it finds the rows that new jobs pushed down', async () => {
    const keys = ['d', 'c', 'b', 'a'];
    const { list, asked } = await listOf(keys, 1);
    keys.unshift('i', 'h', 'g', 'f', 'e');
    await list.refresh();
    expect(shown(list)).toBe('i h g f e d c b');
    expect(asked).toEqual([1, 2, 3, 4]);
    await list.loadMore();
    expect(shown(list)).toBe('i h g f e d c b a');
    expect(list.state.newer).toBe(0);
  });

  it('finds rows that were pushed down while it reads', async () => {
    const more = (currentPage: number, keys: string[], total: number) =>
      pageOf(keys, { currentPage, hasMore: true, total });
    const { list, asked } = await scriptedList(
      2,
      more(1, ['d', 'c'], 8),
      more(2, ['b', 'a'], 8),
      more(1, ['d', 'c'], 8),
      more(2, ['c', 'b'], 9),
      more(3, ['a', 'z'], 9),
    );
    await list.refresh();
    expect(shown(list)).toBe('d c b a z');
    expect(asked).toEqual([1, 2, 1, 2, 3]);
  });

  it.each([[[]], [['n3', 'n2', 'n1']]])(
    'reads no more than twenty pages and those of new jobs, tells of their jobs alone, and keeps the rows beyond, also where %j pushed them down',
    async (started) => {
      const keys = numberedKeys(60);
      const { list, asked } = await listOf(keys, 25);
      const told: string[][] = [];
      list.onDidReadAgain((jobs) => told.push(jobs.map(({ key }) => key)));
      keys.unshift(...started);
      await list.refresh();
      const read = maxRefreshedPages + Math.ceil(started.length / 2);
      expect(asked).toEqual(Array.from({ length: read }, (_, index) => index + 1));
      expect(told).toEqual([keys.slice(0, 2 * read)]);
      expect(keysOf(list.state.rows)).toEqual(keys.slice(0, 50 + started.length));
      await list.loadMore();
      expect(keysOf(list.state.rows)?.slice(0, 52)).toEqual(keys.slice(0, 52));
      expect([list.state.hasMore, list.state.newer, told.length]).toEqual([true, 0, 1]);
    },
  );

  it.each<[string, (keys: string[]) => void, number]>([
    ['a loaded job is gone', (keys) => void keys.splice(1, 1), 2],
    [
      'every job is another',
      (keys) => void keys.splice(0, keys.length, ...keys.map((key) => `other-${key}`)),
      2 * maxRefreshedPages,
    ],
  ])('does not read the whole list where %s', async (_what, change, most) => {
    const keys = numberedKeys(500);
    const { list, asked } = await listOf(keys, 1);
    change(keys);
    await list.refresh();
    expect(keysOf(list.state.rows)?.slice(0, 2)).toEqual(keys.slice(0, 2));
    expect(asked.length).toBeLessThanOrEqual(most);
  });
});

describe('refreshing more pages than a refresh reads by itself', () => {
  const firstRead = Date.UTC(2026, 9, 2, 12, 4);
  beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: firstRead }));

  /** A list of 25 loaded pages of 2 jobs; the second time they are read, none of them is active. */
  async function longList() {
    const keys = numberedKeys(50);
    const { source } = pagesOf(keys, 2);
    const asked: number[] = [];
    const now = { isOver: false };
    const underWay = { now: 0, most: 0 };
    const list = new JobList();
    list.connect(async (number) => {
      asked.push(number);
      underWay.most = Math.max(underWay.most, ++underWay.now);
      const page = await source(number);
      underWay.now--;
      const jobs = page.jobs.map((row) =>
        row.kind === 'job' && now.isOver ? jobRow({ ...row.job, completedAt: '2026-10-02T12:05:00Z' }) : row,
      );
      return { jobs, pagination: { ...page.pagination, lastPage: 25 } };
    });
    await list.loadAll();
    asked.length = 0;
    underWay.most = 0;
    now.isOver = true;
    vi.setSystemTime(firstRead + 60_000);
    const over = () =>
      list.state.rows?.filter((row) => row.kind === 'job' && row.job.completedAt !== null).length;
    return { list, asked, underWay, over };
  }

  it('tells where the rows begin that it did not read, and when they were read', async () => {
    const { list, over } = await longList();
    expect(list.state.notRefreshed).toBeNull();
    await list.refresh();
    expect([over(), list.state.notRefreshed]).toEqual([40, { from: 40, readAt: firstRead }]);
    vi.setSystemTime(firstRead + 120_000);
    list.put(job('new'));
    list.put(job('j5'));
    expect(list.state.notRefreshed).toEqual({ from: 41, readAt: firstRead });
    list.put(job('j45'));
    expect(list.state.notRefreshed).toEqual({ from: 42, readAt: firstRead });
    await list.refresh();
    expect(list.state.notRefreshed).toMatchObject({ readAt: firstRead });
  });

  it('tells nothing of the kind once all of them are read again, four at a time, with progress', async () => {
    const { list, asked, underWay, over } = await longList();
    await list.refresh();
    asked.length = 0;
    const progress: string[] = [];
    await list.refresh({ most: 100, onProgress: (read, total) => progress.push(`${read} of ${total}`) });
    expect([asked.length, underWay.most]).toEqual([25, 4]);
    expect([over(), list.state.notRefreshed]).toEqual([50, null]);
    expect([progress[0], progress.at(-1)]).toEqual(['2 of 50', '50 of 50']);
  });

  it('reads no loaded page again beyond what is wanted', async () => {
    const { list, asked, over } = await longList();
    await list.refresh({ most: 22 });
    expect([asked.length, over(), list.state.notRefreshed?.from]).toEqual([22, 44, 44]);
  });

  it('keeps the end of a whole list, however often it is refreshed', async () => {
    const { list } = await listOf(numberedKeys(2 * maxRefreshedPages + 1));
    await list.loadAll();
    for (let refreshes = 0; refreshes < 3; refreshes++) {
      await list.refresh();
      expect([list.state.rows?.length, list.state.hasMore]).toEqual([2 * maxRefreshedPages + 1, false]);
    }
  });

  it('waits for a shorter refresh, and joins one that reads as much', async () => {
    const { list, asked, over } = await longList();
    await Promise.all([list.refresh({ readOn: false }), list.refresh({ most: 100 }), list.refresh()]);
    expect([asked.length, over()]).toEqual([45, 50]);
    asked.length = 0;
    await Promise.all([list.refresh({ most: 100 }), list.refresh({ most: 100 }), list.refresh()]);
    expect(asked).toHaveLength(25);
  });
});

describe('the place of a row', () => {
  it('is its index among the rows, whatever is added, put first or read again', async () => {
    const keys = ['d', 'c', 'b', 'a'];
    const { list } = await listOf(keys, 2);
    const places = () => list.state.rows?.map(({ id }) => list.rowIndex(id));
    expect(places()).toEqual([0, 1, 2, 3]);
    list.put(job('b'));
    expect([shown(list), places(), list.state.total]).toEqual(['b d c a', [0, 1, 2, 3], 4]);
    keys.splice(0, 1);
    await list.refresh();
    expect([shown(list), places(), list.rowIndex('job:d')]).toEqual(['c b a', [0, 1, 2], undefined]);
  });
});

describe('a job that was just started', () => {
  it('is put first, counted, and shown once', async () => {
    const { list } = await listOf(['b', 'a'], 1);
    list.put(job('c'));
    list.put(job('c', { updatedAt: 'later' }));
    expect(shown(list)).toBe('c b a');
    expect(list.find('c')).toMatchObject({ updatedAt: 'later' });
    expect(list.state.total).toBe(3);
  });

  it.each([
    [1, 'does not list', ['b', 'a']],
    [1, 'lists', ['c', 'b', 'a']],
    [2, 'does not list', ['b', 'a']],
  ])('and put %i times during a load that %s it is shown once, first', async (times, _does, listed) => {
    const { list, call } = await gatedList();
    const first = list.refresh();
    for (let time = 0; time < times; time++) list.put(job('c'));
    (await call(0)).answer(pageOf(listed));
    await first;
    expect(shown(list)).toBe('c b a');
  });

  it('is shown once where it was known beyond the refreshed pages', async () => {
    const keys = numberedKeys(60);
    const { source } = pagesOf(keys, 2);
    const list = new JobList();
    let put = () => {};
    list.connect((page) => {
      put();
      return source(page);
    });
    await list.ensureLoaded();
    for (let page = 2; page <= 25; page++) await list.loadMore();
    put = () => list.put(job('j49'));
    await list.refresh();
    expect(keysOf(list.state.rows)?.filter((key) => key === 'j49')).toHaveLength(1);
  });

  it('does not stand for the list where nothing was loaded before', async () => {
    const { list, asked } = await listOf(['b', 'a']);
    list.put(job('c'));
    expect(shown(list)).toBe('c');
    expect(list.state.hasMore).toBe(true);
    await list.ensureLoaded();
    expect(asked).toEqual([1]);
    expect(shown(list)).toBe('c b a');
    expect(list.state.hasMore).toBe(false);
    await list.ensureLoaded();
    expect(asked).toEqual([1]);
  });

  it('does not make the first load read on where the service does not list it', async () => {
    const { list, asked } = await listOf(numberedKeys(40));
    list.put(job('unlisted'));
    await list.ensureLoaded();
    expect(asked).toEqual([1]);
    expect(shown(list)).toBe('unlisted j0 j1');
  });

  it('is not lost where its first load failed, and the next one shows only others that started since', async () => {
    const keys = numberedKeys(4);
    const { source } = pagesOf(keys, 2);
    const list = new JobList();
    let isDown = true;
    list.connect((page) => (isDown ? Promise.reject(fault()) : source(page)));
    await list.ensureLoaded();
    isDown = false;
    keys.unshift('own');
    list.put(job('own'));
    keys.unshift('n5', 'n4', 'n3', 'n2', 'n1');
    await list.refresh();
    expect(shown(list)).toBe('own n5 n4');
    await list.refresh();
    expect(shown(list)).toBe('n5 n4 n3 n2 n1 own');
  });

  it('is updated in its place, and only where it has one', async () => {
    const { list } = await listOf(['b', 'a'], 1);
    list.update([job('a', { updatedAt: 'later' }), job('z')]);
    expect(shown(list)).toBe('b a');
    expect(list.find('a')).toMatchObject({ updatedAt: 'later' });
  });
});

describe('connecting', () => {
  it('drops everything, and never shows an answer of before', async () => {
    const { list, call } = await gatedList();
    const old = list.refresh();
    const asked = await call(0);
    list.put(job('old'));
    list.connect(pagesOf(['new'], 2).source);
    expect(asked.signal.aborted).toBe(true);
    expect(list.state).toMatchObject(unread);
    await list.ensureLoaded();
    asked.answer(pageOf(['old']));
    await old;
    expect(shown(list)).toBe('new');
  });
});

describe('cancelling', () => {
  it('keeps the rows, tells the source, and settles', async () => {
    const { list, call } = await gatedList(pageOf(['b'], { hasMore: true }));
    const stop = new AbortController();
    const all = list.loadAll({ signal: stop.signal });
    const asked = await call(1);
    stop.abort();
    expect(asked.signal.aborted).toBe(true);
    expect(list.state).toMatchObject({ loading: null, failure: null, hasMore: true });
    asked.answer(pageOf(['a'], { currentPage: 2 }));
    await all;
    expect(shown(list)).toBe('b');
    const again = list.loadMore();
    const second = await call(2);
    expect(second.question).toBe(2);
    second.answer(pageOf(['a'], { currentPage: 2 }));
    await again;
    expect(shown(list)).toBe('b a');
  });

  it('of a refresh keeps the rows as they were', async () => {
    const { list, call } = await gatedList(pageOf(['b', 'a']));
    const stop = new AbortController();
    const refreshed = list.refresh({ signal: stop.signal });
    const asked = await call(1);
    stop.abort();
    asked.answer(pageOf(['c']));
    await refreshed;
    expect([shown(list), list.state.loading, list.state.failure]).toEqual(['b a', null, null]);
  });

  it('is silent once the load has ended', async () => {
    const { list } = await listOf(['c', 'b', 'a'], 1);
    const stop = new AbortController();
    await list.loadAll({ signal: stop.signal });
    let heard = 0;
    list.onDidChange(() => heard++);
    stop.abort();
    expect(heard).toBe(0);
  });
});

describe('listeners', () => {
  it('may ask for more when they hear of a load', async () => {
    const { list } = await listOf(['c', 'b', 'a']);
    const done = Promise.withResolvers<void>();
    list.onDidChange(() => {
      if (list.state.loading !== null) return;
      if (list.state.hasMore) void list.loadMore();
      else done.resolve();
    });
    await list.ensureLoaded();
    await done.promise;
    expect(shown(list)).toBe('c b a');
  });

  it('hear nothing once the list is disposed of, which loads nothing, and nothing more', async () => {
    const { list, calls, call } = await gatedList();
    const loading = list.refresh();
    let heard = 0;
    list.onDidChange(() => heard++);
    const asked = await call(0);
    list.dispose();
    expect(list.state.loading).toBeNull();
    asked.answer(pageOf(['a']));
    await loading;
    await list.ensureLoaded();
    expect([heard, calls.length]).toEqual([0, 1]);
  });
});

describe('a list is whole', () => {
  it('once its last page is loaded, and no longer once another job has started', async () => {
    const keys = ['c', 'b', 'a'];
    const { list } = await listOf(keys);
    const were = [isWhole(list.state)];
    await list.ensureLoaded();
    were.push(isWhole(list.state));
    await list.loadMore();
    were.push(isWhole(list.state));
    keys.unshift('d');
    await list.refresh({ readOn: false, holdsRows: true });
    were.push(isWhole(list.state));
    expect(were).toEqual([false, false, true, false]);
  });

  it('not where its rows are those of an earlier window, of which an export would be out of date', async () => {
    const list = new JobList();
    const rows = pageOf(['b', 'a']).jobs;
    list.connect(
      () => Promise.reject(fault()),
      () => Promise.resolve({ rows, total: 2, pages: 1, readAt: 1 }),
    );
    await list.ensureLoaded();
    expect([shown(list), list.state.hasMore, isWhole(list.state)]).toEqual(['b a', false, false]);
  });

  it('not where jobs may be missing', async () => {
    const { list } = await scriptedList(1, pageOf(['a'], { total: 2 }));
    expect([list.state.hasMore, isWhole(list.state)]).toEqual([false, false]);
  });
});

it('reads to the end where no job can be read', async () => {
  const list = new JobList();
  const last = maxRefreshedPages + 5;
  list.connect((page) =>
    Promise.resolve({
      jobs: [damagedRow({ key: `job_${page}` })],
      pagination: { currentPage: page, hasMore: page < last, total: last, lastPage: last },
    }),
  );
  await list.loadAll();
  expect([list.state.rows?.length, list.state.note]).toEqual([last, null]);
});

describe('rows without a key', () => {
  it('are told apart by their page and their place on it, and stay the same when they are read again', async () => {
    const list = new JobList();
    const damaged = (page: number) =>
      [null, 7, { key: '' }, { key: 7 }].map((raw, index) => damagedRow(raw, 'no key', index, page));
    list.connect((page) =>
      Promise.resolve({
        jobs: damaged(page),
        pagination: { currentPage: page, hasMore: page < 3, total: 12, lastPage: 3 },
      }),
    );
    await list.ensureLoaded();
    await list.loadMore();
    await list.loadAll();
    const ids = [1, 2, 3].flatMap((page) => [0, 1, 2, 3].map((place) => `unreadable:${page}:${place}`));
    expect(list.state.rows?.map(({ id }) => id)).toEqual(ids);
    await list.refresh();
    expect(list.state.rows?.map(({ id }) => id)).toEqual(ids);
  });
});

it('while all pages load, listeners hear of them once a second, and the progress of the first 20, of every tenth after them and of the last', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const { list } = await listOf(numberedKeys(90));
  await list.ensureLoaded();
  const heard: (number | undefined)[] = [];
  list.onDidChange(() => heard.push(list.state.rows?.length));
  const progress: number[] = [];
  const onProgress = (loaded: number) => {
    progress.push(loaded);
    vi.setSystemTime(Date.now() + 50);
  };
  await list.loadAll({ onProgress });
  expect(heard).toEqual([2, 62, 90]);
  expect(progress).toEqual([...Array.from({ length: 19 }, (_, index) => 4 + 2 * index), 60, 80, 90]);
});

describe('loading all', () => {
  it('waits for a load of one page and goes on from there, once for two clicks', async () => {
    const { list, calls, call } = await gatedList(pageOf(['c'], { hasMore: true, total: 3 }));
    const clicks = [list.loadMore(), list.loadAll(), list.loadAll(), list.loadMore()];
    expect(list.state.loading).toBe('more');
    expect((await call(1)).signal.aborted).toBe(false);
    calls[1]?.answer(pageOf(['b'], { currentPage: 2, hasMore: true, total: 3 }));
    (await call(2)).answer(pageOf(['a'], { currentPage: 3, total: 3 }));
    await Promise.all(clicks);
    expect([calls.map(({ question }) => question), shown(list)]).toEqual([[1, 2, 3], 'c b a']);
  });

  it('goes on after a search that it met, and is told its end alone', async () => {
    const { list, calls, call } = await gatedList(pageOf(['d'], { hasMore: true, total: 4 }));
    const searched = list.loadAll({ until: (rows) => rows.length >= 2 });
    const stop = new AbortController();
    const [all, cancelled] = [list.loadAll(), list.loadAll({ signal: stop.signal })];
    stop.abort();
    await cancelled;
    expect([list.state.loading, calls.length]).toEqual(['all', 2]);
    (await call(1)).answer(pageOf(['c'], { currentPage: 2, hasMore: true, total: 4 }));
    await searched;
    (await call(2)).answer(pageOf(['b'], { currentPage: 3, hasMore: true, total: 4 }));
    (await call(3)).answer(pageOf(['a'], { currentPage: 4, total: 4 }));
    await all;
    expect(shown(list)).toBe('d c b a');
  });

  it('reads nothing of another service that is connected while the rows of an earlier window are replaced', async () => {
    const { ask, call } = gatedSource<number, JobsPage>();
    const list = new JobList();
    list.connect(ask, () => Promise.resolve({ rows: pageOf(['old']).jobs, total: 9, pages: 1, readAt: 1 }));
    const first = list.ensureLoaded();
    (await call(0)).fail(fault());
    await first;
    const all = list.loadAll();
    const refreshing = await call(1);
    const { asked, source } = pagesOf(['b', 'a'], 1);
    list.connect(source);
    refreshing.fail(fault());
    await all;
    expect([asked, shown(list)]).toEqual([[], 'nothing']);
  });

  it('is not ended by a refresh, which waits for it', async () => {
    const { list, calls, call } = await gatedList(pageOf(['c'], { hasMore: true }));
    const [all, refreshed] = [list.loadAll(), list.refresh()];
    (await call(1)).answer(pageOf(['b'], { currentPage: 2, hasMore: true }));
    (await call(2)).answer(pageOf(['a'], { currentPage: 3 }));
    await all;
    expect([shown(list), list.state.loading]).toEqual(['c b a', 'refresh']);
    (await call(3)).answer(pageOf(['d', 'c', 'b', 'a']));
    await refreshed;
    expect([calls.map(({ question }) => question), shown(list)]).toEqual([[1, 2, 3, 1], 'd c b a']);
  });

  it('that is cancelled while a refresh waits for it leaves the refresh alone', async () => {
    const { list, call } = await gatedList(pageOf(['c'], { hasMore: true }));
    const stop = new AbortController();
    const all = list.loadAll({ signal: stop.signal });
    const refreshed = list.refresh();
    const asked = await call(1);
    stop.abort();
    asked.fail(fault());
    await all;
    (await call(2)).answer(pageOf(['d', 'c']));
    await refreshed;
    expect([shown(list), list.state.failure]).toEqual(['d c', null]);
  });

  it('that is cancelled while it waits for a refresh leaves the refresh alone', async () => {
    const { list, calls, call } = await gatedList(pageOf(['c'], { hasMore: true }));
    const stop = new AbortController();
    const refreshed = list.refresh();
    const all = list.loadAll({ signal: stop.signal });
    stop.abort();
    (await call(1)).answer(pageOf(['d', 'c'], { hasMore: true }));
    await Promise.all([refreshed, all]);
    expect([calls.length, shown(list)]).toEqual([2, 'd c']);
  });

  it('sends nothing where there is no more', async () => {
    const { list, asked } = await listOf(['b', 'a'], 1);
    let heard = 0;
    list.onDidChange(() => heard++);
    await list.loadAll();
    expect([asked, heard]).toEqual([[], 0]);
  });
});
