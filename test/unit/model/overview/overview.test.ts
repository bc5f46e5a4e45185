import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createJobList } from '../../../../src/model/jobs/jobList.ts';
import { createJobReader } from '../../../../src/model/jobs/jobReader.ts';
import { createOverview } from '../../../../src/model/overview/overview.ts';
import { formatMoment } from '../../../../src/text/time.ts';
import { createKeyValueStore } from '../builders.ts';
import { ListService } from '../listService.ts';

const now = Date.parse('2026-11-20T14:02:00Z');
beforeEach(() => void vi.useFakeTimers({ now }));

/** Everything that is under way, but no wait. */
const settle = () => vi.advanceTimersByTimeAsync(1500);
const slowly = () => new Promise<void>((resolve) => void setTimeout(resolve, 100));
const numbers = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => from + index);

function looking(service: ListService, store = createKeyValueStore()) {
  const list = createJobList();
  list.connect(service.source);
  const reader = createJobReader(list);
  reader.connect(service.getJob);
  const overview = createOverview(reader, store);
  overview.connect({ baseUrl: 'https://one.example', source: service.source });
  overview.attend(true);
  const active = () =>
    overview.state.panels?.stuck.picture?.steps.reduce((sum, { active: { value } }) => sum + value, 0) ?? 0;
  return {
    overview,
    reader,
    store,
    active,
    line: () => overview.state.reading?.line,
    reading: () => overview.state.reading,
    grade: () => overview.state.panels?.stuck.grade,
  };
}

describe('jobs that are gone', () => {
  /** 120 jobs, of which 20 are active: 12 new ones, and the 8 oldest. */
  function forgotten() {
    const service = new ListService(120);
    for (let place = 12; place < 112; place++) service.complete(place);
    return service;
  }

  it('are no longer counted, nor first to look at, once the page that held them was read again', async () => {
    const service = forgotten();
    const { overview, line, grade, active } = looking(service);
    await settle();
    expect([line(), active(), grade()]).toEqual(['All 120 jobs were read.', 20, 'exact']);
    service.remove(112, 8);
    await vi.advanceTimersByTimeAsync(10_000);
    expect([line(), active(), grade()]).toEqual(['All 112 jobs were read.', 12, 'exact']);
    expect(overview.state.panels?.first.picture?.map(({ key }) => key)).not.toContain('job_000000');
    expect(overview.rows).toHaveLength(112);
  });

  it('make all figures as of the time before, where the service does not say which they are, until a refresh', async () => {
    const service = forgotten();
    service.hasSingles = false;
    const { overview, reading, grade, active } = looking(service);
    await settle();
    service.remove(112, 8);
    service.start(2);
    await vi.advanceTimersByTimeAsync(120_000);
    expect([active(), grade(), reading()?.remarks]).toEqual([
      20,
      `at least, as of ${formatMoment(now, now)}`,
      [
        `Since ${formatMoment(now, now)}, 8 jobs have been removed. All figures are as of then, until you refresh.`,
      ],
    ]);
    overview.refresh();
    await settle();
    expect([active(), grade(), reading()?.line, reading()?.remarks]).toEqual([
      14,
      'exact',
      'All 114 jobs were read.',
      [],
    ]);
  });

  it('while they are read leave no claim that all were read', async () => {
    const service = new ListService(400, 10);
    service.afterAnswer = () => {
      if (service.asked.length === 20) service.remove(0);
      if (service.asked.length === 30) service.start();
    };
    const { reading, grade } = looking(service);
    await settle();
    expect([reading()?.isWhole, grade()]).toEqual([true, expect.stringMatching(/^at least/)]);
  });
});

