import { afterEach, describe, expect, it } from 'vitest';
import { jobsTable } from '../../../../src/model/export/jobsTable.ts';
import { jobRow, readJobRows } from '../../../../src/service/schema/jobs.ts';
import { setTimeZone } from '../../../../src/text/timeZone.ts';
import { aJob } from '../../../support/service/builders.ts';

afterEach(() => setTimeZone(undefined));

describe('jobsTable', () => {
  it('omits empty columns', () => {
    setTimeZone('Asia/Tokyo');
    const rows = [
      jobRow(
        aJob({
          key: 'job_1',
          activeWorkflows: [{ key: 'wf_1', name: 'Invoice | *now*' }],
          activeSteps: [{ key: 'stp_1', name: 'Sign' }],
          startedBy: { key: 'usr_1', firstName: 'Ada', lastName: 'Byron' },
          assignedTo: null,
          startedAt: '2026-10-01T12:00:00.123Z',
          updatedAt: null,
        }),
      ),
      ...readJobRows([{ key: 'job_2', activeSteps: 7 }], 1),
    ];
    expect(jobsTable(rows).split('\n')).toEqual([
      '| Workflow | Key | Step | Started by | Started | Problem |',
      '| --- | --- | --- | --- | --- | --- |',
      '| Invoice \\| \\*now\\* | job\\_1 | Sign | Ada Byron | Oct 1, 2026, 9:00 PM |  |',
      '|  | job\\_2 |  |  |  | data.jobs\\[0\\].activeSteps: expected array |',
      '',
    ]);
  });
});
