import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { startsBetween } from '../../../../../src/model/overview/figures/startsBetween.ts';
import { JobRecords } from '../../../../../src/model/overview/jobRecords.ts';
import type { RankedStart } from '../../../../../src/model/overview/sample.ts';

const now = 10_000;
const sampleOf = (total: number | null, starts: readonly RankedStart[]) => ({ records: new JobRecords(), total, isWhole: false, strata: [], completeSince: null, starts });
const list = fc.array(fc.nat({ max: now - 1 }), { minLength: 1, maxLength: 80 }).map((times) => times.sort((one, other) => one - other));
const span = fc.tuple(fc.nat({ max: now }), fc.nat({ max: now })).map(([one, other]) => ({ from: Math.min(one, other), to: Math.max(one, other) }));

describe('the number of jobs that started in a span', () => {
  it('lies within the bounds that the ranks of any jobs read give, and is theirs where all were read', () =>
    fc.assert(
      fc.property(list, fc.infiniteStream(fc.boolean()), span, (times, isRead, { from, to }) => {
        const all = times.map((startedAt, rank): RankedStart => ({ rank, startedAt }));
        const read = all.filter(() => isRead.next().value);
        const truth = times.filter((ms) => ms >= from && ms < to).length;
        expect(startsBetween(sampleOf(all.length, all), now)?.({ from, to })).toEqual({ value: truth, from: truth, to: truth });
        const about = startsBetween(sampleOf(all.length, read), now)?.({ from, to });
        expect(about === undefined).toBe(read.length === 0);
        if (about === undefined) return;
        expect(about.from).toBeLessThanOrEqual(truth);
        expect(about.to).toBeGreaterThanOrEqual(truth);
        expect(about.value).toBeGreaterThanOrEqual(about.from);
        expect(about.value).toBeLessThanOrEqual(about.to);
      }),
    ));

  it('is spread evenly between two jobs that were read', () => {
    const about = startsBetween(sampleOf(101, [{ rank: 0, startedAt: 0 }, { rank: 100, startedAt: 1000 }]), now);
    expect(about?.({ from: 1, to: 501 })).toEqual({ value: 50, from: 0, to: 99 });
    expect(about?.({ from: 0, to: now })).toEqual({ value: 101, from: 101, to: 101 });
  });

  it('cannot be said where the service does not count its jobs', () => {
    expect(startsBetween(sampleOf(null, [{ rank: 0, startedAt: 0 }]), now)).toBeUndefined();
  });
});
