import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { JobList } from '../../../../src/model/jobs/jobList.ts';
import { Overview } from '../../../../src/model/overview/overview.ts';
import { type JobsPage, ServiceError } from '../../../../src/service/index.ts';
import { fault, gatedSource, job } from '../builders.ts';
import { ListService } from './reading/listService.ts';

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse('2026-11-20T14:02:00Z') });
});
afterEach(() => {
  vi.useRealTimers();
});

/** Everything that is under way, but no wait. */
const settle = () => vi.advanceTimersByTimeAsync(1000);

function memoryOf() {
  const kept = new Map<string, unknown>();
  return { get: (name: string) => kept.get(name), set: (name: string, value: unknown) => void kept.set(name, value) };
}

/** The same numbers in each test. */
function seededRandom(): () => number {
  let seed = 1;
  return () => (seed = (seed * 16807) % 2147483647) / 2147483647;
}

const everyJob = { state: null, steps: null, workflows: null, assignees: null, started: null, completed: null, age: null };

function looking(service: ListService, { jobs = new JobList(), memory = memoryOf(), baseUrl = 'https://one.example' } = {}) {
  const overview = new Overview(jobs, memory, 'en', seededRandom());
  overview.connect({ baseUrl, source: service.source });
  overview.attend(true);
  return { overview, jobs, memory, line: () => overview.state.reading?.line, reading: () => overview.state.reading };
}

describe('what is read unasked', () => {
  it('is a short list to its end, from the newest on', async () => {
    const service = new ListService(312);
    const { line, reading } = looking(service);
    await settle();
    expect(service.asked).toEqual([1, 2, 3, 4, 5, 6, 7]);
    expect(line()).toBe('Read all 312 jobs; 2:02 PM');
    expect(reading()).toMatchObject({ state: 'settled', isWhole: true, remarks: [], progress: null, parts: [{ from: 0, to: 1 }] });
  });

  it('is a list of 40 pages to its end', async () => {
    const service = new ListService(400, 10);
    const { line } = looking(service);
    await settle();
    expect(service.asked).toEqual(Array.from({ length: 40 }, (_, index) => index + 1));
    expect(line()).toBe('Read all 400 jobs; 2:02 PM');
  });

  it('is at most 40 pages: the newest, the last, and pages between that are drawn', async () => {
    const service = new ListService(10_000, 5);
    const { line, reading } = looking(service);
    await settle();
    expect(service.asked.slice(0, 20)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 2000, 1999, 1998, 1997]);
    expect([service.asked.length, new Set(service.asked).size, service.mostUnderWay]).toEqual([40, 40, 2]);
    // One of the pages that were drawn follows the newest.
    expect(line()).toMatch(/^Read 200 of 10,000 jobs: newest 8\d, oldest 20, \d+ between; 2:02 PM$/);
    expect(reading()).toMatchObject({ state: 'settled', isWhole: false, remarks: [] });
    expect(reading()?.parts[0]?.from).toBe(0);
    expect(reading()?.parts.at(-1)?.to).toBe(1);
  });

  it('leaves out what the Jobs view has loaded, and takes what it loads later', async () => {
    const service = new ListService(300);
    const jobs = new JobList();
    jobs.connect(service.source);
    await jobs.ensureLoaded();
    await jobs.loadMore();
    const { line } = looking(service, { jobs });
    await settle();
    expect(service.asked).toEqual([1, 2, 3, 4, 5, 6]);
    expect(line()).toBe('Read all 300 jobs; 2:02 PM');
    jobs.update([job('job_000299', { completedAt: '2026-12-01T08:00:00Z', updatedAt: '2026-12-01T08:00:00Z' })]);
    await settle();
    expect(service.asked).toHaveLength(6);
  });

  it('does not count the rows of an earlier window', async () => {
    const service = new ListService(30);
    const jobs = new JobList();
    jobs.connect(() => Promise.reject(fault()), () => Promise.resolve({ rows: service.pageOf(1).jobs, total: 30, pages: 1, readAt: 0 }));
    await jobs.ensureLoaded();
    const { line } = looking(service, { jobs });
    await settle();
    expect([jobs.state.rows?.length, service.asked, line()]).toEqual([30, [1], 'Read all 30 jobs; 2:02 PM']);
  });

  it('waits for the first page where the Jobs view is loading it, and asks for it where that fails', async () => {
    const service = new ListService(100);
    const first = gatedSource<number, JobsPage>();
    const jobs = new JobList();
    jobs.connect(first.ask);
    void jobs.ensureLoaded();
    const { line } = looking(service, { jobs });
    await settle();
    expect([first.calls.length, service.asked]).toEqual([1, []]);
    first.calls[0]?.answer(service.pageOf(1));
    await settle();
    expect([service.asked, line()]).toEqual([[2], 'Read all 100 jobs; 2:02 PM']);

    const failing = new JobList();
    failing.connect(first.ask);
    void failing.ensureLoaded();
    const other = new ListService(100);
    const again = looking(other, { jobs: failing });
    await settle();
    expect(other.asked).toEqual([]);
    first.calls[1]?.fail(fault());
    await settle();
    expect([other.asked, again.line()]).toEqual([[1, 2], 'Read all 100 jobs; 2:02 PM']);
  });

  it('does not go on after the wait for the Jobs view where it is not seen any more', async () => {
    const service = new ListService(100);
    const first = gatedSource<number, JobsPage>();
    const jobs = new JobList();
    jobs.connect(first.ask);
    void jobs.ensureLoaded();
    const { overview } = looking(service, { jobs });
    await settle();
    overview.attend(false);
    first.calls[0]?.answer(service.pageOf(1));
    await settle();
    expect([service.asked, overview.state.reading, vi.getTimerCount()]).toEqual([[], null, 0]);
  });

  it('is an empty list', async () => {
    const { line, reading } = looking(new ListService(0));
    await settle();
    expect(line()).toBe('There are no jobs; 2:02 PM');
    expect(reading()).toMatchObject({ isWhole: true, state: 'settled', remarks: [] });
  });
});

