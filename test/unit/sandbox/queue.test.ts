import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createArrivals } from '../../../src/sandbox/arrivals.ts';
import { afterWork, busyness, day, hour } from '../../../src/sandbox/calendar.ts';
import { createJobStore } from '../../../src/sandbox/jobStore.ts';
import { epoch, trySandbox } from './harness.ts';

const seeded = 20_000;
const jobs = createJobStore({ seed: 1, seeded, epoch })
  .slice(0, seeded, epoch)
  .map((job) => ({
    ...job,
    age: epoch - Date.parse(job.startedAt),
    took: job.completedAt === null ? null : Date.parse(job.completedAt) - Date.parse(job.startedAt),
    workflow: job.activeWorkflows[0]?.name,
  }));
type Job = (typeof jobs)[number];

const active = jobs.filter(({ took }) => took === null);
/** Completed, nearly all of them. */
const old = jobs.filter(({ age }) => age > 60 * day);

function quantileOfTook(of: Job[], part: number): number {
  const sorted = of.map(({ took }) => took ?? Infinity).sort((one, other) => one - other);
  return sorted[Math.floor(sorted.length * part)] ?? NaN;
}

function counts(keys: (string | undefined)[]): Map<string | undefined, number> {
  return new Map(Object.entries(Object.groupBy(keys, (key) => String(key))).map(([key, all]) => [key, all?.length ?? 0]));
}

describe('the queue', () => {
  it('spreads over 180 days, strictly newest first', () => {
    expect(jobs.at(-1)!.age / day).toBeGreaterThan(179);
    expect(jobs.at(-1)!.age / day).toBeLessThan(180.01);
    expect(jobs.every(({ age }, index) => age > (jobs[index - 1]?.age ?? -Infinity))).toBe(true);
  });

  it('starts most jobs in working hours, and many more than usual on a few days', () => {
    const times = jobs.slice(200).map(({ age }) => new Date(epoch - age));
    const isOff = (time: Date) => [0, 6].includes(time.getUTCDay()) || time.getUTCHours() < 6 || time.getUTCHours() >= 18;
    expect(times.filter(isOff).length / times.length).toBeLessThan(0.25);
    const days = [...counts(times.map((time) => time.toISOString().slice(0, 10))).values()].sort((one, other) => other - one);
    const usual = days[50] ?? 0;
    expect(days[0]).toBeGreaterThan(3 * usual);
    expect(days.filter((count) => count > 2 * usual).length).toBeGreaterThan(2);
    expect(days.filter((count) => count > 2 * usual).length).toBeLessThan(12);
  });

  it('takes days for half of the jobs and weeks for some, and differs between workflows', () => {
    expect(quantileOfTook(old, 0.5) / day).toBeGreaterThan(1);
    expect(quantileOfTook(old, 0.5) / day).toBeLessThan(3);
    expect(quantileOfTook(old, 0.9) / day).toBeGreaterThan(7);
    expect(quantileOfTook(old, 0.9) / day).toBeLessThan(21);
    const medianOf = (name: string) => quantileOfTook(old.filter(({ workflow }) => workflow === name), 0.5);
    expect(medianOf('Employee Onboarding')).toBeGreaterThan(4 * medianOf('Purchase Request'));
  });

  it('has few jobs active at a time, a few of them forgotten for months', () => {
    expect(active.length / seeded).toBeGreaterThan(0.02);
    expect(active.length / seeded).toBeLessThan(0.04);
    const share = (longerThan: number) => active.filter(({ age }) => age > longerThan).length / active.length;
    expect(share(30 * day)).toBeGreaterThan(0.05);
    expect(share(90 * day)).toBeGreaterThan(0.02);
    expect(share(90 * day)).toBeLessThan(0.15);
  });

  it('piles jobs up in one step, and more work up with some people', () => {
    const [[step, most] = [], [, next] = []] = [...counts(active.flatMap(({ activeSteps }) => activeSteps.map(({ name }) => name)))].sort((one, other) => other[1] - one[1]);
    expect(step).toBe('Approve amount');
    expect(most).toBeGreaterThan(2 * (next ?? 0));
    const held = [...counts(active.flatMap(({ assignedTo }) => assignedTo?.key ?? [])).values()].sort((one, other) => other - one);
    expect(held[0]).toBeGreaterThan(5 * (held[20] ?? 0));
    const invoices = (of: Job[]) => of.filter(({ workflow }) => workflow === 'Invoice Approval').length / of.length;
    expect(invoices(active)).toBeGreaterThan(1.3 * invoices(jobs));
  });

  it('gives the documented members of steps only', () => {
    expect(new Set(jobs.flatMap(({ activeSteps }) => activeSteps.map((step) => Object.keys(step).join())))).toEqual(new Set(['key,name']));
  });

  it('holds as many jobs as asked for in the same time, a page as quick at its end', async () => {
    const { page } = await trySandbox({ jobs: 100_000 });
    const { jobs: oldest, pagination } = await page(2000);
    expect(pagination).toMatchObject({ total: 100_000, hasMore: false });
    expect(oldest.at(-1)?.key).toBe('job_000001');
    expect((epoch - Date.parse(oldest.at(-1)!.startedAt)) / day).toBeGreaterThan(179);
  });
});

describe('the times of starts', () => {
  it('are in order, for any number of jobs, seed and time', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 2_000_000 }), fc.integer(), fc.nat({ max: 4e12 }), fc.array(fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true }), { minLength: 2, maxLength: 20 }), (count, seed, at, places) => {
        const ageAt = createArrivals({ seed, jobs: count, epoch: at });
        const ages = [...new Set(places.map((place) => Math.floor(place * count)))].sort((one, other) => one - other).map(ageAt);
        expect(ages.every((age, index) => age > (ages[index - 1] ?? -1))).toBe(true);
        expect(ages.at(-1)).toBeLessThan(180 * day + 1);
      }),
      { numRuns: 30 },
    );
  });
});

describe('working time', () => {
  const monday = Date.parse('2026-09-28T00:00:00Z');

  it('is as long as time in whole weeks, and ends later the more work there is', () => {
    fc.assert(
      fc.property(fc.integer({ min: -1e12, max: 4e12 }), fc.nat({ max: 1e11 }), fc.integer({ min: 1, max: 1e10 }), (from, work, more) => {
        expect(afterWork(from, 7 * day)).toBeCloseTo(from + 7 * day, -1);
        expect(afterWork(from, work)).toBeGreaterThanOrEqual(from - 1);
        expect(afterWork(from, work + more)).toBeGreaterThan(afterWork(from, work) - 1);
      }),
    );
  });

  it('hardly passes at weekends and at night', () => {
    const [friday, saturday] = [monday + 4 * day + 20 * hour, monday + 5 * day];
    expect(afterWork(friday, 4 * hour)).toBeGreaterThan(saturday);
    expect(busyness(monday + 9 * hour)).toBeGreaterThan(5 * busyness(saturday + 9 * hour));
    expect(busyness(monday + 9 * hour)).toBeGreaterThan(10 * busyness(monday + hour));
  });
});
