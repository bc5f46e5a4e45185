import { beforeEach, describe, expect, it, vi } from 'vitest';
import { setTimeZone } from '../../../../src/text/timeZone.ts';
import { ListService } from '../listService.ts';
import { asOf, now, opened, quarter, read, settle, slowly } from './overviewSetup.ts';

beforeEach(() => void vi.useFakeTimers({ now }));

describe('Overview', () => {
  it('updates the numbers only on refresh', async () => {
    const service = new ListService(120);
    const { overview, line, active, reading } = await read(service);
    expect([line(), active(), reading()?.at]).toEqual([asOf('120 jobs.'), 120, now]);
    const requestCount = service.requestedPages.length;
    service.complete(3);
    service.start(14);
    await vi.advanceTimersByTimeAsync(quarter);
    overview.setVisible(false);
    overview.setVisible(true);
    await settle();
    expect([service.requestedPages.length, vi.getTimerCount(), active()]).toEqual([
      requestCount,
      0,
      120,
    ]);
    overview.refresh();
    const later = Date.now();
    await settle();
    expect([line(), active()]).toEqual([asOf('134 jobs.', later), 133]);
  });

  it('starts a new report when the panel is reopened', async () => {
    const service = new ListService(20);
    const { overview, line } = await read(service);
    overview.setPeriod('week');
    overview.close();
    expect([overview.state.period, overview.state.panels, overview.rows]).toEqual([
      'all',
      null,
      [],
    ]);
    service.start(2);
    await settle();
    overview.setVisible(true);
    await settle();
    expect(line()).toContain(': 22 jobs.');
  });

  it('keeps loading jobs while the panel is hidden', async () => {
    const service = new ListService(400, 10);
    service.beforeResponse = slowly;
    const { overview, line } = opened(service);
    await vi.advanceTimersByTimeAsync(950);
    overview.setVisible(false);
    await vi.advanceTimersByTimeAsync(3000);
    expect(line()).toContain(': 400 jobs.');
  });

  it('sends no requests until the panel is visible', async () => {
    const service = new ListService(3);
    const { overview, line } = opened(service);
    overview.close();
    await settle();
    const requests = service.requestedPages.length;
    overview.setVisible(false);
    await settle();
    expect([service.requestedPages.length, overview.state.reading]).toEqual([requests, null]);
    overview.setVisible(true);
    await settle();
    expect([line(), overview.rows.length]).toEqual([asOf('3 jobs.', now + 3000), 3]);
  });

  it('cancels pending requests on disposal', async () => {
    const service = new ListService(100, 10);
    service.beforeResponse = slowly;
    const { overview } = opened(service);
    await vi.advanceTimersByTimeAsync(250);
    overview.dispose();
    const requests = service.requestedPages.length;
    await settle();
    expect([service.requestedPages.length, vi.getTimerCount()]).toEqual([requests, 0]);
  });

  it('calculates ages relative to the report time', async () => {
    const { overview } = await read(new ListService(30));
    const { panels } = overview.state;
    await vi.advanceTimersByTimeAsync(10 * quarter);
    void overview.describe();
    await settle();
    expect(overview.state.panels).toEqual(panels);
  });

  it('updates the panels at most twice per second', async () => {
    const service = new ListService(800, 10);
    service.beforeResponse = slowly;
    const { overview } = opened(service);
    await vi.advanceTimersByTimeAsync(150);
    expect(overview.state.panels).not.toBeNull();
    const seen = new Set<unknown>();
    overview.onDidChange(() => seen.add(overview.state.panels));
    await vi.advanceTimersByTimeAsync(3000);
    expect(seen.size).toBeGreaterThan(2);
    expect(seen.size).toBeLessThanOrEqual(8);
  });

  it('updates the panels when the period changes', async () => {
    const { overview, started } = await read(new ListService(30));
    const before = started();
    overview.setPeriod('week');
    await vi.advanceTimersByTimeAsync(50);
    expect(started()).not.toEqual(before);
  });
});

