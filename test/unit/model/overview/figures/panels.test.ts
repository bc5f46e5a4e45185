import { describe, expect, it } from 'vitest';
import type { ReadJobs } from '../../../../../src/model/overview/overviewReading.ts';
import type { Panel } from '../../../../../src/model/overview/report.ts';
import { type Job, jobRow } from '../../../../../src/service/index.ts';
import { aJob } from '../../../../support/service/builders.ts';
import { aQueue, day, now, readInPart, readWhole } from './queue.ts';
import { panelsOf, rowsOf, valueOf, startOf, isSince, sum } from './panelsSetup.ts';

const text = ({ sentence }: Panel) =>
  sentence.map((part) => (typeof part === 'string' ? part : part.strong)).join('');

const active = (age: number, workflow: string) =>
  aJob({
    key: workflow + age,
    startedAt: new Date(now - age).toISOString(),
    updatedAt: new Date(now - age).toISOString(),
    completedAt: null,
    activeSteps: [{ key: 's', name: 'Sign' }],
    activeWorkflows: [{ key: workflow, name: workflow }],
  });
const finished = (startedAt: number, completedAt: number | string) => ({
  ...active(0, 'Invoice'),
  key: `job_${startedAt}_${completedAt}`,
  startedAt: new Date(startedAt).toISOString(),
  completedAt: typeof completedAt === 'string' ? completedAt : new Date(completedAt).toISOString(),
});
const ofJobs = (jobs: readonly Job[], changes: Partial<ReadJobs> = {}) =>
  panelsOf(readWhole(jobs.map(jobRow), changes));

