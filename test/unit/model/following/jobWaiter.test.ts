import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { JobWaiter, type WaitOutcome } from '../../../../src/model/following/jobWaiter.ts';
import { type Job, type JobsPage, type ServiceClient, ServiceError, jobRow } from '../../../../src/service/index.ts';
import { baseUrlOf, failureOf, patient } from '../../service/harness.ts';
import { job } from '../builders.ts';

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(Math, 'random').mockReturnValue(1);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const over = { completedAt: '2026-10-02T08:00:00Z', activeSteps: [], activeWorkflows: [] };
const notFound = () => new ServiceError('notFound', 'Not there.', { status: 404 });
const serverFault = () => new ServiceError('serverFault', 'It failed.', { status: 500 });
const unauthorized = () => new ServiceError('unauthorized', 'Not you.', { status: 401 });

/** A service in memory. A test changes its members. */
function serviceOf(...jobs: Job[]) {
  const service = { jobs, perPage: 50, hasSingles: true, failure: undefined as (() => ServiceError) | undefined, isSilent: false, requests: [] as string[] };
  const receive = async (request: string, signal: AbortSignal) => {
    signal.throwIfAborted();
    service.requests.push(request);
    if (service.isSilent) await new Promise((_, reject) => signal.addEventListener('abort', () => reject(new ServiceError('cancelled', 'left'))));
    if (service.failure !== undefined) throw service.failure();
  };
  const client: ServiceClient = {
    baseUrl: baseUrlOf('https://one.example'),
    listFields: () => Promise.resolve([]),
    startJob: () => Promise.reject(serverFault()),
    listJobs: async (page, signal): Promise<JobsPage> => {
      await receive(`page ${page}`, signal);
      const { perPage } = service;
      return { jobs: service.jobs.slice((page - 1) * perPage, page * perPage).map(jobRow), pagination: { currentPage: page, hasMore: page * perPage < service.jobs.length, total: null, lastPage: null } };
    },
    getJob: async (key, signal) => {
      await receive(`job ${key}`, signal);
      const found = service.jobs.find((each) => each.key === key);
      if (!service.hasSingles || found === undefined) throw notFound();
      return found;
    },
  };
  const change = (key: string, overrides: object) => void (service.jobs = service.jobs.map((each) => (each.key === key ? { ...each, ...overrides } : each)));
  return Object.assign(service, { client, change });
}

const pass = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1000);
const minute = { timeout: 60_000 };

describe('reading a job', () => {
  it('reads it alone where the service does that', async () => {
    const { client, requests } = serviceOf(job('a'), job('b'));
    expect(await new JobWaiter(client).read('b', patient())).toMatchObject({ key: 'b' });
    expect(requests).toEqual(['job b']);
  });

  it('searches the list where the service does not, up to 20 pages', async () => {
    const service = serviceOf(...Array.from({ length: 25 }, (_, index) => job(`job_${index + 1}`)));
    Object.assign(service, { perPage: 1, hasSingles: false });
    const waiter = new JobWaiter(service.client);
    expect(await waiter.read('job_20', patient())).toMatchObject({ key: 'job_20' });
    expect(await waiter.read('job_21', patient())).toBeUndefined();
    expect(service.requests).not.toContain('page 21');
  });

  it('finds what each of two searches at the same time looks for', async () => {
    const service = serviceOf(...Array.from({ length: 9 }, (_, index) => job(`job_${index + 1}`)));
    Object.assign(service, { perPage: 1, hasSingles: false });
    const waiter = new JobWaiter(service.client);
    await waiter.read('job_1', patient());
    const found = await Promise.all(['job_3', 'job_8'].map((key) => waiter.read(key, patient())));
    expect(found.map((each) => each?.key)).toEqual(['job_3', 'job_8']);
  });

  it('tells a job that is not there from one that cannot be read', async () => {
    const service = serviceOf(job('a'));
    const waiter = new JobWaiter(service.client);
    expect(await waiter.read('other', patient())).toBeUndefined();
    service.failure = serverFault;
    expect((await failureOf(waiter.read('a', patient()))).kind).toBe('serverFault');
  });

  it.each([true, false])('ends at once when it is cancelled, whether or not the service reads single jobs: %s', async (hasSingles) => {
    const service = serviceOf(job('a'));
    const waiter = new JobWaiter(service.client);
    service.hasSingles = hasSingles;
    await waiter.read('a', patient());
    service.isSilent = true;
    const controller = new AbortController();
    const failure = failureOf(waiter.read('a', controller.signal));
    controller.abort();
    expect((await failure).kind).toBe('cancelled');
  });
});