describe('Overview.restart', () => {
  it('reads all pages again instead of only the failed page', async () => {
    const service = new ListService(200, 10);
    service.refusalOf = (page) => (page === 7 ? 'unauthorized' : undefined);
    const { overview, line } = await read(service);
    overview.setPeriod('week');
    service.refusalOf = () => undefined;
    const requestCount = service.requestedPages.length;
    overview.restart();
    await settle();
    expect([line(), service.requestedPages[requestCount], overview.state]).toEqual([
      expect.stringContaining(': 200 jobs.'),
      1,
      expect.objectContaining({ period: 'week', failure: null }),
    ]);
  });
});

describe('Overview.describe', () => {
  it('converts all times to the current time zone', async () => {
    setTimeZone('UTC');
    const { overview, line, started } = await read(new ListService(20));
    const begin = () => new Date(started()[0]?.[0] ?? NaN).toISOString();
    expect([line(), begin()]).toEqual(['As of 2:02 PM: 20 jobs.', '2026-09-28T00:00:00.000Z']);
    setTimeZone('Asia/Kathmandu');
    void overview.describe();
    await settle();
    expect([line(), begin()]).toEqual(['As of 7:47 PM: 20 jobs.', '2026-09-27T18:15:00.000Z']);
  });
});

describe('Overview.row', () => {
  it('finds a job from the first or last pages of the report', async () => {
    const { overview } = await read(new ListService(2000, 10));
    const [first, last] = [overview.rows[0], overview.rows.at(-1)];
    expect([overview.row(first?.id ?? ''), overview.row(last?.id ?? '')]).toEqual([first, last]);
    expect(overview.row('no such row')).toBeUndefined();
  });
});

describe('Overview.refresh', () => {
  it('shows the old report until the new report is complete', async () => {
    const service = new ListService(2000, 10);
    const { overview, line, reading } = await read(service);
    overview.readAll();
    await settle();
    service.beforeResponse = slowly;
    service.start();
    overview.refresh();
    await vi.advanceTimersByTimeAsync(1010);
    expect(reading()).toMatchObject({
      state: 'readingAll',
      line: asOf('2,000 jobs.', reading()?.at),
      progress: expect.stringMatching(/^\d\d\d of 2,001$/) as string,
    });
    overview.cancel();
    await settle();
    expect(reading()).toMatchObject({ state: 'settled', progress: null });
    expect(overview.rows).toHaveLength(2000);
    overview.refresh();
    await vi.advanceTimersByTimeAsync(20_000);
    expect(line()).toContain(': 2,001 jobs.');
  });

  it('keeps the old report if a request fails', async () => {
    const service = new ListService(200, 10);
    const { overview, line } = await read(service);
    service.refusalOf = () => 'unreachable';
    overview.refresh();
    await settle();
    expect([line(), overview.state.failure?.kind]).toEqual([asOf('200 jobs.'), 'unreachable']);
    service.refusalOf = () => undefined;
    overview.refresh();
    await settle();
    expect([overview.state.failure, line()]).toEqual([
      null,
      expect.stringContaining(': 200 jobs.'),
    ]);
  });

  it('shows the first jobs during a retry after page 1 failed', async () => {
    const service = new ListService(200, 10);
    service.refusalOf = () => 'unreachable';
    const { overview, line } = await read(service);
    service.refusalOf = () => undefined;
    service.beforeResponse = slowly;
    overview.refresh();
    await vi.advanceTimersByTimeAsync(350);
    expect(line()).toMatch(/: \d0 of 200 jobs \(/);
  });

  it('keeps the loaded pages if a retry fails on a later page', async () => {
    const service = new ListService(200, 10);
    service.refusalOf = () => 'unreachable';
    const { overview, line } = await read(service);
    service.refusalOf = (page) => (page === 7 ? 'serverFault' : undefined);
    overview.refresh();
    await settle();
    expect(line()).toContain(': 60 of 200 jobs (');
  });

  it('reads all pages if a request for all pages failed', async () => {
    const service = new ListService(2000, 10);
    const { overview, line } = await read(service);
    await vi.advanceTimersByTimeAsync(quarter);
    service.refusalOf = (page) => (page === 150 ? 'serverFault' : undefined);
    overview.readAll();
    await settle();
    expect(overview.state.failure?.kind).toBe('serverFault');
    service.refusalOf = () => undefined;
    overview.refresh();
    await settle();
    expect(line()).toContain(': 2,000 jobs.');
  });
});
