import { describe, expect, it } from 'vitest';
import { rememberWorkflows } from '../../../../src/model/jobs/job.ts';
import { knownWorkflows, recentWorkflows, rememberWorkflow } from '../../../../src/model/jobs/workflows.ts';
import type { JobRow } from '../../../../src/service/index.ts';
import { setLanguage } from '../../../../src/text/language.ts';
import { damagedRow, job, createKeyValueStore } from '../builders.ts';

const row = (key: string, overrides: object): JobRow => ({
  kind: 'job',
  id: `job:${key}`,
  job: job(key, overrides),
});

describe('known workflows', () => {
  it('are those of the loaded jobs, each once, by name', () => {
    const rows: JobRow[] = [
      row('1', {
        activeWorkflows: [
          { key: 'w2', name: 'Onboarding' },
          { key: 'w1', name: 'Invoice' },
        ],
      }),
      row('2', {
        activeWorkflows: [
          { key: 'w1', name: 'Invoice, renamed' },
          { key: 'w3', name: null },
        ],
      }),
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

  it('include those last seen of jobs that are over', () => {
    const over = rememberWorkflows(job('1', { activeWorkflows: [] }), [{ key: 'w1', name: 'Invoice' }]);
    const rows: JobRow[] = [{ kind: 'job', id: 'job:1', job: over }];
    expect(knownWorkflows(rows)).toEqual([{ key: 'w1', name: 'Invoice' }]);
  });

  it('are in the order of the reader’s language', () => {
    const rows = [row('1', { activeWorkflows: ['张', '王', '李'].map((name) => ({ key: name, name })) })];
    setLanguage('zh-cn');
    expect(knownWorkflows(rows).map(({ name }) => name)).toEqual(['李', '王', '张']);
  });

  it('have the name that one job tells and a newer one leaves out', () => {
    const rows = [
      row('1', { activeWorkflows: [{ key: 'w1', name: null }] }),
      row('2', { activeWorkflows: [{ key: 'w1', name: 'Invoice' }] }),
    ];
    expect(knownWorkflows(rows)).toEqual([{ key: 'w1', name: 'Invoice' }]);
  });
});

describe('recent workflows', () => {
  const here = 'https://here.example.com';

  it('begin with the last one used, once, and are ten at most', () => {
    const store = createKeyValueStore();
    const keys = () => recentWorkflows(store, here).map(({ key }) => key);
    rememberWorkflow(store, here, { key: 'w0', name: 'Old name' });
    for (let number = 1; number < 10; number++) {
      rememberWorkflow(store, here, { key: `w${number}`, name: 'x' });
    }
    rememberWorkflow(store, here, { key: 'w0', name: 'New name' });
    expect(keys()).toEqual(['w0', 'w9', 'w8', 'w7', 'w6', 'w5', 'w4', 'w3', 'w2', 'w1']);
    expect(recentWorkflows(store, here)[0]?.name).toBe('New name');
    rememberWorkflow(store, here, { key: 'w10', name: 'x' });
    expect(keys()).toEqual(['w10', 'w0', 'w9', 'w8', 'w7', 'w6', 'w5', 'w4', 'w3', 'w2']);
  });

  it('are those of one service', () => {
    const store = createKeyValueStore();
    rememberWorkflow(store, here, { key: 'w_new', name: 'New' });
    expect(recentWorkflows(store, 'https://there.example.com')).toEqual([]);
  });
});
