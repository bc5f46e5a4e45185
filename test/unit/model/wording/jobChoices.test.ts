import { describe, expect, it } from 'vitest';
import { jobChoices } from '../../../../src/model/wording/jobChoices.ts';
import { jobRow } from '../../../../src/service/index.ts';
import { damagedRow, job } from '../builders.ts';

describe('jobChoices', () => {
  it('returns all readable jobs that are not excluded', () => {
    const now = Date.parse('2026-10-01T12:24:00+02:00');
    const rows = [
      jobRow(job('a', { assignedTo: { key: 'u', firstName: 'Ada', lastName: 'Byron' } })),
      damagedRow({}),
      jobRow(job('b', { completedAt: '2026-10-01T10:12:00+02:00' })),
      jobRow(job('c')),
    ];
    const group = 'loaded jobs';
    expect(jobChoices(rows, now, new Set(['c']))).toEqual([
      { key: 'a', name: 'Invoice Approval', about: '3 h · Release payment · Ada', group },
      { key: 'b', name: 'Invoice Approval', about: '2 h · completed · took 1 h', group },
    ]);
  });
});
