import fc from 'fast-check';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { JobPoller, mostReads } from '../../../../src/model/following/jobPoller.ts';
import { JobList } from '../../../../src/model/jobs/jobList.ts';
import { JobReader } from '../../../../src/model/jobs/jobReader.ts';
import { WatchList } from '../../../../src/model/following/watchList.ts';
import { type Job, ServiceError } from '../../../../src/service/index.ts';
import { job, createKeyValueStore, jobFrom, shown } from '../builders.ts';
import { ServiceInMemory, notFound, serverFault } from './serviceInMemory.ts';

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(Math, 'random').mockReturnValue(1);
});

const looking = { focused: true, active: true };
const away = { focused: false, active: false };

/** What a job holds where the service tells no end and nothing is active. */
const idle = { completedAt: undefined, activeSteps: [], activeWorkflows: [] };

const serviceWith = (count: number, perPage?: number) =>
  new ServiceInMemory(
    Array.from({ length: count }, (_, index) => job(`job_${count - 1 - index}`)),
    perPage,
  );

interface Setting {
  readonly service?: ServiceInMemory;
  /** Loaded pages of the list. */
  readonly pages?: number;
  readonly watched?: readonly string[];
}

/** A service that is known to read no single jobs. */
function listOnly(count: number, perPage?: number): ServiceInMemory {
  const service = serviceWith(count, perPage);
  service.singles = 'known as 405';
  return service;
}

/** A poller in a window that has the focus. */
async function following({ service = serviceWith(3), pages = 1, watched = [] }: Setting = {}) {
  const watches = new WatchList(createKeyValueStore());
  const jobs = new JobList();
  const reader = new JobReader(jobs);
  const poller = new JobPoller(jobs, watches, reader);
  watches.connect('https://one.example');
  jobs.connect(service.listJobs);
  // As every reading of a job changes its row.
  reader.connect(async (key, signal) => {
    const read = await service.getJob(key, signal);
    jobs.update([read]);
    return read;
  });
  poller.connect(true);
  poller.setAttention(looking);
  if (service.singles === 'known as 405') await reader.readSingle('any', new AbortController().signal);
  if (pages > 0) await jobs.ensureLoaded();
  for (let page = 1; page < pages; page++) await jobs.loadMore();
  service.take();
  const finished: string[][] = [];
  const lost: string[] = [];
  const [failures, read]: [ServiceError[], string[]] = [[], []];
  poller.onDidPoll((event) => {
    if (event.kind === 'finished') finished.push(event.jobs.map(({ key }) => key));
    else if (event.kind === 'gone') lost.push(...event.watched);
    else if (event.kind === 'failed') failures.push(event.error);
    else read.push(...event.jobs.map(({ key }) => key));
  });
  for (const key of watched) watches.watch(key);
  return { service, poller, jobs, reader, watches, finished, lost, failures, read };
}

const pass = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1000);

