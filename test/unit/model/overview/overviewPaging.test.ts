import { beforeEach, describe, expect, it, vi } from 'vitest';
import { ListService } from '../listService.ts';
import { asOf, now, opened, quarter, read, settle, slowly } from './overviewSetup.ts';

beforeEach(() => void vi.useFakeTimers({ now }));

const numbers = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => from + index);

describe('Overview', () => {
  it('warns if the job list changes during loading', async () => {
    const service = new ListService(400, 10);
    let responses = 0;
    service.afterResponse = () => {
      if (++responses === 30) service.start();
    };
    const { reading } = await read(service);
    expect(reading()?.remarks).toEqual([
      'The list changed while it was loading. Jobs may be missing.',
    ]);
  });

  it.each(['notFound', 'rejected', 'serverFault', 'firstPage', 'empty'] as const)(
    'omits the last 20 pages after the error “%s” until the next refresh',
    async (refusal) => {
      const service = new ListService(5000, 5);
      service.refusalOf = (page) => (page > 900 ? refusal : undefined);
      const { overview, line, reading } = await read(service);
      expect([line(), reading()?.isWhole]).toEqual([
        asOf('400 of 5,000 jobs (the first 400 of the list).'),
        false,
      ]);
      service.refusalOf = () => undefined;
      overview.refresh();
      await settle();
      expect([line(), reading()?.remarks, overview.state.failure]).toEqual([
        expect.stringContaining('500 of 5,000 jobs'),
        [],
        null,
      ]);
    },
  );

  it('resumes with the failed page on refresh', async () => {
    const service = new ListService(200, 10);
    service.refusalOf = (page) => (page === 7 ? 'serverFault' : undefined);
    const { overview, line } = await read(service);
    expect([line(), overview.state.failure?.kind]).toEqual([
      asOf('60 of 200 jobs (the first 60 of the list).'),
      'serverFault',
    ]);
    service.refusalOf = () => undefined;
    const requestCount = service.requestedPages.length;
    overview.refresh();
    await settle();
    expect([line(), service.requestedPages[requestCount], overview.state.failure]).toEqual([
      expect.stringContaining(': 200 jobs.'),
      7,
      null,
    ]);
  });

  it('shows only the error if the first page fails', async () => {
    const service = new ListService(200, 10);
    service.refusalOf = () => 'unreachable';
    const { overview, line } = await read(service);
    expect([overview.state.failure?.kind, overview.state.reading]).toEqual(['unreachable', null]);
    service.refusalOf = () => undefined;
    overview.refresh();
    await settle();
    expect([overview.state.failure, line()]).toEqual([
      null,
      expect.stringContaining(': 200 jobs.'),
    ]);
  });

  it.each([
    ['an empty list', 0, '0 jobs.'],
    ['a list with one job', 1, '1 job.'],
    ['a list with 30 jobs', 30, '30 jobs.'],
  ])('reads %s with one request', async (_, size, expected) => {
    const service = new ListService(size);
    const { line, reading } = await read(service);
    expect([line(), reading()?.remarks, service.requestedPages]).toEqual([asOf(expected), [], [1]]);
  });

  it('reports an incomplete list if the list is longer than the reported total', async () => {
    const service = new ListService(5000, 5);
    service.total = 300;
    const { line, reading } = await read(service);
    expect(reading()?.isWhole).toBe(false);
    expect(line()).toContain(': 500 jobs (the first ');
  });

  it('reads the first 80 pages of a list without a total', async () => {
    const service = new ListService(500, 5);
    service.hasTotal = false;
    const { overview, line, reading } = await read(service);
    expect([service.requestedPages, line(), reading()?.remarks]).toEqual([
      numbers(1, 80),
      asOf('400 jobs read. The service does not report the total.'),
      [],
    ]);
    overview.readAll();
    await settle();
    expect(line()).toContain(': 500 jobs.');
  });

  it('stops if the service returns page 1 for every page', async () => {
    const service = new ListService(500, 5);
    service.refusalOf = () => 'firstPage';
    const { overview, line, reading } = await read(service);
    expect(reading()).toMatchObject({
      line: asOf('5 of 500 jobs (the first 5 of the list).'),
      state: 'settled',
      isWhole: false,
      remarks: ['Paging stopped: the service returned page 1 instead of page 2.'],
    });
    service.refusalOf = () => undefined;
    overview.readAll();
    await settle();
    expect(line()).toContain(': 500 jobs.');
  });
});

