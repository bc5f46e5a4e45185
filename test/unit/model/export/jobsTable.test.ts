import { expect, it } from 'vitest';
import { jobsTable } from '../../../../src/model/export/jobsTable.ts';
import { jobRow, readJobRows } from '../../../../src/service/schema/jobs.ts';
import { aJob } from '../../../support/service/builders.ts';

it('a Markdown table of jobs has the columns that some job fills, and plain text in its cells', () => {
  const rows = [
    jobRow(
      aJob({
        key: 'job_1',
        activeWorkflows: [{ key: 'wf_1', name: 'Invoice | *now*' }],
        activeSteps: [{ key: 'stp_1', name: 'Sign' }],
        startedBy: { key: 'usr_1', firstName: 'Ada', lastName: 'Byron' },
        assignedTo: null,
        startedAt: '2026-10-01T12:00:00Z',
        updatedAt: null,
      }),
    ),
    ...readJobRows([{ key: 'job_2', activeSteps: 7 }], 1),
  ];
  expect(jobsTable(rows).split('\n')).toEqual([
    '| Workflow | Key | Step | Started by | Started | Problem |',
    '| --- | --- | --- | --- | --- | --- |',
    '| Invoice \\| \\*now\\* | job\\_1 | Sign | Ada Byron | 2026-10-01T12:00:00Z |  |',
    '|  | job\\_2 |  |  |  | data.jobs\\[0\\].activeSteps: expected array |',
    '',
  ]);
});
