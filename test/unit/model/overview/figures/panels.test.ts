import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type JobFilter,
  filterTest,
  namesUnder,
} from '../../../../../src/model/browsing/jobFilter.ts';
import { jobState } from '../../../../../src/model/jobs/job.ts';
import { describePanels } from '../../../../../src/model/overview/figures/panels.ts';
import type { ReadJobs } from '../../../../../src/model/overview/overviewReading.ts';
import { type ReportPeriod, periodBegin } from '../../../../../src/model/overview/period.ts';
import type {
  ReportCell,
  Figure,
  Panel,
  PanelId,
} from '../../../../../src/model/overview/report.ts';
import { type Job, type JobRow, jobRow } from '../../../../../src/service/index.ts';
import { parseTimestamp } from '../../../../../src/text/time.ts';
import { aJob } from '../../../../support/service/builders.ts';
import { damagedRow } from '../../builders.ts';
import { aQueue, day, finish, now, readInPart, readWhole } from './queue.ts';

type Panels = Readonly<Record<PanelId, Panel>>;

function panelsOf(read: ReadJobs, period: ReportPeriod = 'all'): Panels {
  const panels = finish(describePanels(read, period));
  return Object.fromEntries(panels.map((panel) => [panel.id, panel])) as Panels;
}
const text = ({ sentence }: Panel) =>
  sentence.map((part) => (typeof part === 'string' ? part : part.strong)).join('');
const rowsOf = ({ table }: Panel) => table?.rows.map(({ cells }) => cells) ?? [];
const isFigure = (cell: ReportCell | undefined): cell is Figure =>
  typeof cell === 'object' && cell !== null;
const valueOf = (cell: ReportCell | undefined) => (isFigure(cell) ? cell.value : null);
/** Returns the numbers of jobs in a panel. */
const countsOf = (panel: Panel) =>
  rowsOf(panel).flatMap((cells) =>
    cells.filter(
      (cell, column) => isFigure(cell) && panel.table?.columns[column]?.unit === undefined,
    ),
  ) as Figure[];

/** Creates jobs with valid and invalid values. */
const name = fc.constantFrom('Approve', 'Check', 'Sign', 'Pay | *now*', '', ' ');
const named = fc.array(
  name.map((each) => ({ key: each, name: each })),
  { maxLength: 3 },
);
const time = (from: number, to: number) =>
  fc
    .integer({ min: Math.floor(from / 1000), max: Math.floor(to / 1000) })
    .map((seconds) => new Date(seconds * 1000).toISOString());
const oddTime = fc.constantFrom(null, undefined, 'soon', '2026-02-30T00:00:00Z');
const person = fc.record({
  key: fc.constantFrom('u1', 'u2', null),
  firstName: fc.constantFrom('Ada', 'Grace', null),
  lastName: fc.constant(null),
});
const job = fc.record({
  activeWorkflows: fc.oneof({ weight: 9, arbitrary: named }, fc.constant(null)),
  activeSteps: fc.oneof({ weight: 9, arbitrary: named }, fc.constant(undefined)),
  assignedTo: fc.oneof(fc.constant(null), person, fc.array(person, { maxLength: 2 })),
  startedAt: fc.oneof(
    { weight: 12, arbitrary: time(now - 40 * day, now) },
    time(now, now + day),
    oddTime,
  ),
  updatedAt: fc.oneof({ weight: 5, arbitrary: time(now - 40 * day, now) }, oddTime),
  completedAt: fc.oneof(
    { weight: 6, arbitrary: time(now - 20 * day, now) },
    { weight: 5, arbitrary: fc.constant(null) },
    oddTime,
  ),
});
const rows = fc
  .array(fc.oneof({ weight: 20, arbitrary: job }, fc.constant(null)), { maxLength: 120 })
  .map((jobs) =>
    jobs.map((each, index): JobRow => {
      if (each === null) return damagedRow({}, 'damaged', index);
      return jobRow(aJob({ key: `job_${index}`, ...each }));
    }),
  );
const period = fc.constantFrom<ReportPeriod[]>('all', 'week', 'month', 'quarter');

const startOf = (each: Job) => parseTimestamp(each.startedAt);
const updateOf = (each: Job) => parseTimestamp(each.updatedAt);
const completionOf = (each: Job) => parseTimestamp(each.completedAt);
const isActive = (each: Job) => jobState(each) === 'active';
const isSince = (from: number | null, ms: number | null) =>
  from === null || (ms !== null && ms >= from);
const selected = (filter: JobFilter, all: readonly Job[]) =>
  all.map(jobRow).filter(filterTest(filter, now)).length;
const sum = (values: readonly (number | null)[]) =>
  values.reduce<number>((total, each) => total + (each ?? 0), 0);
/** Returns the time, or null if it is in the future. */
const past = (ms: number | null) => (ms !== null && ms <= now + 300_000 ? ms : null);