describe('reading all', () => {
  it('reads the gaps from the newest on, says how far it is, pauses, goes on and ends whole', async () => {
    const service = new ListService(1000, 5);
    const { overview, reading } = looking(service);
    await settle();
    const unasked = service.asked.length;
    service.beforeAnswer = () => new Promise((resolve) => void setTimeout(resolve, 100));
    overview.readAll();
    await vi.advanceTimersByTimeAsync(1010);
    expect(reading()).toMatchObject({ state: 'readingAll', isWhole: false });
    expect(reading()?.progress).toMatch(/^\d\d\d of 1,000$/);
    overview.pause();
    const paused = service.asked.length;
    await vi.advanceTimersByTimeAsync(500);
    expect([service.asked.length, reading()?.state]).toEqual([paused, 'paused']);
    overview.resume();
    await vi.advanceTimersByTimeAsync(12_000);
    expect(reading()).toMatchObject({ state: 'settled', isWhole: true, progress: null, line: 'Read all 1,000 jobs; 2:02 PM' });
    expect(new Set(service.asked).size).toBe(200);
    // Beside the requests that the pause cancelled, and following.
    const gaps = service.asked.slice(unasked).filter((page) => page > 16);
    expect(gaps.length - new Set(gaps).size).toBeLessThanOrEqual(12);
  });

  it('keeps what was read when it is cancelled', async () => {
    const service = new ListService(1000, 5);
    const { overview, reading } = looking(service);
    await settle();
    service.beforeAnswer = () => new Promise((resolve) => void setTimeout(resolve, 100));
    overview.readAll();
    await vi.advanceTimersByTimeAsync(1000);
    overview.cancel();
    await settle();
    expect(reading()).toMatchObject({ state: 'settled', isWhole: false, progress: null });
    expect(overview.rowsOf(everyJob).length).toBeGreaterThan(200);
  });
});