describe('what is read unasked', () => {
  it('is a list of 100 pages to its end, with two requests at a time', async () => {
    const service = new ListService(500, 5);
    const { line, reading, grade } = looking(service);
    await settle();
    expect([service.asked, service.mostUnderWay]).toEqual([[...numbers(1, 100), 1], 2]);
    expect([line(), grade()]).toEqual(['All 500 jobs were read.', 'exact']);
    expect(reading()).toMatchObject({
      state: 'settled',
      isWhole: true,
      remarks: [],
      progress: null,
      time: formatMoment(now, now),
      parts: [{ from: 0, to: 1 }],
    });
  });

  it('is of a longer list the newest 80 pages and the last 20', async () => {
    const service = new ListService(5000, 5);
    const { line, reading, grade } = looking(service);
    await settle();
    // Page 81 is asked for ahead, and not waited for.
    expect(
      [...new Set(service.asked)].filter((page) => page !== 81).sort((one, other) => one - other),
    ).toEqual([...numbers(1, 80), ...numbers(981, 1000)]);
    expect([line(), grade()]).toEqual([
      '500 of 5,000 jobs read: the newest 400 and the oldest 100.',
      'at least',
    ]);
    expect(reading()).toMatchObject({
      state: 'settled',
      isWhole: false,
      remarks: [],
      parts: [
        { from: 0, to: 0.08 },
        { from: 0.98, to: 1 },
      ],
    });
  });

  it('is nothing while it is hidden; seen again it goes on where it was', async () => {
    const service = new ListService(400, 10);
    service.beforeAnswer = slowly;
    const { overview, line } = looking(service);
    await vi.advanceTimersByTimeAsync(950);
    overview.attend(false);
    const asked = service.asked.length;
    await vi.advanceTimersByTimeAsync(600_000);
    expect([service.asked.length, vi.getTimerCount()]).toEqual([asked, 0]);
    overview.attend(true);
    await vi.advanceTimersByTimeAsync(3000);
    expect(line()).toBe('All 400 jobs were read.');
    expect(service.asked.length - new Set(service.asked).size).toBeLessThanOrEqual(3);
  });

  it('is nothing without a service, and starts anew with another', async () => {
    const first = new ListService(10);
    first.beforeAnswer = slowly;
    const { overview, line } = looking(first);
    await vi.advanceTimersByTimeAsync(10);
    overview.connect({ baseUrl: 'https://two.example', source: new ListService(3).source });
    expect(overview.state).toMatchObject({ reading: null, panels: null, failure: null });
    await settle();
    expect([line(), overview.rows.length]).toEqual(['All 3 jobs were read.', 3]);
    overview.connect(undefined);
    expect([overview.state.reading, vi.getTimerCount()]).toEqual([null, 0]);
  });
});

describe('Read All', () => {
  it('says how far it is, keeps what was read when it is cancelled, and goes on from there', async () => {
    const service = new ListService(2000, 10);
    const { overview, line, reading, grade } = looking(service);
    await settle();
    service.beforeAnswer = slowly;
    overview.readAll();
    await vi.advanceTimersByTimeAsync(1010);
    expect(reading()).toMatchObject({
      state: 'readingAll',
      isWhole: false,
      line: expect.stringMatching(/^1,\d\d0 of 2,000 jobs read: /) as string,
    });
    overview.cancel();
    expect(reading()).toMatchObject({
      state: 'settled',
      progress: null,
      line: expect.stringMatching(
        /^1,\d\d0 of 2,000 jobs read: the newest [\d,]+0 and the oldest 200\.$/,
      ) as string,
    });
    const before = service.asked.length;
    overview.readAll();
    await vi.advanceTimersByTimeAsync(7000);
    expect([line(), grade()]).toEqual(['All 2,000 jobs were read.', 'exact']);
    expect(service.asked.slice(before).filter((page) => page > 1 && page <= 100)).toEqual([]);
    overview.refresh();
    await vi.advanceTimersByTimeAsync(1010);
    expect(reading()).toMatchObject({
      state: 'readingAll',
      line: 'All 2,000 jobs were read.',
      progress: expect.stringMatching(/^\d\d\d of 2,000$/) as string,
    });
  });

  it('of a service that repeats a page without a total ends', async () => {
    const service = new ListService(500, 5);
    service.hasTotal = false;
    service.refuses = () => 'firstPageUnnamed';
    const { overview, reading, grade } = looking(service);
    await settle();
    overview.readAll();
    await vi.advanceTimersByTimeAsync(5000);
    expect(service.asked.length).toBeLessThan(50);
    expect([reading()?.state, grade(), reading()?.remarks]).toEqual([
      'settled',
      'at least',
      ['The service does not say how many jobs there are.'],
    ]);
  });
});

