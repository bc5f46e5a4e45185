import fc from 'fast-check';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { JobWaiter, type WaitOutcome } from '../../../../src/model/following/jobWaiter.ts';
import { ServiceError } from '../../../../src/service/index.ts';
import { failureOf, patient } from '../../service/harness.ts';
import { job, jobFrom } from '../builders.ts';
import { completed as over, serverFault, serviceOf, unauthorized } from './serviceInMemory.ts';

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(Math, 'random').mockReturnValue(1);
});

const pass = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1000);
const minute = { timeout: 60_000 };

describe('waiting for a running job', () => {
  it.each(['', 0, '0001-01-01T00:00:00Z'])(
    'does not end when its completion time is %j',
    async (completedAt) => {
      const waiter = new JobWaiter(serviceOf(jobFrom({ key: 'a', completedAt })).client);
      const waiting = waiter.wait('a', { ...minute, signal: patient() });
      await pass(60);
      expect(await waiting).toMatchObject({ kind: 'stillActive', job: { key: 'a' } });
    },
  );
});

describe('reading a job', () => {
  it('reads it alone where the service does that', async () => {
    const { client, requests } = serviceOf(job('a'), job('b'));
    expect(await new JobWaiter(client).read('b', patient())).toMatchObject({ job: { key: 'b' } });
    expect(requests).toEqual(['job b']);
  });

  it('searches the list where the service does not, up to 20 pages', async () => {
    const service = serviceOf(...Array.from({ length: 25 }, (_, index) => job(`job_${index + 1}`)));
    Object.assign(service, { perPage: 1, singles: 404 });
    const waiter = new JobWaiter(service.client);
    expect(await waiter.read('job_20', patient())).toMatchObject({ job: { key: 'job_20' } });
    expect(await waiter.read('job_21', patient())).toEqual({ searched: 20 });
    expect(service.requests).not.toContain('page 21');
  });

  it('does not say that a job is gone which moves to a page that was read before, because others are removed', async () => {
    const service = serviceOf(...Array.from({ length: 6 }, (_, index) => job(`job_${index + 1}`)));
    Object.assign(service, { perPage: 1, singles: 405 });
    const listJobs = async (page: number, signal: AbortSignal) => {
      const answer = await service.listJobs(page, signal);
      if (page === 3) service.jobs = service.jobs.filter(({ key }) => key !== 'job_1' && key !== 'job_2');
      return answer;
    };
    const waiter = new JobWaiter({ ...service.client, listJobs });
    expect(await waiter.read('job_4', patient())).toEqual({ searched: 4 });
    expect(await waiter.read('job_4', patient())).toMatchObject({ job: { key: 'job_4' } });
  });

  it('asks for single jobs no more once one is refused that the service has just listed', async () => {
    const service = serviceOf(job('a'), job('b'));
    service.singles = 404;
    const waiter = new JobWaiter(service.client);
    for (const key of ['a', 'a', 'b']) await waiter.read(key, patient());
    expect(service.requests).toEqual(['job a', 'page 1', 'job b', 'page 1', 'page 1', 'page 1']);
  });

  it('still asks for single jobs after a job was removed, and after one that was listed before it could be read', async () => {
    const service = serviceOf(job('a'), job('b'));
    const { getJob } = service.client;
    const readable = (key: string, signal: AbortSignal) =>
      key === 'a' ? Promise.reject(new ServiceError('notFound', 'Not yet.')) : getJob(key, signal);
    const waiter = new JobWaiter({ ...service.client, getJob: readable });
    expect(await waiter.read('a', patient())).toEqual({});
    service.jobs = [job('b')];
    expect(await waiter.read('a', patient())).toEqual({});
    expect(await waiter.read('b', patient())).toMatchObject({ job: { key: 'b' } });
    expect(service.requests.at(-1)).toBe('job b');
  });

  it('finds what each of two searches at the same time looks for', async () => {
    const service = serviceOf(...Array.from({ length: 9 }, (_, index) => job(`job_${index + 1}`)));
    Object.assign(service, { perPage: 1, singles: 404 });
    const waiter = new JobWaiter(service.client);
    await waiter.read('job_1', patient());
    const found = await Promise.all(['job_3', 'job_8'].map((key) => waiter.read(key, patient())));
    expect(found.map((each) => each.job?.key)).toEqual(['job_3', 'job_8']);
  });

  it.each([true, false])(
    'ends at once when it is cancelled, whether or not the service reads single jobs: %s',
    async (hasSingles) => {
      const service = serviceOf(job('a'));
      const waiter = new JobWaiter(service.client);
      service.singles = hasSingles ? 'offered' : 404;
      await waiter.read('a', patient());
      service.latency = Infinity;
      const controller = new AbortController();
      const failure = failureOf(waiter.read('a', controller.signal));
      controller.abort();
      expect((await failure).kind).toBe('cancelled');
    },
  );
});