describe('an awkward deployment', () => {
  it.each(['notFound', 'rejected', 'serverFault', 'firstPage', 'empty'] as const)('whose last pages cannot be asked for (%s) is read without them', async (refusal) => {
    const service = new ListService(1000, 5);
    service.refuses = (page) => (page > 50 ? refusal : undefined);
    const { overview, reading } = looking(service);
    await settle();
    expect(overview.state.failure).toBeNull();
    expect(reading()?.remarks.join()).toMatch(/^The service does not give page \d+; the oldest jobs are not known\.$/);
    overview.readAll();
    await settle();
    expect(overview.state.failure).toBeNull();
    expect(reading()).toMatchObject({ isWhole: false, state: 'settled', remarks: ['The service does not give page 51; the oldest jobs are not known.'] });
    expect(overview.rowsOf(everyJob)).toHaveLength(250);
    expect(service.asked.filter((page) => page > 50).length).toBeLessThan(8);
  });

  it('that does not give one page in the middle is read without it', async () => {
    const service = new ListService(200, 10);
    service.refuses = (page) => (page === 7 ? 'serverFault' : undefined);
    const { overview, line, reading } = looking(service);
    await settle();
    expect(overview.state.failure).toBeNull();
    expect(reading()?.remarks).toEqual(['The service does not give page 7; its jobs are not known.']);
    expect(line()).toBe('Read 190 of 200 jobs: newest 60, oldest 130; 2:02 PM');
    service.refuses = () => undefined;
    overview.refresh();
    await vi.advanceTimersByTimeAsync(5000);
    expect(reading()).toMatchObject({ isWhole: true, remarks: [] });
  });

  it('that does not count its jobs is read from the newest on', async () => {
    const service = new ListService(500, 5);
    service.hasTotal = false;
    service.hasLastPage = false;
    const { overview, line, reading } = looking(service);
    await settle();
    expect(service.asked).toEqual(Array.from({ length: 40 }, (_, index) => index + 1));
    expect(line()).toBe('Read the newest 200 jobs; 2:02 PM');
    expect(reading()).toMatchObject({ isWhole: false, parts: [], remarks: ['The service does not say how many jobs there are.'] });
    overview.readAll();
    await settle();
    expect(new Set(service.asked).size).toBe(100);
    expect(reading()).toMatchObject({ isWhole: true, line: 'Read all 500 jobs; 2:02 PM', remarks: [] });
  });

  it('that has the oldest jobs first is noticed', async () => {
    const service = new ListService(1000, 5);
    service.isOldestFirst = true;
    const { reading } = looking(service);
    await settle();
    expect(reading()?.remarks).toEqual(['The service does not send the newest jobs first, so what was read of the list in part may be of any time.']);
  });

  it('whose jobs cannot all be read, or have no start, says so', async () => {
    const service = new ListService(10);
    service.jobs = service.jobs.map((each, index) => (index < 2 ? { ...each, startedAt: null } : each));
    const { reading } = looking(service);
    await settle();
    expect(reading()?.remarks).toEqual(['2 jobs have no start that can be read.']);
  });

  it('that fails stops the reading with what it has, and is tried again', async () => {
    const service = new ListService(200, 10);
    service.refuses = (page) => (page > 4 ? 'unauthorized' : undefined);
    const { overview, line } = looking(service);
    await settle();
    expect(overview.state.failure).toBeInstanceOf(ServiceError);
    expect(line()).toBe('Read 40 of 200 jobs, the newest; 2:02 PM');
    const asked = service.asked.length;
    service.refuses = () => undefined;
    overview.refresh();
    await settle();
    expect([overview.state.failure, line()]).toEqual([null, 'Read all 200 jobs; 2:02 PM']);
    expect(service.asked.slice(asked)).toEqual(Array.from({ length: 16 }, (_, index) => index + 5));
  });

  it('that is down altogether is a failure and no list without pages', async () => {
    const service = new ListService(200, 10);
    service.refuses = () => 'serverFault';
    const { overview } = looking(service);
    await settle();
    expect([overview.state.failure?.kind, overview.state.reading]).toEqual(['serverFault', null]);
  });

  it('that goes down while it is read is a failure', async () => {
    const service = new ListService(200, 10);
    const { overview, reading } = looking(service);
    service.beforeAnswer = () => {
      if (service.asked.length > 5) service.refuses = () => 'serverFault';
    };
    await settle();
    expect(overview.state.failure?.kind).toBe('serverFault');
    expect(reading()?.remarks).toEqual([]);
  });
});

describe('an overview that is not seen', () => {
  it('reads nothing and has no timer; seen again it goes on where it was', async () => {
    const service = new ListService(400, 10);
    service.beforeAnswer = () => new Promise((resolve) => void setTimeout(resolve, 100));
    const { overview, reading } = looking(service);
    await vi.advanceTimersByTimeAsync(950);
    overview.attend(false);
    const asked = service.asked.length;
    await vi.advanceTimersByTimeAsync(100);
    expect(vi.getTimerCount()).toBe(0);
    await vi.advanceTimersByTimeAsync(600_000);
    expect(service.asked).toHaveLength(asked);
    overview.attend(true);
    await vi.advanceTimersByTimeAsync(2400);
    expect(reading()).toMatchObject({ isWhole: true, line: 'Read all 400 jobs; 2:02 PM to 2:12 PM' });
    // Only what was under way is asked for again.
    expect(service.asked.length - new Set(service.asked).size).toBeLessThanOrEqual(2);
  });

  it('reads nothing before it is seen, and nothing without a service', async () => {
    const service = new ListService(10);
    const overview = new Overview(new JobList(), memoryOf(), 'en');
    overview.connect({ baseUrl: 'https://one.example', source: service.source });
    await settle();
    overview.connect(undefined);
    overview.attend(true);
    await settle();
    expect([service.asked, overview.state.reading, vi.getTimerCount()]).toEqual([[], null, 0]);
  });
});