describe('an awkward service', () => {
  const read = async (service: ListService) => {
    const looked = looking(service);
    await settle();
    return looked;
  };

  it.each([
    ['of no job', 0, 'There are no jobs.'],
    ['of one job', 1, 'The only job was read.'],
    ['of 30 jobs', 30, 'All 30 jobs were read.'],
  ])('%s is read with one request', async (_, size, expected) => {
    const service = new ListService(size);
    const { line, grade, reading } = await read(service);
    expect([line(), grade(), reading()?.remarks, service.asked]).toEqual([expected, 'exact', [], [1]]);
  });

  it.each(['notFound', 'rejected', 'serverFault', 'firstPage', 'empty'] as const)(
    'whose last pages cannot be asked for (%s) is read without them, and tried again',
    async (refusal) => {
      const service = new ListService(5000, 5);
      service.refuses = (page) => (page > 900 ? refusal : undefined);
      const { overview, line, reading } = await read(service);
      expect([line(), reading()?.isWhole]).toEqual(['400 of 5,000 jobs read: the newest.', false]);
      service.refuses = () => undefined;
      overview.refresh();
      await settle();
      expect([line(), reading()?.remarks, overview.state.failure]).toEqual([
        '500 of 5,000 jobs read: the newest 400 and the oldest 100.',
        [],
        null,
      ]);
    },
  );

  it('that does not give one page is read without it, until it does', async () => {
    const service = new ListService(200, 10);
    service.refuses = (page) => (page === 7 ? 'serverFault' : undefined);
    const { overview, line, reading, grade } = await read(service);
    expect([line(), reading()?.remarks, overview.state.failure?.kind]).toEqual([
      '190 of 200 jobs read: the newest 60 and the oldest 130.',
      ['Page 7 of the list could not be read.'],
      'serverFault',
    ]);
    service.refuses = () => undefined;
    await vi.advanceTimersByTimeAsync(10_000);
    expect([line(), grade(), overview.state.failure]).toEqual(['All 200 jobs were read.', 'exact', null]);
  });

  it('that counts fewer jobs than it lists is not said to be read whole before its end', async () => {
    const service = new ListService(5000, 5);
    service.total = 300;
    const reading = (await read(service)).reading();
    expect(reading?.isWhole).toBe(false);
    expect(reading?.parts.reduce((sum, { from, to }) => sum + to - from, 0)).toBeLessThan(1);
  });

  it('that counts no jobs is read from the first page on', async () => {
    const service = new ListService(500, 5);
    service.hasTotal = false;
    const { overview, line, reading, grade } = await read(service);
    expect([service.asked, line(), grade()]).toEqual([
      numbers(1, 80),
      'The first 400 jobs of the list were read.',
      'at least',
    ]);
    expect(reading()).toMatchObject({
      parts: [],
      remarks: ['The service does not say how many jobs there are.'],
    });
    overview.readAll();
    await settle();
    expect([line(), grade()]).toEqual(['500 jobs were read, to the end of the list.', 'at least']);
  });

  it('that answers any page with the first ends', async () => {
    const service = new ListService(500, 5);
    service.refuses = () => 'firstPage';
    const { overview, line, reading, grade } = await read(service);
    expect([reading()?.state, grade(), reading()?.remarks]).toEqual([
      'settled',
      'at least',
      ['Paging ended: asked for page 2, the service answered with page 1.'],
    ]);
    expect([line(), reading()?.isWhole, reading()?.parts]).toEqual([
      '5 of 500 jobs read: the newest.',
      false,
      [{ from: 0, to: 0.01 }],
    ]);
    service.refuses = () => undefined;
    overview.readAll();
    await settle();
    expect(line()).toBe('All 500 jobs were read.');
  });

  it('that has the oldest jobs first is said to have been read from the oldest on', async () => {
    const service = new ListService(5000, 5);
    service.isOldestFirst = true;
    const { line, reading, overview } = await read(service);
    expect([line(), reading()?.remarks]).toEqual([
      '500 of 5,000 jobs read: the oldest 400 and the newest 100.',
      [],
    ]);
    service.jobs = service.jobs.map((each, index) => service.jobs[(index * 7919) % 5000] ?? each);
    overview.refresh();
    await settle();
    expect([line(), reading()?.remarks]).toEqual([
      '500 of 5,000 jobs read: the first 400 and the last 100 of the list.',
      ['The service’s list is not sorted by start, so a partial reading may hold jobs of any age.'],
    ]);
  });

  it('that is down is a failure, and recovers by itself', async () => {
    const service = new ListService(200, 10);
    service.refuses = () => 'unreachable';
    const { overview, line } = await read(service);
    expect([overview.state.failure?.kind, overview.state.reading]).toEqual(['unreachable', null]);
    service.refuses = () => undefined;
    await vi.advanceTimersByTimeAsync(20_000);
    expect([overview.state.failure, line()]).toEqual([null, 'All 200 jobs were read.']);
  });
});

