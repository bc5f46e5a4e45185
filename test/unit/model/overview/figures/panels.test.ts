import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { namesUnder } from '../../../../../src/model/browsing/jobFilter.ts';
import { jobState } from '../../../../../src/model/jobs/job.ts';
import { describePanels } from '../../../../../src/model/overview/figures/panels.ts';
import { JobRecords } from '../../../../../src/model/overview/jobRecords.ts';
import type { Sample } from '../../../../../src/model/overview/sample.ts';
import type { Count, JobPick, Panels, Scope, Span, Words } from '../../../../../src/protocol/overview.ts';
import { type Job, type JobRow, jobRow } from '../../../../../src/service/index.ts';
import { parseTimestamp } from '../../../../../src/text/time.ts';
import { aJob } from '../../../../support/service/builders.ts';
import { damagedRow } from '../../builders.ts';
import { aQueue, day, finish, now, readInPart, readNewest, readWhole } from './queue.ts';

const everything: Scope = { preset: 'all', from: null, to: null };
const panelsOf = (sample: Sample, scope = everything) => finish(describePanels(sample, scope, now, 'en', undefined));
const text = (words: Words) => words.map((part) => (typeof part === 'string' ? part : part.strong)).join('');

/** Jobs as services send them, and as they had better not. */
const name = fc.constantFrom('Approve', 'Check', 'Sign', 'Pay | *now*', '', ' ');
const named = fc.array(name.map((each) => ({ key: each, name: each })), { maxLength: 3 });
const time = (from: number, to: number) => fc.integer({ min: Math.floor(from / 1000), max: Math.floor(to / 1000) }).map((seconds) => new Date(seconds * 1000).toISOString());
const oddTime = fc.constantFrom(null, undefined, 'soon', '2026-02-30T00:00:00Z');
const person = fc.record({ key: fc.constantFrom('u1', 'u2', null), firstName: fc.constantFrom('Ada', 'Grace', null), lastName: fc.constant(null) });
const job = fc.record({
  activeWorkflows: fc.oneof({ weight: 9, arbitrary: named }, fc.constant(null)),
  activeSteps: fc.oneof({ weight: 9, arbitrary: named }, fc.constant(undefined)),
  assignedTo: fc.oneof(fc.constant(null), person, fc.array(person, { maxLength: 2 })),
  startedAt: fc.oneof({ weight: 12, arbitrary: time(now - 40 * day, now) }, time(now, now + day), oddTime),
  updatedAt: fc.oneof({ weight: 5, arbitrary: time(now - 40 * day, now) }, oddTime),
  completedAt: fc.oneof({ weight: 6, arbitrary: time(now - 20 * day, now) }, { weight: 5, arbitrary: fc.constant(null) }, oddTime),
});
const rows = fc.array(fc.oneof({ weight: 20, arbitrary: job }, fc.constant(null)), { maxLength: 120 }).map((jobs) =>
  jobs.map((each, index): JobRow => {
    if (each === null) return damagedRow({}, 'damaged', index);
    const row = jobRow(aJob({ key: `job_${index}`, ...each }));
    return index % 9 === 0 ? { ...row, id: `repeat:1:${row.id}`, isRepeated: true } : row;
  }),
);
const scope = fc.oneof(
  { weight: 2, arbitrary: fc.constant(everything) },
  fc.record({ preset: fc.constant('custom' as const), from: fc.option(fc.integer({ min: now - 45 * day, max: now })), to: fc.option(fc.integer({ min: now - 30 * day, max: now + 2 * day })) }),
);

const within = (span: Span | null, ms: number | null) => span === null || (ms !== null && ms >= (span.from ?? -Infinity) && ms < (span.to ?? Infinity));
const startOf = (each: Job) => parseTimestamp(each.startedAt);
const isPicked = (pick: JobPick) => (each: Job) =>
  (pick.state === null || jobState(each) === pick.state) &&
  (['steps', 'workflows', 'assignees'] as const).every((part) => pick[part]?.some((wanted) => namesUnder(part, each).includes(wanted)) ?? true) &&
  within(pick.started, startOf(each)) &&
  within(pick.completed, parseTimestamp(each.completedAt)) &&
  (pick.age === null || (jobState(each) !== 'completed' && startOf(each) !== null && within(pick.age, now - (startOf(each) ?? 0))));

function countsOf({ stuck, growth, duration, holders }: Panels): Count[] {
  return [
    ...(stuck.picture?.steps.flatMap(({ cells, active }) => [...cells, active]) ?? []),
    ...(growth.picture?.bins.flatMap(({ started, completed }) => [started, completed]) ?? []),
    ...(duration.picture?.workflows.map(({ started }) => started) ?? []),
    ...[...(holders.picture?.workflows ?? []), ...(holders.picture?.people ?? [])].map(({ active }) => active),
  ].filter((count) => count !== null);
}

