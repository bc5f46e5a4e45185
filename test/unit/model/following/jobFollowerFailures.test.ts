import { beforeEach, describe, expect, it, vi } from 'vitest';
import { ServiceError } from '../../../../src/service/index.ts';
import { unreadable } from '../../../../src/service/schema/readable.ts';
import { createRow } from '../../../../src/service/schema/jobs.ts';
import { patient } from '../../service/harness.ts';
import { notFound, serverFault, unauthorized } from './serviceInMemory.ts';
import {
  controlTime,
  inUse,
  unfocused,
  serviceWith,
  listOnly,
  following,
  pass,
  rounds,
  refreshed,
} from './jobFollowerSetup.ts';

beforeEach(controlTime);

describe('JobFollower', () => {
  const failing = (kind: ServiceError['kind'], retryAfter?: number) =>
    new ServiceError(kind, 'No.', { retryAfter });

  it('increases the polling interval until a request succeeds', async () => {
    const { service, failed, finished } = await following({ watched: ['job_1'] });
    service.failure = failing('unreachable');
    await pass(60);
    expect(service.take().length).toBeLessThanOrEqual(5);
    await pass(600);
    expect(service.take().length).toBe(10);
    expect(new Set(failed.splice(0).map(({ error }) => error))).toEqual(new Set([service.failure]));
    service.failure = undefined;
    service.complete('job_1');
    await pass(60);
    expect([finished, failed]).toEqual([[['job_1']], []]);
  });

  it.each(['rateLimited', 'serverFault'] as const)(
    'respects the `Retry-After` delay of the error “%s” when another job is watched',
    async (kind) => {
      const { service, watches, follower } = await following({ watched: ['job_1'] });
      service.failure = failing(kind, 300_000);
      await pass(0);
      expect(service.take()).toEqual(['job job_1']);
      watches.watch('job_2');
      follower.follow('job_0');
      follower.setAttention(unfocused);
      follower.setAttention(inUse);
      await pass(299);
      expect(service.take()).toEqual([]);
      await pass(1);
      expect(service.take()).toEqual(['job job_2']);
    },
  );

  it('polls again 5 s after a failure if another request succeeds', async () => {
    const { service, session } = await following({ watched: ['job_1'] });
    service.failures.set('job job_1', failing('unreachable'));
    await pass(300);
    await rounds(service, 1);
    await pass(1);
    await session.client.listJobs(1, patient());
    service.take();
    await pass(3.9);
    expect(service.take()).toEqual([]);
    await pass(0.1);
    expect(service.take()).toEqual(['job job_1']);
  });

  it('polls a failing endpoint at most 12 times per minute if other requests succeed', async () => {
    const { service, session } = await following({ watched: ['job_1'] });
    service.failure = failing('unreachable');
    for (let step = 0; step < 60 * 20; step++) {
      await pass(0.05);
      session.responded();
    }
    expect(service.take().length).toBeLessThanOrEqual(13);
  });

  it.each(['unreachable', 'timeout', 'unauthorized', 'rateLimited', 'webPage'] as const)(
    'ends the polling cycle after the error “%s”, which affects all jobs',
    async (kind) => {
      const { service, failed } = await following({ watched: ['job_0', 'job_1'] });
      service.failures.set('job job_0', failing(kind));
      await pass(0);
      expect(service.take()).toEqual(['job job_0']);
      expect(failed.map(({ keys, error }) => [keys, error.kind])).toEqual([
        [['job_0', 'job_1'], kind],
      ]);
    },
  );

  it.each(['serverFault', 'rejected', 'unreadable', 'notTheService'] as const)(
    'polls the next job after the error “%s”, which affects only one job',
    async (kind) => {
      const { service, failed, watches } = await following({ watched: ['job_0', 'job_1'] });
      service.failures.set('job job_0', failing(kind));
      await pass(0);
      expect(service.take()).toEqual(['job job_0', 'job job_1']);
      expect(failed.map(({ keys, error }) => [keys, error.kind])).toEqual([[['job_0'], kind]]);
      expect([...watches.states]).toEqual([
        ['job_0', 'notFollowed'],
        ['job_1', 'watched'],
      ]);
    },
  );

  it('increases the polling interval of a job if its requests keep failing', async () => {
    const { service } = await following({ watched: ['job_0', 'job_1'] });
    service.failures.set('job job_0', serverFault());
    await pass(600);
    expect(service.take().filter((request) => request === 'job job_0').length).toBeLessThanOrEqual(
      14,
    );
  });

  it('keeps polling other jobs if all requests for one job time out', async () => {
    const { service, read, finished } = await following({ watched: ['job_0', 'job_1', 'job_2'] });
    service.failures.set('job job_0', failing('timeout'));
    await pass(20);
    expect(new Set(read)).toEqual(new Set(['job_1', 'job_2']));
    service.complete('job_1');
    await pass(120);
    expect(finished).toEqual([['job_1']]);
  });

  it.each([
    ['HTTP 404 for all requests', notFound()],
    ['HTTP 500', new ServiceError('serverFault', 'No.', { status: 500 })],
  ])('reports an error after %s', async (_what, failure) => {
    const { service, failed } = await following({ watched: ['job_1'] });
    service.failure = failure;
    await pass(0);
    expect(failed).toEqual([{ keys: ['job_1'], error: failure }]);
  });

  it('reports an error if a watched job is unreadable in the list', async () => {
    const service = listOnly(2);
    const { watches, failed, read } = await following({
      service,
      pages: 0,
      watched: ['job_0', 'damaged'],
      client: {
        listJobs: async (...request) => {
          const page = await service.listJobs(...request);
          return {
            ...page,
            jobs: [...page.jobs, createRow(unreadable({ key: 'damaged' }, 'bad'), 1, 2)],
          };
        },
      },
    });
    await pass(0);
    expect(failed).toMatchObject([{ keys: ['damaged'], error: { kind: 'unreadable' } }]);
    expect([read, watches.stateOf('damaged')]).toEqual([['job_0'], 'notFollowed']);
    service.take();
    await pass(600);
    expect(service.take().length).toBeLessThan(30);
  });

  it('reports other finished jobs within 8 s after HTTP 403 for one job', async () => {
    const keys = ['job_0', 'job_1', 'job_2', 'job_3', 'job_4', 'job_5'];
    const { service, watches, finished } = await following({
      service: serviceWith(6),
      watched: keys,
    });
    service.failures.set(
      'job job_1',
      new ServiceError('unauthorized', 'Not this one.', { status: 403 }),
    );
    await pass(10);
    service.complete(...keys.filter((key) => key !== 'job_1'));
    await pass(8);
    expect(new Set(finished.flat())).toEqual(new Set(keys.filter((key) => key !== 'job_1')));
    expect([watches.stop, watches.stateOf('job_1'), [...watches.keys]]).toEqual([
      undefined,
      'notFollowed',
      ['job_1'],
    ]);
  });

  it('resumes polling a job when access is granted after HTTP 403', async () => {
    const { service, watches, finished } = await following({ watched: ['job_1'] });
    service.failures.set(
      'job job_1',
      new ServiceError('unauthorized', 'Not this one.', { status: 403 }),
    );
    await pass(60);
    service.failures.clear();
    await pass(60);
    expect(watches.stateOf('job_1')).toBe('watched');
    service.complete('job_1');
    await pass(60);
    expect(finished).toEqual([['job_1']]);
  });

  async function stopped() {
    const parts = await following({ watched: ['job_1'] });
    parts.service.failures.set('job job_1', unauthorized());
    await pass(0);
    expect(parts.service.take()).toEqual(['job job_1']);
    return parts;
  }

  it('stops polling after HTTP 401', async () => {
    const since = Date.now();
    const { service, watches } = await stopped();
    await pass(3600);
    expect(service.take()).toEqual([]);
    expect(watches.stop).toEqual({ since, error: unauthorized() });
  });

  it('resumes polling when another request succeeds after HTTP 401', async () => {
    const { service, session, watches } = await stopped();
    await pass(60);
    service.failures.clear();
    await session.client.listJobs(1, patient());
    expect(watches.stop).toBeUndefined();
    service.take();
    await pass(0);
    expect(service.take()).toEqual(['job job_1']);
  });

  it('resumes polling when an automatic refresh succeeds after HTTP 401', async () => {
    const { service, follower, list, watches } = await stopped();
    follower.setViews(refreshed(list));
    service.failures.clear();
    await pass(31);
    expect([watches.stop, service.take()]).toEqual([undefined, ['page 1', 'job job_1']]);
  });

  it('polls at most 12 times per minute after HTTP 401 if other requests succeed', async () => {
    const { service, session } = await stopped();
    for (let step = 0; step < 60 * 20; step++) {
      await pass(0.05);
      session.responded();
    }
    expect(service.take().length).toBeLessThanOrEqual(12);
  });

  it('polls immediately when the API key changes after HTTP 401', async () => {
    const { service, session, watches } = await stopped();
    await pass(3);
    service.failures.clear();
    session.useNewCredential();
    expect(watches.stop).toBeUndefined();
    await pass(0);
    expect(service.take()).toContain('job job_1');
  });

  it('resumes polling a visible job when another request succeeds after HTTP 401', async () => {
    const { service, session, follower } = await following();
    service.failures.set('job job_1', unauthorized());
    follower.follow('job_1');
    await pass(10);
    service.take();
    session.responded();
    await pass(0);
    expect(service.take()).toEqual(['job job_1']);
  });

  it.each(['unauthorized', 'timeout'] as const)(
    'completes a wait even if the next request fails with the error “%s”',
    async (kind) => {
      const { service, follower } = await following();
      const onOutage = vi.fn();
      const options = { timeout: 60_000, signal: patient() };
      const outcome = follower.wait('job_0', { ...options, onOutage });
      void follower.wait('job_1', options);
      await pass(1);
      service.complete('job_0');
      service.failures.set('job job_1', failing(kind));
      await pass(3);
      expect((await outcome).kind).toBe('completed');
      expect(onOutage).not.toHaveBeenCalled();
    },
  );

  it('does not report an outage that ended before the wait', async () => {
    const { service, session, follower } = await following({ watched: ['job_0'] });
    service.failure = failing('unreachable');
    await pass(1);
    service.failure = undefined;
    session.responded();
    const onOutage = vi.fn();
    const outcome = follower.wait('job_1', { timeout: 60_000, signal: patient(), onOutage });
    await pass(61);
    expect((await outcome).kind).toBe('stillActive');
    expect(onOutage).not.toHaveBeenCalled();
  });
});
