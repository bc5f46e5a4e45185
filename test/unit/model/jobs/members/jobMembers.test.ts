import { describe, expect, it } from 'vitest';
import { exportText } from '../../../../../src/model/export/jobExport.ts';
import { describeShownJob } from '../../../../../src/model/jobPage/pageContent.ts';
import {
  cardTitles,
  jobMembers,
  memberList,
} from '../../../../../src/model/jobs/members/jobMembers.ts';
import { jobRow } from '../../../../../src/service/index.ts';

describe('jobMembers', () => {
  it.each(Object.keys(jobMembers))(
    'defines the property “%s” for the job page and CSV exports',
    (name) => {
      const shapes = ['mark', [{ key: 'mark' }], { key: 'mark' }];
      const shown = shapes.map((value) => {
        const job = { key: 'job_1', [name]: value };
        try {
          return [
            JSON.stringify(describeShownJob(job)),
            [...exportText([jobRow(job)], 'csv')].join(''),
          ];
        } catch {
          return [];
        }
      });
      expect(
        shown.filter(([page, csv]) => page?.includes('mark') && csv?.includes('mark')),
      ).not.toEqual([]);
    },
  );

  it('defines a unique ID and a CSV column for each property', () => {
    const ids = memberList.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const { id, columns, card } of memberList) {
      expect(columns).toHaveProperty(id);
      expect(cardTitles).toHaveProperty(card);
    }
  });
});
