import { describe, expect, it } from 'vitest';
import { JobList } from '../../../../src/model/jobs/jobList.ts';
import { type Job, type JobsPage, jobRow } from '../../../../src/service/index.ts';
import { readJobRows } from '../../../../src/service/schema/jobs.ts';
import { damagedRow, gatedSource, job, pageOf, shown } from '../builders.ts';

/** A list that was read once, and counts its changes. */
async function listOf(page: JobsPage) {
  const list = new JobList();
  list.connect(() => Promise.resolve(page));
  await list.ensureLoaded();
  const changes: string[] = [];
  list.onDidChange(() => changes.push(shown(list)));
  return { list, changes };
}

const pageWith = (jobs: readonly Job[], overrides: Partial<JobsPage['pagination']> = {}): JobsPage => ({ ...pageOf([], { total: jobs.length, ...overrides }), jobs: jobs.map(jobRow) });
const done = (key: string) => job(key, { completedAt: '2026-10-02T08:00:00Z', updatedAt: '2026-10-02T08:00:00Z' });

describe('merging a page that was read beside the list', () => {
  it('changes rows in place with one event, and keeps the others as they were', async () => {
    const { list, changes } = await listOf(pageOf(['c', 'b', 'a']));
    const before = list.state.rows;
    list.merge(pageWith([done('c'), job('b'), done('a')]), 1);
    expect(changes).toEqual(['c b a']);
    expect([list.find('c')?.completedAt, list.find('a')?.completedAt]).toEqual(['2026-10-02T08:00:00Z', '2026-10-02T08:00:00Z']);
    expect(list.state.rows?.[1]).toBe(before?.[1]);
  });

  it('is what a refresh does that holds rows, while one would move; it replaces them once none does or it does not hold', async () => {
    let page = pageOf(['b', 'a']);
    const list = new JobList();
    list.connect(() => Promise.resolve(page));
    await list.ensureLoaded();
    const hold = async (next: JobsPage) => {
      page = next;
      await list.refresh({ readOn: false, holdsRows: true });
      return [shown(list), list.state.arrivedAbove, list.state.total, list.find('a')?.completedAt ?? null];
    };
    expect(await hold(pageWith([job('c'), job('b'), done('a')]))).toEqual(['b a', 1, 3, '2026-10-02T08:00:00Z']);
    expect(await hold(pageWith([job('d'), job('c'), job('b'), done('a')]))).toEqual(['b a', 2, 4, '2026-10-02T08:00:00Z']);
    expect(await hold(pageWith([done('a')]))).toEqual(['b a', 0, 1, '2026-10-02T08:00:00Z']);
    expect(await hold(pageWith([job('b'), done('a'), job('older')]))).toEqual(['b a older', 0, 3, '2026-10-02T08:00:00Z']);
    page = pageOf(['c', 'b', 'a']);
    await list.refresh({ readOn: false });
    expect(shown(list)).toBe('c b a');
  });

  it('changes neither of two jobs with one key by the other, and both by an answer that holds both', async () => {
    const both = (...notes: string[]): JobsPage => ({ ...pageOf([]), jobs: readJobRows(notes.map((note) => job('a', { note })), 1) });
    const { list } = await listOf(both('one', 'other'));
    const notes = () => list.state.rows?.map((row) => row.kind === 'job' && [row.isRepeated, row.job['note']]);
    expect(notes()).toEqual([[true, 'one'], [true, 'other']]);
    list.update([job('a', { note: 'of either' })]);
    list.merge(pageWith([job('a', { note: 'of either' })]), 1);
    expect(notes()).toEqual([[true, 'one'], [true, 'other']]);
    list.merge(both('one, newer', 'other, newer'), 1);
    expect(notes()).toEqual([[true, 'one, newer'], [true, 'other, newer']]);
    await list.refresh();
    expect(notes()).toEqual([[true, 'one'], [true, 'other']]);
  });

  it('tells nobody where nothing is new', async () => {
    const { list, changes } = await listOf(pageOf(['b', 'a']));
    const { state } = list;
    list.merge(pageOf(['b', 'a']), 1);
    list.update([job('a'), job('elsewhere')]);
    expect(changes).toEqual([]);
    expect(list.state).toBe(state);
  });

  it('moves no row for jobs that started meanwhile, but counts them', async () => {
    const { list, changes } = await listOf(pageOf(['b', 'a']));
    list.merge(pageOf(['d', 'c', 'b', 'a']), 1);
    expect([shown(list), list.state.arrivedAbove, list.state.total, list.state.newer]).toEqual(['b a', 2, 4, 0]);
    list.merge(pageOf(['d', 'c', 'b', 'a']), 1);
    expect(changes).toHaveLength(1);
  });

  it('counts a whole page of new jobs, and none below the last loaded row', async () => {
    const { list } = await listOf(pageOf(['b', 'a']));
    list.merge(pageOf(['f', 'e', 'd', 'c'], { hasMore: true }), 1);
    expect(list.state.arrivedAbove).toBe(4);
    list.merge(pageOf(['c', 'b', 'older']), 1);
    expect(list.state.arrivedAbove).toBe(1);
    list.merge(pageOf(['y', 'x'], { currentPage: 2 }), 2);
    expect(list.state.arrivedAbove).toBe(1);
    list.merge(pageOf(['b', 'older', 'oldest']), 1);
    expect(list.state.arrivedAbove).toBe(0);
  });

  it('does not count a job that was put first by its start', async () => {
    const { list } = await listOf(pageOf(['a']));
    list.put(job('mine'));
    list.merge(pageOf(['mine', 'theirs', 'a']), 1);
    expect([shown(list), list.state.arrivedAbove]).toEqual(['mine a', 1]);
  });

  it('forgets the count when the list is read anew', async () => {
    const { list } = await listOf(pageOf(['a']));
    list.merge(pageOf(['b', 'a']), 1);
    await list.refresh();
    expect(list.state.arrivedAbove).toBe(0);
  });

  it('forgets the count when another service is connected', async () => {
    const { list } = await listOf(pageOf(['a']));
    list.merge(pageOf(['b', 'a']), 1);
    list.connect(undefined);
    expect(list.state.arrivedAbove).toBe(0);
  });

  it('lets jobs in where there were none', async () => {
    const answers = [pageOf([]), pageOf(['a'])];
    const list = new JobList();
    list.connect(() => Promise.resolve(answers.shift() ?? pageOf(['a'])));
    await list.ensureLoaded();
    list.merge(pageOf(['a']), 1);
    await list.ensureLoaded();
    expect(shown(list)).toBe('a');
  });

  it('does not go back to what was known before, nor lose what only a single job tells', async () => {
    const { list, changes } = await listOf(pageOf(['a']));
    list.update([{ ...done('a'), logs: [1] }]);
    changes.length = 0;
    list.merge(pageOf(['a']), 1);
    list.merge(pageWith([done('a')]), 1);
    expect(changes).toEqual([]);
    expect(list.find('a')).toMatchObject({ completedAt: '2026-10-02T08:00:00Z', logs: [1] });
  });

  it('takes what differs of a job that was not updated since', async () => {
    const { list, changes } = await listOf(pageOf(['a']));
    list.merge(pageWith([job('a', { activeSteps: [] })]), 1);
    expect([changes.length, list.find('a')?.activeSteps]).toEqual([1, []]);
  });

  it('makes a row readable that was not', async () => {
    const { list } = await listOf({ ...pageOf([]), jobs: [damagedRow({ key: 'a' })] });
    list.merge(pageOf(['a']), 1);
    expect(list.state.rows).toEqual([{ kind: 'job', id: 'job:a', job: job('a') }]);
  });

  it('tells nothing of a list that was not read', () => {
    const list = new JobList();
    list.merge(pageOf(['a']), 1);
    expect(list.state.rows).toBeUndefined();
  });
});