describe('waiting for a job', () => {
  it('ends at once where it is completed', async () => {
    const { client, requests } = serviceOf(job('a', over));
    expect(await new JobWaiter(client).wait('a', { ...minute, signal: patient() })).toMatchObject({ kind: 'over', job: { key: 'a' } });
    expect(requests).toEqual(['job a']);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('follows it to the end and tells each reading', async () => {
    const service = serviceOf(job('a'), job('b'));
    const read: (string | undefined)[] = [];
    const outcome = new JobWaiter(service.client).wait('a', { ...minute, signal: patient(), onRead: ({ activeSteps }) => read.push(activeSteps?.[0]?.key) });
    await pass(3);
    service.change('a', { activeSteps: [{ key: 'second', name: 'Second' }] });
    await pass(5);
    service.change('a', over);
    await pass(10);
    expect(await outcome).toMatchObject({ kind: 'over', job: over });
    expect([...new Set(read)]).toEqual(['stp_release', 'second', undefined]);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('finds no job', async () => {
    expect(await new JobWaiter(serviceOf().client).wait('a', { ...minute, signal: patient() })).toBeUndefined();
    expect(vi.getTimerCount()).toBe(0);
  });

  it('ends when the service knows the job no more, with the job as it was', async () => {
    const service = serviceOf(job('a'), job('b'));
    const outcome = new JobWaiter(service.client).wait('a', { ...minute, signal: patient() });
    await pass(1);
    service.jobs = [job('b')];
    await pass(50);
    expect(await outcome).toMatchObject({ kind: 'gone', job: { key: 'a' } });
  });

  it('ends after five failures in a row, and not after fewer', async () => {
    const service = serviceOf(job('a'));
    const outcome = new JobWaiter(service.client).wait('a', { timeout: 3_600_000, signal: patient() });
    const isSettled = vi.fn();
    void outcome.then(isSettled);
    await pass(1);
    service.failure = serverFault;
    await pass(30);
    service.failure = undefined;
    await pass(40);
    service.failure = serverFault;
    await pass(60);
    expect(isSettled).not.toHaveBeenCalled();
    await pass(200);
    expect(await outcome).toMatchObject({ kind: 'lost', job: { key: 'a' }, error: { kind: 'serverFault' } });
  });

  it('ends at the first refusal of the API key', async () => {
    const service = serviceOf(job('a'));
    const outcome = new JobWaiter(service.client).wait('a', { ...minute, signal: patient() });
    await pass(1);
    service.failure = unauthorized;
    await pass(4);
    expect(await outcome).toMatchObject({ kind: 'lost', error: { kind: 'unauthorized' } });
  });

  it('ends in time', async () => {
    const outcome = new JobWaiter(serviceOf(job('a')).client).wait('a', { ...minute, signal: patient() });
    await pass(60);
    expect(await outcome).toMatchObject({ kind: 'timedOut', job: { key: 'a' } });
    expect(vi.getTimerCount()).toBe(0);
  });

  it('fails in time where the service is silent from the beginning', async () => {
    const service = serviceOf(job('a'));
    service.isSilent = true;
    const failure = failureOf(new JobWaiter(service.client).wait('a', { ...minute, signal: patient() }));
    await pass(60);
    expect((await failure).kind).toBe('timeout');
  });

  it.each(['caller', 'disposal'])('is cancelled by its %s', async (by) => {
    const controller = new AbortController();
    const waiter = new JobWaiter(serviceOf(job('a')).client);
    const outcome = waiter.wait('a', { ...minute, signal: controller.signal });
    await pass(1);
    if (by === 'caller') controller.abort();
    else waiter.dispose();
    expect(await outcome).toMatchObject({ kind: 'cancelled', job: { key: 'a' } });
    expect(vi.getTimerCount()).toBe(0);
  });

  it('sends nothing after it was disposed', async () => {
    const service = serviceOf(job('a'));
    const waiter = new JobWaiter(service.client);
    waiter.dispose();
    expect((await failureOf(waiter.wait('a', { ...minute, signal: patient() }))).kind).toBe('cancelled');
    expect(service.requests).toEqual([]);
  });

  it('goes on for one of two that wait for the same job when the other leaves', async () => {
    const service = serviceOf(job('a'));
    const waiter = new JobWaiter(service.client);
    const [short, long] = [10, 60].map((seconds) => waiter.wait('a', { timeout: seconds * 1000, signal: patient() }));
    await pass(20);
    expect(await short).toMatchObject({ kind: 'timedOut' });
    service.change('a', over);
    await pass(30);
    expect(await long).toMatchObject({ kind: 'over' });
    expect(vi.getTimerCount()).toBe(0);
  });
});

type Happening = 'change' | 'complete' | 'vanish' | 'fail' | 'refuse' | 'recover' | 'hush' | 'cancel' | 'dispose';

describe('whatever happens while a job is waited for', () => {
  it('there is one outcome, in time, and nothing is left behind', async () => {
    const happening = fc.constantFrom<Happening>('change', 'complete', 'vanish', 'fail', 'refuse', 'recover', 'hush', 'cancel', 'dispose');
    const events = fc.array(fc.record({ after: fc.integer({ min: 0, max: 30 }), what: happening }), { maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(events, fc.boolean(), async (script, hasSingles) => {
        const service = serviceOf(job('a'), job('b'));
        service.hasSingles = hasSingles;
        const waiter = new JobWaiter(service.client);
        const controller = new AbortController();
        const outcomes: (WaitOutcome['kind'] | 'absent' | 'failed')[] = [];
        void waiter.wait('a', { timeout: 100_000, signal: controller.signal }).then(
          (outcome) => outcomes.push(outcome?.kind ?? 'absent'),
          (error: unknown) => outcomes.push(error instanceof ServiceError ? 'failed' : 'absent'),
        );
        for (const { after, what } of script) {
          await pass(after);
          if (what === 'change') service.change('a', { updatedAt: new Date().toISOString() });
          if (what === 'complete') service.change('a', over);
          if (what === 'vanish') service.jobs = [job('b')];
          if (what === 'fail') service.failure = serverFault;
          if (what === 'refuse') service.failure = unauthorized;
          if (what === 'recover') Object.assign(service, { failure: undefined, isSilent: false });
          if (what === 'hush') service.isSilent = true;
          if (what === 'cancel') controller.abort();
          if (what === 'dispose') waiter.dispose();
        }
        await pass(100);
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