/** Returns true if the table shows a time correctly, rounded up. */
const isShownAs = (ms: number | null, hours: number | null) =>
  ms === null
    ? hours === null
    : hours !== null &&
      hours * 3_600_000 >= ms - 36_000 &&
      hours * 3_600_000 < (ms * 4) / 3 + 36_000;

/**
 * Calculates the share of jobs that finish within a time, as the Kaplan-Meier estimate defines it.
 */
function shareWithin(
  limit: number,
  finished: readonly number[],
  unfinished: readonly number[],
): number {
  let surviving = 1;
  for (const at of new Set(
    finished.filter((ms) => ms <= limit).sort((left, right) => left - right),
  )) {
    const atRisk = [...finished, ...unfinished].filter((ms) => ms >= at).length;
    surviving *= 1 - finished.filter((ms) => ms === at).length / atRisk;
  }
  return 1 - surviving;
}

/** Calculates the times in which half, and 9 in 10, jobs finish. */
function timesOf(jobs: readonly Job[]) {
  const started = jobs.filter((each) => startOf(each) !== null);
  const finished = started
    .filter((each) => jobState(each) === 'completed')
    .map((each) => (completionOf(each) ?? NaN) - (startOf(each) ?? 0))
    .filter((ms) => ms >= 0)
    .sort((left, right) => left - right);
  const unfinished = started
    .filter(isActive)
    .map((each) => Math.max(0, now - (startOf(each) ?? 0)));
  return [0.5, 0.9].map((share) =>
    finished.length < 30
      ? null
      : (finished.find((ms) => shareWithin(ms, finished, unfinished) >= share - 1e-9) ?? null),
  );
}

describe('Overview panels for a complete job list', () => {
  const given = (check: (panels: Panels, all: Job[], from: number | null) => void) =>
    fc.assert(
      fc.property(rows, period, (read, chosen) => {
        const all = read.flatMap((row) => (row.kind === 'job' ? [row.job] : []));
        check(panelsOf(readWhole(read), chosen), all, periodBegin(chosen, now));
      }),
      { numRuns: 100 },
    );

  it('link each count to a filter that selects exactly as many jobs', () =>
    given((panels, all) => {
      for (const { value, filter } of Object.values(panels).flatMap(countsOf)) {
        if (filter !== null) expect(selected(filter, all)).toBe(value);
        else expect([0, all.length]).toContain(value);
      }
      for (const part of Object.values(panels).flatMap(({ sentence }) => sentence)) {
        if (typeof part === 'string' || part.filter === null) continue;
        const [number] = /^[\d,]+(?= jobs?$|$)/.exec(part.strong) ?? [];
        if (number !== undefined)
          expect(selected(part.filter, all)).toBe(Number(number.replace(',', '')));
      }
    }));

  it('count active jobs by step and age, regardless of the period', () =>
    given(({ stuck }, all) => {
      const active = all.filter(isActive);
      const names = [...new Set(active.flatMap((each) => namesUnder('steps', each)))];
      expect(
        rowsOf(stuck)
          .map(([step]) => step)
          .sort(),
      ).toEqual(names.map((name) => name || 'No step').sort());
      for (const [step, ...cells] of rowsOf(stuck)) {
        const matching = active.filter((each) =>
          namesUnder('steps', each).includes(step === 'No step' ? '' : step),
        );
        expect(valueOf(cells.at(-1))).toBe(matching.length);
        expect(sum(cells.slice(0, -1).map(valueOf))).toBe(
          matching.filter((each) => startOf(each) !== null).length,
        );
        expect(cells.length).toBeLessThanOrEqual(6);
      }
    }));

  it('list the ten jobs that have run or stayed unchanged for the longest time', () =>
    given(({ first }, all) => {
      const active = all.filter(isActive);
      const known = active.filter((each) => startOf(each) !== null || updateOf(each) !== null);
      const listed = rowsOf(first).map(([, key]) => all.find((each) => each.key === key));
      expect(listed).toHaveLength(Math.min(10, known.length));
      const earliest = (timeOf: (each: Job) => number | null) =>
        active.flatMap((each) => timeOf(each) ?? []).sort((left, right) => left - right);
      const [starts, updates] = [earliest(startOf), earliest(updateOf)];
      for (const each of listed) {
        const isOldest = (startOf(each as Job) ?? Infinity) <= (starts[9] ?? Infinity);
        const isSilent = (updateOf(each as Job) ?? Infinity) <= (updates[9] ?? Infinity);
        expect(isOldest || isSilent).toBe(true);
      }
      if (starts[0] !== undefined)
        expect(listed.map((each) => startOf(each as Job))).toContain(starts[0]);
      if (updates[0] !== undefined)
        expect(listed.map((each) => updateOf(each as Job))).toContain(updates[0]);
    }));

  it('count active jobs by person and workflow, regardless of the period', () =>
    given(({ holders }, all) => {
      const active = all.filter(isActive);
      const expected = (['assignees', 'workflows'] as const).flatMap((part) =>
        [...new Set(active.flatMap((each) => namesUnder(part, each)))].map((name) => [
          name || (part === 'workflows' ? 'No workflow' : 'Unassigned'),
          part === 'workflows' ? 'Workflow' : 'Person',
          active.filter((each) => namesUnder(part, each).includes(name)).length,
        ]),
      );
      const found = rowsOf(holders).map(([name, kind, count]) => [name, kind, valueOf(count)]);
      expect(found.map(String).sort()).toEqual(expected.map(String).sort());
    }));

  it('count only started and completed jobs with valid times', () =>
    given(({ growth }, all, from) => {
      const bins = rowsOf(growth);
      const begin = isFigure(bins[0]?.[1]) ? bins[0][1].filter?.started?.from : undefined;
      expect(bins.length).toBeLessThanOrEqual(24);
      const hasBegun = from !== null || all.some((each) => (startOf(each) ?? now) < now);
      if (!hasBegun) return expect(bins).toEqual([]);
      expect(sum(bins.map(([, started]) => valueOf(started)))).toBe(
        all.filter((each) => past(startOf(each)) !== null && isSince(from, startOf(each))).length,
      );
      if (begin == null) return;
      const completed = all.filter(
        (each) => jobState(each) === 'completed' && past(completionOf(each)) !== null,
      );
      expect(sum(bins.map(([, , count]) => valueOf(count)))).toBe(
        completed.filter((each) => isSince(begin, completionOf(each))).length,
      );
    }));

  it('estimate job durations from finished and unfinished jobs', () =>
    given(({ duration }, all, from) => {
      const jobs = all.filter((each) => isSince(from, startOf(each)));
      for (const [index, [workflow, count, half, nineInTen]] of rowsOf(duration).entries()) {
        const name = workflow === 'No workflow' ? '' : workflow;
        const matching =
          index === 0 ? jobs : jobs.filter((each) => namesUnder('workflows', each).includes(name));
        const [median = null, late = null] = timesOf(matching);
        expect(valueOf(count)).toBe(matching.length);
        expect([isShownAs(median, valueOf(half)), isShownAs(late, valueOf(nineInTen))]).toEqual([
          true,
          true,
        ]);
      }
    }));
});

