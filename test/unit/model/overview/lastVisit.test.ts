import { describe, expect, it } from 'vitest';
import { describePanels } from '../../../../src/model/overview/figures/panels.ts';
import { storeVisit, storedVisit } from '../../../../src/model/overview/lastVisit.ts';
import type { ReadJobs } from '../../../../src/model/jobs/listReading.ts';
import type { Scope } from '../../../../src/protocol/overview.ts';
import { jobRow } from '../../../../src/service/index.ts';
import { createKeyValueStore } from '../builders.ts';
import { aQueue, day, finish, now, readInPart, readWhole } from './figures/queue.ts';

const everything: Scope = { preset: 'all', from: null, to: null };
const lastMonth: Scope = { preset: 'custom', from: now - 30 * day, to: null };
const queue = aQueue(2000, 3);
const url = 'https://one.example';

/** The numbers that are kept of a visit. */
function kept(read: ReadJobs, scope = everything): Record<string, number> {
  const store = createKeyValueStore();
  storeVisit(store, url, finish(describePanels(read, scope, now, undefined)), now);
  return { ...storedVisit(store, url)?.numbers };
}

const marks = (numbers: Record<string, number>, read = readWhole(queue), scope = everything) => {
  const { stuck, holders } = finish(describePanels(read, scope, now, { at: now - day, numbers }));
  return [
    ...(stuck.picture?.steps.flatMap(({ cells, active }) => [...cells, active]) ?? []),
    ...(holders.picture?.workflows.map(({ active }) => active) ?? []),
  ].flatMap(({ was }) => was ?? []);
};

describe('the last visit', () => {
  const numbers = kept(readWhole(queue));

  it('marks a number that has changed with what it was', () => {
    expect(marks(numbers)).toEqual([]);
    expect(marks({ ...numbers, 'step Approve amount': 3 })).toEqual([3]);
  });

  it('keeps no number of further steps, workflows or people, which are others each time', () => {
    const named = (index: number) => [{ key: `k${index % 30}`, name: `Name ${index % 30}` }];
    const many = queue.map((row, index) =>
      row.kind === 'job' && row.job.completedAt === null
        ? jobRow({
            ...row.job,
            activeSteps: named(index),
            activeWorkflows: named(index),
            assignedTo: { firstName: `Name ${index % 30}` },
          })
        : row,
    );
    expect(Object.keys(kept(readWhole(many))).filter((name) => name.includes('further'))).toEqual([]);
  });

  it('keeps no number of steps that are shown alike, because their names are long', () => {
    const named = queue.map((row, index) =>
      row.kind === 'job' && row.job.completedAt === null
        ? jobRow({ ...row.job, activeSteps: [{ key: 's', name: `${'Step '.repeat(30)}${index % 2}` }] })
        : row,
    );
    expect(Object.keys(kept(readWhole(named))).filter((name) => name.startsWith('step'))).toEqual([]);
  });

  it('compares only exact numbers of all time', () => {
    expect([kept(readInPart(queue, 500)), kept(readWhole(queue), lastMonth)]).toEqual([{}, {}]);
    const changed = { ...numbers, 'step Approve amount': 3 };
    expect([marks(changed, readInPart(queue, 500)), marks(changed, readWhole(queue), lastMonth)]).toEqual([
      [],
      [],
    ]);
  });

  it.each([undefined, 1, {}, { at: 'x', numbers }, { at: 1, numbers: { a: 'b' } }])(
    'is not read where it makes no sense: %s',
    (stored) => {
      expect(
        storedVisit({ get: (name) => (name.endsWith(url) ? stored : undefined), set: () => undefined }, url),
      ).toBeUndefined();
    },
  );
});
