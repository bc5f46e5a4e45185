import fc from 'fast-check';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { WaitOptions, WaitOutcome } from '../../../../src/model/following/jobWait.ts';
import { ServiceError } from '../../../../src/service/index.ts';
import { patient } from '../../service/harness.ts';
import { job, jobFrom } from '../builders.ts';
import { sessionOf } from '../session/sessionInMemory.ts';
import {
  type ServiceInMemory,
  completed,
  notFound,
  serverFault,
  serviceOf,
  unauthorized,
} from './serviceInMemory.ts';

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(Math, 'random').mockReturnValue(1);
});

const pass = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1000);

/** Simulates that the computer sleeps. Afterward, each timer that is due fires once. */
function sleep(hours: number): void {
  (setTimeout as unknown as { clock: { jump(milliseconds: number): void } }).clock.jump(
    hours * 3_600_000,
  );
}

/** Waits for a job in a window without the focus. */
function waiting(service: ServiceInMemory, options: Partial<WaitOptions> = {}) {
  const session = sessionOf(service.client);
  const wait = (overrides: Partial<WaitOptions> = {}) =>
    session.follower.wait('a', { timeout: 60_000, signal: patient(), ...options, ...overrides });
  return { session, follower: session.follower, wait };
}

/** Lets the time pass, and runs timers that are due at the end. */
const untilEnd = (seconds: number) => pass(seconds + 0.1);