describe('Overview panels', () => {
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

  it('answer each question in one sentence', () => {
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

  it('show how many jobs were loaded if the list is incomplete', () => {
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

  it('do not highlight a step with only a few late jobs', () => {
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

  it('show how many jobs are excluded because of invalid times', () => {
    const isOdd = (job: Job, index: number) =>
      job.completedAt !== null && index < 800 && index % 10 === 0;
    const count = queue.filter((row, index) => row.kind === 'job' && isOdd(row.job, index)).length;
    const odd = jobRows((job, index) => (isOdd(job, index) ? { startedAt: 'soon' } : {}));
    expect(text(panelsOf(readWhole(odd)).growth)).toContain(
      ` Not included: ${count} jobs without a valid start or completion time.`,
    );
  });

  it('show how many active jobs have no start time', () => {
    const undated = jobRows((job) => (job.completedAt === null ? { startedAt: 'soon' } : {}));
    expect(text(panelsOf(readWhole(undated)).stuck)).toMatch(
      /^0 of \d+ active jobs have run for more than \d+ d\. No step stands out\. Active jobs without a readable start time: \d+\.$/,
    );
  });

  it.each([
    ['week', 7, 'Last 7 days'],
    ['month', 30, 'Last 30 days'],
    ['quarter', 90, 'Last 90 days'],
  ] as const)('limit the growth and duration figures to the last %s', (preset, days, name) => {
    const midnight = new Date(now);
    midnight.setHours(0, 0, 0, 0);
    midnight.setDate(midnight.getDate() - days + 1);
    const ever = panelsOf(readWhole(queue));
    const { growth, duration, ...others } = panelsOf(readWhole(queue), preset);
    const count = queue.filter(
      (row) => row.kind === 'job' && isSince(midnight.getTime(), startOf(row.job)),
    ).length;
    expect([growth.period, duration.period]).toEqual([name, name]);
    const remark = 'The completed jobs may have started earlier.';
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

  it('omit empty tables', () => {
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

  it('omit durations by workflow if completed jobs have no workflow', () => {
    const nameless = jobRows((job) => (job.completedAt === null ? {} : { activeWorkflows: [] }));
    const { duration } = panelsOf(readWhole(nameless));
    expect(rowsOf(duration).map(([name]) => name)).toEqual(['All workflows']);
    expect(valueOf(rowsOf(duration)[0]?.[2])).not.toBeNull();
  });

  it('fit into a 64 KB message', () => {
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
});

describe('Overview panels with few jobs', () => {
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
    completedAt:
      typeof completedAt === 'string' ? completedAt : new Date(completedAt).toISOString(),
  });
  const ofJobs = (jobs: readonly Job[], changes: Partial<ReadJobs> = {}) =>
    panelsOf(readWhole(jobs.map(jobRow), changes));

  it.each([
    [40_000, '40 s'],
    [0, '0 s'],
    [-600_000, '0 s'],
    [60_000, '1 min'],
  ])('show the age of a job that started %i ms ago', (age, words) => {
    const { stuck, first } = ofJobs([active(age, 'Refund')]);
    expect([text(stuck), text(first)]).toEqual([
      `1 job is active. The oldest has run for ${words}.`,
      `The oldest active job has run for ${words}. The longest time without a change is ${words}.`,
    ]);
    const cell = { text: words, value: Math.round(Math.max(0, age) / 36_000) / 100, filter: null };
    expect(rowsOf(first)[0]?.slice(4)).toEqual([cell, cell]);
  });

  it('shorten long lists of people', () => {
    const assignedTo = ['Ada', 'Alan', 'Grace', 'Joan', 'Mary'].map((firstName) => ({ firstName }));
    const { first } = ofJobs([{ ...active(day, 'Refund'), assignedTo }, active(2 * day, 'Refund')]);
    expect(rowsOf(first).map(([title, , step, people]) => [title, step, people])).toEqual([
      ['Refund', 'Sign', 'Unassigned'],
      ['Refund', 'Sign', 'Ada, Alan, Grace and 2 more'],
    ]);
    const names = first.table?.rows.map(({ job }) => job?.name);
    expect(names).toEqual([
      expect.stringMatching(/^Refund, Sign, started Nov 20, 2026, /),
      expect.stringMatching(/^Refund, Sign, started Nov 21, 2026, /),
    ]);
  });

  describe('“Where is it stuck?” panel', () => {
    const inStep = (step: string, ages: number[]) =>
      ages.map((age) => ({ ...active(age, step), activeSteps: [{ key: step, name: step }] }));
    const jobs = [...inStep('Sign', [1, 2, 3]), ...inStep('Pay', [100 * day, 101 * day])];
    const done = Array.from({ length: 30 }, (_, index) =>
      finished(now - 9 * day - index, now - 8 * day),
    );
    const stepsIn = (panel: Panel) => rowsOf(panel).map(([step]) => step);

    it('lists the step with the most active jobs first', () => {
      expect(stepsIn(ofJobs(jobs).stuck)).toEqual(['Sign', 'Pay']);
    });

    it('lists the step with the most late jobs first', () => {
      expect(stepsIn(ofJobs([...jobs, ...done]).stuck)).toEqual(['Pay', 'Sign']);
    });
  });

  it('show exact durations if jobs take only a few seconds', () => {
    const starts = Array.from({ length: 30 }, (_, index) => now - day - index);
    const done = starts.map((startedAt) => finished(startedAt, startedAt + 10_000));
    expect(text(ofJobs(done).duration)).toBe(
      'Half of the jobs finish within 10 s, and 9 in 10 within 10 s.',
    );
  });

  it('count unassigned jobs', () => {
    const { holders } = ofJobs(
      [active(1, 'A'), active(2, 'A')].map((job) => ({ ...job, assignedTo: null })),
    );
    expect(text(holders)).toBe('2 of 2 active jobs are unassigned.');
  });

  it('combine all rows after the eighth into one row', () => {
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

  describe('“Is it growing?” panel', () => {
    const leftOut = (jobs: string) =>
      ` Not included: ${jobs} without a valid start or completion time.`;
    const completedIn = (panel: Panel) =>
      rowsOf(panel).map(([, , completed]) => valueOf(completed));

    it('reports by how much the number of active jobs fell', () => {
      const { growth } = ofJobs([4, 3].map((days) => finished(now - 8 * day, now - days * day)));
      expect(text(growth)).toMatch(
        / 0 jobs started and 2 completed: the number of active jobs fell by 2\.$/,
      );
      const numbers = growth.sentence.flatMap((part) =>
        typeof part === 'string' ? [] : [part.filter],
      );
      expect(numbers).toMatchObject([null, { state: 'completed', completed: {} }, null]);
    });

    it('counts a job that is completed at midnight for the new day', () => {
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
  });

  it('state that no active jobs have been read', () => {
    const done = [finished(now - 3 * day, now - day), finished(now - 4 * day, now - day)];
    const { stuck, first, holders } = ofJobs(done, { isWhole: false, total: 9 });
    expect([stuck, first, holders].map(text)).toEqual(
      Array(3).fill('No active jobs have been read.'),
    );
  });
});
