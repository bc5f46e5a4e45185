import fc from 'fast-check';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { type Job, ServiceError, jobRow } from '../../../../src/service/index.ts';
import { unreadable } from '../../../../src/service/schema/readable.ts';
import { createRow } from '../../../../src/service/schema/jobs.ts';
import type { RefreshedViews } from '../../../../src/model/following/viewRefresh.ts';
import type { Session } from '../../../../src/model/session/session.ts';
import { patient } from '../../service/harness.ts';
import { job, jobFrom, shown, uncaughtErrors } from '../builders.ts';
import { sessionOf } from '../session/sessionInMemory.ts';
import { ServiceInMemory, notFound, serverFault, unauthorized } from './serviceInMemory.ts';

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(Math, 'random').mockReturnValue(1);
});

const inUse = { focused: true, active: true };
const unfocused = { focused: false, active: false };

/** Properties of a finished job if the service does not send completion times. */
const idle = { completedAt: undefined, activeSteps: [], activeWorkflows: [] };

const serviceWith = (count: number, perPage?: number) =>
  new ServiceInMemory(
    Array.from({ length: count }, (_, index) => job(`job_${count - 1 - index}`)),
    perPage,
  );

/** Creates a service that does not support `GET /jobs/{key}`. */
function listOnly(count: number, perPage?: number): ServiceInMemory {
  const service = serviceWith(count, perPage);
  service.singles = 'known as 405';
  return service;
}

interface Setting {
  readonly service?: ServiceInMemory;
  /** Number of list pages to load. */
  readonly pages?: number;
  readonly watched?: readonly string[];
  readonly client?: Partial<ServiceInMemory['client']>;
}

/** Creates a follower in a focused window, and records its events. */
async function following({
  service = serviceWith(3),
  pages = 1,
  watched = [],
  client,
}: Setting = {}) {
  const session = sessionOf({ ...service.client, ...client });
  const { follower, list, reader, watches } = session;
  if (service.singles === 'known as 405') await reader.readSingle('any', patient());
  if (pages > 0) await list.ensureLoaded();
  for (let page = 1; page < pages; page++) await list.loadMore();
  service.take();
  const finished: string[][] = [];
  const deleted: string[] = [];
  const failed: { readonly keys: readonly string[]; readonly error: ServiceError }[] = [];
  const read: string[] = [];
  follower.onDidFollow((event) => {
    if (event.kind === 'finished') finished.push(event.jobs.map(({ key }) => key));
    else if (event.kind === 'deleted') deleted.push(...event.watched);
    else if (event.kind === 'failed') failed.push({ keys: event.keys, error: event.error });
    else read.push(...event.jobs.map(({ key }) => key));
  });
  follower.setAttention(inUse);
  watches.watch(...watched);
  return { service, session, follower, list, watches, finished, deleted, failed, read };
}

const pass = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1000);

/** Runs timers until the follower has polled the given number of times. */
async function rounds(service: ServiceInMemory, count: number): Promise<void> {
  for (let round = 0; round < count; round++) {
    let requests = 0;
    for (let timers = 0; requests === 0 && timers < 100; timers++) {
      await vi.advanceTimersToNextTimerAsync();
      requests = service.take().length;
    }
    expect(requests).toBeGreaterThan(0);
  }
}

/** Creates a visible view that is refreshed every 30 s. */
function refreshed(list: Session['list']): RefreshedViews {
  const refresh = () => list.autoRefresh().then(() => undefined);
  return {
    views: [{ isVisible: () => true, hasFailed: () => false, refresh }],
    interval: () => 30_000,
  };
}

