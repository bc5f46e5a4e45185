import { describe, expect, it } from 'vitest';
import { isMatch, jobChoices, offeredChoices } from '../../../../src/model/jobs/keyChoices.ts';
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

  it('are all offered while they are few, and of many the first that hold what is typed in name or key', () => {
    const few = jobChoices([rowOf('a'), rowOf('b')], new Set());
    expect(offeredChoices(few, 'nothing like that')).toEqual(few);
    const many = jobChoices(
      Array.from({ length: 1500 }, (_, index) => rowOf(`Job_${index}`)),
      new Set(),
    );
    expect(offeredChoices(many, '')).toEqual(many.slice(0, 500));
    expect(offeredChoices(many, 'jOB_1499').map(({ key }) => key)).toEqual(['Job_1499']);
    expect(offeredChoices(many, 'APPROVAL')).toHaveLength(500);
    expect(offeredChoices(many, 'nothing like that')).toEqual([]);
    const exact = { key: 'job', name: 'Last', group: '' };
    expect(offeredChoices([...many, exact], 'job')[0]).toEqual(exact);
  });

  it('match a text when each of its words is in the name or the key', () => {
    const choice = { key: 'wf_a  $(b)', name: 'Invoice Approval', group: '' };
    for (const typed of ['', 'approval INV', 'voice wf_a', '  wf_a  $(b)']) {
      expect(isMatch(choice, typed), typed).toBe(true);
    }
    expect(isMatch({ ...choice, name: 'B\u00fcro' }, 'bu\u0308ro')).toBe(true);
    for (const typed of ['invap', 'invoice review', '$(c)']) {
      expect(isMatch(choice, typed), typed).toBe(false);
    }
  });
});
