import fc from 'fast-check';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Job } from '../../../../src/service/index.ts';
import { patient } from '../../service/harness.ts';
import { job, uncaughtErrors } from '../builders.ts';
import {
  controlTime,
  inUse,
  unfocused,
  serviceWith,
  listOnly,
  following,
  pass,
} from './jobFollowerSetup.ts';

beforeEach(controlTime);

describe('JobFollower', () => {
  it('pauses polling until the window regains focus and then polls the next job', async () => {
    const service = serviceWith(3);
    service.latency = 1000;
    const { follower, list, failed } = await following({
      service,
      pages: 0,
      watched: ['job_1', 'elsewhere'],
    });
    await pass(0.5);
    follower.setAttention(unfocused);
    await pass(0);
    expect(vi.getTimerCount()).toBe(0);
    await pass(3600);
    expect([service.take(), failed, list.state.rows]).toEqual([['job job_1'], [], undefined]);
    follower.setAttention(inUse);
    await pass(0);
    expect(service.take()).toEqual(['job elsewhere']);
  });

  it('sends fewer than 30 requests per minute if the window focus changes every 500 ms', async () => {
    const { service, follower, watches } = await following();
    service.latency = 1000;
    watches.watch('job_1');
    for (let second = 0; second < 60; second++) {
      await pass(0.5);
      follower.setAttention(unfocused);
      await pass(0.5);
      follower.setAttention(inUse);
    }
    expect(service.take().length).toBeLessThan(30);
  });

  it('polls less often while the user is idle', async () => {
    const { service, follower } = await following({ watched: ['job_1'] });
    await pass(0);
    follower.setAttention({ focused: true, active: false });
    service.take();
    await pass(14);
    expect(service.take()).toEqual([]);
    await pass(2);
    expect(service.take()).toEqual(['job job_1']);
  });

  it('keeps polling a job in an unfocused window if a task waits for the job', async () => {
    const { service, session, follower } = await following({ watched: ['job_1'] });
    follower.setAttention(unfocused);
    void session.follower.wait('job_2', { timeout: 600_000, signal: patient() });
    await pass(60);
    expect(new Set(service.take())).toEqual(new Set(['job job_2']));
  });

  it.each([
    ['before', 0, undefined],
    ['during', 0.5, 0],
  ])('clears its timer when it is disposed %s a request', async (_when, seconds, first) => {
    const service = serviceWith(3);
    service.latency = 1000;
    const { follower, watches } = await following({ service, pages: 0, watched: ['job_1'] });
    if (first !== undefined) await pass(seconds);
    follower.dispose();
    await pass(0);
    expect(vi.getTimerCount()).toBe(0);
    follower.setAttention(inUse);
    follower.follow('job_0');
    watches.watch('job_2');
    expect(vi.getTimerCount()).toBe(0);
  });

  it('polls at most four jobs in each polling cycle', async () => {
    const service = serviceWith(3);
    const keys = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];
    service.unlisted = keys.map((key) => job(key));
    await following({ service, watched: keys });
    await pass(0);
    expect(service.take()).toEqual(['job a', 'job b', 'job c', 'job d']);
    await pass(2.5);
    expect(service.take()).toEqual(['job e', 'job f', 'job g']);
    await pass(2.5);
    expect(service.take()).toEqual(['job a', 'job b', 'job c', 'job d']);
  });

  it('polls every watched job with at most 100 requests per minute', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 200 }), fc.boolean(), async (count, isListed) => {
        const service = serviceWith(400, 100);
        const name = isListed ? 'job' : 'unlisted';
        const keys = Array.from({ length: count }, (_, index) => `${name}_${index}`);
        service.unlisted = isListed ? [] : keys.map((key) => job(key));
        const { session, read } = await following({ service, pages: 4, watched: keys });
        for (let minute = 0; minute < 4; minute++) {
          await pass(60);
          expect(service.take().length).toBeLessThanOrEqual(100);
        }
        expect(new Set(read)).toEqual(new Set(keys));
        session.dispose();
      }),
      { numRuns: 10 },
    );
  });

  it('reports all finished jobs from a list page in one event', async () => {
    const service = listOnly(50);
    const { watches, finished } = await following({ service });
    watches.watch(...Array.from({ length: 50 }, (_, index) => `job_${index}`));
    service.complete('job_0', 'job_1', 'job_4');
    await pass(0);
    expect([service.take(), finished]).toEqual([['page 1'], [['job_0', 'job_1', 'job_4']]]);
  });

  it('reports all jobs that finish in the same polling cycle in one event', async () => {
    const { service, finished } = await following({ watched: ['job_1', 'job_0'] });
    service.complete('job_0', 'job_1');
    await pass(0);
    expect(finished).toEqual([['job_1', 'job_0']]);
  });

  it('requests at most 80 list pages per minute', async () => {
    const service = listOnly(300, 10);
    const { list, read } = await following({ service, watched: ['job_105'] });
    for (let minute = 0; minute < 3; minute++) {
      service.change('job_105', { updatedAt: `2026-10-01T10:0${minute}:00Z` });
      await pass(60);
      expect(service.take().length).toBeLessThanOrEqual(60 + 20);
    }
    expect(read.length).toBeGreaterThan(5);
    expect(list.state.rows, 'the loaded pages stay as they are').toHaveLength(10);
  });

  it('requests the job list immediately if the service does not support `GET /jobs/{key}`', async () => {
    const service = serviceWith(3);
    service.singles = 405;
    const { read } = await following({ service, watched: ['job_1'] });
    await pass(0);
    expect([service.take(), read]).toEqual([['job job_1', 'page 1'], ['job_1']]);
  });

  it('ignores a response that arrives after the window loses focus', async () => {
    const response = Promise.withResolvers<Job>();
    const { follower, read } = await following({
      watched: ['job_1'],
      client: { getJob: () => response.promise },
    });
    await pass(0);
    follower.setAttention(unfocused);
    response.resolve(job('job_1'));
    await pass(0);
    expect(read).toEqual([]);
  });

  it('never sends two requests at the same time', async () => {
    let [current, most] = [0, 0];
    const service = serviceWith(3);
    service.latency = 5000;
    const { watches, follower } = await following({
      service,
      pages: 0,
      client: {
        getJob: async (...request) => {
          most = Math.max(most, ++current);
          return service.getJob(...request).finally(() => current--);
        },
      },
    });
    watches.watch('job_0', 'job_1');
    follower.follow('job_2');
    void follower.wait('job_1', { timeout: 60_000, signal: patient() });
    await pass(60);
    expect([most, service.take().length > 3]).toEqual([1, true]);
  });

  it('keeps polling after an internal error', async () => {
    const errors = uncaughtErrors();
    const getJob = vi.fn(() => Promise.reject(new TypeError('unforeseen')));
    await following({ watched: ['job_1'], client: { getJob } });
    await pass(2.4);
    expect([getJob.mock.calls.length, errors.length]).toEqual([1, 1]);
    await pass(0.1);
    expect([getJob.mock.calls.length, errors.length]).toEqual([2, 2]);
  });

  it.each([-3 * 60, 3 * 60, 1])(
    'reports a finished job within 30 s if the system clock changes by %i minutes',
    async (minutes) => {
      const { service, finished } = await following({ watched: ['job_1'] });
      await pass(30);
      vi.setSystemTime(Date.now() + minutes * 60_000);
      service.complete('job_1');
      service.take();
      await pass(30);
      expect([finished, service.take().length]).toEqual([[['job_1']], 1]);
    },
  );

  it('does not poll more often if the system clock jumps forward', async () => {
    const { service } = await following({ watched: ['job_1'] });
    await pass(600);
    service.take();
    for (let minute = 0; minute < 10; minute++) {
      vi.setSystemTime(Date.now() + 3_600_000);
      await pass(60);
    }
    expect(service.take().length).toBeLessThanOrEqual(10);
  });

  it('keeps waiting for a newly started job to appear if the system clock jumps forward', async () => {
    const { service, session, follower } = await following();
    session.jobs.apply({
      jobs: [job('started')],
      source: 'change',
      request: 1,
      readAt: Date.now(),
    });
    const outcome = follower.wait('started', { timeout: 120_000, signal: patient() });
    await pass(2);
    vi.setSystemTime(Date.now() + 60_000);
    await pass(20);
    service.unlisted = [job('started')];
    await pass(20);
    service.complete('started');
    await pass(40);
    expect(await outcome).toMatchObject({ kind: 'completed', job: { key: 'started' } });
  });

  it.each([-3 * 60, 3 * 60])(
    'stops waiting after the timeout even if the system clock changes by %i minutes',
    async (minutes) => {
      const { follower } = await following();
      const onEnd = vi.fn();
      void follower.wait('job_1', { timeout: 60_000, signal: patient() }).then(onEnd);
      await pass(30);
      vi.setSystemTime(Date.now() + minutes * 60_000);
      await pass(29.9);
      expect(onEnd).not.toHaveBeenCalled();
      await pass(0.2);
      expect(onEnd).toHaveBeenCalledWith(expect.objectContaining({ kind: 'stillActive' }));
    },
  );
});
