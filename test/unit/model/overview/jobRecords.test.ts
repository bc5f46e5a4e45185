import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { JobRecords, stateCodes } from '../../../../src/model/overview/jobRecords.ts';
import { jobRow, readJobRows, rowId } from '../../../../src/service/index.ts';
import { aJob } from '../../../support/service/builders.ts';
import { damagedRow } from '../builders.ts';

const known = (records: JobRecords, index: number) => ({
  state: records.state(index),
  page: records.page(index),
  times: (['started', 'updated', 'completed'] as const).map((which) => records.time(which, index)),
  names: (['workflows', 'steps', 'assignees'] as const).map((part) => records.namesOf(part, records.nameList(part, index))),
});

describe('records of jobs', () => {
  it('hold state, page, times and names of a job, and find it by the id of its row', () => {
    const records = new JobRecords();
    const row = jobRow(aJob({ key: 'a', startedAt: '2026-10-01T09:12:00.900+02:00', completedAt: 'soon', assignedTo: [{ firstName: 'Ada' }, { firstName: 'Grace' }] }));
    expect(records.put(row, 7)).toBe(true);
    expect(records.put(damagedRow({}), 70_000)).toBe(true);
    expect(known(records, 0)).toEqual({ state: 'completed', page: 7, times: [1790838720, 1790839800, 0], names: [['Invoice Approval'], ['Release payment'], ['Ada', 'Grace']] });
    expect(known(records, 1)).toEqual({ state: 'unreadable', page: 70_000, times: [0, 0, 0], names: [[], [], []] });
    expect([records.find(row.id), records.find('job:b'), records.row(0), records.size]).toEqual([0, undefined, row, 2]);
  });

  it('renew a job that is read again, unless it is newer, and keep its page', () => {
    const records = new JobRecords();
    const job = (updatedAt: string, completedAt: string | null) => jobRow(aJob({ key: 'a', updatedAt, completedAt }));
    records.put(job('2026-10-02T00:00:00Z', null), 1);
    expect(records.put(job('2026-10-03T00:00:00Z', '2026-10-03T00:00:00Z'), 2)).toBe(false);
    const { version } = records;
    expect(records.put(job('2026-10-01T00:00:00Z', null), 3)).toBe(false);
    expect([records.state(0), records.page(0), records.size, records.version]).toEqual(['completed', 1, 1, version]);
  });

  it('keep a job whose page is not known with the first page that it is read from', () => {
    const records = new JobRecords();
    const row = jobRow(aJob());
    expect([0, 0, 5, 6].map((page) => records.put(row, page))).toEqual([true, false, true, false]);
    expect(records.page(0)).toBe(5);
  });

  it('tell apart jobs of one key in an answer, and rows without a key from jobs whose key is their id', () => {
    const records = new JobRecords();
    const rows = readJobRows([aJob({ key: 'a' }), aJob({ key: 'a' }), {}, aJob({ key: 'unreadable:1:2' }), aJob({ key: 'repeat:1:job:a' })], 1);
    expect(rows.map((row) => records.put(row, 1))).toEqual([true, true, true, true, true]);
    expect(rows.map((row) => [records.find(row.id), records.put({ ...row }, 1)])).toEqual(rows.map((_, index) => [index, false]));
  });

  it('find each of many ids, and copy columns that say the same as the records', () =>
    fc.assert(
      fc.property(fc.uniqueArray(fc.string({ unit: 'binary' }), { maxLength: 30 }), fc.constantFrom(0, 3000), fc.nat({ max: 100_000 }), (odd, many, page) => {
        const keys = [...new Set([...odd, ...Array.from({ length: many }, (_, index) => `job:${index}`)])];
        const records = new JobRecords();
        for (const [index, key] of keys.entries()) records.put(jobRow(aJob({ key })), page + index);
        expect(keys.map((key) => records.find(rowId(key))).join()).toBe([...keys.keys()].join());
        const columns = records.columns();
        expect(columns.pages.join()).toBe(keys.map((_, index) => page + index).join());
        expect(columns.states.every((state) => state === stateCodes.active)).toBe(true);
        expect(columns.started.join()).toBe(keys.map((_, index) => records.time('started', index)).join());
        expect(columns.size).toBe(keys.length);
      }),
      { numRuns: 8 },
    ));
});
