import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createJobStore } from '../../../src/sandbox/jobStore.ts';
import type { Job } from '../../../src/sandbox/wire.ts';
import { epoch, everyJob, trySandbox } from './harness.ts';

const minute = 60_000;
const hour = 60 * minute;

const isActive = (job: Job) => job.completedAt === null;

describe('the seed', () => {
  it('makes the same data of the same seed, jobs and time, and other data of another seed', async () => {
    const one = await everyJob(await trySandbox({ seed: 7, jobs: 420 }));
    expect(await everyJob(await trySandbox({ seed: 7, jobs: 420 }))).toEqual(one);
    expect(await everyJob(await trySandbox({ seed: 8, jobs: 420 }))).not.toEqual(one);
  });

  it('keeps the keys of fields in every sandbox', async () => {
    expect(await (await trySandbox({ seed: 1 })).fields()).toEqual(await (await trySandbox({ seed: 2 })).fields());
  });

  it('has jobs in every state the document allows', () => {
    const jobs = createJobStore({ seed: 1, seeded: 4213, epoch }).slice(0, 4213, epoch);
    const some = (predicate: (job: Job) => boolean) => expect(jobs.filter(predicate).length).toBeGreaterThan(0);

    expect(new Set(jobs.flatMap(({ activeWorkflows }) => activeWorkflows.map(({ key }) => key))).size).toBe(6);
    some((job) => isActive(job) && job.assignedTo === null);
    some((job) => isActive(job) && job.assignedTo !== null);
    some((job) => !isActive(job) && job.assignedTo !== null);
    some((job) => isActive(job) && job.activeSteps.length === 0);
    some((job) => job.activeSteps.length > 1);
    some((job) => isActive(job) && job.activeWorkflows.length > 1);
    some((job) => job.activeWorkflows.length === 0);
    some(({ startedBy }) => startedBy.key === null);
    some(({ startedBy }) => startedBy.firstName !== null && startedBy.lastName !== null);
    some(({ startedBy }) => startedBy.firstName === null && startedBy.lastName !== null);
    some(({ startedBy }) => startedBy.firstName !== null && startedBy.lastName === null);
    some(({ startedBy }) => startedBy.key !== null && startedBy.firstName === null && startedBy.lastName === null);
    const offsets = new Set(jobs.map(({ startedAt }) => startedAt.slice(19)));
    expect(offsets).toEqual(new Set(['+02:00', '-05:00', 'Z', '+05:30', '+00:00']));
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
          expect(startedAt).toBeLessThanOrEqual(updatedAt);
          expect(updatedAt).toBeLessThanOrEqual(now);
          if (job.completedAt === null) continue;
          expect(job.completedAt).toBe(job.updatedAt);
          expect(job.activeSteps).toEqual([]);
        }
      }),
      { numRuns: 50 },
    );
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
    expect(seen).toEqual(['Verify company', 'Check bank details', 'Assess risk', 'Activate vendor', 'completed']);
    expect(completedAfter).toBeGreaterThanOrEqual(4 * 20);
    expect(completedAfter).toBeLessThanOrEqual(4 * 60);
  });

  it('moves seeded jobs too: some advance within minutes, and updatedAt says when', async () => {
    const { page, pass } = await trySandbox();
    const before = (await page(1)).jobs;
    pass(10 * minute);
    const after = (await page(1)).jobs;
    const moved = after.filter((job, index) => job.updatedAt !== before[index]?.updatedAt);
    expect(moved.length).toBeGreaterThan(0);
    for (const job of moved) {
      expect(isActive(before.find(({ key }) => key === job.key)!)).toBe(true);
      expect(Date.parse(job.updatedAt)).toBeGreaterThanOrEqual(epoch);
      expect(Date.parse(job.updatedAt)).toBeLessThanOrEqual(epoch + 10 * minute);
    }
    expect(after.filter((job) => !moved.includes(job))).toEqual(before.filter(({ key }) => !moved.some((job) => job.key === key)));
  });

  it('passes as fast as asked', async () => {
    const slow = await trySandbox({ clockSpeed: 1 });
    const fast = await trySandbox({ clockSpeed: 100 });
    slow.pass(100 * minute);
    fast.pass(minute);
    expect((await fast.page(1)).jobs).toEqual((await slow.page(1)).jobs);
  });

  it('stands still at speed 0', async () => {
    const { page, pass, start } = await trySandbox({ clockSpeed: 0 });
    const { key } = await start('wf_purchase_request');
    const before = await page(1);
    pass(1000 * minute);
    expect(before.jobs[0]?.key).toBe(key);
    expect(await page(1)).toEqual(before);
  });

  it('goes on from where it is when the speed changes', async () => {
    const steady = await trySandbox({ clockSpeed: 1 });
    const changing = await trySandbox({ clockSpeed: 100 });
    steady.pass(500 * minute);
    changing.pass(2 * minute);
    changing.sandbox.setClockSpeed(0);
    changing.pass(1000 * minute);
    changing.sandbox.setClockSpeed(10);
    changing.pass(30 * minute);
    expect((await changing.page(1)).jobs).toEqual((await steady.page(1)).jobs);
  });

  it('completes everything but the stuck in the end', async () => {
    const client = await trySandbox({ jobs: 500 });
    client.pass(365 * 24 * 60 * minute);
    const active = (await everyJob(client)).filter(isActive);
    expect(active.length).toBeGreaterThan(0);
    expect(active.length).toBeLessThan(10);
  });
});
