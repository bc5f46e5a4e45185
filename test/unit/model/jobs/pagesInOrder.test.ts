import { describe, expect, it } from 'vitest';
import { JobList } from '../../../../src/model/jobs/jobList.ts';
import { pagesInOrder } from '../../../../src/model/jobs/pagesInOrder.ts';
import { type JobsPage, ServiceError } from '../../../../src/service/index.ts';
import { gatedSource, job, keysOf, pageOf } from '../builders.ts';

/** A source whose answers the test gives, in any order; a cancelled request fails at once. */
function byHand() {
  const { calls, ask: asking } = gatedSource<number, JobsPage>();
  const ask = (page: number, signal: AbortSignal): Promise<JobsPage> => {
    const answer = asking(page, signal);
    const made = calls.at(-1);
    signal.addEventListener('abort', () => made?.fail(new ServiceError('cancelled', 'cancelled')));
    return answer;
  };
  return { asked: calls, ask };
}

const { signal } = new AbortController();

const turn = () => new Promise<void>((resolve) => setImmediate(resolve));
const page = (number: number, last: number) =>
  pageOf([`job ${number}`], { currentPage: number, hasMore: number < last, total: last, lastPage: last });

describe('reading pages in order', () => {
  it('asks for four at a time, and hands them out in order whatever the order of the answers', async () => {
    const { asked, ask } = byHand();
    const pages = pagesInOrder(ask, { from: 2, lastPage: () => 9, signal });
    const first = pages.next();
    await turn();
    expect(asked.map(({ question }) => question)).toEqual([2, 3, 4, 5]);
    asked[1]?.answer(page(3, 9));
    asked[0]?.answer(page(2, 9));
    expect((await first).value.number).toBe(2);
    expect((await pages.next()).value.number).toBe(3);
    expect(asked.map(({ question }) => question)).toEqual([2, 3, 4, 5, 6]);
    await pages.return(undefined as never);
    expect(asked.every(({ signal }) => signal.aborted)).toBe(true);
  });

  it('asks again for what was answered before the page that comes before it, so that nothing is on neither', async () => {
    const { asked, ask } = byHand();
    const keys = ['f', 'e', 'd', 'c', 'b', 'a'];
    const now = (number: number) =>
      pageOf(keys.slice((number - 1) * 2, number * 2), {
        currentPage: number,
        hasMore: number * 2 < keys.length,
        total: keys.length,
        lastPage: 3,
      });
    const pages = pagesInOrder(ask, { from: 1, lastPage: () => 3, pagesAtOnce: 3, signal });
    const read = new Map<number, string[] | undefined>();
    const next = async () => {
      const { number, page } = (await pages.next()).value;
      read.set(number, keysOf(page.jobs));
    };
    const first = next();
    await turn();
    asked[1]?.answer(now(2));
    asked[2]?.answer(now(3));
    await turn();
    keys.unshift('g');
    asked[0]?.answer(now(1));
    await first;
    const answerAll = async () => {
      await turn();
      for (const { question, answer } of asked) answer(now(question));
    };
    for (let pages = 0; pages < 3; pages++) await Promise.all([next(), answerAll(), answerAll()]);
    expect(asked.map(({ question }) => question)).toEqual([1, 2, 3, 1, 2, 3]);
    expect([...read]).toEqual([
      [1, ['g', 'f']],
      [2, ['e', 'd']],
      [3, ['c', 'b']],
    ]);
    await pages.return(undefined as never);
  });

  it('asks for one at a time where the service does not say how many there are, and never past the last', async () => {
    const { asked, ask } = byHand();
    void pagesInOrder(ask, { from: 2, lastPage: () => null, signal }).next();
    void pagesInOrder(ask, { from: 8, lastPage: () => 9, signal }).next();
    await turn();
    expect(asked.map(({ question }) => question)).toEqual([2, 8, 9]);
  });
});

describe('loading all jobs', () => {
  async function loadedFirstPage(firstPage: JobsPage) {
    const { asked, ask } = byHand();
    const list = new JobList();
    list.connect(ask);
    const first = list.ensureLoaded();
    await turn();
    asked[0]?.answer(firstPage);
    await first;
    return { list, asked };
  }

  it('keeps what came when it is cancelled or fails, and goes on from there', async () => {
    const { list, asked } = await loadedFirstPage(page(1, 4));
    const stop = new AbortController();
    const all = list.loadAll({ signal: stop.signal });
    await turn();
    asked[1]?.answer(page(2, 4));
    await turn();
    stop.abort();
    await all;
    expect(keysOf(list.state.rows)).toEqual(['job 1', 'job 2']);
    expect(list.state).toMatchObject({ hasMore: true, loading: null });

    const again = list.loadAll();
    await turn();
    const [third, fourth] = asked.slice(-2);
    expect([third?.question, fourth?.question]).toEqual([3, 4]);
    third?.fail(new ServiceError('serverFault', 'broken'));
    await again;
    expect(list.state).toMatchObject({ hasMore: true, failure: { during: 'all' } });
    expect(keysOf(list.state.rows)).toEqual(['job 1', 'job 2']);
  });

  it('asks for one page at a time where no total tells whether pages belong together', async () => {
    const { list, asked } = await loadedFirstPage(pageOf(['a'], { hasMore: true, total: null, lastPage: 9 }));
    void list.loadAll();
    await turn();
    expect(asked.map(({ question }) => question)).toEqual([1, 2]);
    list.dispose();
  });

  it('stops where its reader has enough, and ends what was asked ahead', async () => {
    const { list, asked } = await loadedFirstPage(page(1, 9));
    const all = list.loadAll({ until: (rows) => rows.length >= 2 });
    await turn();
    asked[1]?.answer(page(2, 9));
    await all;
    expect(keysOf(list.state.rows)).toEqual(['job 1', 'job 2']);
    expect(asked.slice(2).every(({ signal }) => signal.aborted)).toBe(true);
    expect(list.state.hasMore).toBe(true);
    expect(list.find('job 2')).toEqual(job('job 2'));
  });
});