describe('describePanels', () => {
  const queue = aQueue(3000, 4);
  const jobRows = (change: (job: Job, index: number) => Partial<Job>) =>
    queue.map((row, index) =>
      row.kind === 'job' ? jobRow({ ...row.job, ...change(row.job, index) }) : row,
    );
  /** All old jobs are in the same step. */
  const piledUp = jobRows((job, index) =>
    job.completedAt === null && index > 500
      ? { activeSteps: [{ key: 'pay', name: 'Release payment' }] }
      : {},
  );

  it('summarizes each panel in one sentence', () => {
    const { stuck, first, growth, duration, holders } = panelsOf(readWhole(piledUp));
    expect(text(stuck)).toMatch(
      /^\d+ of \d+ jobs in Release payment have run for more than \d+ d\. 9 in 10 jobs finish sooner\.$/,
    );
    expect(text(first)).toMatch(
      /^The oldest active job has run for \d+ d\. The longest time without a change is \d+ d\.$/,
    );
    const [, started, completed, way, by] =
      /^From Jun 1 to Oct 31, ([\d,]+) jobs started and ([\d,]+) completed: the number of active jobs (grew|fell) by (\d+)\.$/.exec(
        text(growth),
      ) ?? [];
    const grown = [started, completed].map((each) => Number(each?.replace(',', '')));
    expect((grown[0] ?? NaN) - (grown[1] ?? NaN)).toBe(way === 'grew' ? Number(by) : -Number(by));
    expect(text(duration)).toMatch(
      /^Half of the jobs finish within [^,]+, and 9 in 10 within \d+ d\.$/,
    );
    expect(text(holders)).toMatch(/^\w+ has \d+ of \d+ active jobs\.$/);
    const [, nineInTen] = /9 in 10 within (\d+ d)/.exec(text(duration)) ?? [];
    expect([stuck.table?.columns.at(-2), text(stuck)]).toEqual([
      { name: `over ${nineInTen}`, kind: 'bar', tone: 'overdue' },
      expect.stringContaining(` for more than ${nineInTen}.`),
    ]);
    expect(stuck.legend?.map(({ tone }) => tone)).toEqual(['long', 'overdue']);
  });

  it('shows the number of loaded jobs if the list is incomplete', () => {
    const panels = panelsOf(readInPart(queue, 1500, 100));
    const { stuck, growth } = panels;
    expect(text(stuck)).toMatch(
      /^\d+ jobs are active\. To find out where jobs are stuck, select Read All\.$/,
    );
    expect(growth.table).toBeNull();
    expect(text(growth)).toBe('To compare started and completed jobs, select Read All.');
    const coverages = Object.values(panels).map(({ coverage }) => coverage);
    expect(coverages).toEqual(Array(5).fill('1,600 jobs read'));
    expect(panelsOf(readWhole(queue)).stuck.coverage).toBeUndefined();
  });

  it('does not highlight a step with only a few late jobs', () => {
    const { stuck } = panelsOf(readWhole(queue));
    expect(text(stuck)).toMatch(
      /^\d+ of \d+ active jobs have run for more than \d+ d\. No step stands out\.$/,
    );
    const four = piledUp.filter(
      (row, index) =>
        row.kind === 'job' && (row.job.completedAt !== null || index < 500 || index > 2900),
    );
    expect(text(panelsOf(readWhole(four)).stuck)).not.toContain('Release payment');
  });

  it('shows how many jobs it excludes because of invalid times', () => {
    const isOdd = (job: Job, index: number) =>
      job.completedAt !== null && index < 800 && index % 10 === 0;
    const count = queue.filter((row, index) => row.kind === 'job' && isOdd(row.job, index)).length;
    const odd = jobRows((job, index) => (isOdd(job, index) ? { startedAt: 'soon' } : {}));
    expect(text(panelsOf(readWhole(odd)).growth)).toContain(
      ` Not included: ${count} jobs without a valid start or completion time.`,
    );
  });

  it('shows the number of active jobs without a start time', () => {
    const undated = jobRows((job) => (job.completedAt === null ? { startedAt: 'soon' } : {}));
    expect(text(panelsOf(readWhole(undated)).stuck)).toMatch(
      /^0 of \d+ active jobs have run for more than \d+ d\. No step stands out\. Active jobs without a readable start time: \d+\.$/,
    );
  });

  it.each([
    ['week', 7, 'Last 7 days'],
    ['month', 30, 'Last 30 days'],
    ['quarter', 90, 'Last 90 days'],
  ] as const)('limits the growth and duration figures to the last %s', (preset, days, name) => {
    const midnight = new Date(now);
    midnight.setHours(0, 0, 0, 0);
    midnight.setDate(midnight.getDate() - days + 1);
    const ever = panelsOf(readWhole(queue));
    const { growth, duration, ...others } = panelsOf(readWhole(queue), preset);
    const count = queue.filter(
      (row) => row.kind === 'job' && isSince(midnight.getTime(), startOf(row.job)),
    ).length;
    expect([growth.period, duration.period]).toEqual([name, name]);
    const remark = 'Some of the completed jobs may have started before this period.';
    expect([growth, ever.growth].map((panel) => text(panel).includes(remark))).toEqual([
      true,
      false,
    ]);
    expect(valueOf(rowsOf(duration)[0]?.[1])).toBe(count);
    expect(sum(rowsOf(growth).map(([, started]) => valueOf(started)))).toBe(count);
    expect(others).toEqual({ stuck: ever.stuck, first: ever.first, holders: ever.holders });
    expect(Object.values(others).map((panel: Panel) => panel.period)).toEqual(
      Array(3).fill(undefined),
    );
  });

  it('omits empty tables', () => {
    const empty = panelsOf(readWhole([]));
    expect(Object.values(empty).map(({ table }) => table)).toEqual(Array(5).fill(null));
    expect(Object.values(empty).map(text)).toEqual([
      'There are no active jobs.',
      'There are no active jobs.',
      'There are no active jobs.',
      'There is no full day, week, or month of data yet.',
      'At least 30 finished jobs are needed to estimate how long a job takes.',
    ]);
    const { stuck, duration } = panelsOf(readWhole(jobRows(() => ({ completedAt: null }))));
    expect(duration.table).toBeNull();
    expect(text(stuck)).toMatch(/^3,000 jobs are active\. The oldest has run for 179 d/);
  });

  it('omits durations by workflow if completed jobs have no workflow', () => {
    const nameless = jobRows((job) => (job.completedAt === null ? {} : { activeWorkflows: [] }));
    const { duration } = panelsOf(readWhole(nameless));
    expect(rowsOf(duration).map(([name]) => name)).toEqual(['All workflows']);
    expect(valueOf(rowsOf(duration)[0]?.[2])).not.toBeNull();
  });

  it('limits the size of all panels to 64 KB', () => {
    const long = (name: string) => name.padEnd(200, '…');
    const wide = jobRows((job, index) => ({
      activeWorkflows: [{ key: 'w', name: long(`Workflow ${index % 40}`) }],
      activeSteps: job.completedAt === null ? [{ key: 's', name: long(`Step ${index % 50}`) }] : [],
      assignedTo: { firstName: long(`Person ${index % 60}`) },
    }));
    for (const panels of [
      panelsOf(readWhole(wide)),
      panelsOf(readInPart(wide, 2000, 500)),
      panelsOf(readWhole(wide), 'month'),
    ]) {
      expect(JSON.stringify(Object.values(panels)).length).toBeLessThan(64 * 1024);
    }
  });

  it.each([
    [40_000, '40 s'],
    [0, '0 s'],
    [-600_000, '0 s'],
    [60_000, '1 min'],
  ])('shows the age of a job that started %i ms ago', (age, words) => {
    const { stuck, first } = ofJobs([active(age, 'Refund')]);
    expect([text(stuck), text(first)]).toEqual([
      `1 job is active. The oldest has run for ${words}.`,
      `The oldest active job has run for ${words}. The longest time without a change is ${words}.`,
    ]);
    const cell = { text: words, value: Math.round(Math.max(0, age) / 36_000) / 100, filter: null };
    expect(rowsOf(first)[0]?.slice(4)).toEqual([cell, cell]);
  });

  it('shortens long lists of people', () => {
    const assignedTo = ['Ada', 'Alan', 'Grace', 'Joan', 'Mary'].map((firstName) => ({ firstName }));
    const { first } = ofJobs([{ ...active(day, 'Refund'), assignedTo }, active(2 * day, 'Refund')]);
    expect(rowsOf(first).map(([title, , step, people]) => [title, step, people])).toEqual([
      ['Refund', 'Sign', 'Unassigned'],
      ['Refund', 'Sign', 'Ada, Alan, Grace, and 2 more'],
    ]);
    const names = first.table?.rows.map(({ job }) => job?.name);
    expect(names).toEqual([
      expect.stringMatching(/^Refund, Sign, started Nov 20, 2026, /),
      expect.stringMatching(/^Refund, Sign, started Nov 21, 2026, /),
    ]);
  });

  it('shows exact durations if jobs take only a few seconds', () => {
    const starts = Array.from({ length: 30 }, (_, index) => now - day - index);
    const done = starts.map((startedAt) => finished(startedAt, startedAt + 10_000));
    expect(text(ofJobs(done).duration)).toBe(
      'Half of the jobs finish within 10 s, and 9 in 10 within 10 s.',
    );
  });

  it('counts unassigned jobs', () => {
    const { holders } = ofJobs(
      [active(1, 'A'), active(2, 'A')].map((job) => ({ ...job, assignedTo: null })),
    );
    expect(text(holders)).toBe('2 of 2 active jobs are unassigned.');
  });

  it('combines all rows after the eighth row into one row', () => {
    const jobs = Array.from({ length: 12 }, (_, index) => ({
      ...active(index + 1, `Workflow ${index}`),
      activeSteps: [{ key: 's', name: `Step ${index}` }],
      assignedTo: { firstName: `Person ${index}` },
    }));
    const { stuck, holders } = ofJobs(jobs);
    const last = stuck.table?.rows.at(-1);
    expect([last?.cells[0], last?.isCombined, valueOf(last?.cells.at(-1))]).toEqual([
      '4 more steps',
      true,
      4,
    ]);
    expect(
      rowsOf(holders)
        .filter(([name]) => name === '4 more')
        .map(([, kind]) => kind),
    ).toEqual(['Person', 'Workflow']);
  });

  it('states that no active jobs have been read if the list is incomplete', () => {
    const done = [finished(now - 3 * day, now - day), finished(now - 4 * day, now - day)];
    const { stuck, first, holders } = ofJobs(done, { isWhole: false, total: 9 });
    expect([stuck, first, holders].map(text)).toEqual(
      Array(3).fill('No active jobs have been read.'),
    );
  });
});

