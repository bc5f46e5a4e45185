import { describe, expect, it } from 'vitest';
import { withLastWorkflows } from '../../../../src/model/jobs/job.ts';
import {
  knownWorkflows,
  recentWorkflows,
  rememberWorkflow,
} from '../../../../src/model/starting/workflows.ts';
import type { JobRow } from '../../../../src/service/index.ts';
import { setLanguage } from '../../../../src/text/language.ts';
import { damagedRow, job, createKeyValueStore } from '../builders.ts';

const row = (key: string, overrides: object): JobRow => ({
  kind: 'job',
  id: `job:${key}`,
  job: job(key, overrides),
});

describe('knownWorkflows', () => {
  it('returns each workflow once, sorted by name', () => {
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

  it('includes the last active workflows of finished jobs', () => {
    const over = withLastWorkflows(job('1', { activeWorkflows: [] }), [
      { key: 'w1', name: 'Invoice' },
    ]);
    const rows: JobRow[] = [{ kind: 'job', id: 'job:1', job: over }];
    expect(knownWorkflows(rows)).toEqual([{ key: 'w1', name: 'Invoice' }]);
  });

  it('sorts names according to the display language', () => {
    const rows = [
      row('1', { activeWorkflows: ['张', '王', '李'].map((name) => ({ key: name, name })) }),
    ];
    setLanguage('zh-cn');
    expect(knownWorkflows(rows).map(({ name }) => name)).toEqual(['李', '王', '张']);
  });

  it('uses the workflow name from another job if a job lacks the name', () => {
    const rows = [
      row('1', { activeWorkflows: [{ key: 'w1', name: null }] }),
      row('2', { activeWorkflows: [{ key: 'w1', name: 'Invoice' }] }),
    ];
    expect(knownWorkflows(rows)).toEqual([{ key: 'w1', name: 'Invoice' }]);
  });
});

describe('recentWorkflows', () => {
  const baseUrl = 'https://here.example.com';

  it('returns the ten most recently used workflows', () => {
    const store = createKeyValueStore();
    const keys = () => recentWorkflows(store, baseUrl).map(({ key }) => key);
    rememberWorkflow(store, baseUrl, { key: 'w0', name: 'Old name' });
    for (let number = 1; number < 10; number++) {
      rememberWorkflow(store, baseUrl, { key: `w${number}`, name: 'x' });
    }
    rememberWorkflow(store, baseUrl, { key: 'w0', name: 'New name' });
    expect(keys()).toEqual(['w0', 'w9', 'w8', 'w7', 'w6', 'w5', 'w4', 'w3', 'w2', 'w1']);
    expect(recentWorkflows(store, baseUrl)[0]?.name).toBe('New name');
    rememberWorkflow(store, baseUrl, { key: 'w10', name: 'x' });
    expect(keys()).toEqual(['w10', 'w0', 'w9', 'w8', 'w7', 'w6', 'w5', 'w4', 'w3', 'w2']);
  });

  it('returns only workflows from the given service', () => {
    const store = createKeyValueStore();
    rememberWorkflow(store, baseUrl, { key: 'w_new', name: 'New' });
    expect(recentWorkflows(store, 'https://there.example.com')).toEqual([]);
  });
});