describe('following', () => {
  it('notices jobs that started and one that was completed, wherever it is', async () => {
    const service = new ListService(200, 10);
    const { line, grade, active } = looking(service);
    await settle();
    service.start(14);
    service.complete(150);
    await vi.advanceTimersByTimeAsync(20 * 60_000);
    expect([line(), active(), grade()]).toEqual(['All 214 jobs were read.', 213, 'exact']);
  });

  it('slows down while nothing changes, and does not describe the same more than each minute', async () => {
    const service = new ListService(10);
    const { overview } = looking(service);
    await settle();
    const [asked, seen] = [service.asked.length, new Set<unknown>()];
    overview.onDidChange(() => seen.add(overview.state.panels));
    await vi.advanceTimersByTimeAsync(10 * 60_000);
    expect(service.asked.length - asked).toBeGreaterThan(9);
    expect(service.asked.length - asked).toBeLessThan(30);
    expect(seen.size).toBeLessThan(15);
  });
});

describe('panels', () => {
  it('are there after the first page, and come anew at most twice a second', async () => {
    const service = new ListService(800, 10);
    service.beforeAnswer = slowly;
    const { overview } = looking(service);
    await vi.advanceTimersByTimeAsync(150);
    expect(overview.state.panels).not.toBeNull();
    const seen = new Set<unknown>();
    overview.onDidChange(() => seen.add(overview.state.panels));
    await vi.advanceTimersByTimeAsync(3000);
    expect(seen.size).toBeGreaterThan(2);
    expect(seen.size).toBeLessThanOrEqual(8);
  });

  it('say what changed since the page was last seen', async () => {
    const service = new ListService(30);
    const { overview, store } = looking(service);
    await settle();
    expect(overview.state.changes).toBeNull();
    const left = Date.now();
    overview.attend(false);
    service.complete(3);
    const again = looking(service, store);
    await settle();
    expect(again.overview.state.changes).toEqual({ since: left, count: 4 });
  });

  it('are of the chosen time at once', async () => {
    const { overview } = looking(new ListService(30));
    await settle();
    overview.setScope({ preset: 'custom', from: 0, to: 1 });
    await vi.advanceTimersByTimeAsync(50);
    expect(overview.state.panels?.stuck.picture).toBeNull();
  });
});
