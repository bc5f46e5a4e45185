import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { JobPoller } from '../../../../src/model/following/jobPoller.ts';
import { mostRequests } from '../../../../src/model/following/pollRound.ts';
import { JobList } from '../../../../src/model/jobs/jobList.ts';
import { JobReader } from '../../../../src/model/jobs/jobReader.ts';
import { WatchList } from '../../../../src/model/following/watchList.ts';
import { type Job, type JobsPage, ServiceError, jobRow } from '../../../../src/service/index.ts';
import { job, shown } from '../builders.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const looking = { focused: true, active: true };
const away = { focused: false, active: false };

const notFound = () => new ServiceError('notFound', 'Not there.', { status: 404 });

/** A service in memory: jobs newest first, each request noted. */
class Service {
  readonly requests: string[] = [];
  readonly perPage: number;
  jobs: Job[];
  /** Jobs that exist, but stand on no page. */
  unlisted: Job[] = [];
  failure: ServiceError | undefined;
  singles: 'offered' | 404 | 405 = 'offered';
  latency = 0;

  constructor(count: number, perPage = 50) {
    this.perPage = perPage;
    this.jobs = Array.from({ length: count }, (_, index) => job(`job_${count - 1 - index}`));
  }

  readonly listJobs = async (page: number, signal: AbortSignal): Promise<JobsPage> => {
    await this.#receive(`page ${page}`, signal);
    const jobs = this.jobs.slice((page - 1) * this.perPage, page * this.perPage);
    return {
      jobs: jobs.map(jobRow),
      pagination: { currentPage: page, hasMore: page * this.perPage < this.jobs.length, total: this.jobs.length, lastPage: null },
    };
  };

  readonly getJob = async (key: string, signal: AbortSignal): Promise<Job> => {
    await this.#receive(`job ${key}`, signal);
    if (this.singles !== 'offered') throw new ServiceError(this.singles === 404 ? 'notFound' : 'rejected', 'No.', { status: this.singles });
    const found = [...this.jobs, ...this.unlisted].find((each) => each.key === key);
    if (found === undefined) throw notFound();
    return found;
  };

  change(key: string, overrides: object): void {
    const changed = (each: Job) => (each.key === key ? { ...each, ...overrides } : each);
    this.jobs = this.jobs.map(changed);
    this.unlisted = this.unlisted.map(changed);
  }

  complete(...keys: string[]): void {
    for (const key of keys) this.change(key, { completedAt: '2026-10-02T08:00:00Z', updatedAt: '2026-10-02T08:00:00Z' });
  }

  /** The requests since the last call. */
  take(): string[] {
    return this.requests.splice(0);
  }

  async #receive(request: string, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    this.requests.push(request);
    if (this.latency > 0) {
      await new Promise<void>((resolve, reject) => {
        const timer = setTimeout(resolve, this.latency);
        signal.addEventListener('abort', () => {
          clearTimeout(timer);
          reject(new ServiceError('cancelled', 'left'));
        });
      });
    }
    if (this.failure !== undefined) throw this.failure;
  }
}

/** A window that has the focus, with this many pages loaded. */
async function following(service: Service, { pages = 1 } = {}) {
  const stored = new Map<string, unknown>();
  const watches = new WatchList({ get: (name) => stored.get(name), set: (name, value) => void stored.set(name, value) });
  const jobs = new JobList();
  const reader = new JobReader(jobs);
  const poller = new JobPoller({ jobs, watches, reader, random: () => 1 });
  watches.connect('https://one.example');
  jobs.connect(service.listJobs);
  reader.connect(service.getJob);
  poller.connect(service.listJobs);
  poller.attend(looking);
  if (pages > 0) await jobs.ensureLoaded();
  for (let page = 1; page < pages; page++) await jobs.loadMore();
  service.take();
  const finished: string[][] = [];
  const lost: string[] = [];
  poller.onDidFinish((each) => finished.push(each.map(({ key }) => key)));
  poller.onDidLose((keys) => lost.push(...keys));
  return { poller, jobs, reader, watches, finished, lost };
}

const pass = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1000);

