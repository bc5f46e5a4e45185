import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { SandboxData } from '../../../src/sandbox/index.ts';
import { createJobStore } from '../../../src/sandbox/jobStore.ts';
import type { WireJob } from '../../../src/sandbox/wire.ts';
import { epoch, everyJob, trySandbox } from './harness.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

const isActive = ({ completedAt }: WireJob) => completedAt === null;
const jobsOf = (seeded: number, now = epoch) =>
  createJobStore({ seed: 1, seeded, epoch: now }).slice(0, seeded, now);

describe('Sandbox', () => {
  it('restores the jobs from stored data', async () => {
    let data: SandboxData | undefined;
    const running = await trySandbox({ jobs: 60, persist: (stored) => (data = stored) });
    running.pass(minute);
    const { key } = await running.start('wf_invoice_approval');
    running.pass(day);
    const again = await trySandbox({ jobs: 60, ...(data && { data }) });
    expect(await everyJob(again)).toEqual(await everyJob(running));
    expect(await again.job(key)).toEqual(await running.job(key));
  });
});

describe('Sandbox data generator', () => {
  it('creates the same jobs for the same seed', async () => {
    const of = async (seed: number) => {
      const client = await trySandbox({ seed, jobs: 120 });
      return { jobs: await everyJob(client), fields: await client.fields() };
    };
    const [first, again, other] = [await of(7), await of(7), await of(8)];
    expect(again).toEqual(first);
    expect(other.jobs).not.toEqual(first.jobs);
    expect(other.fields).toEqual(first.fields);
  });

  it('creates jobs in different states, workflows, and time formats', () => {
    const kinds: Record<string, (job: WireJob) => boolean> = {
      'active and unassigned': (job) => isActive(job) && job.assignedTo === null,
      'active and assigned': (job) => isActive(job) && job.assignedTo !== null,
      'completed and still assigned': (job) => !isActive(job) && job.assignedTo !== null,
      'active without a step': (job) => isActive(job) && job.activeSteps.length === 0,
      'at several steps': ({ activeSteps }) => activeSteps.length > 1,
      'in several workflows': (job) => isActive(job) && job.activeWorkflows.length > 1,
      'without a workflow': ({ activeWorkflows }) => activeWorkflows.length === 0,
    };
    const jobs = jobsOf(4213);
    expect(Object.entries(kinds).flatMap(([kind, is]) => (jobs.some(is) ? [] : [kind]))).toEqual(
      [],
    );
    const different = <Value>(read: (job: WireJob) => readonly Value[]) =>
      [...new Set(jobs.flatMap(read))].sort();
    expect(different(({ activeWorkflows }) => activeWorkflows.map(({ key }) => key))).toHaveLength(
      6,
    );
    expect(different(({ startedAt }) => [startedAt.slice(19)])).toEqual(
      ['+02:00', '-05:00', 'Z', '+05:30', '+00:00'].sort(),
    );
    expect(
      different(({ activeSteps }) => activeSteps.map((step) => Object.keys(step).join())),
    ).toEqual(['key,name']);
    const namesOf = ({ startedBy }: WireJob) => [
      Object.entries(startedBy)
        .flatMap(([part, value]) => (value === null ? [] : [part]))
        .join(),
    ];
    expect(different(namesOf)).toEqual([
      '',
      'key',
      'key,firstName',
      'key,firstName,lastName',
      'key,lastName',
    ]);
  });

  it('creates jobs whose timestamps are in chronological order', () => {
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

  it.each([1, 7, 4213])('creates %i jobs that started in the last 180 days', (count) => {
    const ages = jobsOf(count).map(({ startedAt }) => epoch - Date.parse(startedAt));
    expect(ages).toEqual(ages.toSorted((left, right) => left - right));
    expect(ages.at(-1)).toBeLessThanOrEqual(180 * day + 1000);
  });
});

describe('Sandbox simulation', () => {
  it('moves a new job through all steps within minutes', async () => {
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

  it('updates some active jobs within minutes', async () => {
    const { page, pass } = await trySandbox();
    const before = (await page(1)).jobs;
    pass(10 * minute);
    const after = (await page(1)).jobs;
    const changed = after.flatMap((job, index) =>
      job.updatedAt === before[index]?.updatedAt ? [] : [index],
    );
    expect(changed.length).toBeGreaterThan(0);
    const times = changed.map((index) => Date.parse(after[index]!.updatedAt));
    expect([
      changed.every((index) => isActive(before[index]!)),
      Math.min(...times) >= epoch,
      Math.max(...times) <= epoch + 10 * minute,
    ]).toEqual([true, true, true]);
    const unchanged = (jobs: WireJob[]) => jobs.filter((_job, index) => !changed.includes(index));
    expect(unchanged(after)).toEqual(unchanged(before));
  });

  it('runs at the specified speed', async () => {
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

  it('completes almost all jobs within a year', async () => {
    const client = await trySandbox({ jobs: 500 });
    client.pass(365 * 24 * 60 * minute);
    const active = (await everyJob(client)).filter(isActive);
    expect(active.length).toBeGreaterThan(0);
    expect(active.length).toBeLessThan(10);
  });
});
