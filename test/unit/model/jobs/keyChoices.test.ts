import { describe, expect, it } from 'vitest';
import { jobChoices } from '../../../../src/model/jobs/keyChoices.ts';
import type { JobRow } from '../../../../src/service/index.ts';
import { damagedRow, job } from '../builders.ts';

const rowOf = (key: string, overrides: object = {}): JobRow => ({
  kind: 'job',
  id: `job:${key}`,
  job: job(key, overrides),
});
const broken = damagedRow({});

describe('the jobs to pick from', () => {
  it('are those that could be read, called by workflows and state, without the ones left out', () => {
    expect(
      jobChoices(
        [rowOf('a'), broken, rowOf('b', { completedAt: '2026-10-02T08:00:00Z' }), rowOf('c')],
        new Set(['c']),
      ),
    ).toEqual([
      { key: 'a', name: 'Invoice Approval (active)', group: 'loaded jobs' },
      { key: 'b', name: 'Invoice Approval (completed)', group: 'loaded jobs' },
    ]);
  });
});
