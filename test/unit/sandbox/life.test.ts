import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createArrivals } from '../../../src/sandbox/arrivals.ts';
import { afterWork, day, hour } from '../../../src/sandbox/calendar.ts';
import type { SandboxData } from '../../../src/sandbox/index.ts';
import { createJobStore } from '../../../src/sandbox/jobStore.ts';
import type { Job } from '../../../src/sandbox/wire.ts';
import { epoch, everyJob, trySandbox } from './harness.ts';

const minute = 60_000;

const isActive = ({ completedAt }: Job) => completedAt === null;
const jobsOf = (seeded: number, now = epoch) =>
  createJobStore({ seed: 1, seeded, epoch: now }).slice(0, seeded, now);

it('a sandbox goes on with the data of an earlier one as if it had run meanwhile', async () => {
  let data: SandboxData | undefined;
  const running = await trySandbox({ jobs: 60, keep: (kept) => (data = kept) });
  running.pass(minute);
  const { key } = await running.start('wf_invoice_approval');
  running.pass(day);
  const again = await trySandbox({ jobs: 60, ...(data === undefined ? {} : { data }) });
  expect(await everyJob(again)).toEqual(await everyJob(running));
  expect(await again.job(key)).toEqual(await running.job(key));
});

describe('the seed', () => {
  it('makes the same data of the same seed, jobs and time, and other jobs with the same fields of another seed', async () => {
    const of = async (seed: number) => {
      const client = await trySandbox({ seed, jobs: 120 });
      return { jobs: await everyJob(client), fields: await client.fields() };
    };
    const [one, again, other] = [await of(7), await of(7), await of(8)];
    expect(again).toEqual(one);
    expect(other.jobs).not.toEqual(one.jobs);
    expect(other.fields).toEqual(one.fields);
  });

  it('makes jobs of all kinds, of all workflows, with times in several notations, and the documented members of steps only', () => {
    const kinds: Record<string, (job: Job) => boolean> = {
      'waits for nobody': (job) => isActive(job) && job.assignedTo === null,
      'waits for somebody': (job) => isActive(job) && job.assignedTo !== null,
      'is completed and still assigned': (job) => !isActive(job) && job.assignedTo !== null,
      'is active without a step': (job) => isActive(job) && job.activeSteps.length === 0,
      'is at several steps': ({ activeSteps }) => activeSteps.length > 1,
      'runs through several workflows': (job) => isActive(job) && job.activeWorkflows.length > 1,
      'names no workflow': ({ activeWorkflows }) => activeWorkflows.length === 0,
      'was started by nobody': ({ startedBy }) => startedBy.key === null,
      'was started by somebody with both names': ({ startedBy }) =>
        startedBy.firstName !== null && startedBy.lastName !== null,
      'was started by somebody with a last name': ({ startedBy }) =>
        startedBy.firstName === null && startedBy.lastName !== null,
      'was started by somebody with a first name': ({ startedBy }) =>
        startedBy.firstName !== null && startedBy.lastName === null,
      'was started by somebody with a key alone': ({ startedBy }) =>
        startedBy.key !== null && startedBy.firstName === null && startedBy.lastName === null,
    };
    const jobs = jobsOf(4213);
    expect(Object.entries(kinds).flatMap(([kind, is]) => (jobs.some(is) ? [] : [kind]))).toEqual([]);
    expect(new Set(jobs.flatMap(({ activeWorkflows }) => activeWorkflows.map(({ key }) => key))).size).toBe(
      6,
    );
    expect(new Set(jobs.map(({ startedAt }) => startedAt.slice(19)))).toEqual(
      new Set(['+02:00', '-05:00', 'Z', '+05:30', '+00:00']),
    );
    expect(
      new Set(jobs.flatMap(({ activeSteps }) => activeSteps.map((step) => Object.keys(step).join()))),
    ).toEqual(new Set(['key,name']));
  });

  it('has young jobs first, at any hour of the week, most of them active and some not', () => {
    for (let hours = 0; hours < 7 * 24; hours += 5) {
      const now = epoch + hours * hour;
      const jobs = createJobStore({ seed: 1, seeded: 4213, epoch: now }).slice(0, 50, now);
      expect(now - Date.parse(jobs.at(-1)!.startedAt)).toBeLessThan(2 * hour);
      expect(jobs.filter(isActive).length).toBeGreaterThan(25);
      expect(jobs.slice(0, 12).every(isActive)).toBe(false);
    }
  });

  it('never contradicts itself, whatever seed and time', () => {
    fc.assert(
      fc.property(fc.integer(), fc.nat({ max: 60 * 24 * 60 * minute }), (seed, elapsed) => {
        const now = epoch + elapsed;
        for (const job of createJobStore({ seed, seeded: 60, epoch }).slice(0, 60, now)) {
          const [startedAt, updatedAt] = [Date.parse(job.startedAt), Date.parse(job.updatedAt)];
          expect([startedAt <= updatedAt, updatedAt <= now]).toEqual([true, true]);
          if (job.completedAt !== null) {
            expect([job.completedAt, job.activeSteps]).toEqual([job.updatedAt, []]);
          }
        }
      }),
      { numRuns: 50 },
    );
  });
});

