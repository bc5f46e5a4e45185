import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { filterTest, namesUnder } from '../../../../../src/model/browsing/jobFilter.ts';
import { jobState } from '../../../../../src/model/jobs/job.ts';
import { describePanels } from '../../../../../src/model/overview/figures/panels.ts';
import type { ReadJobs } from '../../../../../src/model/overview/overviewReading.ts';
import type {
  Count,
  CountFilter,
  FirstJob,
  GrowthPicture,
  Panels,
  Scope,
  Span,
  Words,
} from '../../../../../src/protocol/overview.ts';
import { type Job, type JobRow, jobRow } from '../../../../../src/service/index.ts';
import { parseTimestamp } from '../../../../../src/text/time.ts';
import { aJob } from '../../../../support/service/builders.ts';
import { damagedRow } from '../../builders.ts';
import { aQueue, day, finish, now, readInPart, readWhole } from './queue.ts';

const everything: Scope = { preset: 'all', from: null, to: null };
const panelsOf = (read: ReadJobs, scope = everything) => finish(describePanels(read, scope));
const text = (words: Words) => words.map((part) => (typeof part === 'string' ? part : part.strong)).join('');

/** Jobs as services send them, and as they had better not. */
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
  startedAt: fc.oneof({ weight: 12, arbitrary: time(now - 40 * day, now) }, time(now, now + day), oddTime),
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
const scope = fc.oneof(
  { weight: 2, arbitrary: fc.constant(everything) },
  fc.record({
    preset: fc.constant('custom' as const),
    from: fc.option(fc.integer({ min: now - 45 * day, max: now })),
    to: fc.option(fc.integer({ min: now - 30 * day, max: now + 2 * day })),
  }),
);

const within = (span: Span | null, ms: number | null) =>
  span === null || (ms !== null && ms >= (span.from ?? -Infinity) && ms < (span.to ?? Infinity));
const startOf = (each: Job) => parseTimestamp(each.startedAt);
const selected = (filter: CountFilter, all: readonly Job[]) =>
  all.map(jobRow).filter(filterTest(filter, now)).length;

function countsOf({ stuck, growth, duration, holders }: Panels): Count[] {
  return [
    ...(stuck.picture?.steps.flatMap(({ cells, active }) => [...cells, active]) ?? []),
    ...(growth.picture?.bins.flatMap(({ started, completed }) => [started, completed]) ?? []),
    ...(duration.picture?.workflows.map(({ jobs }) => jobs) ?? []),
    ...[...(holders.picture?.workflows ?? []), ...(holders.picture?.people ?? [])].map(
      ({ active }) => active,
    ),
  ].filter((count) => count !== null);
}

/** Whether a time is shown as the next round one. */
const isShownAs = (ms: number | null, shown: number | null) =>
  ms === null ? shown === null : shown !== null && shown >= ms && shown < (ms * 4) / 3 + 1000;

/** The share that finished within a time, from the definition. */
function shareWithin(limit: number, finished: readonly number[], unfinished: readonly number[]): number {
  let surviving = 1;
  for (const at of new Set(finished.filter((ms) => ms <= limit).sort((one, other) => one - other))) {
    const atRisk = [...finished, ...unfinished].filter((ms) => ms >= at).length;
    surviving *= 1 - finished.filter((ms) => ms === at).length / atRisk;
  }
  return 1 - surviving;
}

function expectRanked(picture: readonly FirstJob[], starts: readonly number[], updates: readonly number[]) {
  for (const { startedAt, updatedAt, why } of picture) {
    if (why !== 'silent') expect(startedAt).toBeLessThanOrEqual(starts[9] ?? Infinity);
    if (why !== 'oldest') expect(updatedAt).toBeLessThanOrEqual(updates[9] ?? Infinity);
  }
}

/** A known time that is not in the future. */
function past(ms: number | null): number | null {
  return ms !== null && ms <= now + 300_000 ? ms : null;
}