describe('newer wins: what is read beside the list while a refresh is under way', () => {
  const untimed = (key: string, overrides: object = {}) => job(key, { updatedAt: null, ...overrides });

  /** A list with these jobs, and the request of its refresh. */
  async function refreshing(jobs: readonly Job[]) {
    const { ask, call } = gatedSource<number, JobsPage>();
    const list = new JobList();
    list.connect(ask);
    const first = list.ensureLoaded();
    (await call(0)).answer(pageWith(jobs));
    await first;
    const refreshed = list.refresh();
    const asked = await call(1);
    const answer = async (...later: readonly Job[]) => {
      asked.answer(pageWith(later));
      await refreshed;
    };
    return { list, answer };
  }

  it.each([
    ['update', (list: JobList, read: Job) => list.update([read])],
    ['merge', (list: JobList, read: Job) => list.merge(pageWith([read]), 1)],
  ])('shows at once, and stays where the answer is older (%s)', async (_how, take) => {
    const { list, answer } = await refreshing([job('a')]);
    take(list, done('a'));
    expect(list.find('a')).toEqual(done('a'));
    await answer(job('a'));
    expect(list.find('a')).toEqual(done('a'));
  });

  it('stays also where no time tells which is older', async () => {
    const { list, answer } = await refreshing([untimed('a'), untimed('b')]);
    list.update([untimed('a', { activeSteps: [] })]);
    await answer(untimed('a'), untimed('b', { activeSteps: [] }));
    expect([list.find('a')?.activeSteps, list.find('b')?.activeSteps]).toEqual([[], []]);
  });

  it('gives way to an answer that is newer', async () => {
    const { list, answer } = await refreshing([job('a')]);
    list.update([job('a', { activeSteps: [] })]);
    await answer(done('a'));
    expect(list.find('a')).toEqual(done('a'));
  });

  it('gives way to the next refresh where no time tells which is older', async () => {
    const answers = [pageWith([untimed('a')]), pageWith([untimed('a', { assignedTo: 'later' })])];
    const list = new JobList();
    list.connect(() => Promise.resolve(answers.shift() ?? pageOf([])));
    await list.ensureLoaded();
    list.update([untimed('a', { activeSteps: [] })]);
    await list.refresh();
    expect(list.find('a')?.assignedTo).toBe('later');
  });

  it('adds no row that the answer lacks', async () => {
    const { list, answer } = await refreshing([job('a'), job('b')]);
    list.update([done('b')]);
    await answer(job('a'));
    expect(shown(list)).toBe('a');
  });
});