const seconds = (times: readonly number[]) => times.map((ms) => ms / 1000);

/** The share that finished within a time, from the definition. */
function shareWithin(limit: number, finished: readonly number[], unfinished: readonly number[]): number {
  let surviving = 1;
  for (const at of new Set(finished.filter((ms) => ms <= limit).sort((one, other) => one - other))) {
    const atRisk = [...finished, ...unfinished].filter((ms) => ms >= at).length;
    surviving *= 1 - finished.filter((ms) => ms === at).length / atRisk;
  }
  return 1 - surviving;
}

describe('panels of a list that was read whole', () => {
  const given = (check: (panels: Panels, jobs: Job[], all: Job[], scope: Scope) => void) =>
    fc.assert(
      fc.property(rows, scope, (read, chosen) => {
        const all = read.flatMap((row) => (row.kind === 'job' ? [row.job] : []));
        const isScoped = chosen.from !== null || chosen.to !== null;
        check(panelsOf(readWhole(read), chosen), all.filter((each) => !isScoped || within(chosen, startOf(each))), all, chosen);
      }),
      { numRuns: 100 },
    );

  it('hold exact numbers, each that of the jobs it picks', () =>
    given((panels, _, all) => {
      for (const { value, grade, range, pick } of countsOf(panels)) {
        expect({ grade, range }).toEqual({ grade: 'exact', range: null });
        expect(value).toBe(pick === null ? 0 : all.filter(isPicked(pick)).length);
        expect(pick === null).toBe(value === 0);
      }
    }));

  it('count each active job at each of its steps, by age', () =>
    given(({ stuck: { picture } }, jobs) => {
      const active = jobs.filter((each) => jobState(each) === 'active');
      expect(picture === null).toBe(active.length === 0);
      expect(picture?.steps.map(({ name: step }) => step).sort() ?? []).toEqual([...new Set(active.flatMap((each) => namesUnder('steps', each)))].map((step) => step || 'no step named').sort());
      for (const { cells, active: all, name: step } of picture?.steps ?? []) {
        const its = active.filter((each) => namesUnder('steps', each).includes(step === 'no step named' ? '' : step));
        expect(all.value).toBe(its.length);
        expect(cells.reduce((sum, { value }) => sum + value, 0)).toBe(its.filter((each) => startOf(each) !== null).length);
        expect(cells.length).toBeLessThanOrEqual(6);
      }
    }));

  it('name the ten that ran longest or were silent longest', () =>
    given(({ first: { picture } }, jobs) => {
      const active = jobs.filter((each) => jobState(each) === 'active');
      const times = (of: (each: Job) => number | null) => active.flatMap((each) => of(each) ?? []).sort((one, other) => one - other);
      const [starts, updates] = [times(startOf), times((each) => parseTimestamp(each.updatedAt))];
      expect(picture?.length ?? 0).toBe(Math.min(10, active.filter((each) => startOf(each) !== null || parseTimestamp(each.updatedAt) !== null).length));
      for (const { startedAt, updatedAt, why } of picture ?? []) {
        if (why !== 'silent') expect(startedAt).toBeLessThanOrEqual(starts[9] ?? Infinity);
        if (why !== 'oldest') expect(updatedAt).toBeLessThanOrEqual(updates[9] ?? Infinity);
      }
      if (starts[0] !== undefined) expect(picture?.map(({ startedAt }) => startedAt)).toContain(starts[0]);
      if (updates[0] !== undefined) expect(picture?.map(({ updatedAt }) => updatedAt)).toContain(updates[0]);
    }));

  it('count what started and completed without a gap', () =>
    given(({ growth: { picture } }, jobs, all, { from, to }) => {
      const bins = picture?.bins ?? [];
      for (const [index, bin] of bins.entries()) if (index > 0) expect(bin.from).toBe(bins[index - 1]?.to);
      expect(bins.length).toBeLessThanOrEqual(36);
      const starts = jobs.map(startOf).filter((ms) => ms !== null && ms < now);
      const counted = (which: 'started' | 'completed') => bins.reduce((sum, bin) => sum + (bin[which]?.value ?? 0), 0);
      expect(counted('started')).toBe(jobs.map(startOf).filter((ms) => ms !== null && ms < (bins.at(-1)?.to ?? 0)).length);
      if (starts.length > 0) expect(counted('started')).toBeGreaterThanOrEqual(starts.length);
      const span = { from: bins[0]?.from ?? 0, to: bins.at(-1)?.to ?? 0 };
      expect(counted('completed')).toBe(all.filter((each) => jobState(each) === 'completed' && within(span, parseTimestamp(each.completedAt))).length);
      if (bins.length > 0) expect([span.from >= (from ?? -Infinity), span.to <= (to ?? Infinity)]).toEqual([true, true]);
      for (const { isUnderWay, to: end } of bins) expect(isUnderWay).toBe(end > now);
    }));

  it('tell how long it takes from jobs that finished and jobs that did not', () =>
    given(({ duration: { picture, table } }, jobs) => {
      const timesOf = (its: readonly Job[]) => {
        const started = its.filter((each) => startOf(each) !== null);
        const finished = started.flatMap((each) => (jobState(each) === 'completed' ? [(parseTimestamp(each.completedAt) ?? NaN) - (startOf(each) ?? 0)] : [])).filter((ms) => ms >= 0);
        const unfinished = started.flatMap((each) => (jobState(each) === 'active' ? [Math.max(0, now - (startOf(each) ?? 0))] : []));
        const reached = (share: number) => (finished.length < 30 ? null : (finished.toSorted((one, other) => one - other).find((ms) => shareWithin(ms, finished, unfinished) >= share - 1e-9) ?? null));
        return { finished, unfinished, median: reached(0.5), nineInTen: reached(0.9) };
      };
      const all = timesOf(jobs);
      expect(picture === null).toBe(all.finished.length === 0);
      expect(table.rows[0]?.[1]).toBe(jobs.length);
      if (picture === null) return;
      expect(seconds([picture.median ?? -1, picture.nineInTen ?? -1])).toEqual(seconds([all.median ?? -1, all.nineInTen ?? -1]));
      for (const { time: at, share } of picture.curve) expect(share).toBeCloseTo(shareWithin(at, all.finished, all.unfinished), 9);
      for (const { name: workflow, median, nineInTen } of picture.workflows) {
        const its = timesOf(jobs.filter((each) => namesUnder('workflows', each).includes(workflow === 'no workflow named' ? '' : workflow)));
        expect([median, nineInTen]).toEqual([its.median, its.nineInTen]);
      }
    }));

  it('tell what holds the work, and its share', () =>
    given(({ holders: { picture } }, jobs) => {
      const active = jobs.filter((each) => jobState(each) === 'active');
      for (const [part, holders] of [['workflows', picture?.workflows ?? []], ['assignees', picture?.people ?? []]] as const) {
        expect(holders.map((each) => each.name).sort()).toEqual([...new Set(active.flatMap((each) => namesUnder(part, each)))].map((each) => each || (part === 'workflows' ? 'no workflow named' : 'unassigned')).sort());
        for (const { name: holder, active: count, activeShare, startedShare } of holders) {
          const holds = (each: Job) => namesUnder(part, each).some((one) => one === holder || (one === '' && (holder === 'unassigned' || holder === 'no workflow named')));
          expect(count.value).toBe(active.filter(holds).length);
          expect(activeShare).toBeCloseTo(count.value / active.length, 9);
          if (startedShare !== null) expect(startedShare).toBeCloseTo(jobs.filter(holds).length / jobs.length, 9);
        }
      }
    }));
});

