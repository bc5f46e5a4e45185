import { beforeEach, describe, expect, it, vi } from 'vitest';
import { jobRow } from '../../../../src/service/index.ts';
import { patient } from '../../service/harness.ts';
import { job, jobFrom, shown } from '../builders.ts';
import { ServiceInMemory, serverFault } from './serviceInMemory.ts';
import {
  controlTime,
  serviceWith,
  listOnly,
  following,
  pass,
  refreshed,
} from './jobFollowerSetup.ts';

beforeEach(controlTime);

/** Properties of a finished job if the service does not send completion times. */
const idle = { completedAt: undefined, activeSteps: [], activeWorkflows: [] };

describe('JobFollower', () => {
  it('updates the row of a watched job and reports it as finished only once', async () => {
    const { service, list, watches, finished } = await following({ watched: ['job_1'] });
    await pass(3);
    service.change('job_1', {
      activeSteps: [{ key: 'stp_2', name: 'Second' }],
      updatedAt: '2026-10-01T10:00:00Z',
    });
    await pass(10);
    expect(list.find('job_1')?.activeSteps?.[0]?.name).toBe('Second');
    service.complete('job_1');
    await pass(60);
    expect(finished).toEqual([['job_1']]);
    expect([watches.isWatched('job_1'), shown(list)]).toEqual([false, 'job_2 job_1 job_0']);
    service.take();
    await pass(3600);
    expect([service.take(), finished.length, vi.getTimerCount()]).toEqual([[], 1, 0]);
  });

  it('does not report a watched job as finished if its completion time is empty', async () => {
    const running = jobFrom({ key: 'job_1', completedAt: '' });
    const { service, watches, finished } = await following({
      service: new ServiceInMemory([running]),
      watched: ['job_1'],
    });
    await pass(600);
    expect([finished, watches.isWatched('job_1')]).toEqual([[], true]);
    service.complete('job_1');
    await pass(60);
    expect(finished).toEqual([['job_1']]);
  });

  it('increases the polling interval of a job to one minute until the job changes', async () => {
    const { service } = await following({ watched: ['job_1'] });
    const secondsUntilNext = async () => {
      const from = performance.now();
      await vi.advanceTimersToNextTimerAsync();
      expect(service.take()).toEqual(['job job_1']);
      return Math.round(performance.now() - from) / 1000;
    };
    expect([await secondsUntilNext(), await secondsUntilNext(), await secondsUntilNext()]).toEqual([
      0, 3.5, 4.9,
    ]);
    await pass(10 * 60);
    service.take();
    await secondsUntilNext();
    expect(await secondsUntilNext()).toBe(60);
    service.change('job_1', { updatedAt: '2026-10-01T10:00:00Z' });
    expect([await secondsUntilNext(), await secondsUntilNext()]).toEqual([60, 2.5]);
  });

  it.each(['watched', 'shown'])('polls a job within 2.5 s after the job is %s', async (what) => {
    const { service, watches, follower } = await following({ watched: ['job_1'] });
    await pass(20 * 60);
    service.take();
    if (what === 'watched') watches.watch('job_2');
    else follower.follow('job_2');
    await pass(2.5);
    expect(service.take()).toContain('job job_2');
  });

  it.each([
    ['a completed job', { completedAt: '2026-10-02T08:00:00Z' }],
    ['a job without active steps or workflows', idle],
  ])('reports a watched job as finished if a refresh returns %s', async (_how, end) => {
    const service = serviceWith(3);
    service.change('job_1', { completedAt: undefined });
    const { list, finished } = await following({ service, watched: ['job_1'] });
    await pass(0);
    service.change('job_1', { ...end, updatedAt: '2026-10-02T08:00:00Z' });
    await list.refresh();
    service.take();
    expect(finished).toEqual([['job_1']]);
    await pass(600);
    expect([finished.length, service.take()]).toEqual([1, []]);
  });

  it('reports a watched job as finished if an automatic refresh returns a completed job', async () => {
    const { service, follower, list, watches, finished } = await following();
    follower.setViews(refreshed(list));
    watches.watch('job_1');
    await pass(20);
    service.complete('job_1');
    await pass(9.9);
    service.failures.set('job job_1', serverFault());
    await pass(0.2);
    expect(finished).toEqual([['job_1']]);
  });

  it('finishes the current poll before it reports a completed job from a refresh', async () => {
    const service = serviceWith(3);
    service.failures.set('job job_1', serverFault());
    const { list, finished } = await following({ service, watched: ['job_0', 'job_1'] });
    service.latency = 1000;
    await pass(0.5);
    service.latency = 0;
    service.complete('job_1');
    await list.refresh();
    expect(finished).toEqual([]);
    await pass(0.6);
    expect(finished).toEqual([['job_1']]);
  });

  it('does not report a new job without active steps as finished', async () => {
    const service = serviceWith(3);
    service.change('job_1', idle);
    const { list, watches, finished } = await following({ service, watched: ['job_1'] });
    await pass(3);
    for (let refreshes = 0; refreshes < 3; refreshes++) await list.refresh();
    expect([service.take().filter((request) => request === 'job job_1'), finished]).toEqual([
      ['job job_1'],
      [],
    ]);
    service.change('job_1', {
      activeSteps: [{ key: 'stp_1', name: 'First' }],
      updatedAt: '2026-10-01T10:00:00Z',
    });
    await pass(60);
    expect([watches.isWatched('job_1'), finished]).toEqual([true, []]);
  });

  it('does not report a job as finished if its state is unknown', async () => {
    const service = serviceWith(3);
    service.change('job_1', {
      completedAt: undefined,
      activeSteps: undefined,
      activeWorkflows: undefined,
    });
    const { watches, finished } = await following({ service, watched: ['job_1'] });
    await pass(600);
    expect([watches.isWatched('job_1'), finished]).toEqual([true, []]);
  });

  it('polls an unwatched job until all of its job pages are closed', async () => {
    const { service, follower, list, finished } = await following();
    const first = follower.follow('job_1');
    const second = follower.follow('job_1');
    await pass(2.5);
    expect(service.take()).toEqual(['job job_1']);
    first.dispose();
    first.dispose();
    await pass(5);
    expect(service.take()).toEqual(['job job_1']);
    service.complete('job_1');
    await pass(10);
    expect([list.find('job_1')?.completedAt, finished, vi.getTimerCount()]).toEqual([
      '2026-10-02T08:00:00Z',
      [],
      0,
    ]);
    second.dispose();
    service.take();
    follower.follow('job_2').dispose();
    expect([service.take(), vi.getTimerCount()]).toEqual([[], 0]);
  });

  it('polls each of 12 watched and two visible jobs about once per minute', async () => {
    const watched = Array.from({ length: 12 }, (_, index) => `job_${index}`);
    const { follower, read } = await following({ service: serviceWith(14), watched });
    follower.follow('job_12');
    follower.follow('job_13');
    await pass(10 * 60);
    read.length = 0;
    await pass(12 * 60);
    const polls = Map.groupBy(read, (key) => key);
    expect(polls.size).toBe(14);
    for (const each of polls.values()) expect(each.length).toBeGreaterThanOrEqual(10);
  });

  it('stops polling a deleted job', async () => {
    const { follower, deleted } = await following();
    const keys: string[] = [];
    follower.onDidFollow((event) => event.kind === 'deleted' && keys.push(...event.keys));
    follower.follow('removed');
    await pass(600);
    expect([keys, deleted, vi.getTimerCount()]).toEqual([['removed'], [], 0]);
  });

  it('polls the finished job of a visible job page until its details are loaded', async () => {
    const service = serviceWith(3);
    service.complete('job_1');
    const { follower, list } = await following({ service });
    service.failure = serverFault();
    follower.follow('job_1');
    await pass(3);
    expect(service.take()).toEqual(['job job_1']);
    service.failure = undefined;
    await list.refresh();
    service.take();
    await pass(60);
    expect([service.take(), vi.getTimerCount()]).toEqual([['job job_1'], 0]);
  });

  it('resumes polling a finished job when the user watches it', async () => {
    const service = serviceWith(3);
    service.change('job_1', { completedAt: undefined });
    const { follower, watches, finished } = await following({ service });
    follower.follow('job_1');
    await pass(3);
    service.change('job_1', idle);
    await pass(60);
    service.change('job_1', { activeSteps: [{ key: 's', name: 'Second' }] });
    service.take();
    watches.watch('job_1');
    await pass(1);
    expect([service.take(), finished]).toEqual([['job job_1'], []]);
  });

  it('keeps watching a job that moves to another list page', async () => {
    const service = listOnly(48);
    const { session, watches, deleted, finished } = await following({
      service,
      watched: ['job_0'],
    });
    await pass(24);
    service.jobs = [...['a', 'b', 'c', 'd', 'e'].map((key) => job(key)), ...service.jobs];
    await pass(120);
    expect([deleted, watches.stateOf('job_0')]).toEqual([[], 'watched']);
    expect(session.jobs.row('job_0')).toEqual(jobRow(job('job_0')));
    service.complete('job_0');
    await pass(60);
    expect(finished).toEqual([['job_0']]);
  });

  it('does not poll a watched job twice if a task waits for the same job', async () => {
    const { service, follower, finished } = await following({ watched: ['job_1'] });
    const outcome = follower.wait('job_1', { timeout: 60_000, signal: patient() });
    await pass(0);
    expect(service.take()).toEqual(['job job_1']);
    await pass(20);
    const polls = service.take().length;
    expect(polls).toBeLessThanOrEqual(4);
    service.complete('job_1');
    await pass(20);
    expect([(await outcome).kind, finished]).toEqual(['completed', [['job_1']]]);
  });

  it('keeps polling jobs while a view is refreshing', async () => {
    const { service, follower, finished } = await following({ watched: ['job_1'] });
    follower.setViews({
      views: [
        {
          isVisible: () => true,
          hasFailed: () => false,
          refresh: () => new Promise(() => undefined),
        },
      ],
      interval: () => 5000,
    });
    await pass(60);
    service.complete('job_1', 'job_2');
    const outcome = follower.wait('job_2', { timeout: 60_000, signal: patient() });
    await pass(60);
    expect([finished, (await outcome).kind]).toEqual([[['job_1']], 'completed']);
  });
});
