import { describe, expect, it } from 'vitest';
import { knownWorkflows, withRecent } from '../../../../src/model/jobs/workflows.ts';
import type { JobRow } from '../../../../src/service/index.ts';
import { damagedRow, job } from '../builders.ts';

const row = (key: string, overrides: object): JobRow => ({ kind: 'job', id: `job:${key}`, job: job(key, overrides) });

describe('known workflows', () => {
  it('are those of the loaded jobs, each once, by name', () => {
    const rows: JobRow[] = [
      row('1', { activeWorkflows: [{ key: 'w2', name: 'Onboarding' }, { key: 'w1', name: 'Invoice' }] }),
      row('2', { activeWorkflows: [{ key: 'w1', name: 'Invoice, renamed' }, { key: 'w3', name: null }] }),
      row('3', { activeWorkflows: null }),
      damagedRow({ activeWorkflows: [{ key: 'w9', name: 'Broken' }] }),
    ];
    expect(knownWorkflows(rows)).toEqual([
      { key: 'w1', name: 'Invoice' },
      { key: 'w2', name: 'Onboarding' },
      { key: 'w3', name: 'w3' },
    ]);
    expect(knownWorkflows([])).toEqual([]);
  });
});

describe('recent workflows', () => {
  it('begin with the last one used, once, and are ten at most', () => {
    let recent = withRecent([], { key: 'w0', name: 'Old name' });
    for (let number = 1; number < 10; number++) recent = withRecent(recent, { key: `w${number}`, name: 'x' });
    recent = withRecent(recent, { key: 'w0', name: 'New name' });
    expect(recent.map(({ key }) => key)).toEqual(['w0', 'w9', 'w8', 'w7', 'w6', 'w5', 'w4', 'w3', 'w2', 'w1']);
    expect(recent[0]?.name).toBe('New name');
    expect(withRecent(recent, { key: 'w10', name: 'x' }).map(({ key }) => key)).toEqual(['w10', 'w0', 'w9', 'w8', 'w7', 'w6', 'w5', 'w4', 'w3', 'w2']);
  });
});
