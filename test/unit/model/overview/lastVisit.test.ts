import { describe, expect, it } from 'vitest';
import { numbersOf, readLastVisit } from '../../../../src/model/overview/lastVisit.ts';
import { describePanels } from '../../../../src/model/overview/figures/panels.ts';
import type { Scope } from '../../../../src/protocol/overview.ts';
import { aQueue, day, finish, now, readInPart, readNewest, readWhole } from './figures/queue.ts';

const everything: Scope = { preset: 'all', from: null, to: null };
const queue = aQueue(2000, 3);
const whole = readWhole(queue);
const numbers = numbersOf(finish(describePanels(whole, everything, now, 'en', undefined)));
const marks = (sample = whole, before = numbers, scope = everything) => {
  const { stuck, holders } = finish(describePanels(sample, scope, now, 'en', { at: now - day, numbers: before }));
  return [...(stuck.picture?.steps.flatMap(({ cells, active }) => [...cells, active]) ?? []), ...(holders.picture?.workflows.map(({ active }) => active) ?? [])].flatMap(({ was }) => was ?? []);
};

describe('the last look', () => {
  it('marks no number that is the same', () => expect(marks()).toEqual([]));

  it('marks a number that is another with what it was', () => expect(marks(whole, { ...numbers, 'step Approve amount': 3 })).toEqual([3]));

  it('marks no number that only was estimated then, or is at least so great now', () => {
    const estimated = numbersOf(finish(describePanels(readInPart(queue, 1, 8), everything, now, 'en', undefined)));
    expect(Object.keys(estimated).some((name) => name.startsWith('~'))).toBe(true);
    expect(marks(whole, Object.fromEntries(Object.entries(estimated).filter(([name]) => name.startsWith('~'))))).toEqual([]);
    expect(marks({ ...readNewest(queue, 5), completeSince: null })).toEqual([]);
  });

  it('marks an estimate whose interval does not hold what it was', () => {
    expect(marks(readInPart(queue, 1, 8), { 'step Approve amount': 100_000 })).toEqual([100_000]);
  });

  it('knows no numbers of a scope', () => {
    const scope: Scope = { preset: 'custom', from: now - 30 * day, to: null };
    expect(numbersOf(finish(describePanels(whole, scope, now, 'en', undefined)))).toEqual({});
    expect(marks(whole, numbers, scope)).toEqual([]);
  });

  it('is read as it was kept, and not at all where it makes no sense', () => {
    expect(readLastVisit(JSON.parse(JSON.stringify({ at: now, numbers })))).toEqual({ at: now, numbers });
    for (const kept of [undefined, 1, {}, { at: 'x', numbers }, { at: 1, numbers: { a: 'b' } }]) expect(readLastVisit(kept)).toBeUndefined();
  });
});
