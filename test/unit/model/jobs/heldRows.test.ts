import { describe, expect, it } from 'vitest';
import { JobList } from '../../../../src/model/jobs/jobList.ts';
import { type Job, type JobsPage, jobRow } from '../../../../src/service/index.ts';
import { damagedRow, job, pageOf, shown } from '../builders.ts';

/** A list that was read once, and counts its changes; its service answers as the test says. */
async function listOf(first: JobsPage) {
  let page = first;
  const list = new JobList();
  list.connect(() => Promise.resolve(page));
  await list.ensureLoaded();
  const changes: string[] = [];
  list.onDidChange(() => changes.push(shown(list)));
  const hold = async (next: JobsPage) => {
    page = next;
    await list.refresh({ readOn: false, holdsRows: true });
    return [shown(list), list.state.newer];
  };
  return { list, changes, hold };
}

const pageWith = (jobs: readonly Job[], overrides: Partial<JobsPage['pagination']> = {}): JobsPage => ({
  ...pageOf([], { total: jobs.length, ...overrides }),
  jobs: jobs.map(jobRow),
});
const completedAt = '2026-10-02T08:00:00Z';
const done = (key: string) => job(key, { completedAt, updatedAt: completedAt });

describe('an update of loaded jobs', () => {
  it('changes rows in place with one event, and keeps the others as they were', async () => {
    const { list, changes } = await listOf(pageOf(['c', 'b', 'a']));
    const before = list.state.rows;
    list.update([done('c'), job('b'), done('a')]);
    expect(changes).toEqual(['c b a']);
    expect([list.find('c')?.completedAt, list.find('a')?.completedAt]).toEqual([completedAt, completedAt]);
    expect(list.state.rows?.[1]).toBe(before?.[1]);
  });

  it('tells nobody where nothing is new', async () => {
    const { list, changes } = await listOf(pageOf(['b', 'a']));
    const { state } = list;
    list.update([job('a'), job('elsewhere')]);
    expect(changes).toEqual([]);
    expect(list.state).toBe(state);
  });

  it('takes what differs of a job that was not updated since', async () => {
    const { list, changes } = await listOf(pageOf(['a']));
    list.update([job('a', { activeSteps: [] })]);
    expect([changes.length, list.find('a')?.activeSteps]).toEqual([1, []]);
  });

  it('makes a row readable that was not', async () => {
    const { list } = await listOf({ ...pageOf([]), jobs: [damagedRow({ key: 'a' })] });
    expect(list.find('a')).toBeUndefined();
    list.update([job('a')]);
    expect(list.state.rows).toEqual([{ kind: 'job', id: 'job:a', job: job('a') }]);
  });

  it('tells nothing of a list that was not read', () => {
    const list = new JobList();
    list.update([job('a')]);
    expect(list.state.rows).toBeUndefined();
  });
});

describe('a refresh that holds rows', () => {
  it('only updates them while one would move; it replaces them once none does', async () => {
    const { list, hold } = await listOf(pageOf(['b', 'a']));
    expect(await hold(pageWith([job('c'), job('b'), done('a')]))).toEqual(['b a', 1]);
    expect([list.state.total, list.find('a')?.completedAt]).toEqual([3, completedAt]);
    expect(await hold(pageWith([job('d'), job('c'), job('b'), done('a')]))).toEqual(['b a', 2]);
    expect(list.state.total).toBe(4);
    expect(await hold(pageWith([done('a')]))).toEqual(['b a', 0]);
    expect(await hold(pageWith([job('b'), done('a'), job('older')]))).toEqual(['b a older', 0]);
    await hold(pageOf(['c', 'b', 'a']));
    await list.refresh({ readOn: false });
    expect([shown(list), list.state.newer]).toEqual(['c b a', 0]);
  });

  it('does not keep a refresh that a person asks for meanwhile from moving rows', async () => {
    const { list, hold } = await listOf(pageOf(['b', 'a']));
    const held = hold(pageOf(['c', 'b', 'a']));
    await list.refresh();
    expect(shown(list)).toBe('c b a');
    await held;
  });

  it('counts a whole page of new jobs, and none below the last loaded row', async () => {
    const { hold } = await listOf(pageOf(['b', 'a']));
    expect(await hold(pageOf(['f', 'e', 'd', 'c'], { hasMore: true }))).toEqual(['b a', 4]);
    expect(await hold(pageOf(['c', 'b', 'older']))).toEqual(['b a', 1]);
    expect(await hold(pageOf(['b', 'older', 'oldest']))).toEqual(['b a', 0]);
  });

  it('does not count a job that was put first by its start', async () => {
    const { list, hold } = await listOf(pageOf(['a']));
    list.put(job('mine'));
    expect(await hold(pageOf(['mine', 'theirs', 'a']))).toEqual(['mine a', 1]);
  });

  it('lets jobs in where there were none', async () => {
    const { hold } = await listOf(pageOf([]));
    expect(await hold(pageOf(['a']))).toEqual(['a', 0]);
  });

  it('forgets the count when another service is connected', async () => {
    const { list, hold } = await listOf(pageOf(['a']));
    await hold(pageOf(['b', 'a']));
    list.connect(undefined);
    expect(list.state.newer).toBe(0);
  });
});
