import { beforeEach, describe, expect, it, vi } from 'vitest';
import { job, shown } from '../builders.ts';
import { type ServiceInMemory, serverFault } from './serviceInMemory.ts';
import { controlTime, serviceWith, listOnly, following, pass, rounds } from './jobFollowerSetup.ts';

beforeEach(controlTime);

describe('JobFollower', () => {
  it('reports a job as deleted after three HTTP 404 responses', async () => {
    const { service, watches, deleted } = await following({ watched: ['job_1'] });
    await rounds(service, 1);
    service.jobs = service.jobs.filter(({ key }) => key !== 'job_1');
    await rounds(service, 2);
    expect(deleted).toEqual([]);
    await rounds(service, 1);
    expect([deleted, watches.keys.size]).toEqual([['job_1'], 0]);
    await pass(600);
    expect([service.take(), vi.getTimerCount()]).toEqual([[], 0]);
  });

  it('reports a job as deleted after two complete lists without the job', async () => {
    const service = listOnly(4, 2);
    const { deleted, failed } = await following({ service, pages: 2, watched: ['job_0'] });
    service.jobs = service.jobs.slice(0, 3);
    await rounds(service, 1);
    expect(deleted).toEqual([]);
    await rounds(service, 1);
    expect([deleted, failed]).toEqual([['job_0'], []]);
  });

  it('does not report a job as deleted if only some list pages were searched', async () => {
    const { deleted, watches } = await following({
      service: listOnly(30, 1),
      watched: ['job_0'],
    });
    await pass(600);
    expect([deleted, watches.isWatched('job_0')]).toEqual([[], true]);
    expect(watches.stateOf('job_0')).toBe('notFollowed');
  });

  it('resumes polling a missing job when the Jobs view loads it', async () => {
    const { list, watches } = await following({ service: listOnly(30, 1), watched: ['job_5'] });
    await pass(0);
    expect(watches.stateOf('job_5')).toBe('notFollowed');
    await list.loadAll();
    expect(watches.stateOf('job_5')).toBe('watched');
  });

  it.each([
    ['`GET /jobs/{key}`', serviceWith(3)],
    ['the job list', listOnly(3)],
  ])('waits up to 30 s for %s to return a newly started job', async (_, service) => {
    const { session, watches, deleted, read } = await following({ service });
    session.jobs.apply({
      jobs: [job('started')],
      source: 'change',
      request: 1,
      readAt: Date.now(),
    });
    watches.watch('started', 'never');
    await pass(30);
    expect([deleted, [...watches.keys]]).toEqual([['never'], ['started']]);
    service.jobs = [job('started'), ...service.jobs];
    await pass(30);
    expect([deleted, new Set(read)]).toEqual([['never'], new Set(['started'])]);
  });

  it('marks a job as deleted until a refresh finds it again', async () => {
    const { service, list, watches } = await following({ watched: ['job_1'] });
    const all = service.jobs;
    await rounds(service, 1);
    service.jobs = all.filter(({ key }) => key !== 'job_1');
    await rounds(service, 3);
    expect(watches.stateOf('job_1')).toBe('deleted');
    await list.refresh();
    expect([watches.stateOf('job_1'), shown(list)]).toEqual(['deleted', 'job_2 job_0']);
    service.jobs = all;
    await list.refresh();
    expect(watches.stateOf('job_1')).toBe('watched');
  });

  it('stops watching deleted jobs before it reports finished jobs', async () => {
    const { service, follower, watches } = await following({ watched: ['job_0', 'job_1'] });
    await rounds(service, 1);
    service.jobs = service.jobs.filter(({ key }) => key !== 'job_0');
    await rounds(service, 2);
    service.complete('job_1');
    const events: unknown[] = [];
    follower.onDidFollow(({ kind }) => kind !== 'read' && events.push([kind, watches.keys.size]));
    await rounds(service, 1);
    expect(events).toEqual([
      ['deleted', 1],
      ['finished', 0],
    ]);
  });

  it('reports a job as deleted only after consecutive responses without the job', async () => {
    const { service, deleted } = await following({ watched: ['flickering'] });
    await rounds(service, 2);
    service.unlisted = [job('flickering')];
    await rounds(service, 1);
    service.unlisted = [];
    await rounds(service, 2);
    expect(deleted).toEqual([]);
    await rounds(service, 1);
    expect(deleted).toEqual(['flickering']);
  });

  it.each<[string, () => ServiceInMemory]>([
    ['`GET /jobs/{key}`', () => serviceWith(3)],
    ['the job list', () => listOnly(3)],
  ])('does not treat an error from %s as a missing job', async (_what, createService) => {
    const service = createService();
    const { deleted, read } = await following({ service, watched: ['job_1'] });
    service.failure = serverFault();
    await rounds(service, 3);
    service.failure = undefined;
    const all = service.jobs;
    service.jobs = all.filter(({ key }) => key !== 'job_1');
    await rounds(service, 1);
    expect(deleted).toEqual([]);
    service.jobs = all;
    await rounds(service, 1);
    expect(read).toEqual(['job_1']);
  });
});