describe('the focus and activity of the window', () => {
  it('abort the request in flight when the focus goes, stop polling without it, and resume it with the focus', async () => {
    const service = serviceWith(3);
    service.latency = 1000;
    const { poller, jobs, failures } = await following({
      service,
      pages: 0,
      watched: ['job_1', 'elsewhere'],
    });
    await pass(3);
    poller.setAttention(away);
    await pass(0);
    expect(vi.getTimerCount()).toBe(0);
    await pass(3600);
    expect([service.take(), failures, jobs.state.rows]).toEqual([['job job_1'], [], undefined]);
    poller.setAttention(looking);
    await pass(0);
    // The next in turn.
    expect(service.take()).toEqual(['job elsewhere']);
  });

  it('are rate-limited when the focus toggles often', async () => {
    const { service, poller, watches } = await following();
    service.latency = 1000;
    watches.watch('job_1');
    for (let second = 0; second < 60; second++) {
      await pass(0.5);
      poller.setAttention(away);
      await pass(0.5);
      poller.setAttention(looking);
    }
    expect(service.take().length).toBeLessThan(30);
  });

  it('make polling rarer while the window is not active', async () => {
    const { service, poller } = await following({ watched: ['job_1'] });
    await pass(3);
    poller.setAttention({ focused: true, active: false });
    service.take();
    await pass(14);
    expect(service.take()).toEqual([]);
    await pass(2);
    expect(service.take()).toEqual(['job job_1']);
  });

  it.each([
    ['while it waits', 0],
    ['while it reads', 3],
  ])('leaves no timer behind once it is disposed of %s', async (_when, seconds) => {
    const service = serviceWith(3);
    service.latency = 1000;
    const { poller, watches } = await following({ service, pages: 0, watched: ['job_1'] });
    await pass(seconds);
    poller.dispose();
    await pass(0);
    expect(vi.getTimerCount()).toBe(0);
    poller.setAttention(looking);
    poller.follow('job_0');
    watches.watch('job_2');
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe('polling a job to its end', () => {
  it('changes the row in place and tells the end once', async () => {
    const { service, jobs, watches, finished } = await following({ watched: ['job_1'] });
    await pass(3);
    service.change('job_1', {
      activeSteps: [{ key: 'stp_2', name: 'Second' }],
      updatedAt: '2026-10-01T10:00:00Z',
    });
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

  it('does not report a running job as finished when its completion time is blank', async () => {
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

  it('reads after 2.5 s, then at growing intervals up to a minute, and after 2.5 s again once something changed', async () => {
    const { service } = await following({ watched: ['job_1'] });
    const secondsUntilNext = async () => {
      const from = Date.now();
      await vi.advanceTimersToNextTimerAsync();
      expect(service.take()).toEqual(['job job_1']);
      return (Date.now() - from) / 1000;
    };
    expect([await secondsUntilNext(), await secondsUntilNext(), await secondsUntilNext()]).toEqual([
      2.5, 3.5, 4.9,
    ]);
    await pass(10 * 60);
    service.take();
    await secondsUntilNext();
    expect(await secondsUntilNext()).toBe(60);
    service.change('job_1', { updatedAt: '2026-10-01T10:00:00Z' });
    expect([await secondsUntilNext(), await secondsUntilNext()]).toEqual([60, 2.5]);
  });

  it.each(['watch', 'page'])(
    'reads a new %s early, whatever the interval of an older watch is',
    async (what) => {
      const { service, watches, poller } = await following({ watched: ['job_1'] });
      await pass(20 * 60);
      service.take();
      if (what === 'watch') watches.watch('job_2');
      else poller.follow('job_2');
      await pass(2.5);
      expect(service.take().toSorted()).toEqual(['job job_1', 'job job_2']);
    },
  );

  it.each([
    ['is completed', { completedAt: '2026-10-02T08:00:00Z' }],
    ['is active in nothing any more', idle],
  ])(
    'tells the end of a job that %s where a refresh of the list reads it, and polls it no more',
    async (_how, end) => {
      const service = serviceWith(3);
      service.change('job_1', { completedAt: undefined });
      const { jobs, finished } = await following({ service, watched: ['job_1'] });
      service.change('job_1', { ...end, updatedAt: '2026-10-02T08:00:00Z' });
      await jobs.refresh();
      expect([finished, vi.getTimerCount()]).toEqual([[['job_1']], 0]);
    },
  );

  describe('where the service never says "completed"', () => {
    it('a job that has only just started is given time to become active', async () => {
      const service = serviceWith(3);
      service.change('job_1', idle);
      const { jobs, watches, finished } = await following({ service, watched: ['job_1'] });
      await pass(3);
      for (let refreshes = 0; refreshes < 3; refreshes++) await jobs.refresh();
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

    it('and nothing of what is active, the end cannot be known', async () => {
      const service = serviceWith(3);
      service.change('job_1', { completedAt: undefined, activeSteps: undefined, activeWorkflows: undefined });
      const { watches, finished } = await following({ service, watched: ['job_1'] });
      await pass(600);
      expect([watches.isWatched('job_1'), finished]).toEqual([true, []]);
    });
  });
});

describe('the requests of a round', () => {
  it('are one for all watched jobs of a page, and one event tells of all that ended', async () => {
    const service = listOnly(50);
    const { watches, finished } = await following({ service });
    for (let index = 0; index < 50; index++) watches.watch(`job_${index}`);
    service.complete('job_0', 'job_1', 'job_4');
    await pass(2.5);
    expect([service.take(), finished]).toEqual([['page 1'], [['job_4', 'job_1', 'job_0']]]);
  });

  it('are no more a minute for hundreds of watched jobs than for a few, and leave none out', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 300 }), fc.boolean(), async (count, areListed) => {
        const service = serviceWith(400, 10);
        const name = areListed ? 'job' : 'apart';
        const keys = Array.from({ length: count }, (_, index) => `${name}_${index}`);
        service.unlisted = areListed ? [] : keys.map((key) => job(key));
        const { poller, read } = await following({ service, pages: 40, watched: keys });
        await pass(60);
        // Ten rounds fit into the first minute.
        expect(service.take().length).toBeLessThanOrEqual(12 * mostReads);
        await pass(60 * 60 * 3);
        expect(new Set(read)).toEqual(new Set(keys));
        poller.dispose();
      }),
      { numRuns: 10 },
    );
  });

  it('are for the loaded pages where the service reads no single jobs, and not more than one a second', async () => {
    const service = listOnly(300, 10);
    const { jobs, read } = await following({ service, pages: 12, watched: ['job_290'] });
    for (let minute = 0; minute < 3; minute++) {
      service.change('job_290', { updatedAt: `2026-10-01T10:0${minute}:00Z` });
      await pass(60);
      expect(service.take().length).toBeLessThanOrEqual(60 + 12);
    }
    expect(jobs.find('job_290')?.updatedAt).toBe('2026-10-01T10:02:00Z');
    expect(new Set(read)).toEqual(new Set(['job_290']));
    expect(jobs.state.rows).toHaveLength(120);
  });
});

describe('a service that does not answer as it should', () => {
  const failing = (kind: ServiceError['kind'], retryAfter?: number) =>
    new ServiceError(kind, 'No.', { retryAfter });

  it('is asked more and more rarely, at least once a minute, and normally again once it answers', async () => {
    const { service, failures, finished } = await following({ watched: ['job_1'] });
    service.failure = failing('unreachable');
    await pass(60);
    expect(service.take().length).toBeLessThanOrEqual(5);
    await pass(600);
    expect(service.take().length).toBe(10);
    expect(new Set(failures.splice(0))).toEqual(new Set([service.failure]));
    service.failure = undefined;
    service.complete('job_1');
    await pass(60);
    expect([finished, failures]).toEqual([[['job_1']], []]);
  });

  it('is left alone for as long as it says, whatever is watched meanwhile', async () => {
    const { service, watches, poller } = await following({ watched: ['job_1'] });
    service.failure = failing('rateLimited', 300_000);
    await pass(2.5);
    expect(service.take()).toEqual(['job job_1']);
    watches.watch('job_2');
    poller.follow('job_0');
    poller.setAttention(away);
    poller.setAttention(looking);
    await pass(299);
    expect(service.take()).toEqual([]);
    await pass(1);
    expect(service.take()).toEqual(['job job_0']);
  });

  it('is asked with a key that it refuses once a minute, which the watches tell, and at once after an answer', async () => {
    const { service, watches, poller } = await following({ watched: ['job_1'] });
    service.failure = failing('unauthorized');
    await pass(2.5);
    const since = Date.now();
    await pass(3600);
    expect(service.take()).toHaveLength(61);
    expect(watches.stop).toEqual({ since, error: service.failure });
    service.failure = undefined;
    poller.answered();
    await pass(0);
    expect([service.take(), watches.stop]).toEqual([['job job_1'], undefined]);
    poller.answered();
    await pass(1);
    expect(service.take()).toEqual([]);
  });

  it('is asked for the job of a page at once after an answer, though it refused the key', async () => {
    const { service, poller } = await following();
    service.failure = failing('unauthorized');
    poller.follow('job_1');
    await pass(2.5);
    service.take();
    poller.answered();
    await pass(0);
    expect(service.take()).toEqual(['job job_1']);
  });
});

describe('a job page', () => {
  it('has its job polled without a watch, and without an event at its end, as long as it is open', async () => {
    const { service, poller, jobs, finished } = await following();
    const one = poller.follow('job_1');
    const other = poller.follow('job_1');
    await pass(2.5);
    expect(service.take()).toEqual(['job job_1']);
    one.dispose();
    one.dispose();
    await pass(5);
    expect(service.take()).toEqual(['job job_1']);
    service.complete('job_1');
    await pass(10);
    expect([jobs.find('job_1')?.completedAt, finished, vi.getTimerCount()]).toEqual([
      '2026-10-02T08:00:00Z',
      [],
      0,
    ]);
    other.dispose();
    service.take();
    poller.follow('job_2').dispose();
    expect([service.take(), vi.getTimerCount()]).toEqual([[], 0]);
  });

  it('has its job read in each round, however many jobs are watched, and leaves none of them out; several pages take turns', async () => {
    const watched = Array.from({ length: 12 }, (_, index) => `job_${index}`);
    const { poller, read } = await following({ service: serviceWith(14), watched });
    poller.follow('job_12');
    const rounds = async (count: number) => {
      read.length = 0;
      await pass(count * 60);
      return Map.groupBy(read, (key) => key);
    };
    await pass(10 * 60);
    const alone = await rounds(12);
    expect([...alone.keys()].sort()).toEqual([...watched, 'job_12'].sort());
    expect(alone.get('job_12')).toHaveLength(12);
    poller.follow('job_13');
    await pass(10 * 60);
    const both = await rounds(12);
    expect([both.get('job_12'), both.get('job_13')]).toMatchObject([{ length: 6 }, { length: 6 }]);
    expect(both.size).toBe(14);
  });

  it('has no part in the event of a watched job that ended in the same round', async () => {
    const service = serviceWith(3);
    service.unlisted = [job('watched'), job('shown')];
    const { poller, finished } = await following({ service, watched: ['watched'] });
    poller.follow('shown');
    service.complete('watched', 'shown');
    await pass(2.5);
    expect([service.take(), finished]).toEqual([['job shown', 'job watched'], [['watched']]]);
  });

  it('has the end of a job that is gone announced once, and polls it no more', async () => {
    const { poller, lost } = await following();
    const gone: string[] = [];
    poller.onDidPoll((event) => event.kind === 'gone' && gone.push(...event.keys));
    poller.follow('gone');
    await pass(600);
    expect([gone, lost, vi.getTimerCount()]).toEqual([['gone'], [], 0]);
  });

  it('has the details of a job that is over polled, though the list shows it as over, until they are read', async () => {
    const service = serviceWith(3);
    service.complete('job_1');
    const { poller, jobs } = await following({ service });
    service.failure = new ServiceError('serverFault', 'Down.', { status: 503 });
    poller.follow('job_1');
    await pass(3);
    expect(service.take()).toEqual(['job job_1']);
    service.failure = undefined;
    await jobs.refresh();
    service.take();
    await pass(60);
    expect([service.take(), vi.getTimerCount()]).toEqual([['job job_1'], 0]);
  });

  it('has its job polled again once it is watched', async () => {
    const service = serviceWith(3);
    service.change('job_1', idle);
    const { poller, watches, finished } = await following({ service });
    poller.follow('job_1');
    await pass(60);
    service.change('job_1', { activeSteps: [{ key: 's', name: 'Second' }] });
    service.take();
    watches.watch('job_1');
    await pass(1);
    expect([service.take(), finished]).toEqual([['job job_1'], []]);
  });
});

describe('a round', () => {
  it('tells the ends of its jobs in one event, though each answer changes a row', async () => {
    const { service, finished } = await following({ watched: ['job_1', 'job_0'] });
    service.complete('job_0', 'job_1');
    await pass(2.5);
    expect(finished).toEqual([['job_1', 'job_0']]);
  });

  it('tells nothing of an answer that comes although the window lost its focus', async () => {
    const { watches, poller, reader, read } = await following();
    const answer = Promise.withResolvers<Job>();
    reader.connect(() => answer.promise);
    watches.watch('job_1');
    await pass(2.5);
    poller.setAttention(away);
    answer.resolve(job('job_1'));
    await pass(0);
    expect(read).toEqual([]);
  });

  it('reads the list at once where its first request shows that the service reads no single jobs', async () => {
    const service = serviceWith(3);
    service.singles = 405;
    const { read } = await following({ service, watched: ['job_1'] });
    await pass(2.5);
    expect([service.take(), read]).toEqual([['job job_1', 'page 1'], ['job_1']]);
  });

  it('says of no job that it is gone which may be on a page that is not loaded', async () => {
    const { lost, watches } = await following({ service: listOnly(30, 10), watched: ['job_0'] });
    await pass(600);
    expect([lost, watches.isWatched('job_0')]).toEqual([[], true]);
    expect(watches.stateOf('job_0')).toBe('notFollowed');
  });

  it('follows a job again once its page is loaded', async () => {
    const { jobs, watches, read } = await following({ service: listOnly(30, 10), watched: ['job_15'] });
    await pass(10);
    expect([watches.stateOf('job_15'), read]).toEqual(['notFollowed', []]);
    await jobs.loadMore();
    await pass(60);
    expect([watches.stateOf('job_15'), new Set(read)]).toEqual(['watched', new Set(['job_15'])]);
  });
});

describe('the third round', () => {
  const rounds = async (service: ServiceInMemory, count: number) => {
    for (let round = 0; round < count; round++) {
      let requests = 0;
      for (let timers = 0; requests === 0 && timers < 100; timers++) {
        await vi.advanceTimersToNextTimerAsync();
        requests = service.take().length;
      }
      expect(requests).toBeGreaterThan(0);
    }
  };

  it('takes a job that the service does not know any more for gone', async () => {
    const { service, watches, lost } = await following({ watched: ['job_1'] });
    await rounds(service, 1);
    service.jobs = service.jobs.filter(({ key }) => key !== 'job_1');
    await rounds(service, 2);
    expect(lost).toEqual([]);
    await rounds(service, 1);
    expect([lost, watches.keys.size, vi.getTimerCount()]).toEqual([['job_1'], 0, 0]);
  });

  it.each([
    ['by its key', serviceWith(3)],
    ['in its list', listOnly(3)],
  ])(
    'leaves 30 s to a job that a service does not know yet %s, as one that it just started',
    async (_, service) => {
      const { jobs, watches, lost, read } = await following({ service });
      jobs.put(job('started'));
      watches.watch('started', 'never');
      await pass(30);
      expect([lost, watches.keys.size]).toEqual([[], 2]);
      service.jobs = [job('started'), ...service.jobs];
      await pass(30);
      expect([lost, new Set(read)]).toEqual([['never'], new Set(['started'])]);
    },
  );

  it('marks the row of a watched job that is gone, and follows it again once a refresh finds it in the list', async () => {
    const { service, jobs, watches } = await following({ watched: ['job_1'] });
    const all = service.jobs;
    await rounds(service, 1);
    service.jobs = all.filter(({ key }) => key !== 'job_1');
    await rounds(service, 3);
    expect(watches.stateOf('job_1')).toBe('gone');
    await jobs.refresh();
    expect([watches.stateOf('job_1'), shown(jobs)]).toEqual(['gone', 'job_2 job_0']);
    service.jobs = all;
    await jobs.refresh();
    expect(watches.stateOf('job_1')).toBe('watched');
  });

  it('ends the watch of a job that is gone before it tells of those that finished, which count the ones still watched', async () => {
    const { service, poller, watches } = await following({ watched: ['job_0', 'job_1'] });
    await rounds(service, 1);
    service.jobs = service.jobs.filter(({ key }) => key !== 'job_0');
    await rounds(service, 2);
    service.complete('job_1');
    const events: unknown[] = [];
    poller.onDidPoll(({ kind }) => kind !== 'read' && events.push([kind, watches.keys.size]));
    await rounds(service, 1);
    expect(events).toEqual([
      ['gone', 1],
      ['finished', 0],
    ]);
  });

  it('is counted anew once the service has known the job again', async () => {
    const { service, lost } = await following({ watched: ['flickering'] });
    await rounds(service, 2);
    service.unlisted = [job('flickering')];
    await rounds(service, 1);
    service.unlisted = [];
    await rounds(service, 2);
    expect(lost).toEqual([]);
    await rounds(service, 1);
    expect(lost).toEqual(['flickering']);
  });

  it.each<[string, Partial<ServiceInMemory>]>([
    ['by its key', {}],
    ['from the list', { singles: 'known as 405' }],
  ])(
    'counts only answers, %s: a service that failed may not know its jobs for a moment when it comes back',
    async (_what, change) => {
      const service = Object.assign(serviceWith(3), change);
      const { lost, read } = await following({ service, watched: ['job_1'] });
      service.failure = serverFault();
      await rounds(service, 3);
      service.failure = undefined;
      const all = service.jobs;
      service.jobs = all.filter(({ key }) => key !== 'job_1');
      await rounds(service, 1);
      expect(lost).toEqual([]);
      service.jobs = all;
      await rounds(service, 1);
      expect(read).toEqual(['job_1']);
    },
  );

  it.each([0, 1])(
    'takes a job in which nothing was ever active for completed, with %i loaded pages',
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

describe('another service', () => {
  /** Connects as the extension does: the watches and the list first. */
  function change(
    {
      poller,
      jobs,
      reader,
      watches,
    }: Pick<Awaited<ReturnType<typeof following>>, 'poller' | 'jobs' | 'reader' | 'watches'>,
    service: ServiceInMemory,
  ) {
    watches.connect('https://two.example');
    jobs.connect(service.listJobs);
    reader.connect(service.getJob);
    poller.connect(true);
  }

  /** Two services, the first of which a watched job is read from. */
  async function followingFirst(overrides: object = {}) {
    const [first, second] = [serviceWith(3), serviceWith(3)];
    for (const service of [first, second]) service.change('job_1', overrides);
    const parts = await following({ service: first, watched: ['job_1'] });
    await pass(2.5);
    return { first, second, parts };
  }

  it('gets no answer of the one before', async () => {
    const { first, second, parts } = await followingFirst();
    first.latency = 1000;
    await pass(3.5);
    expect(first.take()).toEqual(['job job_1', 'job job_1']);
    first.complete('job_1');
    change(parts, second);
    await pass(60);
    expect([parts.finished, second.take()]).toEqual([[], []]);
  });

  it('does not pay for the failures of the one before', async () => {
    const { first, second, parts } = await followingFirst();
    first.failure = new ServiceError('unreachable', 'No.');
    await pass(60);
    change(parts, second);
    expect(new Set(parts.failures.splice(0))).toEqual(new Set([first.failure]));
    parts.watches.watch('job_1');
    second.failure = new ServiceError('unreachable', 'No.');
    await pass(2.5);
    expect([second.take(), parts.failures]).toEqual([['job job_1'], [second.failure]]);
  });

  it('is asked early also where the window is not used', async () => {
    const { second, parts } = await followingFirst();
    parts.poller.setAttention({ focused: true, active: false });
    change(parts, second);
    parts.watches.watch('job_1');
    await pass(2.5);
    expect(second.take()).toEqual(['job job_1']);
  });

  it('may have a job of the same key, of which nothing is known yet', async () => {
    const { first, second, parts } = await followingFirst({ completedAt: undefined });
    const page = parts.poller.follow('job_1');
    first.complete('job_1');
    await pass(10);
    expect(parts.finished).toEqual([['job_1']]);
    second.change('job_1', { activeSteps: [], activeWorkflows: [] });
    change(parts, second);
    parts.watches.watch('job_1');
    await pass(2.5);
    expect([second.take(), parts.finished]).toEqual([['job job_1'], [['job_1']]]);
    page.dispose();
  });
});

describe('the first round', () => {
  it('sends four requests, and leaves the other jobs to the next rounds', async () => {
    const service = serviceWith(3);
    const keys = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];
    service.unlisted = keys.map((key) => job(key));
    const { watches } = await following({ service });
    for (const key of keys) watches.watch(key);
    await pass(2.5);
    expect(service.take()).toEqual(['job a', 'job b', 'job c', 'job d']);
    await pass(3.5);
    expect(service.take()).toEqual(['job e', 'job f', 'job g', 'job a']);
    await pass(4.9);
    expect(service.take()).toEqual(['job b', 'job c', 'job d', 'job e']);
  });
});

describe('the end of the list', () => {
  it('shows that a job was deleted where the service reads no single jobs', async () => {
    const service = listOnly(4, 2);
    const { lost, failures } = await following({ service, pages: 2, watched: ['job_0'] });
    service.jobs = service.jobs.slice(0, 3);
    await pass(60);
    expect([lost, failures]).toEqual([['job_0'], []]);
  });

  it.each([
    ['that the service has no list at all', notFound()],
    [
      'that the one job of a round could not be read',
      new ServiceError('serverFault', 'No.', { status: 500 }),
    ],
  ])('does not hide %s', async (_what, failure) => {
    const { service, failures } = await following({ watched: ['job_1'] });
    service.failure = failure;
    await pass(2.5);
    expect(failures).toEqual([failure]);
  });
});

describe('a job alone that cannot be read', () => {
  /**
   * The requests and the failure of a round with two jobs of no page, the first of which fails.
   */
  async function lookAtTwo(kind: ServiceError['kind']) {
    const service = serviceWith(3);
    service.unlisted = [job('first'), job('second')];
    const { getJob } = service;
    const failing = async (key: string, signal: AbortSignal) => {
      const found = await getJob(key, signal);
      if (key === 'first') throw new ServiceError(kind, 'No.');
      return found;
    };
    const { watches, failures } = await following({ service: Object.assign(service, { getJob: failing }) });
    watches.watch('first');
    watches.watch('second');
    await pass(2.5);
    return { asked: service.take(), failure: failures[0]?.kind };
  }

  it.each(['rateLimited', 'unreachable', 'timeout', 'unauthorized', 'cancelled'] as const)(
    'ends the look where no other could be read either: %s',
    async (kind) => {
      expect(await lookAtTwo(kind)).toEqual({ asked: ['job first'], failure: kind });
    },
  );

  it.each(['serverFault', 'rejected', 'unreadable', 'notTheService'] as const)(
    'does not keep the others from being read: %s',
    async (kind) => {
      expect(await lookAtTwo(kind)).toEqual({ asked: ['job first', 'job second'], failure: undefined });
    },
  );
});