describe('waiting for a job', () => {
  it('ends at once where it is completed', async () => {
    const { client, requests } = serviceOf(job('a', over));
    expect(await new JobWaiter(client).wait('a', { ...minute, signal: patient() })).toMatchObject({
      kind: 'completed',
      job: { key: 'a' },
    });
    expect(requests).toEqual(['job a']);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('follows it to the end and tells each reading', async () => {
    const service = serviceOf(job('a'), job('b'));
    const read: (string | undefined)[] = [];
    const outcome = new JobWaiter(service.client).wait('a', {
      ...minute,
      signal: patient(),
      onRead: ({ activeSteps }) => read.push(activeSteps?.[0]?.key),
    });
    await pass(3);
    service.change('a', { activeSteps: [{ key: 'second', name: 'Second' }] });
    await pass(5);
    service.change('a', over);
    await pass(10);
    expect(await outcome).toMatchObject({ kind: 'completed', job: over });
    expect([...new Set(read)]).toEqual(['stp_release', 'second', undefined]);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('finds no job', async () => {
    expect(await new JobWaiter(serviceOf().client).wait('a', { ...minute, signal: patient() })).toEqual({
      kind: 'unknown',
    });
    expect(vi.getTimerCount()).toBe(0);
  });

  it('ends at once where the start answered with a completed job', async () => {
    const { client, requests } = serviceOf();
    const waiter = new JobWaiter(client);
    waiter.remember(job('a', over));
    expect(await waiter.wait('a', { ...minute, signal: patient() })).toMatchObject({ kind: 'completed' });
    expect(requests).toEqual([]);
  });

  it.each([
    ['within half a minute of its start', 29, { kind: 'gone', job: { key: 'a' } }],
    ['later', 31, { kind: 'unknown' }],
  ])('knows the job by the answer of its start %s', async (_, seconds, expected) => {
    const waiter = new JobWaiter(serviceOf().client);
    waiter.remember(job('a'));
    await pass(seconds);
    const outcome = waiter.wait('a', { ...minute, signal: patient() });
    await pass(60);
    expect(await outcome).toMatchObject(expected);
  });

  it.each<[string, Partial<ReturnType<typeof serviceOf>>, WaitOutcome['kind'], object]>([
    [
      'the service knows the job no more, with the job as it was',
      { jobs: [job('b')] },
      'gone',
      { job: { key: 'a' } },
    ],
    [
      'the API key is refused for the first time',
      { failure: unauthorized() },
      'connectionLost',
      { error: unauthorized() },
    ],
  ])('ends when %s', async (_what, change, kind, expected) => {
    const service = serviceOf(job('a'), job('b'));
    const outcome = new JobWaiter(service.client).wait('a', { ...minute, signal: patient() });
    await pass(1);
    Object.assign(service, change);
    await pass(50);
    expect(await outcome).toMatchObject({ kind, ...expected });
  });

  it('says only how many it searched where new jobs push the job past the pages that are searched', async () => {
    const service = serviceOf(...Array.from({ length: 19 }, (_, index) => job(`job_${index}`)), job('a'));
    Object.assign(service, { perPage: 1, singles: 404 });
    const outcome = new JobWaiter(service.client).wait('a', { timeout: 600_000, signal: patient() });
    await pass(1);
    service.jobs = [job('new'), ...service.jobs];
    await pass(60);
    expect(await outcome).toEqual({ kind: 'unknown', searched: 20 });
  });

  it('ends as gone where the job is unknown when the time is over', async () => {
    const service = serviceOf(job('a'), job('b'));
    const outcome = new JobWaiter(service.client).wait('a', { timeout: 600_000, signal: patient() });
    await pass(599);
    service.jobs = [job('b')];
    await pass(1);
    expect(await outcome).toMatchObject({ kind: 'gone', job: { key: 'a' } });
  });

  it('goes on through failures, tells each outage once, and ends with the last one', async () => {
    const service = serviceOf(job('a'));
    const outages: number[] = [];
    const began = Date.now();
    const outcome = new JobWaiter(service.client).wait('a', {
      timeout: 600_000,
      signal: patient(),
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

  it('ends in time with the job as it was', async () => {
    const outcome = new JobWaiter(serviceOf(job('a')).client).wait('a', { ...minute, signal: patient() });
    await pass(60);
    expect(await outcome).toMatchObject({ kind: 'stillActive', job: { key: 'a' } });
    expect(vi.getTimerCount()).toBe(0);
  });

  it('reads it a last time when the time is over, because a minute may lie between two readings', async () => {
    const service = serviceOf(job('a'));
    const outcome = new JobWaiter(service.client).wait('a', { timeout: 600_000, signal: patient() });
    await pass(599.9);
    service.change('a', over);
    service.requests.length = 0;
    await pass(0.1);
    expect([(await outcome).kind, service.requests]).toEqual(['completed', ['job a']]);
    expect(vi.getTimerCount()).toBe(0);
  });

  it.each([
    ['completed', 'completed', (service: ReturnType<typeof serviceOf>) => service.change('a', over)],
    [
      'on, and the network is not back yet,',
      'unreachable',
      (service: ReturnType<typeof serviceOf>) => (service.failure = serverFault()),
    ],
    [
      'on, and the service is silent,',
      'unreachable',
      (service: ReturnType<typeof serviceOf>) => (service.latency = Infinity),
    ],
  ])(
    'of a job that is %s when the computer wakes after the time is over ends as %s',
    async (_what, kind, meanwhile) => {
      const service = serviceOf(job('a'));
      service.latency = 1000;
      const outcome = new JobWaiter(service.client).wait('a', { timeout: 600_000, signal: patient() });
      await pass(300);
      const read = Date.now();
      meanwhile(service);
      const slept = 8 * 3_600_000;
      const now = performance.now.bind(performance);
      vi.spyOn(performance, 'now').mockImplementation(() => now() + slept);
      vi.setSystemTime(Date.now() + slept);
      await pass(80);
      const ended = await outcome;
      expect(ended.kind).toBe(kind);
      if (ended.kind === 'unreachable') expect(ended.seenAt).toBeLessThanOrEqual(read);
    },
  );

  it('ends in time where the service is silent from the beginning, and says so after ten seconds', async () => {
    const service = serviceOf(job('a'));
    service.latency = Infinity;
    const onOutage = vi.fn();
    const outcome = new JobWaiter(service.client).wait('a', { ...minute, signal: patient(), onOutage });
    await pass(9.9);
    expect(onOutage).not.toHaveBeenCalled();
    await pass(50.1);
    expect(onOutage).toHaveBeenCalledTimes(1);
    expect(await outcome).toMatchObject({ kind: 'unreachable', job: undefined, error: { kind: 'timeout' } });
  });

  it.each(['caller', 'disposal'])('is cancelled by its %s', async (by) => {
    const controller = new AbortController();
    const waiter = new JobWaiter(serviceOf(job('a')).client);
    const outcome = waiter.wait('a', { ...minute, signal: controller.signal });
    await pass(1);
    if (by === 'caller') controller.abort();
    else waiter.dispose();
    expect(await outcome).toEqual({ kind: 'cancelled' });
    expect(vi.getTimerCount()).toBe(0);
  });

  it('sends nothing after it was disposed', async () => {
    const service = serviceOf(job('a'));
    const waiter = new JobWaiter(service.client);
    waiter.dispose();
    expect(await waiter.wait('a', { ...minute, signal: patient() })).toEqual({ kind: 'cancelled' });
    expect(service.requests).toEqual([]);
  });

  it('goes on for one of two that wait for the same job when the other leaves', async () => {
    const service = serviceOf(job('a'));
    const waiter = new JobWaiter(service.client);
    const [short, long] = [10, 60].map((seconds) =>
      waiter.wait('a', { timeout: seconds * 1000, signal: patient() }),
    );
    await pass(20);
    expect(await short).toMatchObject({ kind: 'stillActive' });
    service.change('a', over);
    await pass(30);
    expect(await long).toMatchObject({ kind: 'completed' });
    expect(vi.getTimerCount()).toBe(0);
  });
});

type Happening =
  | 'change'
  | 'complete'
  | 'vanish'
  | 'fail'
  | 'refuse'
  | 'recover'
  | 'hush'
  | 'cancel'
  | 'dispose';

describe('whatever happens while a job is waited for', () => {
  it('there is one outcome, in time, and nothing is left behind', async () => {
    const happening = fc.constantFrom<Happening>(
      'change',
      'complete',
      'vanish',
      'fail',
      'refuse',
      'recover',
      'hush',
      'cancel',
      'dispose',
    );
    const events = fc.array(fc.record({ after: fc.integer({ min: 0, max: 30 }), what: happening }), {
      maxLength: 8,
    });
    await fc.assert(
      fc.asyncProperty(events, fc.boolean(), async (script, hasSingles) => {
        const service = serviceOf(job('a'), job('b'));
        service.singles = hasSingles ? 'offered' : 404;
        const waiter = new JobWaiter(service.client);
        const controller = new AbortController();
        const outcomes: WaitOutcome['kind'][] = [];
        void waiter
          .wait('a', { timeout: 100_000, signal: controller.signal })
          .then(({ kind }) => outcomes.push(kind));
        for (const { after, what } of script) {
          await pass(after);
          if (what === 'change') service.change('a', { updatedAt: new Date().toISOString() });
          if (what === 'complete') service.change('a', over);
          if (what === 'vanish') service.jobs = [job('b')];
          if (what === 'fail') service.failure = serverFault();
          if (what === 'refuse') service.failure = unauthorized();
          if (what === 'recover') Object.assign(service, { failure: undefined, latency: 0 });
          if (what === 'hush') service.latency = Infinity;
          if (what === 'cancel') controller.abort();
          if (what === 'dispose') waiter.dispose();
        }
        // The last reading has ten seconds.
        await pass(110);
        expect(outcomes).toHaveLength(1);
        expect(vi.getTimerCount()).toBe(0);
        const sent = service.requests.length;
        await pass(600);
        expect(service.requests).toHaveLength(sent);
      }),
      { numRuns: 150 },
    );
  });
});
