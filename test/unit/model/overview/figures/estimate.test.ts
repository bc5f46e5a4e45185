import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Estimator, Tally } from '../../../../../src/model/overview/figures/estimate.ts';
import { JobRecords } from '../../../../../src/model/overview/jobRecords.ts';
import { describePanels } from '../../../../../src/model/overview/figures/panels.ts';
import { everyJob, pickTest } from '../../../../../src/model/overview/pick.ts';
import type { Count, JobPick } from '../../../../../src/protocol/overview.ts';
import { aQueue, finish, now, readInPart, readWhole } from './queue.ts';

const strata = fc.array(fc.record({ read: fc.integer({ min: 1, max: 4 }), unread: fc.integer({ min: 0, max: 200 }) }), { minLength: 1, maxLength: 12 }).map((parts) => {
  let page = 0;
  return parts.map(({ read, unread }) => ({ pages: read + unread, read: Array.from({ length: read }, () => ++page) }));
});

describe('an estimate', () => {
  it('lies between what was seen and what is possible, and its interval around it', () =>
    fc.assert(
      fc.property(strata, fc.array(fc.nat({ max: 50 }), { maxLength: 60 }), fc.nat({ max: 20_000 }), (parts, pages, total) => {
        const tally = new Tally();
        for (const page of pages) tally.add(page);
        const { value, from, to } = new Estimator({ records: new JobRecords(), total, isWhole: false, strata: parts, completeSince: null, starts: [] }).estimate(tally);
        expect([tally.seen <= from, from <= value, value <= to, to <= tally.seen + total]).toEqual([true, true, true, true]);
        if (parts.every(({ pages: all, read }) => all === read.length)) expect([from, value]).toEqual([tally.seen, tally.seen]);
      }),
    ));

  it('counts no job twice that was seen on none of the pages of the sample', () => {
    const records = new JobRecords();
    const tally = new Tally();
    for (const page of [1, 1, 0, 0, 0]) tally.add(page);
    const { value } = new Estimator({ records, total: 1000, isWhole: false, strata: [{ pages: 6, read: [1] }], completeSince: null, starts: [] }).estimate(tally);
    expect(value).toBe(12);
  });

  it('counts what was seen on whichever pages, in any order', () =>
    fc.assert(
      fc.property(fc.array(fc.nat({ max: 5 })), fc.array(fc.nat({ max: 5 })), (some, others) => {
        const [one, other] = [new Tally(), new Tally()];
        for (const page of some) one.add(page);
        for (const page of others) other.add(page);
        one.addAll(other);
        expect([...one.byPage()].sort()).toEqual([...Map.groupBy([...some, ...others], (page) => page)].map(([page, all]) => [page, all.length]).sort());
        expect(one.seen).toBe(some.length + others.length);
      }),
    ));

  it('holds the truth within its interval in at least 90 of 100 readings of a part, for each panel', () => {
    const rows = aQueue(6000, 7);
    const { records } = readWhole(rows);
    const truths = new Map<string, number>();
    const truth = (pick: JobPick) => {
      const name = JSON.stringify(pick);
      let found = truths.get(name);
      if (found === undefined) {
        const test = pickTest(records, pick, now);
        found = rows.filter((_, index) => test(index)).length;
        truths.set(name, found);
      }
      return found;
    };
    const seen = new Map<string, { held: number; all: number }>();
    const check = (what: string, { grade, range }: Count, pick: JobPick | null | undefined) => {
      if (grade !== 'about' || range === null || pick == null) return;
      const found = seen.get(what) ?? { held: 0, all: 0 };
      const true_ = truth(pick);
      seen.set(what, { held: found.held + (true_ >= range.from && true_ <= range.to ? 1 : 0), all: found.all + 1 });
    };
    for (let seed = 0; seed < 100; seed++) {
      const { stuck, growth, holders, duration } = finish(describePanels(readInPart(rows, seed), { preset: 'all', from: null, to: null }, now, 'en', undefined));
      const overdue = stuck.picture?.steps.map(({ cells }) => cells.at(-1)?.pick?.age).find((age) => age != null);
      for (const { cells, active } of stuck.picture?.steps ?? []) {
        check('active at a step', active, active.pick);
        const last = cells.at(-1);
        if (last !== undefined && overdue !== undefined && active.pick !== null) check('overdue at a step', last, { ...active.pick, age: overdue });
      }
      for (const { active } of holders.picture?.workflows ?? []) check('active of a workflow', active, active.pick);
      for (const { active } of holders.picture?.people ?? []) check('active of a person', active, active.pick);
      for (const { started, from, to } of growth.picture?.bins ?? []) if (started !== null) check('started in a week', started, { ...everyJob, started: { from, to } });
      for (const { started } of duration.picture?.workflows ?? []) check('started of a workflow', started, started.pick);
    }
    expect([...seen.keys()]).toHaveLength(6);
    for (const [what, { held, all }] of seen) expect({ what, share: held / all, enough: held / all >= 0.9 }).toMatchObject({ enough: true });
  });
});
