import type { ReadJobs } from '../../../../../src/model/overview/overviewReading.ts';
import { type JobRow, jobRow } from '../../../../../src/service/index.ts';
import { aJob } from '../../../../support/service/builders.ts';

export const day = 24 * 3_600_000;
export const now = Date.parse('2026-11-22T14:03:00Z');

/** Creates a generator of pseudorandom numbers from 0 to 1. */
function seeded(seed: number): () => number {
  let state = Math.imul(seed + 1, 0x9e3779b1);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const workflows = [
  'Invoice Approval',
  'Contract Review',
  'Vendor Setup',
  'Purchase Request',
  'Employee Onboarding',
];
const steps = [
  'Collect documents',
  'Check bank details',
  'Approve amount',
  'Negotiate clauses',
  'Await signature',
  'Release payment',
];
const people = ['Ada', 'Grace', 'Edsger', 'Barbara', 'Donald', 'Frances', 'Alan'];

/**
 * Creates the jobs of 180 days, newest first. Most jobs take about two days. Many jobs wait in the
 * same step, and a few jobs are never completed.
 */
export function aQueue(size: number, seed: number): JobRow[] {
  const roll = seeded(seed);
  const normal = () => Math.sqrt(-2 * Math.log(1 - roll())) * Math.cos(2 * Math.PI * roll());
  const choice = <T>(list: readonly T[], skew = 1) =>
    list[Math.floor(list.length * roll() ** skew)] as T;
  const bursts = Array.from({ length: 12 }, () => roll() * 180 * day);
  const ages = Array.from({ length: size }, () =>
    roll() < 0.15 ? Math.max(0, choice(bursts) - roll() * day * 0.2) : roll() * 180 * day,
  ).sort((left, right) => left - right);
  return ages.map((age, index) => {
    const startedAt = now - age;
    const workflow = choice(workflows, 1.7);
    const pace = workflow === 'Invoice Approval' ? 1.6 : 1;
    const takes = roll() < 0.004 ? Infinity : 2 * day * pace * Math.exp(1.5 * normal());
    const isActive = takes > age;
    const step = roll() < 0.35 ? 'Approve amount' : choice(steps);
    const person = choice(people, 1.4);
    const text = (ms: number) => new Date(ms).toISOString();
    return jobRow(
      aJob({
        key: `job_${String(index).padStart(6, '0')}`,
        activeWorkflows: [{ key: workflow, name: workflow }],
        activeSteps: isActive ? [{ key: step, name: step }] : [],
        assignedTo: roll() < 0.2 ? null : { key: person, firstName: person, lastName: null },
        startedAt: text(startedAt),
        updatedAt: text(isActive ? now - age * roll() ** 3 : startedAt + takes),
        completedAt: isActive ? null : text(startedAt + takes),
      }),
    );
  });
}

/** Creates the result of loading all jobs. */
export function readWhole(rows: readonly JobRow[], changes: Partial<ReadJobs> = {}): ReadJobs {
  return {
    rows,
    first: rows.length,
    total: rows.length,
    isWhole: true,
    isChanged: false,
    at: now,
    note: null,
    ...changes,
  };
}

/** Creates the result of loading only the newest and the oldest jobs. */
export function readInPart(rows: readonly JobRow[], newest: number, oldest = 0): ReadJobs {
  return readWhole([...rows.slice(0, newest), ...rows.slice(rows.length - oldest)], {
    first: newest,
    total: rows.length,
    isWhole: false,
  });
}

/** Runs a generator to its end, and returns its result. */
export function finish<T>(work: Generator<void, T>): T {
  for (let step = work.next(); ; step = work.next()) if (step.done === true) return step.value;
}