describe('JobFollower.wait', () => {
  it('returns immediately if the job is already completed', async () => {
    const service = serviceOf(job('a', completed));
    const outcome = waiting(service).wait();
    await pass(0);
    expect(await outcome).toMatchObject({ kind: 'completed', job: { key: 'a' } });
    expect([service.requests, vi.getTimerCount()]).toEqual([['job a'], 0]);
  });

  it('reports each update of the job until the job is completed', async () => {
    const service = serviceOf(job('a'), job('b'));
    const read: (string | undefined)[] = [];
    const outcome = waiting(service).wait({
      onRead: ({ activeSteps }) => read.push(activeSteps?.[0]?.key),
    });
    await pass(3);
    service.change('a', { activeSteps: [{ key: 'second', name: 'Second' }] });
    await pass(5);
    service.change('a', completed);
    await pass(10);
    expect(await outcome).toMatchObject({ kind: 'completed', job: completed });
    expect([...new Set(read)]).toEqual(['stp_release', 'second', undefined]);
    expect(vi.getTimerCount()).toBe(0);
  });

  it.each(['', 0, '0001-01-01T00:00:00Z'])(
    'keeps waiting if the completion time is %j',
    async (completedAt) => {
      const outcome = waiting(serviceOf(jobFrom({ key: 'a', completedAt }))).wait();
      await untilEnd(60);
      expect(await outcome).toMatchObject({ kind: 'stillActive', job: { key: 'a' } });
    },
  );

  it('stops waiting if the job does not exist', async () => {
    const outcome = waiting(serviceOf()).wait();
    await pass(0);
    expect(await outcome).toEqual({ kind: 'unknown' });
    expect(vi.getTimerCount()).toBe(0);
  });

  function started(service: ServiceInMemory, overrides: object = {}) {
    const parts = waiting(service);
    const { jobs } = parts.session;
    const start = job('a', overrides);
    jobs.apply({
      jobs: [start],
      source: 'change',
      request: jobs.nextRequest(),
      readAt: Date.now(),
    });
    return parts;
  }

  it('returns immediately if the start response contains a completed job', async () => {
    const service = serviceOf();
    const { wait } = started(service, completed);
    expect(await wait()).toMatchObject({ kind: 'completed' });
    expect(service.requests).toEqual([]);
  });

  it('ends when a started job is no longer active, if the service sends no completion time', async () => {
    const idle = { completedAt: undefined, activeSteps: [], activeWorkflows: [] };
    const service = serviceOf(job('a', idle));
    const { wait } = started(service, { completedAt: undefined });
    const outcome = wait();
    await pass(0.5);
    expect([(await outcome).kind, service.requests]).toEqual(['completed', ['job a']]);
  });

  it('polls a newly started job even if the window is not focused', async () => {
    const service = serviceOf(job('a'));
    const outcome = started(service).wait();
    await pass(0.5);
    expect(service.requests).toEqual(['job a']);
    service.complete('a');
    await pass(10);
    expect((await outcome).kind).toBe('completed');
  });

  /** Waits for a started job that the service never returns. */
  async function waitAfter(seconds: number): Promise<WaitOutcome> {
    const { wait } = started(serviceOf());
    await pass(seconds);
    const outcome = wait();
    await untilEnd(60);
    return outcome;
  }

  it('returns the job from the start response if the wait begins within 30 s', async () => {
    expect(await waitAfter(29)).toMatchObject({ kind: 'deleted', job: { key: 'a' } });
  });

  it('returns no job if the wait begins more than 30 s after the start', async () => {
    expect(await waitAfter(31)).toMatchObject({ kind: 'unknown' });
  });

  it.each<[string, Partial<ServiceInMemory>, WaitOutcome['kind'], object]>([
    ['the deletion of the job', { jobs: [job('b')] }, 'deleted', { job: { key: 'a' } }],
    [
      'the rejection of the API key',
      { failure: unauthorized() },
      'connectionLost',
      { error: unauthorized() },
    ],
    [
      'HTTP 403 for the job',
      { failure: new ServiceError('unauthorized', 'Not this one.', { status: 403 }) },
      'connectionLost',
      { error: { status: 403 } },
    ],
  ])('stops waiting after %s, without reporting an outage', async (...test) => {
    const [, change, kind, expected] = test;
    const service = serviceOf(job('a'), job('b'));
    const onOutage = vi.fn();
    const outcome = waiting(service).wait({ onOutage });
    await pass(1);
    Object.assign(service, change);
    await pass(50);
    expect(await outcome).toMatchObject({ kind, ...expected });
    expect(onOutage).not.toHaveBeenCalled();
  });

  it('returns immediately if the API key was already rejected', async () => {
    const service = serviceOf(job('a'));
    const { wait } = waiting(service);
    service.failure = unauthorized();
    const first = wait();
    await pass(0);
    expect((await first).kind).toBe('connectionLost');
    expect(await wait()).toEqual({ kind: 'connectionLost', error: service.failure });
    expect(service.requests).toEqual(['job a']);
  });

  it('stops waiting when two complete lists do not contain the job', async () => {
    const service = serviceOf(job('a'), job('b'));
    service.singles = 405;
    const outcome = waiting(service).wait({ timeout: 600_000 });
    await pass(1);
    service.jobs = [job('b')];
    service.requests.length = 0;
    expect(await Promise.race([outcome, pass(100)])).toMatchObject({
      kind: 'deleted',
      job: { key: 'a' },
    });
    expect(service.requests).toEqual(['page 1', 'page 1']);
  });

  it('keeps waiting if the job moves to an unsearched page', async () => {
    const service = serviceOf(
      ...Array.from({ length: 19 }, (_, index) => job(`job_${index}`)),
      job('a'),
    );
    Object.assign(service, { perPage: 1, singles: 404 });
    const { wait } = waiting(service);
    const [short, long] = [120_000, 600_000].map((timeout) => wait({ timeout }));
    await pass(1);
    service.jobs = [job('new'), ...service.jobs];
    await pass(140);
    expect(await short).toEqual({ kind: 'unknown', searched: 20 });
    service.jobs = [job('a', completed)];
    await pass(70);
    expect((await long)?.kind).toBe('completed');
  });

  it('reports the job as deleted if the last poll does not find it', async () => {
    const service = serviceOf(job('a'), job('b'));
    const outcome = waiting(service).wait({ timeout: 600_000 });
    await pass(599);
    service.jobs = [job('b')];
    await untilEnd(1);
    expect(await outcome).toMatchObject({ kind: 'deleted', job: { key: 'a' } });
  });

  it('reports each service outage only once and keeps waiting', async () => {
    const service = serviceOf(job('a'));
    const outages: number[] = [];
    const began = Date.now();
    const outcome = waiting(service).wait({
      timeout: 600_000,
      onOutage: (since) => outages.push(since - began),
    });
    for (const failure of [serverFault(), undefined, serverFault()]) {
      await pass(100);
      service.failure = failure;
    }
    await pass(600);
    expect(outages).toHaveLength(2);
    const [since = 0] = outages.slice(-1);
    expect(await outcome).toMatchObject({
      kind: 'unreachable',
      job: { key: 'a' },
      since: began + since,
      error: { kind: 'serverFault' },
    });
    expect(since).toBeGreaterThan(300_000);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('reports a service outage that began before the wait', async () => {
    const service = serviceOf(job('a'));
    const { wait } = waiting(service);
    service.failure = new ServiceError('unreachable', 'No.');
    const onOutage = vi.fn();
    void wait({ timeout: 600_000 });
    await pass(20);
    const since = Date.now();
    const outcome = wait({ timeout: 1000, onOutage });
    expect(onOutage.mock.calls).toEqual([[since]]);
    await pass(11);
    expect(await outcome).toMatchObject({ kind: 'unreachable', error: service.failure, since });
  });

  it('returns the latest state of the job when the timeout expires', async () => {
    const outcome = waiting(serviceOf(job('a'))).wait();
    await untilEnd(60);
    expect(await outcome).toMatchObject({ kind: 'stillActive', job: { key: 'a' } });
    expect(vi.getTimerCount()).toBe(0);
  });

  it('polls the job one last time when the timeout expires', async () => {
    const service = serviceOf(job('a'));
    const outcome = waiting(service).wait({ timeout: 600_000 });
    await pass(599.9);
    service.complete('a');
    service.requests.length = 0;
    await untilEnd(0.1);
    expect([(await outcome).kind, service.requests]).toEqual(['completed', ['job a']]);
    expect(vi.getTimerCount()).toBe(0);
  });

  it.each<[string, WaitOutcome['kind'], (service: ServiceInMemory) => void]>([
    ['a completed job', 'completed', (service) => service.complete('a')],
    ['an active job', 'stillActive', () => undefined],
    ['a server error', 'unreachable', (service) => (service.failure = serverFault())],
    ['no response', 'unreachable', (service) => (service.latency = Infinity)],
  ])(
    'polls once more and receives %s after the computer sleeps past the timeout',
    async (...test) => {
      const [, kind, meanwhile] = test;
      const service = serviceOf(job('a'));
      service.latency = 1000;
      const outcome = waiting(service).wait({ timeout: 600_000 });
      await pass(300);
      const slept = Date.now();
      meanwhile(service);
      sleep(8);
      await pass(80);
      const ended = await outcome;
      expect(ended.kind).toBe(kind);
      if (ended.kind === 'unreachable') expect(ended.seenAt).toBeLessThanOrEqual(slept);
    },
  );

  it('returns 10 s after the timeout if the service does not respond', async () => {
    const service = serviceOf(job('a'));
    service.latency = Infinity;
    const outcome = waiting(service).wait();
    await untilEnd(70);
    expect(await outcome).toMatchObject({
      kind: 'unreachable',
      job: undefined,
      error: { kind: 'timeout' },
    });
  });

  it.each(['caller', 'session'])('stops waiting when the %s cancels the wait', async (by) => {
    const controller = new AbortController();
    const { wait, session } = waiting(serviceOf(job('a')));
    const outcome = wait({ signal: controller.signal });
    await pass(1);
    if (by === 'caller') controller.abort();
    else session.dispose();
    expect(await outcome).toEqual({ kind: 'cancelled' });
    await pass(0);
    expect(vi.getTimerCount()).toBe(0);
  });

  it.each(['canceled signal', 'disposed session'])(
    'sends no request if called with a %s',
    async (what) => {
      const service = serviceOf(job('a'));
      const { wait, session } = waiting(service);
      const isCanceled = what === 'canceled signal';
      if (!isCanceled) session.dispose();
      const outcome = wait(isCanceled ? { signal: AbortSignal.abort() } : {});
      await pass(10);
      expect(await outcome).toEqual({ kind: 'cancelled' });
      expect([service.requests, vi.getTimerCount()]).toEqual([[], 0]);
    },
  );

  it('keeps waiting if another caller stops waiting for the same job', async () => {
    const service = serviceOf(job('a'));
    const { wait } = waiting(service);
    const [short, long] = [10, 60].map((seconds) => wait({ timeout: seconds * 1000 }));
    await pass(8);
    expect(service.requests).toHaveLength(2);
    await pass(12);
    expect(await short).toMatchObject({ kind: 'stillActive' });
    service.complete('a');
    await pass(30);
    expect(await long).toMatchObject({ kind: 'completed' });
    expect(vi.getTimerCount()).toBe(0);
  });

  it('keeps waiting if a missing job reappears', async () => {
    const service = serviceOf(job('a'), job('b'));
    const outcome = waiting(service).wait();
    await pass(1);
    service.failures.set('job a', notFound());
    await pass(4);
    service.failures.clear();
    await untilEnd(60);
    expect((await outcome).kind).toBe('stillActive');
  });

  it('settles its promise exactly once after any sequence of events', async () => {
    const actions = {
      change: ({ service }) => service.change('a', { updatedAt: new Date().toISOString() }),
      complete: ({ service }) => service.complete('a'),
      remove: ({ service }) => (service.jobs = [job('b')]),
      fail: ({ service }) => (service.failure = serverFault()),
      disconnect: ({ service }) => (service.failure = new ServiceError('unreachable', 'No.')),
      reject: ({ service }) => (service.failure = unauthorized()),
      recover: ({ service }) => Object.assign(service, { failure: undefined, latency: 0 }),
      silence: ({ service }) => (service.latency = Infinity),
      respond: ({ session }) => session.responded(),
      replaceKey: ({ session }) => session.useNewCredential(),
      setClock: () => vi.setSystemTime(Date.now() - 3_600_000),
      cancel: ({ controller }) => controller.abort(),
      dispose: ({ session }) => session.dispose(),
    } satisfies Record<string, (world: World) => unknown>;
    interface World {
      readonly service: ServiceInMemory;
      readonly session: ReturnType<typeof sessionOf>;
      readonly controller: AbortController;
    }
    const action = fc.constantFrom(...(Object.keys(actions) as (keyof typeof actions)[]));
    const script = fc.array(fc.record({ after: fc.integer({ min: 0, max: 30 }), action }), {
      maxLength: 8,
    });
    await fc.assert(
      fc.asyncProperty(script, fc.boolean(), async (steps, hasSingles) => {
        const service = serviceOf(job('a'), job('b'));
        service.singles = hasSingles ? 'offered' : 404;
        const { session, wait } = waiting(service);
        const controller = new AbortController();
        const outcomes: WaitOutcome['kind'][] = [];
        void wait({ timeout: 100_000, signal: controller.signal }).then(({ kind }) =>
          outcomes.push(kind),
        );
        for (const step of steps) {
          await pass(step.after);
          actions[step.action]({ service, session, controller });
        }
        // The last poll may take up to ten seconds.
        await untilEnd(110);
        expect(outcomes).toHaveLength(1);
        expect(vi.getTimerCount()).toBe(0);
        const sent = service.requests.length;
        await pass(600);
        expect(service.requests).toHaveLength(sent);
        session.dispose();
      }),
      { numRuns: 150 },
    );
  });
});