describe('Initial overview report', () => {
  it('covers all pages if the list has 100 pages', async () => {
    const service = new ListService(500, 5);
    const { line, reading } = await read(service);
    expect([service.requestedPages, service.maxPending, line()]).toEqual([
      numbers(1, 100),
      2,
      asOf('500 jobs.'),
    ]);
    expect(reading()).toMatchObject({
      state: 'settled',
      isWhole: true,
      remarks: [],
      progress: null,
    });
  });

  it('covers the first 80 and last 20 pages if the list has 1,000 pages', async () => {
    const service = new ListService(5000, 5);
    const { line, reading } = await read(service);
    // Page 81 is requested in parallel with page 80, but its jobs are not used.
    expect(
      [...new Set(service.requestedPages)]
        .filter((page) => page !== 81)
        .sort((left, right) => left - right),
    ).toEqual([...numbers(1, 80), ...numbers(981, 1000)]);
    expect(line()).toBe(asOf('500 of 5,000 jobs (the first 400 and the last 100 of the list).'));
    expect(reading()).toMatchObject({ state: 'settled', jobs: 500, isWhole: false, remarks: [] });
  });
});

describe('Overview.readAll', () => {
  it('resumes with the first missing page after a cancellation', async () => {
    const service = new ListService(2000, 10);
    const { overview, line, reading } = await read(service);
    service.beforeResponse = slowly;
    overview.readAll();
    await vi.advanceTimersByTimeAsync(1010);
    expect([reading()?.state, reading()?.isWhole]).toEqual(['readingAll', false]);
    expect(line()).toMatch(/: 1,\d\d0 of 2,000 jobs \(/);
    overview.cancel();
    expect([reading()?.state, reading()?.progress]).toEqual(['settled', null]);
    expect(line()).toMatch(
      /: 1,\d\d0 of 2,000 jobs \(the first [\d,]+0 and the last 200 of the list\)\.$/,
    );
    const before = service.requestedPages.length;
    overview.readAll();
    await vi.advanceTimersByTimeAsync(7000);
    expect(line()).toContain(': 2,000 jobs.');
    expect(service.requestedPages.slice(before).filter((page) => page <= 100)).toEqual([]);
  });

  it('keeps only the first pages if reading is canceled before the end of the list', async () => {
    const service = new ListService(5000, 5);
    service.beforeResponse = (page) =>
      page > 985 || (page > 80 && page < 900) ? slowly() : undefined;
    const { overview, line, reading } = opened(service);
    await vi.advanceTimersByTimeAsync(150);
    overview.readAll();
    await vi.advanceTimersByTimeAsync(150);
    overview.cancel();
    await settle();
    expect(line()).toMatch(/: 4\d\d of 5,000 jobs \(the first 4\d\d of the list\)\.$/);
    expect(reading()?.remarks).toEqual([]);
  });

  it('reads all pages again if the report is 15 minutes old', async () => {
    const service = new ListService(2000, 10);
    const { overview, line } = await read(service);
    await vi.advanceTimersByTimeAsync(quarter);
    const requestCount = service.requestedPages.length;
    overview.readAll();
    await settle();
    expect([line(), service.requestedPages[requestCount]]).toEqual([
      expect.stringContaining(': 2,000 jobs.'),
      1,
    ]);
  });

  it('stops if the service keeps returning the same page', async () => {
    const service = new ListService(500, 5);
    service.hasTotal = false;
    service.refusalOf = () => 'firstPageUnnamed';
    const { overview, reading } = await read(service);
    overview.readAll();
    await settle();
    expect(service.requestedPages.length).toBeLessThan(60);
    expect([reading()?.state, reading()?.remarks]).toEqual([
      'settled',
      ['Paging stopped: the service keeps returning jobs that are already loaded.'],
    ]);
  });
});