describe('panels of a queue', () => {
  const queue = aQueue(3000, 4);

  it('say in a sentence each what they show', () => {
    const { stuck, first, growth, duration, holders } = panelsOf(readWhole(queue));
    expect(text(stuck.sentence)).toMatch(/^\d+ jobs in Approve amount have run longer than 9 of 10 finished jobs took \(\d+ d\)\. About \d+ would be usual in a steady queue\.$/);
    expect(text(first.sentence)).toMatch(/^The longest running started \d+ d ago, the longest silent was updated \d+ d ago\.$/);
    expect(text(growth.sentence)).toMatch(/^From Jun 1 to Nov 15, [\d,]+ started and [\d,]+ were completed: \d+ (more|fewer) are open\.$/);
    expect(text(duration.sentence)).toMatch(/^Half of the jobs finished within 2 d( \d+ h)?, 9 in 10 within \d+ d( \d+ h)?\.$/);
    expect(text(holders.sentence)).toMatch(/^Invoice Approval is \d+% of what was started, but \d+% of what is open\.$/);
    expect([stuck, first, growth, duration, holders].map(({ grade }) => grade)).toEqual(Array(5).fill('exact'));
  });

  it('claim no more than was read where that is the newest part', () => {
    const { stuck, first, growth, duration, holders } = panelsOf(readNewest(queue, 10));
    expect(text(stuck.sentence)).toMatch(/^At least \d+ active jobs; the oldest has run for \d+ d and is in [A-Z]/);
    expect(text(first.sentence)).toMatch(/^Of those read, /);
    expect(text(growth.sentence)).toMatch(/^From .* started; completions are known once all is read\.$/);
    expect(growth.picture?.bins.every(({ completed }) => completed === null)).toBe(true);
    expect(text(duration.sentence)).toMatch(/^Half of the jobs started since Oct \d+ finished within /);
    expect([stuck, first, growth, duration, holders].map(({ grade }) => grade)).toEqual(['at least', null, 'exact', 'exact for these', 'at least']);
  });

  it.each([['week', 7], ['month', 30], ['quarter', 90]] as const)('count for the last %s the jobs that started on its %i days', (preset, days) => {
    const sample = readWhole(queue);
    const midnight = new Date(now);
    midnight.setHours(0, 0, 0, 0);
    midnight.setDate(midnight.getDate() - days + 1);
    const panels = panelsOf(sample, { preset, from: null, to: null });
    expect(panels).toEqual(panelsOf(sample, { preset: 'custom', from: midnight.getTime(), to: null }));
    expect(panels).not.toEqual(panelsOf(sample));
  });

  it('are exact for a scope of which every job was read', () => {
    const sample = readInPart(queue, 1, 8);
    const from = (sample.completeSince ?? 0) + 1;
    const scoped = (of: Sample) => panelsOf(of, { preset: 'custom', from, to: null });
    const [inPart, whole] = [scoped(sample), scoped(readWhole(queue))];
    expect(inPart.holders.picture).toEqual(whole.holders.picture);
    expect(inPart.duration.picture).toEqual(whole.duration.picture);
    expect(countsOf(inPart).every(({ grade }) => grade === 'exact')).toBe(true);
  });

  it('say nothing of what is not there', () => {
    const empty = panelsOf({ ...readWhole([]), records: new JobRecords() });
    expect(Object.values(empty).map(({ picture }: { picture: unknown }) => picture)).toEqual([null, null, null, null, null]);
    expect(text(empty.stuck.sentence)).toBe('Nothing is active.');
    const done = panelsOf(readWhole([jobRow(aJob({ completedAt: '2026-10-02T00:00:00Z' }))]));
    expect(text(done.duration.sentence)).toBe('How long it takes cannot be said yet: fewer than 30 jobs are known to have finished.');
    const never = panelsOf(readWhole(queue.map((row) => (row.kind === 'job' ? jobRow({ ...row.job, completedAt: null }) : row))));
    expect([never.duration.picture, text(never.stuck.sentence)]).toEqual([null, expect.stringMatching(/^3,000 active jobs; the oldest has run for 179 d/)]);
  });

  it('leave a workflow without times where completed jobs do not name theirs', () => {
    const nameless = queue.map((row) => (row.kind === 'job' && row.job.completedAt !== null ? jobRow({ ...row.job, activeWorkflows: [] }) : row));
    const { duration, holders } = panelsOf(readWhole(nameless));
    expect(duration.picture?.workflows).toEqual([]);
    expect(duration.picture?.median).not.toBeNull();
    expect(holders.picture?.workflows.map(({ startedShare }) => startedShare)).toEqual(Array(5).fill(null));
    expect(text(holders.sentence)).toMatch(/^\d+% of what is open is in Invoice Approval\.$/);
  });

  it('fit into a message of 64 KB, with pictures of at most 200 marks', () => {
    const long = (text_: string) => text_.padEnd(200, '…');
    const wide = aQueue(4000, 5).map((row, index) => {
      if (row.kind !== 'job') return row;
      const others = [{ key: 'w', name: long(`Workflow ${index % 40}`) }];
      return jobRow({ ...row.job, activeWorkflows: others, activeSteps: row.job.completedAt === null ? [{ key: 's', name: long(`Step ${index % 50}`) }] : [], assignedTo: { firstName: long(`Person ${index % 60}`) } });
    });
    const recently: Scope = { preset: 'custom', from: now - 31 * day, to: null };
    for (const panels of [panelsOf(readWhole(wide)), panelsOf(readInPart(wide, 1, 10)), panelsOf(readWhole(wide), recently)]) {
      expect(JSON.stringify(panels).length).toBeLessThan(64 * 1024);
      expect(panels.growth.picture?.bins.length).toBeLessThanOrEqual(36);
      expect(panels.duration.picture?.curve.length).toBeLessThanOrEqual(100);
    }
  });
});
