import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type JobFilter,
  filterTest,
  namesUnder,
} from '../../../../../src/model/browsing/jobFilter.ts';
import { jobState } from '../../../../../src/model/jobs/job.ts';
import { type ReportPeriod, periodBegin } from '../../../../../src/model/overview/period.ts';
import type { Figure, Panel } from '../../../../../src/model/overview/report.ts';
import { type Job, type JobRow, jobRow } from '../../../../../src/service/index.ts';
import { parseTimestamp } from '../../../../../src/text/time.ts';
import { aJob } from '../../../../support/service/builders.ts';
import { damagedRow } from '../../builders.ts';
import { day, now, readWhole } from './queue.ts';
import {
  type Panels,
  panelsOf,
  rowsOf,
  isFigure,
  valueOf,
  startOf,
  isSince,
  sum,
} from './panelsSetup.ts';

/** Returns the numbers of jobs in a panel. */
const countsOf = (panel: Panel) =>
  rowsOf(panel).flatMap((cells) =>
    cells.filter(
      (cell, column) => isFigure(cell) && panel.table?.columns[column]?.unit === undefined,
    ),
  ) as Figure[];

// The generated jobs have valid and invalid values.
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

const updateOf = (each: Job) => parseTimestamp(each.updatedAt);

const completionOf = (each: Job) => parseTimestamp(each.completedAt);

const isActive = (each: Job) => jobState(each) === 'active';

const selected = (filter: JobFilter, all: readonly Job[]) =>
  all.map(jobRow).filter(filterTest(filter, now)).length;

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

describe('describePanels', () => {
  const given = (check: (panels: Panels, all: Job[], from: number | null) => void) =>
    fc.assert(
      fc.property(rows, period, (read, chosen) => {
        const all = read.flatMap((row) => (row.kind === 'job' ? [row.job] : []));
        check(panelsOf(readWhole(read), chosen), all, periodBegin(chosen, now));
      }),
      { numRuns: 100 },
    );

  it('links each count to a filter that selects the same number of jobs', () =>
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

  it('counts active jobs by step and age, regardless of the selected period', () =>
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

  it('lists the ten jobs that have run or been unchanged for the longest time', () =>
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

  it('counts active jobs by person and workflow, regardless of the selected period', () =>
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

  it('counts started and completed jobs only if their times are valid', () =>
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

  it('estimates job durations from finished and unfinished jobs', () =>
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