describe('“Where is it stuck?” panel', () => {
  const inStep = (step: string, ages: number[]) =>
    ages.map((age) => ({ ...active(age, step), activeSteps: [{ key: step, name: step }] }));
  const jobs = [...inStep('Sign', [1, 2, 3]), ...inStep('Pay', [100 * day, 101 * day])];
  const done = Array.from({ length: 30 }, (_, index) =>
    finished(now - 9 * day - index, now - 8 * day),
  );
  const stepsIn = (panel: Panel) => rowsOf(panel).map(([step]) => step);

  it('lists the step with the most active jobs first if few jobs have finished', () => {
    expect(stepsIn(ofJobs(jobs).stuck)).toEqual(['Sign', 'Pay']);
  });

  it('lists the step with the most late jobs first if enough jobs have finished', () => {
    expect(stepsIn(ofJobs([...jobs, ...done]).stuck)).toEqual(['Pay', 'Sign']);
  });
});

describe('“Is it growing?” panel', () => {
  const leftOut = (jobs: string) =>
    ` Not included: ${jobs} without a valid start or completion time.`;
  const completedIn = (panel: Panel) => rowsOf(panel).map(([, , completed]) => valueOf(completed));

  it('reports the decrease in the number of active jobs', () => {
    const { growth } = ofJobs([4, 3].map((days) => finished(now - 8 * day, now - days * day)));
    expect(text(growth)).toMatch(
      / 0 jobs started and 2 completed: the number of active jobs fell by 2\.$/,
    );
    const numbers = growth.sentence.flatMap((part) =>
      typeof part === 'string' ? [] : [part.filter],
    );
    expect(numbers).toMatchObject([null, { state: 'completed', completed: {} }, null]);
  });

  it('counts a job completed at midnight on the new day', () => {
    const { growth } = ofJobs([finished(now - 5 * day, new Date(now).setHours(0, 0, 0, 0))]);
    expect(completedIn(growth)).toEqual([0, 0, 0, 0, 0, 1]);
  });

  it('counts a started job even if the completion time is invalid', () => {
    const { growth } = ofJobs([
      finished(now - 8 * day, 'soon'),
      finished(now - 5 * day, now - 4 * day),
      finished(now - 3 * day, 'soon'),
    ]);
    expect(text(growth)).toMatch(/, 2 jobs started and 1 completed\. Not included: 2 jobs /);
  });

  it.each([
    ['two hours', now + day / 12],
    ['nine days', now + 9 * day],
  ])('excludes a job with a completion time %s in the future', (_, completedAt) => {
    const { growth } = ofJobs([finished(now - 5 * day, completedAt)]);
    expect(completedIn(growth)).toEqual(Array(6).fill(0));
    expect(text(growth)).toContain(leftOut('1 job'));
  });

  it('omits the change in active jobs if the service does not report the state of a job', () => {
    const withoutState = [3, 2].map((days): Job => {
      const { completedAt: _, ...job } = active(days * day, 'Invoice');
      return { ...job, activeSteps: [], activeWorkflows: [] };
    });
    const { growth } = ofJobs([finished(now - 8 * day, now - 4 * day), ...withoutState]);
    expect(text(growth)).toMatch(/, 2 jobs started and 1 completed\. Not included: 2 jobs /);
  });
});
