import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { JobList } from '../../../../src/model/jobs/jobList.ts';
import { Overview } from '../../../../src/model/overview/overview.ts';
import { ListService } from './listService.ts';

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

let seed = 1;
const random = () => (seed = (seed * 16807) % 2147483647) / 2147483647;

function looking(service: ListService, { jobs = new JobList(), memory = memoryOf(), baseUrl = 'https://one.example' } = {}) {
  const overview = new Overview(jobs, memory, 'en', random);
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

  it('is at most 40 pages: the newest, the last, and pages between that are drawn', async () => {
    const service = new ListService(100_000);
    const { line, reading } = looking(service);
    await settle();
    expect(service.asked.slice(0, 20)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 2000, 1999, 1998, 1997]);
    expect(new Set(service.asked).size).toBe(40);
    expect(service.asked).toHaveLength(40);
    expect(service.mostUnderWay).toBe(2);
    expect(line()).toMatch(/^Read 2,000 of 100,000 jobs: newest \d+, oldest 200, [\d,]+ between; 2:02 PM$/);
    expect(reading()).toMatchObject({ state: 'settled', isWhole: false, remarks: [] });
  });
});