describe('JobFollower', () => {
  describe('in an inactive window', () => {
    it('cancels the current request and resumes with the next job when the focus returns', async () => {
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

    it('sends fewer than 30 requests per minute even if the focus changes constantly', async () => {
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

    it('keeps polling jobs that a task is waiting for', async () => {
      const { service, session, follower } = await following({ watched: ['job_1'] });
      follower.setAttention(unfocused);
      void session.follower.wait('job_2', { timeout: 600_000, signal: patient() });
      await pass(60);
      expect(new Set(service.take())).toEqual(new Set(['job job_2']));
    });

    it.each([
      ['before a request', 0, undefined],
      ['during a request', 0.5, 0],
    ])('clears the timer if the follower is disposed %s', async (_when, seconds, first) => {
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
  });

  describe('with a watched job', () => {
    it('updates the job’s row and reports only once that the job has finished', async () => {
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

    it('does not report the job as finished if the completion time is empty', async () => {
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

    it('increases the polling interval to one minute until the job changes', async () => {
      const { service } = await following({ watched: ['job_1'] });
      const secondsUntilNext = async () => {
        const from = performance.now();
        await vi.advanceTimersToNextTimerAsync();
        expect(service.take()).toEqual(['job job_1']);
        return Math.round(performance.now() - from) / 1000;
      };
      expect([
        await secondsUntilNext(),
        await secondsUntilNext(),
        await secondsUntilNext(),
      ]).toEqual([0, 3.5, 4.9]);
      await pass(10 * 60);
      service.take();
      await secondsUntilNext();
      expect(await secondsUntilNext()).toBe(60);
      service.change('job_1', { updatedAt: '2026-10-01T10:00:00Z' });
      expect([await secondsUntilNext(), await secondsUntilNext()]).toEqual([60, 2.5]);
    });

    it.each(['watched', 'shown'])('polls a newly %s job within 2.5 s', async (what) => {
      const { service, watches, follower } = await following({ watched: ['job_1'] });
      await pass(20 * 60);
      service.take();
      if (what === 'watched') watches.watch('job_2');
      else follower.follow('job_2');
      await pass(2.5);
      expect(service.take()).toContain('job job_2');
    });

    it.each([
      ['is completed', { completedAt: '2026-10-02T08:00:00Z' }],
      ['has no active steps or workflows', idle],
    ])('reports the job as finished if a refresh shows that the job %s', async (_how, end) => {
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

    it('reports the job as finished if an automatic refresh shows that the job is completed', async () => {
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

    it('reports the job as finished after the current poll if a refresh returns a completed job', async () => {
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

    it.each([0, 1])(
      'reports a job without active steps as finished after three polls (loaded pages: %i)',
      async (pages) => {
        const service = serviceWith(3);
        service.change('job_1', idle);
        const { finished } = await following({ service, pages, watched: ['job_1'] });
        await rounds(service, 2);
        expect(finished).toEqual([]);
        await rounds(service, 1);
        expect(finished).toEqual([['job_1']]);
      },
    );
  });

  describe('with several jobs to poll', () => {
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
        fc.asyncProperty(
          fc.integer({ min: 1, max: 200 }),
          fc.boolean(),
          async (count, isListed) => {
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
          },
        ),
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

    it('requests at most one list page per second', async () => {
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
  });

  describe('with a failing service', () => {
    const failing = (kind: ServiceError['kind'], retryAfter?: number) =>
      new ServiceError(kind, 'No.', { retryAfter });

    it('polls less often until a request succeeds', async () => {
      const { service, failed, finished } = await following({ watched: ['job_1'] });
      service.failure = failing('unreachable');
      await pass(60);
      expect(service.take().length).toBeLessThanOrEqual(5);
      await pass(600);
      expect(service.take().length).toBe(10);
      expect(new Set(failed.splice(0).map(({ error }) => error))).toEqual(
        new Set([service.failure]),
      );
      service.failure = undefined;
      service.complete('job_1');
      await pass(60);
      expect([finished, failed]).toEqual([[['job_1']], []]);
    });

    it.each(['rateLimited', 'serverFault'] as const)(
      'waits for the `Retry-After` delay even if the user watches another job (error: %s)',
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
        expect(service.take()).toEqual(['job job_0']);
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
      'stops polling after an error that affects all jobs (error: %s)',
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
      'polls the next job after an error that affects only one job (error: %s)',
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

    it('increases the polling interval for a job whose requests keep failing', async () => {
      const { service } = await following({ watched: ['job_0', 'job_1'] });
      service.failures.set('job job_0', serverFault());
      await pass(600);
      expect(
        service.take().filter((request) => request === 'job job_0').length,
      ).toBeLessThanOrEqual(14);
    });

    it('keeps polling other jobs if requests for one job always time out', async () => {
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
    ])('reports %s as an error', async (_what, failure) => {
      const { service, failed } = await following({ watched: ['job_1'] });
      service.failure = failure;
      await pass(0);
      expect(failed).toEqual([{ keys: ['job_1'], error: failure }]);
    });

    it('reports an error for an unreadable job in the list', async () => {
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
  });

  describe('after HTTP 403 for a watched job', () => {
    it('reports within 8 s that other jobs have finished', async () => {
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

    it('resumes polling the job once access is granted', async () => {
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
  });

  describe('after HTTP 401', () => {
    async function stopped() {
      const parts = await following({ watched: ['job_1'] });
      parts.service.failures.set('job job_1', unauthorized());
      await pass(0);
      expect(parts.service.take()).toEqual(['job job_1']);
      return parts;
    }

    it('stops polling', async () => {
      const since = Date.now();
      const { service, watches } = await stopped();
      await pass(3600);
      expect(service.take()).toEqual([]);
      expect(watches.stop).toEqual({ since, error: unauthorized() });
    });

    it('resumes polling after another request succeeds', async () => {
      const { service, session, watches } = await stopped();
      await pass(60);
      service.failures.clear();
      await session.client.listJobs(1, patient());
      expect(watches.stop).toBeUndefined();
      service.take();
      await pass(0);
      expect(service.take()).toEqual(['job job_1']);
    });

    it('resumes polling after an automatic refresh', async () => {
      const { service, follower, list, watches } = await stopped();
      follower.setViews(refreshed(list));
      service.failures.clear();
      await pass(31);
      expect([watches.stop, service.take()]).toEqual([undefined, ['page 1', 'job job_1']]);
    });

    it('polls at most 12 times per minute if other requests succeed', async () => {
      const { service, session } = await stopped();
      for (let step = 0; step < 60 * 20; step++) {
        await pass(0.05);
        session.responded();
      }
      expect(service.take().length).toBeLessThanOrEqual(12);
    });

    it('polls immediately after the API key changes', async () => {
      const { service, session, watches } = await stopped();
      await pass(3);
      service.failures.clear();
      session.useNewCredential();
      expect(watches.stop).toBeUndefined();
      await pass(0);
      expect(service.take()).toContain('job job_1');
    });

    it('resumes polling the job on a visible page after another request succeeds', async () => {
      const { service, session, follower } = await following();
      service.failures.set('job job_1', unauthorized());
      follower.follow('job_1');
      await pass(10);
      service.take();
      session.responded();
      await pass(0);
      expect(service.take()).toEqual(['job job_1']);
    });
  });

  describe('with a visible job page', () => {
    it('polls an unwatched job until all pages for the job are closed', async () => {
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

    it('polls the job at least every minute even if many jobs are watched', async () => {
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

    it('polls the job of the page before watched jobs', async () => {
      const service = serviceWith(3);
      service.unlisted = [job('watched'), job('shown')];
      const { follower, finished } = await following({ service, watched: ['watched'] });
      follower.setAttention(unfocused);
      follower.follow('shown');
      await pass(3);
      service.complete('watched', 'shown');
      follower.setAttention(inUse);
      await pass(0);
      expect([service.take(), finished]).toEqual([['job shown', 'job watched'], [['watched']]]);
    });

    it('stops polling a deleted job', async () => {
      const { follower, deleted } = await following();
      const keys: string[] = [];
      follower.onDidFollow((event) => event.kind === 'deleted' && keys.push(...event.keys));
      follower.follow('removed');
      await pass(600);
      expect([keys, deleted, vi.getTimerCount()]).toEqual([['removed'], [], 0]);
    });

    it('polls a finished job until its details are loaded', async () => {
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
      service.change('job_1', idle);
      const { follower, watches, finished } = await following({ service });
      follower.follow('job_1');
      await pass(60);
      service.change('job_1', { activeSteps: [{ key: 's', name: 'Second' }] });
      service.take();
      watches.watch('job_1');
      await pass(1);
      expect([service.take(), finished]).toEqual([['job job_1'], []]);
    });
  });

  describe('with a missing job', () => {
    it('reports the job as deleted after three HTTP 404 responses', async () => {
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

    it('reports the job as deleted after two complete lists that do not contain the job', async () => {
      const service = listOnly(4, 2);
      const { deleted, failed } = await following({ service, pages: 2, watched: ['job_0'] });
      service.jobs = service.jobs.slice(0, 3);
      await rounds(service, 1);
      expect(deleted).toEqual([]);
      await rounds(service, 1);
      expect([deleted, failed]).toEqual([['job_0'], []]);
    });

    it('does not report the job as deleted unless all list pages were searched', async () => {
      const { deleted, watches } = await following({
        service: listOnly(30, 1),
        watched: ['job_0'],
      });
      await pass(600);
      expect([deleted, watches.isWatched('job_0')]).toEqual([[], true]);
      expect(watches.stateOf('job_0')).toBe('notFollowed');
    });

    it('resumes polling the job after the Jobs view loads that job', async () => {
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

    it('marks the job as deleted until a refresh finds it again', async () => {
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

    it('stops watching the job before reporting finished jobs', async () => {
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

    it('counts only consecutive responses without the job', async () => {
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

  it('does not poll a watched job twice if a task is also waiting for the job', async () => {
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

  describe('after a system clock change', () => {
    it.each([-3 * 60, 3 * 60, 1])(
      'reports a finished job without delay (change: %i min)',
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

    it('does not poll more often if the clock jumps forward', async () => {
      const { service } = await following({ watched: ['job_1'] });
      await pass(600);
      service.take();
      for (let minute = 0; minute < 10; minute++) {
        vi.setSystemTime(Date.now() + 3_600_000);
        await pass(60);
      }
      expect(service.take().length).toBeLessThanOrEqual(10);
    });

    it('waits 30 s for the service to return a newly started job', async () => {
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
      'stops waiting for a job when the timeout expires (change: %i min)',
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
});