it('drops answers of an earlier connection', async () => {
  const first = new ListService(10);
  const { overview, line } = looking(first);
  first.beforeAnswer = () => new Promise((resolve) => void setTimeout(resolve, 100));
  await vi.advanceTimersByTimeAsync(10);
  const second = new ListService(3);
  overview.connect({ baseUrl: 'https://two.example', source: second.source });
  expect(overview.state).toMatchObject({ reading: null, panels: null, failure: null });
  await settle();
  expect([line(), overview.rowsOf(everyJob).length]).toEqual(['Read all 3 jobs; 2:02 PM', 3]);
});

describe('following', () => {
  it('notices a job that started and one that finished, wherever it is', async () => {
    const service = new ListService(200, 10);
    const { overview, line } = looking(service);
    await settle();
    service.start();
    service.finish(150);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(line()).toMatch(/^Read all 201 jobs; /);
    expect(overview.rowsOf(everyJob).map(({ id }) => id)).toContain('job:job_000200');
    await vi.advanceTimersByTimeAsync(20 * 60_000);
    expect(overview.rowsOf({ ...everyJob, state: 'completed' }).map(({ id }) => id)).toEqual(['job:job_000050']);
  });

  it('slows down while nothing changes', async () => {
    const service = new ListService(10);
    looking(service);
    await settle();
    service.asked.length = 0;
    await vi.advanceTimersByTimeAsync(10 * 60_000);
    expect(service.asked.length).toBeGreaterThan(9);
    expect(service.asked.length).toBeLessThan(30);
  });

  it('recovers by itself from a failure', async () => {
    const service = new ListService(10);
    const { overview } = looking(service);
    await settle();
    service.refuses = () => 'unreachable';
    await vi.advanceTimersByTimeAsync(10_000);
    expect(overview.state.failure?.kind).toBe('unreachable');
    service.refuses = () => undefined;
    await vi.advanceTimersByTimeAsync(60_000);
    expect(overview.state.failure).toBeNull();
  });
});

describe('panels', () => {
  it('are exact as soon as it is certain that all was read, although no job is new', async () => {
    const service = new ListService(130);
    const second = Promise.withResolvers<void>();
    // The third page arrives before the second one, so that only the next reading of the top makes certain.
    service.beforeAnswer = (page) => (page === 2 ? second.promise : undefined);
    const jobs = new JobList();
    jobs.connect(service.source);
    await jobs.ensureLoaded();
    const { overview, reading } = looking(service, { jobs });
    await settle();
    second.resolve();
    await settle();
    expect([reading()?.isWhole, overview.state.panels?.stuck.grade]).toEqual([false, 'at least']);
    await vi.advanceTimersByTimeAsync(5000);
    expect([reading()?.isWhole, overview.state.panels?.stuck.grade]).toEqual([true, 'exact']);
  });

  it('are there after the first page, and come anew at most about twice a second', async () => {
    const service = new ListService(400, 10);
    service.beforeAnswer = () => new Promise((resolve) => void setTimeout(resolve, 100));
    const { overview } = looking(service);
    await vi.advanceTimersByTimeAsync(150);
    expect(overview.state.panels).not.toBeNull();
    const seen = new Set<unknown>();
    overview.onDidChange(() => seen.add(overview.state.panels));
    await vi.advanceTimersByTimeAsync(1600);
    expect(seen.size).toBeGreaterThan(1);
    expect(seen.size).toBeLessThan(6);
  });

  it('say what changed since the page was last seen', async () => {
    const service = new ListService(30);
    const { overview, memory } = looking(service);
    await settle();
    expect(overview.state.changedSince).toBeNull();
    const left = Date.now();
    overview.attend(false);
    service.finish(3);
    const again = looking(service, { memory });
    await settle();
    expect(again.overview.state.changedSince).toBe(left);
  });

  it('are of the chosen time', async () => {
    const { overview } = looking(new ListService(30));
    await settle();
    const { panels } = overview.state;
    overview.setScope({ preset: 'custom', from: 0, to: 1 });
    await settle();
    expect(overview.state.scope.to).toBe(1);
    expect(overview.state.panels).not.toEqual(panels);
  });
});

it('names the rows of a number newest first', async () => {
  const { overview } = looking(new ListService(30));
  await settle();
  expect(overview.rowsOf(everyJob).map(({ id }) => id).slice(0, 2)).toEqual(['job:job_000029', 'job:job_000028']);
});