describe('nobody looks, nothing is sent', () => {
  it('sets no timer while nothing is followed', async () => {
    const service = new Service(3);
    await following(service);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('sends nothing while the window has no focus, and goes on when it has it again', async () => {
    const service = new Service(3);
    const { poller, watches } = await following(service);
    watches.watch('job_1');
    poller.attend(away);
    expect(vi.getTimerCount()).toBe(0);
    await pass(3600);
    expect(service.take()).toEqual([]);
    poller.attend(looking);
    await pass(0);
    expect(service.take()).toEqual(['page 1']);
  });

  it('breaks off what is under way when the focus goes', async () => {
    const service = new Service(3);
    service.latency = 1000;
    const { poller, watches, jobs } = await following(service, { pages: 0 });
    watches.watch('job_1');
    watches.watch('elsewhere');
    await pass(3);
    expect(service.requests).toEqual(['page 1']);
    poller.attend(away);
    await pass(3600);
    expect(service.take()).toEqual(['page 1']);
    expect([poller.staleness, jobs.state.rows]).toEqual([null, undefined]);
  });

  it('is not made to ask all the time by a focus that comes and goes', async () => {
    const service = new Service(3);
    const { poller, watches } = await following(service);
    service.latency = 1000;
    watches.watch('job_1');
    for (let second = 0; second < 60; second++) {
      await pass(0.5);
      poller.attend(away);
      await pass(0.5);
      poller.attend(looking);
    }
    expect(service.take().length).toBeLessThan(30);
  });

  it('takes its time while the window is not used', async () => {
    const service = new Service(3);
    const { poller, watches } = await following(service);
    watches.watch('job_1');
    await pass(3);
    poller.attend({ focused: true, active: false });
    service.take();
    await pass(14);
    expect(service.take()).toEqual([]);
    await pass(2);
    expect(service.take()).toEqual(['page 1']);
  });

  it('leaves no timer behind, whatever it was doing', async () => {
    const service = new Service(3);
    service.latency = 1000;
    const { poller, watches } = await following(service, { pages: 0 });
    watches.watch('job_1');
    await pass(3);
    poller.dispose();
    await pass(0);
    expect(vi.getTimerCount()).toBe(0);
    poller.attend(looking);
    watches.watch('job_2');
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe('following to the end', () => {
  it('changes the row in place and tells the end once', async () => {
    const service = new Service(3);
    const { jobs, watches, finished } = await following(service);
    watches.watch('job_1');
    await pass(3);
    service.change('job_1', { activeSteps: [{ key: 'stp_2', name: 'Second' }], updatedAt: '2026-10-01T10:00:00Z' });
    await pass(10);
    expect(jobs.find('job_1')?.activeSteps?.[0]?.name).toBe('Second');
    service.complete('job_1');
    await pass(60);
    expect(finished).toEqual([['job_1']]);
    expect([watches.isWatched('job_1'), shown(jobs)]).toEqual([false, 'job_2 job_1 job_0']);
    service.take();
    await pass(3600);
    expect([service.take(), finished.length, vi.getTimerCount()]).toEqual([[], 1, 0]);
  });

  it('asks after 2.5 s, then more and more rarely, and often again after a change', async () => {
    const service = new Service(3);
    const { watches } = await following(service);
    watches.watch('job_1');
    await pass(10 * 60);
    expect(service.take().length).toBeGreaterThan(12);
    await pass(10 * 60);
    expect(service.take().length).toBeLessThanOrEqual(10);
    service.change('job_1', { updatedAt: '2026-10-01T10:00:00Z' });
    await pass(60);
    service.take();
    await pass(5);
    expect(service.take().length).toBeGreaterThanOrEqual(1);
  });

  it('does not let a new watch wait for the long interval of an old one', async () => {
    const service = new Service(3);
    const { watches } = await following(service);
    watches.watch('job_1');
    await pass(20 * 60);
    service.take();
    watches.watch('job_2');
    await pass(2.5);
    expect(service.take()).toEqual(['page 1']);
  });

  it("hears of an end from a person's own refresh too, and asks no more", async () => {
    const service = new Service(3);
    const { jobs, watches, finished } = await following(service);
    watches.watch('job_1');
    service.complete('job_1');
    await jobs.refresh();
    expect(finished).toEqual([['job_1']]);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('tells jobs that end together together', async () => {
    const service = new Service(5);
    const { watches, finished } = await following(service);
    for (const key of ['job_0', 'job_1', 'job_4']) watches.watch(key);
    service.complete('job_0', 'job_1', 'job_4');
    await pass(3);
    expect(finished.map((keys) => keys.sort())).toEqual([['job_0', 'job_1', 'job_4']]);
  });

  describe('where the service never says "completed"', () => {
    const idle = { completedAt: undefined, activeSteps: [], activeWorkflows: [] };

    it('nothing is active any more at the end', async () => {
      const service = new Service(3);
      service.change('job_1', { completedAt: undefined });
      const { jobs, watches, finished } = await following(service);
      watches.watch('job_1');
      await pass(3);
      expect(watches.isWatched('job_1')).toBe(true);
      service.change('job_1', { ...idle, updatedAt: '2026-10-01T10:00:00Z' });
      await pass(10);
      expect([finished, watches.isWatched('job_1')]).toEqual([[['job_1']], false]);
      await jobs.refresh();
      service.take();
      await pass(3600);
      expect([service.take(), finished.length, vi.getTimerCount()]).toEqual([[], 1, 0]);
    });

    it("a person's own refresh tells the end, too", async () => {
      const service = new Service(3);
      service.change('job_1', { completedAt: undefined });
      const { jobs, watches, finished } = await following(service);
      watches.watch('job_1');
      service.change('job_1', { ...idle, updatedAt: '2026-10-01T10:00:00Z' });
      await jobs.refresh();
      expect([finished, vi.getTimerCount()]).toEqual([[['job_1']], 0]);
    });

    it('a job that has only just started is given time to become active', async () => {
      const service = new Service(3);
      service.change('job_1', idle);
      const { watches, finished } = await following(service);
      watches.watch('job_1');
      await pass(3);
      expect([service.take().length, finished]).toEqual([1, []]);
      service.change('job_1', { activeSteps: [{ key: 'stp_1', name: 'First' }], updatedAt: '2026-10-01T10:00:00Z' });
      await pass(60);
      expect([watches.isWatched('job_1'), finished]).toEqual([true, []]);
    });

    it('one that ended before it was looked at, after a reload for one, is found so', async () => {
      const service = new Service(3);
      service.change('job_1', idle);
      const { watches, finished } = await following(service, { pages: 0 });
      watches.watch('job_1');
      await pass(60);
      expect(finished).toEqual([['job_1']]);
    });

    it('and nothing of what is active, the end cannot be known', async () => {
      const service = new Service(3);
      service.change('job_1', { completedAt: undefined, activeSteps: undefined, activeWorkflows: undefined });
      const { watches, finished } = await following(service);
      watches.watch('job_1');
      await pass(600);
      expect([watches.isWatched('job_1'), finished]).toEqual([true, []]);
    });

    it('its page is not followed on and on either', async () => {
      const service = new Service(3);
      service.change('job_1', idle);
      const { poller, finished } = await following(service);
      poller.addInterest('job_1');
      await pass(60);
      expect([finished, vi.getTimerCount()]).toEqual([[], 0]);
    });
  });

  it('follows watches that outlived a reload before any view was looked at', async () => {
    const service = new Service(3);
    const { watches, finished } = await following(service, { pages: 0 });
    watches.watch('job_1');
    service.complete('job_1');
    await pass(3);
    expect(finished).toEqual([['job_1']]);
  });

  it('begins anew with another service, and hears nothing more of the first', async () => {
    const first = new Service(3);
    first.latency = 1000;
    const { poller, jobs, reader, watches, finished } = await following(first, { pages: 0 });
    watches.watch('job_1');
    await pass(3);
    first.complete('job_1');
    const second = new Service(3);
    watches.connect('https://two.example');
    jobs.connect(second.listJobs);
    reader.connect(second.getJob);
    poller.connect(second.listJobs);
    await pass(60);
    expect([finished, second.take()]).toEqual([[], []]);
    watches.watch('job_2');
    await pass(3);
    expect(second.take()).toEqual(['page 1']);
  });
});

describe('as few requests as can be', () => {
  it('serves all watched jobs of a page with one request', async () => {
    const service = new Service(50);
    const { watches } = await following(service);
    for (let index = 0; index < 50; index++) watches.watch(`job_${index}`);
    await pass(2.5);
    expect(service.take()).toEqual(['page 1']);
  });

  it('reads the pages where watched rows stand, and finds rows again that new jobs pushed on', async () => {
    const service = new Service(40, 10);
    const { watches, jobs } = await following(service, { pages: 3 });
    watches.watch('job_15');
    await pass(2.5);
    // The first answer tells how much a page holds.
    expect(service.take()).toEqual(['page 1', 'page 3']);
    service.jobs = [...Array.from({ length: 7 }, (_, index) => job(`new_${index}`)), ...service.jobs];
    service.change('job_15', { updatedAt: '2026-10-01T10:00:00Z' });
    await pass(4);
    expect(service.take()).toEqual(['page 3', 'page 4']);
    expect(jobs.find('job_15')?.updatedAt).toBe('2026-10-01T10:00:00Z');
    await pass(4);
    expect(service.take()[0]).toBe('page 4');
  });

  it('asks for a job that stands on no page alone', async () => {
    const service = new Service(3);
    service.unlisted = [job('apart')];
    const { watches, finished } = await following(service);
    watches.watch('apart');
    await pass(2.5);
    expect(service.take()).toEqual(['page 1', 'job apart']);
    service.complete('apart');
    await pass(10);
    expect(finished).toEqual([['apart']]);
  });

  it.each([404, 405] as const)('asks a service that answers single jobs with %i no more for them', async (singles) => {
    const service = new Service(3);
    service.singles = singles;
    const { watches, lost } = await following(service);
    watches.watch('apart');
    await pass(2.5);
    expect(service.take()).toEqual(['page 1', 'job apart', ...(singles === 404 ? ['job job_2'] : [])]);
    await pass(600);
    expect(new Set(service.take())).toEqual(new Set(['page 1']));
    expect(lost).toEqual([]);
  });

  it.each([404, 405] as const)('looks for it page after page where single jobs are answered with %i, a few a time, and finds it after any number of new jobs', async (singles) => {
    const service = new Service(60, 10);
    service.singles = singles;
    const { watches, finished } = await following(service);
    watches.watch('job_55');
    await pass(2.5);
    service.complete('job_55');
    service.jobs = [...Array.from({ length: 45 }, (_, index) => job(`new_${index}`)), ...service.jobs];
    service.take();
    await pass(60);
    expect(finished).toEqual([['job_55']]);
    expect(service.take().length).toBeLessThanOrEqual(12);
  });

  it('begins at the top again where it was on no page', async () => {
    const service = new Service(40, 10);
    service.singles = 405;
    const { watches, finished } = await following(service);
    watches.watch('late');
    await pass(60);
    service.jobs = [job('late', { completedAt: '2026-10-02T08:00:00Z' }), ...service.jobs];
    await pass(120);
    expect(finished).toEqual([['late']]);
  });

  it('stops with a job that the service does not know any more, though not at the first word', async () => {
    const service = new Service(3);
    const { watches, lost } = await following(service);
    watches.watch('gone');
    await pass(2.5);
    expect([lost, service.take()]).toEqual([[], ['page 1', 'job gone', 'job job_2']]);
    await pass(60);
    expect([lost, watches.keys.size, vi.getTimerCount()]).toEqual([['gone'], 0, 0]);
  });

  it('sends as much a minute for hundreds of watched jobs as for a few, wherever these stand, and passes none over', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 300 }), fc.constantFrom<Service['singles']>('offered', 404, 405), fc.boolean(), async (count, singles, areListed) => {
        const service = new Service(400, 10);
        service.singles = singles;
        service.unlisted = areListed ? [] : Array.from({ length: count }, (_, index) => job(`apart_${index}`));
        const { watches, poller } = await following(service, { pages: 40 });
        const keys = Array.from({ length: count }, (_, index) => (areListed ? `job_${(index * 37) % 400}` : `apart_${index}`));
        for (const key of keys) watches.watch(key);
        const read = new Set<string>();
        poller.onDidRead((found) => found.forEach(({ key }) => read.add(key)));
        await pass(60);
        // Ten looks fit into the first minute.
        expect(service.take().length).toBeLessThanOrEqual(12 * mostRequests);
        await pass(60 * 60 * 3);
        if (areListed || singles === 'offered') expect(read.size).toBe(new Set(keys).size);
        poller.dispose();
      }),
      { numRuns: 20 },
    );
  });
});

it('waits while the list is read anew, which reads the jobs too', async () => {
  const service = new Service(3);
  const { watches, jobs } = await following(service);
  watches.watch('job_1');
  service.latency = 10_000;
  await pass(1);
  const refreshing = jobs.refresh();
  await pass(9);
  expect(service.take()).toEqual(['page 1']);
  await pass(1);
  await refreshing;
  service.latency = 0;
  await pass(1);
  expect(service.take()).toEqual(['page 1']);
});

describe('a service that does not answer as it should', () => {
  const failing = (kind: ServiceError['kind'], retryAfter?: number) => new ServiceError(kind, 'No.', { retryAfter });

  it('is asked more and more rarely, at least once a minute, and normally again once it answers', async () => {
    const service = new Service(3);
    const { watches, poller, finished } = await following(service);
    watches.watch('job_1');
    service.failure = failing('unreachable');
    await pass(60);
    expect(service.take().length).toBeLessThanOrEqual(5);
    await pass(600);
    expect(service.take().length).toBe(10);
    expect(poller.staleness).toEqual({ since: null, error: service.failure });
    service.failure = undefined;
    service.complete('job_1');
    await pass(60);
    expect([finished, poller.staleness]).toEqual([[['job_1']], null]);
  });

  it('is left alone for as long as it says, whatever is watched meanwhile', async () => {
    const service = new Service(3);
    const { watches, poller } = await following(service);
    watches.watch('job_1');
    service.failure = failing('rateLimited', 300_000);
    await pass(2.5);
    expect(service.take()).toEqual(['page 1']);
    watches.watch('job_2');
    poller.addInterest('job_0');
    poller.attend(away);
    poller.attend(looking);
    await pass(299);
    expect(service.take()).toEqual([]);
    await pass(1);
    expect(service.take()).toEqual(['page 1']);
  });

  it('is not asked with a key that it refuses, until a load works', async () => {
    const service = new Service(3);
    const { watches, jobs } = await following(service);
    watches.watch('job_1');
    service.failure = failing('unauthorized');
    await pass(3600);
    expect(service.take()).toEqual(['page 1']);
    service.failure = undefined;
    await jobs.refresh();
    service.take();
    await pass(2.5);
    expect(service.take()).toEqual(['page 1']);
  });

  it('is still followed where one job alone fails', async () => {
    const service = new Service(3);
    service.unlisted = [job('odd')];
    const getJob = service.getJob;
    const { watches, poller, finished } = await following(Object.assign(service, {
      getJob: (key: string, signal: AbortSignal) => (key === 'odd' ? Promise.reject(failing('unreadable')) : getJob(key, signal)),
    }));
    watches.watch('odd');
    watches.watch('job_1');
    await pass(60);
    expect(poller.staleness).toBeNull();
    service.complete('job_1');
    await pass(60);
    expect(finished).toEqual([['job_1']]);
  });

  it('says since when what is known may be out of date', async () => {
    const service = new Service(3);
    const { watches, poller } = await following(service);
    watches.watch('job_1');
    await pass(2.5);
    const since = Date.now();
    service.failure = failing('timeout');
    await pass(10);
    expect(poller.staleness?.since).toBe(since);
  });
});

describe('whatever a job holds', () => {
  it('it is followed to its end, however deep it is nested', async () => {
    const service = new Service(3);
    const { watches, finished } = await following(service);
    service.change('job_1', { assignedTo: JSON.parse(`${'['.repeat(100_000)}${']'.repeat(100_000)}`) as unknown });
    watches.watch('job_1');
    await pass(10);
    service.complete('job_1');
    await pass(120);
    expect(finished).toEqual([['job_1']]);
  });
});

describe('a page that shows a job', () => {
  it('has it followed without a watch, and without a word at its end, as long as it is open', async () => {
    const service = new Service(3);
    const { poller, jobs, finished } = await following(service);
    const one = poller.addInterest('job_1');
    const other = poller.addInterest('job_1');
    await pass(2.5);
    expect(service.take()).toEqual(['page 1']);
    one.dispose();
    one.dispose();
    await pass(5);
    expect(service.take()).toEqual(['page 1']);
    service.complete('job_1');
    await pass(10);
    expect([jobs.find('job_1')?.completedAt, finished, vi.getTimerCount()]).toEqual(['2026-10-02T08:00:00Z', [], 0]);
    other.dispose();
    service.take();
    poller.addInterest('job_2').dispose();
    await pass(600);
    expect([service.take(), vi.getTimerCount()]).toEqual([[], 0]);
  });
});
