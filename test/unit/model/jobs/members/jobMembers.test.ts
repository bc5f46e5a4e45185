import { describe, expect, it } from 'vitest';
import { exportText } from '../../../../../src/model/export/jobExport.ts';
import { describeShownJob } from '../../../../../src/model/jobPage/pageContent.ts';
import {
  cardTitles,
  jobMembers,
  memberList,
} from '../../../../../src/model/jobs/members/jobMembers.ts';
import { jobRow } from '../../../../../src/service/index.ts';

describe('Job properties', () => {
  it.each(Object.keys(jobMembers))('appear on the job page and in CSV exports (%s)', (name) => {
    const shapes = ['mark', [{ key: 'mark' }], { key: 'mark' }];
    const shown = shapes.map((value) => {
      const job = { key: 'job_1', [name]: value };
      try {
        return [
          JSON.stringify(describeShownJob(job, 'x')),
          [...exportText([jobRow(job)], 'csv')].join(''),
        ];
      } catch {
        return [];
      }
    });
    expect(
      shown.filter(([page, csv]) => page?.includes('mark') && csv?.includes('mark')),
    ).not.toEqual([]);
  });

  it('map to unique IDs and existing CSV columns', () => {
    const ids = memberList.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const { id, columns, card } of memberList) {
      expect(columns).toHaveProperty(id);
      expect(cardTitles).toHaveProperty(card);
    }
  });
});