describe('the queue', () => {
  it('spreads over 180 days, strictly newest first, for any number of jobs, seed and time', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 2_000_000 }),
        fc.integer(),
        fc.nat({ max: 4e12 }),
        fc.array(fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true }), {
          minLength: 2,
          maxLength: 20,
        }),
        (count, seed, at, places) => {
          const ageAt = createArrivals({ seed, jobs: count, epoch: at });
          const ages = [...new Set(places.map((place) => Math.floor(place * count)))]
            .sort((one, other) => one - other)
            .map(ageAt);
          expect(ages.every((age, index) => age > (ages[index - 1] ?? -1))).toBe(true);
          expect(ages.at(-1)).toBeLessThan(180 * day + 1);
        },
      ),
      { numRuns: 30 },
    );
  });

  it('looks like one that people work off: by day, within days, with a few jobs left over and one step that most wait at', () => {
    const jobs = jobsOf(20_000);
    const off = jobs.slice(200).filter(({ startedAt }) => [0, 6].includes(new Date(startedAt).getUTCDay()));
    const took = jobs
      .flatMap(({ startedAt, completedAt }) =>
        completedAt === null ? [] : [Date.parse(completedAt) - Date.parse(startedAt)],
      )
      .sort((one, other) => one - other);
    const waiting = jobs.filter(isActive);
    const steps = Object.entries(
      Object.groupBy(
        waiting.flatMap(({ activeSteps }) => activeSteps),
        ({ name }) => name,
      ),
    ).sort(([, one], [, other]) => (other?.length ?? 0) - (one?.length ?? 0));
    expect(off.length / jobs.length).toBeLessThan(0.2);
    expect((took[Math.floor(took.length / 2)] ?? 0) / day).toBeGreaterThan(1);
    expect(waiting.some(({ startedAt }) => epoch - Date.parse(startedAt) > 90 * day)).toBe(true);
    expect([steps[0]?.[0], (steps[0]?.[1]?.length ?? 0) > 2 * (steps[1]?.[1]?.length ?? 0)]).toEqual([
      'Approve amount',
      true,
    ]);
  });

  it('is worked off for as long as time in whole weeks, later the more work there is, and hardly at weekends', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -1e12, max: 4e12 }),
        fc.nat({ max: 1e11 }),
        fc.integer({ min: 1, max: 1e10 }),
        (from, work, more) => {
          expect(afterWork(from, 7 * day)).toBeCloseTo(from + 7 * day, -1);
          expect(afterWork(from, work)).toBeGreaterThanOrEqual(from - 1);
          expect(afterWork(from, work + more)).toBeGreaterThan(afterWork(from, work) - 1);
        },
      ),
    );
    const friday = Date.parse('2026-10-02T20:00:00Z');
    expect(afterWork(friday, 4 * hour)).toBeGreaterThan(friday + 4 * hour);
  });
});

describe('time', () => {
  it('takes a started job through its steps, one after the other, to its end within minutes', async () => {
    const { start, job, pass } = await trySandbox();
    const { key } = await start('wf_vendor_setup');
    const seen: string[] = [];
    let completedAfter: number | null = null;
    for (let seconds = 0; seconds <= 5 * 60 && completedAfter === null; seconds += 5) {
      const { activeSteps, completedAt } = await job(key);
      const at = activeSteps[0]?.name ?? 'completed';
      if (seen.at(-1) !== at) seen.push(at);
      if (completedAt !== null) completedAfter = seconds;
      pass(5000);
    }
    expect(seen).toEqual([
      'Verify company',
      'Check bank details',
      'Assess risk',
      'Activate vendor',
      'completed',
    ]);
    expect(completedAfter).toBeGreaterThanOrEqual(4 * 20);
    expect(completedAfter).toBeLessThanOrEqual(4 * 60);
  });

  it('moves some seeded jobs, all of them active ones, within minutes, and updatedAt says when', async () => {
    const { page, pass } = await trySandbox();
    const before = (await page(1)).jobs;
    pass(10 * minute);
    const after = (await page(1)).jobs;
    const moved = after.flatMap((job, index) => (job.updatedAt === before[index]?.updatedAt ? [] : [index]));
    expect(moved.length).toBeGreaterThan(0);
    const times = moved.map((index) => Date.parse(after[index]!.updatedAt));
    expect([
      moved.every((index) => isActive(before[index]!)),
      Math.min(...times) >= epoch,
      Math.max(...times) <= epoch + 10 * minute,
    ]).toEqual([true, true, true]);
    const still = (jobs: Job[]) => jobs.filter((_job, index) => !moved.includes(index));
    expect(still(after)).toEqual(still(before));
  });

  it('passes as fast as asked, stands still at speed 0, and goes on from where it is', async () => {
    const { page, pass, sandbox } = await trySandbox({ clockSpeed: 100 });
    const passed = async (time: number) =>
      expect((await page(1)).jobs).toEqual(
        createJobStore({ seed: 1, seeded: 4213, epoch }).slice(0, 50, epoch + time),
      );
    pass(2 * minute);
    await passed(200 * minute);
    sandbox.setClockSpeed(0);
    pass(1000 * minute);
    await passed(200 * minute);
    sandbox.setClockSpeed(10);
    pass(30 * minute);
    await passed(500 * minute);
  });

  it('completes everything but the stuck in the end', async () => {
    const client = await trySandbox({ jobs: 500 });
    client.pass(365 * 24 * 60 * minute);
    const active = (await everyJob(client)).filter(isActive);
    expect(active.length).toBeGreaterThan(0);
    expect(active.length).toBeLessThan(10);
  });
});