function spanOf(bins: GrowthPicture['bins']) {
  return { from: bins[0]?.from ?? 0, to: bins.at(-1)?.to ?? 0 };
}

describe('panels of a list that was read whole', () => {
  const given = (check: (panels: Panels, jobs: Job[], all: Job[], scope: Scope) => void) =>
    fc.assert(
      fc.property(rows, scope, (read, chosen) => {
        const all = read.flatMap((row) => (row.kind === 'job' ? [row.job] : []));
        const isScoped = chosen.from !== null || chosen.to !== null;
        check(
          panelsOf(readWhole(read), chosen),
          all.filter((each) => !isScoped || within(chosen, startOf(each))),
          all,
          chosen,
        );
      }),
      { numRuns: 100 },
    );

  it('hold numbers that are those of the jobs that their filters select', () =>
    given((panels, _, all) => {
      for (const { value, filter } of countsOf(panels)) {
        // No filter leaves out jobs whose completion cannot be read.
        if (
          filter !== null ||
          all.every((each) => jobState(each) !== 'completed' || parseTimestamp(each.completedAt) !== null)
        ) {
          expect(value).toBe(filter === null ? 0 : selected(filter, all));
        }
      }
    }));

  it('link each number in a sentence to exactly that many jobs', () =>
    given((panels, _, all) => {
      for (const part of Object.values(panels).flatMap(({ sentence }: { sentence: Words }) => sentence)) {
        if (typeof part === 'string' || part.filter === null) continue;
        const [number] = /^[\d,]+(?= jobs?$|$)/.exec(part.strong) ?? [];
        if (number !== undefined) expect(selected(part.filter, all)).toBe(Number(number.replace(',', '')));
      }
    }));

  it('count each active job at each of its steps, by age', () =>
    given(({ stuck: { picture } }, jobs) => {
      const active = jobs.filter((each) => jobState(each) === 'active');
      expect(picture === null).toBe(active.length === 0);
      expect(picture?.steps.map(({ name: step }) => step).sort() ?? []).toEqual(
        [...new Set(active.flatMap((each) => namesUnder('steps', each)))]
          .map((step) => step || 'no step named')
          .sort(),
      );
      for (const { cells, active: all, name: step } of picture?.steps ?? []) {
        const its = active.filter((each) =>
          namesUnder('steps', each).includes(step === 'no step named' ? '' : step),
        );
        expect(all.value).toBe(its.length);
        expect(cells.reduce((sum, { value }) => sum + value, 0)).toBe(
          its.filter((each) => startOf(each) !== null).length,
        );
        expect(cells.length).toBeLessThanOrEqual(6);
      }
    }));

  it('name the ten that ran longest or were silent longest', () =>
    given(({ first: { picture, table } }, jobs) => {
      expect(table.rows.map(([, , step]) => step)).toEqual(
        (picture ?? []).map(({ step }) => step ?? 'no step named'),
      );
      const active = jobs.filter((each) => jobState(each) === 'active');
      const times = (of: (each: Job) => number | null) =>
        active.flatMap((each) => of(each) ?? []).sort((one, other) => one - other);
      const [starts, updates] = [times(startOf), times((each) => parseTimestamp(each.updatedAt))];
      expect(picture?.length ?? 0).toBe(
        Math.min(
          10,
          active.filter((each) => startOf(each) !== null || parseTimestamp(each.updatedAt) !== null).length,
        ),
      );
      expectRanked(picture ?? [], starts, updates);
      if (starts[0] !== undefined) expect(picture?.map(({ startedAt }) => startedAt)).toContain(starts[0]);
      if (updates[0] !== undefined) expect(picture?.map(({ updatedAt }) => updatedAt)).toContain(updates[0]);
    }));

  it('count what started and completed without a gap, but no time that cannot be read or is in the future', () =>
    given(({ growth: { picture } }, _, all, scope) => {
      const bins = picture?.bins ?? [];
      for (const [index, bin] of bins.entries()) if (index > 0) expect(bin.from).toBe(bins[index - 1]?.to);
      expect(bins.length).toBeLessThanOrEqual(36);
      const sum = (which: 'started' | 'completed') =>
        bins.reduce((total, bin) => total + (bin[which]?.value ?? 0), 0);
      const span = spanOf(bins);
      expect(sum('started')).toBe(
        all.filter((each) => within(scope, past(startOf(each))) && within(span, past(startOf(each)))).length,
      );
      expect(sum('completed')).toBe(
        all
          .filter((each) => startOf(each) !== null)
          .filter((each) => within(span, past(parseTimestamp(each.completedAt)))).length,
      );
      if (bins.length > 0) {
        expect([span.from >= (scope.from ?? -Infinity), span.to <= (scope.to ?? Infinity)]).toEqual([
          true,
          true,
        ]);
      }
      for (const { isUnderWay, to: end } of bins) expect(isUnderWay).toBe(end > now);
    }));

  it('tell how long it takes from jobs that finished and jobs that did not', () =>
    given(({ duration: { picture, table } }, jobs) => {
      const timesOf = (its: readonly Job[]) => {
        const started = its.filter((each) => startOf(each) !== null);
        const finished = started
          .flatMap((each) =>
            jobState(each) === 'completed'
              ? [(parseTimestamp(each.completedAt) ?? NaN) - (startOf(each) ?? 0)]
              : [],
          )
          .filter((ms) => ms >= 0);
        const unfinished = started.flatMap((each) =>
          jobState(each) === 'active' ? [Math.max(0, now - (startOf(each) ?? 0))] : [],
        );
        const reached = (share: number) =>
          finished.length < 30
            ? null
            : (finished
                .toSorted((one, other) => one - other)
                .find((ms) => shareWithin(ms, finished, unfinished) >= share - 1e-9) ?? null);
        return { finished, unfinished, median: reached(0.5), nineInTen: reached(0.9) };
      };
      const all = timesOf(jobs);
      expect(picture === null).toBe(all.finished.length === 0);
      expect(table.rows[0]?.[1]).toBe(jobs.length);
      if (picture === null) return;
      expect([isShownAs(all.median, picture.median), isShownAs(all.nineInTen, picture.nineInTen)]).toEqual([
        true,
        true,
      ]);
      for (const { time: at, share } of picture.curve) {
        expect(share).toBeCloseTo(shareWithin(at, all.finished, all.unfinished), 9);
      }
      for (const { name: workflow, median, nineInTen } of picture.workflows) {
        const its = timesOf(
          jobs.filter((each) =>
            namesUnder('workflows', each).includes(workflow === 'no workflow named' ? '' : workflow),
          ),
        );
        expect([isShownAs(its.median, median), isShownAs(its.nineInTen, nineInTen)]).toEqual([true, true]);
      }
    }));

  it('tell what holds the work, and its share', () =>
    given(({ holders: { picture } }, jobs) => {
      const active = jobs.filter((each) => jobState(each) === 'active');
      for (const [part, holders] of [
        ['workflows', picture?.workflows ?? []],
        ['assignees', picture?.people ?? []],
      ] as const) {
        expect(holders.map((each) => each.name).sort()).toEqual(
          [...new Set(active.flatMap((each) => namesUnder(part, each)))]
            .map((each) => each || (part === 'workflows' ? 'no workflow named' : 'unassigned'))
            .sort(),
        );
        for (const { name: holder, active: count, activeShare, allShare } of holders) {
          const holds = (each: Job) =>
            namesUnder(part, each).some(
              (one) =>
                one === holder || (one === '' && (holder === 'unassigned' || holder === 'no workflow named')),
            );
          expect(count.value).toBe(active.filter(holds).length);
          expect(activeShare).toBeCloseTo(count.value / active.length, 9);
          if (allShare !== null) expect(allShare).toBeCloseTo(jobs.filter(holds).length / jobs.length, 9);
        }
      }
    }));
});

