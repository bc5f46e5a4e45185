import { describe, expect, it } from 'vitest';
import { JobList } from '../../../../src/model/jobs/jobList.ts';
import { type Job, type JobsPage, jobRow } from '../../../../src/service/index.ts';
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
    expect([shown(list), list.arrivedAbove, list.state.total, list.state.newer]).toEqual(['b a', 2, 4, 0]);
    list.merge(pageOf(['d', 'c', 'b', 'a']), 1);
    expect(changes).toHaveLength(1);
  });

  it('counts a whole page of new jobs, and none below the last loaded row', async () => {
    const { list } = await listOf(pageOf(['b', 'a']));
    list.merge(pageOf(['f', 'e', 'd', 'c'], { hasMore: true }), 1);
    expect(list.arrivedAbove).toBe(4);
    list.merge(pageOf(['c', 'b', 'older']), 1);
    expect(list.arrivedAbove).toBe(1);
    list.merge(pageOf(['y', 'x'], { currentPage: 2 }), 2);
    expect(list.arrivedAbove).toBe(1);
    list.merge(pageOf(['b', 'older', 'oldest']), 1);
    expect(list.arrivedAbove).toBe(0);
  });

  it('does not count a job that was put first by its start', async () => {
    const { list } = await listOf(pageOf(['a']));
    list.put(job('mine'));
    list.merge(pageOf(['mine', 'theirs', 'a']), 1);
    expect([shown(list), list.arrivedAbove]).toEqual(['mine a', 1]);
  });

  it('forgets the count when the list is read anew', async () => {
    const { list } = await listOf(pageOf(['a']));
    list.merge(pageOf(['b', 'a']), 1);
    await list.refresh();
    expect(list.arrivedAbove).toBe(0);
  });

  it('forgets the count when another service is connected', async () => {
    const { list } = await listOf(pageOf(['a']));
    list.merge(pageOf(['b', 'a']), 1);
    list.connect(undefined);
    expect(list.arrivedAbove).toBe(0);
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

  it('leaves the word to a load that reads all anew', async () => {
    const { ask, call } = gatedSource<number, JobsPage>();
    const list = new JobList();
    list.connect(ask);
    list.merge(pageOf(['a']), 1);
    expect(list.state.rows).toBeUndefined();
    const first = list.refresh();
    (await call(0)).answer(pageOf(['a']));
    await first;
    const again = list.refresh();
    const asked = await call(1);
    list.merge(pageWith([done('a')]), 1);
    expect(list.find('a')?.completedAt).toBeNull();
    asked.answer(pageWith([done('a')]));
    await again;
    expect(list.find('a')?.completedAt).not.toBeNull();
  });
});
