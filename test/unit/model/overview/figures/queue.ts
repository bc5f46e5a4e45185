import { JobRecords } from '../../../../../src/model/overview/jobRecords.ts';
import type { RankedStart, Sample, Stratum } from '../../../../../src/model/overview/sample.ts';
import { type JobRow, jobRow } from '../../../../../src/service/index.ts';
import { parseTimestamp } from '../../../../../src/text/time.ts';
import { aJob } from '../../../../support/service/builders.ts';

export const day = 24 * 3_600_000;
export const now = Date.parse('2026-11-22T14:03:00Z');
const perPage = 50;

/** Numbers from 0 to 1 that depend on the seed alone. */
export function seeded(seed: number): () => number {
  let state = Math.imul(seed + 1, 0x9e3779b1);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const workflows = ['Invoice Approval', 'Contract Review', 'Vendor Setup', 'Purchase Request', 'Employee Onboarding'];
const steps = ['Collect documents', 'Check bank details', 'Approve amount', 'Negotiate clauses', 'Await signature', 'Release payment'];
const people = ['Ada', 'Grace', 'Edsger', 'Barbara', 'Donald', 'Frances', 'Alan'];

/** Jobs of 180 days, newest first: bursts, times to finish of log-normal spread with a median of 2 days, a step where jobs pile up, a few forgotten. */
export function aQueue(size: number, seed: number): JobRow[] {
  const roll = seeded(seed);
  const normal = () => Math.sqrt(-2 * Math.log(1 - roll())) * Math.cos(2 * Math.PI * roll());
  const choice = <T>(list: readonly T[], skew = 1) => list[Math.floor(list.length * roll() ** skew)] as T;
  const bursts = Array.from({ length: 12 }, () => roll() * 180 * day);
  const ages = Array.from({ length: size }, () => (roll() < 0.15 ? Math.max(0, choice(bursts) - roll() * day * 0.2) : roll() * 180 * day)).sort((one, other) => one - other);
  return ages.map((age, index) => {
    const startedAt = now - age;
    const workflow = choice(workflows, 1.7);
    const pace = workflow === 'Invoice Approval' ? 1.6 : 1;
    const takes = roll() < 0.004 ? Infinity : 2 * day * pace * Math.exp(1.5 * normal());
    const isActive = takes > age;
    const step = roll() < 0.35 ? 'Approve amount' : choice(steps);
    const people_ = choice(people, 1.4);
    const text = (ms: number) => new Date(ms).toISOString();
    return jobRow(aJob({
      key: `job_${String(index).padStart(6, '0')}`,
      activeWorkflows: [{ key: workflow, name: workflow }],
      activeSteps: isActive ? [{ key: step, name: step }] : [],
      assignedTo: roll() < 0.2 ? null : { key: people_, firstName: people_, lastName: null },
      startedAt: text(startedAt),
      updatedAt: text(isActive ? now - age * roll() ** 3 : startedAt + takes),
      completedAt: isActive ? null : text(startedAt + takes),
    }));
  });
}

export function pagesOfRows(rows: readonly JobRow[]): JobRow[][] {
  return Array.from({ length: Math.ceil(rows.length / perPage) }, (_, page) => rows.slice(page * perPage, (page + 1) * perPage));
}

export function readWhole(rows: readonly JobRow[]): Sample {
  const records = new JobRecords();
  for (const [index, page] of pagesOfRows(rows).entries()) for (const row of page) records.put(row, index + 1);
  return { records, total: rows.length, isWhole: true, strata: [], completeSince: -Infinity, starts: [] };
}

/** The newest pages alone. */
export function readNewest(rows: readonly JobRow[], pages: number): Sample {
  const sample = readWhole(rows.slice(0, pages * perPage));
  const last = rows[Math.min(rows.length, pages * perPage) - 1];
  return { ...sample, total: rows.length, isWhole: false, completeSince: last?.kind === 'job' ? Date.parse(last.job.startedAt ?? '') : null };
}

/** The newest 16 pages, the oldest 4, and one drawn at random in each of 20 parts between, which grow with the distance from the newest. */
export function readInPart(rows: readonly JobRow[], seed: number, between = 20): Sample {
  const roll = seeded(seed);
  const all = pagesOfRows(rows);
  const [newest, oldest] = [16, 4];
  const numbers = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => from + index);
  const end = all.length - oldest;
  const edges = [...new Set(Array.from({ length: between + 1 }, (_, part) => Math.round(newest * (end / newest) ** (part / between))))];
  const parts = edges.slice(1).map((to, index) => [edges[index] ?? 0, to] as const);
  const strata: Stratum[] = [
    { pages: newest, read: numbers(1, newest + 1) },
    ...parts.map(([from, to]) => ({ pages: to - from, read: [from + 1 + Math.floor(roll() * (to - from))] })),
    { pages: oldest, read: numbers(end + 1, all.length + 1) },
  ];
  const records = new JobRecords();
  for (const number of strata.flatMap(({ read }) => read)) for (const row of all[number - 1] ?? []) records.put(row, number);
  const starts = strata.flatMap(({ read }) => read).flatMap((number) => (all[number - 1] ?? []).flatMap((row, index): RankedStart[] => {
    const startedAt = parseTimestamp(row.kind === 'job' ? row.job.startedAt : null);
    return startedAt === null ? [] : [{ rank: rows.length - (number - 1) * perPage - 1 - index, startedAt }];
  }));
  const { completeSince } = readNewest(rows, newest);
  return { records, total: rows.length, isWhole: false, strata, completeSince, starts: starts.sort((one, other) => one.rank - other.rank) };
}

/** What a generator returns, without a pause. */
export function finish<T>(work: Generator<void, T>): T {
  for (let step = work.next(); ; step = work.next()) if (step.done === true) return step.value;
}