describe('panels of a queue', () => {
  const queue = aQueue(3000, 4);
  /** Jobs that wait for long all wait in one step. */
  const piledUp = queue.map((row, index) =>
    row.kind === 'job' && row.job.completedAt === null && index > 500
      ? jobRow({ ...row.job, activeSteps: [{ key: 'pay', name: 'Release payment' }] })
      : row,
  );

  it('say in a sentence each what they show', () => {
    const panels = panelsOf(readWhole(piledUp));
    const { stuck, first, growth, duration, holders } = panels;
    expect(text(stuck.sentence)).toMatch(
      /^\d+ jobs in Release payment have run for more than \d+ d; 9 in 10 jobs finish sooner\. Usual for this step: about \d+\.$/,
    );
    expect(text(first.sentence)).toMatch(
      /^The oldest active job has run for \d+ d(; another| and) has not changed for \d+ d\.$/,
    );
    const [, started, completed, way, by] =
      /^From Jun 1 to Nov 15, ([\d,]+) jobs started and ([\d,]+) completed: the number of active jobs (grew|fell) by (\d+)\.$/.exec(
        text(growth.sentence),
      ) ?? [];
    const grown = [started, completed].map((each) => Number(each?.replace(',', '')));
    expect((grown[0] ?? NaN) - (grown[1] ?? NaN)).toBe(way === 'grew' ? Number(by) : -Number(by));
    expect(text(duration.sentence)).toMatch(/^Half of the jobs finish within [^,]+, 9 in 10 within \d+ d\.$/);
    expect(text(holders.sentence)).toMatch(
      /^Invoice Approval has \d+% of the active jobs, but only \d+% of all jobs\.$/,
    );
    // One definition of 9 in 10 on the page.
    const [, nineInTen] = /9 in 10 within (\d+ d)/.exec(text(duration.sentence)) ?? [];
    expect([stuck.picture?.ages.at(-1)?.label, text(stuck.sentence)]).toEqual([
      `over ${nineInTen?.replace(' ', '\u00a0')}`,
      expect.stringContaining(` for more than ${nineInTen};`),
    ]);
  });

  it('say of a part how many jobs were read', () => {
    const panels = panelsOf(readInPart(queue, 500, 100));
    const { stuck, first, growth, duration, holders } = panels;
    expect(text(stuck.sentence)).toMatch(
      /^Of the 600 jobs read: \d+ jobs are active\. Too little was read to name a step: Read All\.$/,
    );
    expect(text(first.sentence)).toMatch(/^Of the 600 jobs read: /);
    expect(text(growth.sentence)).toMatch(
      /^Of the 600 jobs read: From Nov 2 to Nov 15, \d+ jobs started\. How many were completed is known only after Read All\.$/,
    );
    expect(text(duration.sentence)).toMatch(/^Of the 600 jobs read: /);
    expect(text(holders.sentence)).toMatch(/^Of the 600 jobs read: /);
    const whole = panelsOf(readWhole(queue)).growth.picture?.bins ?? [];
    const bins = growth.picture?.bins ?? [];
    expect(bins.map(({ started }) => started === null)).toContain(true);
    expect(bins.flatMap(({ label, started }) => (started === null ? [] : [[label, started.value]]))).toEqual(
      bins.flatMap(({ started }, index) =>
        started === null ? [] : [[whole[index]?.label, whole[index]?.started?.value]],
      ),
    );
    expect(bins.every(({ completed }) => completed === null)).toBe(true);
  });

  it('name no step from a few jobs', () => {
    const { stuck } = panelsOf(readWhole(queue));
    expect(text(stuck.sentence)).toMatch(
      /^Older than \d+ d: \d+ of \d+ active jobs\. No step holds unusually many of them\.$/,
    );
    const four = piledUp.filter(
      (row, index) => row.kind === 'job' && (row.job.completedAt !== null || index < 500 || index > 2900),
    );
    expect(text(panelsOf(readWhole(four)).stuck.sentence)).not.toContain('Release payment');
  });

  it('leave jobs without a start out of what started and what was completed, and say so', () => {
    const odd = queue.map((row, index) =>
      row.kind === 'job' && row.job.completedAt !== null && index < 800 && index % 10 === 0
        ? jobRow({ ...row.job, startedAt: 'soon' })
        : row,
    );
    const count = odd.filter((row) => row.kind === 'job' && row.job.startedAt === 'soon').length;
    expect(text(panelsOf(readWhole(odd)).growth.sentence)).toContain(
      ` Left out: ${count} jobs whose start or completion cannot be read, is in the future, or is before the first start.`,
    );
  });

  it('claim nothing of jobs whose start cannot be read', () => {
    const undated = (keep: number) =>
      text(
        panelsOf(
          readWhole(
            queue.map((row, index) =>
              row.kind === 'job' && row.job.completedAt === null && index >= keep
                ? jobRow({ ...row.job, startedAt: 'soon' })
                : row,
            ),
          ),
        ).stuck.sentence,
      );
    expect(undated(0)).toMatch(
      /^\d+ jobs are active\. Active jobs of unknown age, because their start cannot be read: \d+\.$/,
    );
    expect(undated(40)).toMatch(
      /^\d+ jobs are active; the oldest has run for \d h and is in [^.]+\. Active jobs of unknown age, because their start cannot be read: \d+\.$/,
    );
  });

  it('draw the curve to its end where every job is done', () => {
    const done = queue.filter((row) => row.kind === 'job' && row.job.completedAt !== null);
    const { picture } = panelsOf(readWhole(done)).duration;
    expect([picture?.isComplete, picture?.curve.at(-1)]).toEqual([true, { time: picture?.until, share: 1 }]);
  });

  it.each([
    ['week', 7],
    ['month', 30],
    ['quarter', 90],
  ] as const)('count for the last %s the jobs that started on its %i days', (preset, days) => {
    const whole = readWhole(queue);
    const midnight = new Date(now);
    midnight.setHours(0, 0, 0, 0);
    midnight.setDate(midnight.getDate() - days + 1);
    const panels = panelsOf(whole, { preset, from: null, to: null });
    expect(panels).toEqual(panelsOf(whole, { preset: 'custom', from: midnight.getTime(), to: null }));
    expect(panels).not.toEqual(panelsOf(whole));
  });

  it('say nothing of what is not there', () => {
    const empty = panelsOf(readWhole([]));
    expect(Object.values(empty).map(({ picture }: { picture: unknown }) => picture)).toEqual([
      null,
      null,
      null,
      null,
      null,
    ]);
    expect(
      [empty.stuck, empty.first, empty.growth, empty.holders].map(({ sentence }) => text(sentence)),
    ).toEqual(['No job is active.', 'No job is active.', 'No period is complete yet.', 'No job is active.']);
    const done = panelsOf(readWhole([jobRow(aJob({ completedAt: '2026-10-02T00:00:00Z' }))]));
    expect(text(done.duration.sentence)).toBe(
      'Fewer than 30 jobs are known to have finished: too few to say how long it takes.',
    );
    const never = panelsOf(
      readWhole(queue.map((row) => (row.kind === 'job' ? jobRow({ ...row.job, completedAt: null }) : row))),
    );
    expect([never.duration.picture, text(never.stuck.sentence)]).toEqual([
      null,
      expect.stringMatching(/^3,000 jobs are active; the oldest has run for 179 d/),
    ]);
  });

  it('leave a workflow without times where completed jobs do not name theirs', () => {
    const nameless = queue.map((row) =>
      row.kind === 'job' && row.job.completedAt !== null ? jobRow({ ...row.job, activeWorkflows: [] }) : row,
    );
    const { duration, holders } = panelsOf(readWhole(nameless));
    expect(duration.picture?.workflows).toEqual([]);
    expect(duration.picture?.median).not.toBeNull();
    expect(holders.picture?.workflows.map(({ allShare }) => allShare)).toEqual(Array(5).fill(null));
    expect(text(holders.sentence)).toMatch(/^\d+% of the active jobs are in Invoice Approval\.$/);
  });

  it('fit into a message of 64 KB, with pictures of at most 200 marks', () => {
    const long = (text_: string) => text_.padEnd(200, '…');
    const wide = aQueue(4000, 5).map((row, index) => {
      if (row.kind !== 'job') return row;
      const others = [{ key: 'w', name: long(`Workflow ${index % 40}`) }];
      return jobRow({
        ...row.job,
        activeWorkflows: others,
        activeSteps: row.job.completedAt === null ? [{ key: 's', name: long(`Step ${index % 50}`) }] : [],
        assignedTo: { firstName: long(`Person ${index % 60}`) },
      });
    });
    const recently: Scope = { preset: 'custom', from: now - 31 * day, to: null };
    for (const panels of [
      panelsOf(readWhole(wide)),
      panelsOf(readInPart(wide, 2000, 500)),
      panelsOf(readWhole(wide), recently),
    ]) {
      expect(JSON.stringify(panels).length).toBeLessThan(64 * 1024);
      expect(panels.growth.picture?.bins.length).toBeLessThanOrEqual(36);
      expect(panels.duration.picture?.curve.length).toBeLessThanOrEqual(100);
    }
  });
});

