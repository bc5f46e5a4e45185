import { describe, expect, it } from 'vitest';
import { type JobList, createJobList } from '../../../../src/model/jobs/jobList.ts';
import { type Job, type JobsPage, jobRow } from '../../../../src/service/index.ts';
import { damagedRow, job, pageOf, shown } from '../builders.ts';

/** A list that was read once, and counts its changes. */
async function listOf(page: JobsPage) {
  const list = createJobList();
  list.connect(() => Promise.resolve(page));
  await list.ensureLoaded();
  const changes: string[] = [];
  list.onDidChange(() => changes.push(shown(list)));
  return { list, changes };
}

const pageWith = (jobs: readonly Job[], overrides: Partial<JobsPage['pagination']> = {}): JobsPage => ({
  ...pageOf([], { total: jobs.length, ...overrides }),
  jobs: jobs.map(jobRow),
});
const done = (key: string) =>
  job(key, { completedAt: '2026-10-02T08:00:00Z', updatedAt: '2026-10-02T08:00:00Z' });

describe('merging a page that was read beside the list', () => {
  it('changes rows in place with one event, and keeps the others as they were', async () => {
    const { list, changes } = await listOf(pageOf(['c', 'b', 'a']));
    const before = list.state.rows;
    list.merge(pageWith([done('c'), job('b'), done('a')]), 1);
    expect(changes).toEqual(['c b a']);
    expect([list.find('c')?.completedAt, list.find('a')?.completedAt]).toEqual([
      '2026-10-02T08:00:00Z',
      '2026-10-02T08:00:00Z',
    ]);
    expect(list.state.rows?.[1]).toBe(before?.[1]);
  });

  it('is what a refresh does that holds rows, while one would move; it replaces them once none does or it does not hold', async () => {
    let page = pageOf(['b', 'a']);
    const list = createJobList();
    list.connect(() => Promise.resolve(page));
    await list.ensureLoaded();
    const hold = async (next: JobsPage) => {
      page = next;
      await list.refresh({ readOn: false, holdsRows: true });
      return [shown(list), list.state.newer, list.state.total, list.find('a')?.completedAt ?? null];
    };
    expect(await hold(pageWith([job('c'), job('b'), done('a')]))).toEqual([
      'b a',
      1,
      3,
      '2026-10-02T08:00:00Z',
    ]);
    expect(await hold(pageWith([job('d'), job('c'), job('b'), done('a')]))).toEqual([
      'b a',
      2,
      4,
      '2026-10-02T08:00:00Z',
    ]);
    expect(await hold(pageWith([done('a')]))).toEqual(['b a', 0, 1, '2026-10-02T08:00:00Z']);
    expect(await hold(pageWith([job('b'), done('a'), job('older')]))).toEqual([
      'b a older',
      0,
      3,
      '2026-10-02T08:00:00Z',
    ]);
    page = pageOf(['c', 'b', 'a']);
    await list.refresh({ readOn: false });
    expect(shown(list)).toBe('c b a');
  });

  it('does not keep a refresh that a person asks for meanwhile from moving rows', async () => {
    let page = pageOf(['b', 'a']);
    const list = createJobList();
    list.connect(() => Promise.resolve(page));
    await list.ensureLoaded();
    page = pageOf(['c', 'b', 'a']);
    const held = list.refresh({ readOn: false, holdsRows: true });
    await list.refresh();
    expect(shown(list)).toBe('c b a');
    await held;
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
    expect([shown(list), list.state.newer, list.state.total]).toEqual(['b a', 2, 4]);
    list.merge(pageOf(['d', 'c', 'b', 'a']), 1);
    expect(changes).toHaveLength(1);
  });

  it('counts a whole page of new jobs, and none below the last loaded row', async () => {
    const { list } = await listOf(pageOf(['b', 'a']));
    list.merge(pageOf(['f', 'e', 'd', 'c'], { hasMore: true }), 1);
    expect(list.state.newer).toBe(4);
    list.merge(pageOf(['c', 'b', 'older']), 1);
    expect(list.state.newer).toBe(1);
    list.merge(pageOf(['y', 'x'], { currentPage: 2 }), 2);
    expect(list.state.newer).toBe(1);
    list.merge(pageOf(['b', 'older', 'oldest']), 1);
    expect(list.state.newer).toBe(0);
  });

  it('does not count a job that was put first by its start', async () => {
    const { list } = await listOf(pageOf(['a']));
    list.put(job('mine'));
    list.merge(pageOf(['mine', 'theirs', 'a']), 1);
    expect([shown(list), list.state.newer]).toEqual(['mine a', 1]);
  });

  it.each<[string, (list: JobList) => unknown]>([
    ['the list is read anew', (list) => list.refresh()],
    ['another service is connected', (list) => list.connect(undefined)],
  ])('forgets the count when %s', async (_what, change) => {
    const { list } = await listOf(pageOf(['a']));
    list.merge(pageOf(['b', 'a']), 1);
    await change(list);
    expect(list.state.newer).toBe(0);
  });

  it('lets jobs in where there were none', async () => {
    const answers = [pageOf([]), pageOf(['a'])];
    const list = createJobList();
    list.connect(() => Promise.resolve(answers.shift() ?? pageOf(['a'])));
    await list.ensureLoaded();
    list.merge(pageOf(['a']), 1);
    await list.ensureLoaded();
    expect(shown(list)).toBe('a');
  });

  it('takes what differs of a job that was not updated since', async () => {
    const { list, changes } = await listOf(pageOf(['a']));
    list.merge(pageWith([job('a', { activeSteps: [] })]), 1);
    expect([changes.length, list.find('a')?.activeSteps]).toEqual([1, []]);
  });

  it('makes a row readable that was not', async () => {
    const { list } = await listOf({ ...pageOf([]), jobs: [damagedRow({ key: 'a' })] });
    expect(list.find('a')).toBeUndefined();
    list.merge(pageOf(['a']), 1);
    expect(list.state.rows).toEqual([{ kind: 'job', id: 'job:a', job: job('a') }]);
  });

  it('tells nothing of a list that was not read', () => {
    const list = createJobList();
    list.merge(pageOf(['a']), 1);
    expect(list.state.rows).toBeUndefined();
  });
});