describe('panels of a few jobs', () => {
  const active = (age: number, workflow: string) =>
    aJob({
      key: workflow + age,
      startedAt: new Date(now - age).toISOString(),
      updatedAt: new Date(now - age).toISOString(),
      completedAt: null,
      activeSteps: [{ key: 's', name: 'Sign' }],
      activeWorkflows: [{ key: workflow, name: workflow }],
    });
  const completed = (workflow: string, index: number) => ({
    ...active(index * day, workflow),
    key: `done_${index}`,
    completedAt: new Date(now - index * day + 1000).toISOString(),
  });
  const ofJobs = (jobs: readonly Job[], changes: Partial<ReadJobs> = {}) =>
    panelsOf(readWhole(jobs.map(jobRow), changes));

  it.each([
    [40_000, '40 s'],
    [0, '0 s'],
    [-600_000, '0 s'],
    [60_000, '1 min'],
  ])('say for how long also of one that started %i ms ago', (age, words) => {
    const { stuck, first } = ofJobs([active(age, 'Refund')]);
    expect([text(stuck.sentence), text(first.sentence)]).toEqual([
      `1 job is active; the oldest has run for ${words} and is in Sign.`,
      `The oldest active job has run for ${words} and has not changed for ${words}.`,
    ]);
    const cell = { text: words, value: Math.round(Math.max(0, age) / 36_000) / 100 };
    expect(first.table.rows[0]?.slice(4)).toEqual([cell, cell]);
  });

  it('tell of more people than they name', () => {
    const { picture, table } = ofJobs([
      {
        ...active(day, 'Refund'),
        assignedTo: ['Ada', 'Alan', 'Grace', 'Joan', 'Mary'].map((firstName) => ({ firstName })),
      },
    ]).first;
    expect([picture?.[0]?.assignees, table.rows[0]?.[3]]).toEqual(
      Array(2).fill('Ada, Alan, Grace and 2 more'),
    );
  });

  it('say of a workflow without an excess that none has any, and of too few jobs only where they are', () => {
    const done = Array.from({ length: 20 }, (_, index) => completed('Invoice', index + 1));
    const of = (...jobs: Job[]) => text(ofJobs([...jobs, ...done]).holders.sentence);
    expect(of(active(1, 'Invoice'), active(2, 'Invoice'))).toBe(
      'No workflow holds notably more work than its share.',
    );
    expect(of(active(1, 'Refund'), active(2, 'Refund'), active(3, 'Invoice'))).toBe(
      '67% of the active jobs are in Refund.',
    );
    expect(
      text(
        ofJobs([active(1, 'Refund'), ...done.map((each) => ({ ...each, activeWorkflows: [] }))]).holders
          .sentence,
      ),
    ).toBe('100% of the active jobs are in Refund.');
  });

  it('say that none started and none was completed', () => {
    expect(text(ofJobs([completed('Invoice', 3)]).growth.sentence)).toMatch(
      /no job started and none completed\.$/,
    );
  });

  describe('growth', () => {
    const finished = (startedAt: number, completedAt: number | string) => ({
      ...active(0, 'Invoice'),
      key: `job_${startedAt}_${completedAt}`,
      startedAt: new Date(startedAt).toISOString(),
      completedAt: typeof completedAt === 'string' ? completedAt : new Date(completedAt).toISOString(),
    });
    const leftOut = (jobs: string) =>
      ` Left out: ${jobs} whose start or completion cannot be read, is in the future, or is before the first start.`;

    it('counts a start whose completion cannot be read, and links to it', () => {
      const jobs = [
        finished(now - 8 * day, 'soon'),
        finished(now - 5 * day, now - 4 * day),
        finished(now - 3 * day, 'soon'),
      ];
      const { sentence } = ofJobs(jobs).growth;
      expect(text(sentence)).toMatch(/, 2 jobs started and 1 completed\. Left out: 2 jobs /);
      const [started] = sentence.flatMap((part) => (typeof part === 'object' ? [part.filter] : []));
      expect(started && selected(started, jobs)).toBe(2);
    });

    it('reports a completion before the first start as left out', () => {
      const { sentence, picture } = ofJobs([finished(now - 5 * day, now - 9 * day)]).growth;
      expect(picture?.bins.map(({ completed: count }) => count?.value)).toEqual(Array(6).fill(0));
      expect(text(sentence)).toContain(leftOut('1 job'));
    });

    it('reports a completion in the future as left out', () => {
      for (const later of [2 * 3_600_000, 9 * day]) {
        const { sentence, picture } = ofJobs([finished(now - 5 * day, now + later)]).growth;
        expect(picture?.bins.map(({ completed: count }) => count?.value)).toEqual(Array(6).fill(0));
        expect(text(sentence)).toContain(leftOut('1 job'));
      }
    });

    it('shows no number for a period that may not have been read completely', () => {
      const startedAt = (index: number) =>
        index < 50 ? now - 90 * day : now - 90 * day + (index - 50) * day;
      const jobs = Array.from({ length: 140 }, (_, index) => ({
        ...active(now - startedAt(index), 'Invoice'),
        key: `job_${index}`,
      }));
      const startedIn = (read: ReadJobs) =>
        panelsOf(read).growth.picture?.bins.map(({ started }) => started?.value ?? null) ?? [];
      const everyBin = startedIn(readWhole(jobs.map(jobRow)));
      expect(everyBin.filter((count) => count === 0)).toEqual([]);
      expect(startedIn(readInPart(jobs.map(jobRow), 50)).filter((count) => count !== null)).toEqual([]);
      const inOrder = startedIn(readInPart(jobs.map(jobRow), 80));
      expect(inOrder.filter((count) => count !== null)).toEqual(everyBin.slice(0, inOrder.indexOf(null)));
    });
  });

  it('say of a part of the list that none of it is active', () => {
    const done = [completed('Invoice', 3), completed('Invoice', 4)];
    const { stuck, first, holders } = ofJobs(done, { isWhole: false, total: 9 });
    expect([stuck, first, holders].map(({ sentence }) => text(sentence))).toEqual(
      Array(3).fill('None of the 2 jobs read is active.'),
    );
  });
});
