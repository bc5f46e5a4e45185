import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  describeShownJob,
  describeShownUnreadable,
  identityOf,
  identityText,
} from '../../../../src/model/jobPage/pageContent.ts';
import { type JobRow, jobRow } from '../../../../src/service/index.ts';
import { readJob } from '../../../../src/service/schema/jobs.ts';
import { unreadable } from '../../../../src/service/schema/readable.ts';
import { damagedRow, job } from '../builders.ts';
import { shownJobSchema } from './pageSchema.ts';
import { codePoint } from '../../codePoint.ts';
import { jsonValue, memberName } from '../../jsonValue.ts';

describe('describeShownJob', () => {
  it('returns the title, state, times, and timeline of a job', () => {
    const page = describeShownJob(
      job('job_1', {
        assignedTo: [{ firstName: 'Ada', lastName: null }, { key: 'u2' }],
        completedAt: '2026-10-02T08:00:00Z',
      }),
    );
    expect(page).toEqual({
      key: 'job_1',
      title: 'Invoice Approval',
      state: 'completed',
      problem: null,
      waiting: null,
      startedAt: { text: '2026-10-01T09:12:00+02:00', ms: Date.UTC(2026, 9, 1, 7, 12) },
      completedAt: { text: '2026-10-02T08:00:00Z', ms: Date.UTC(2026, 9, 2, 8) },
      cards: expect.any(Array) as unknown[],
      timeline: [
        { kind: 'startedAt', name: 'Started', at: Date.UTC(2026, 9, 1, 7, 12) },
        { kind: 'updatedAt', name: 'Updated', at: Date.UTC(2026, 9, 1, 7, 30) },
        { kind: 'completedAt', name: 'Completed', at: Date.UTC(2026, 9, 2, 8) },
      ].map((event) => ({ ...event, people: [] })),
      fields: [],
      log: [],
      more: {},
    });
    expect(shownJobSchema.parse(page)).toEqual(page);
  });

  it('shortens a title that contains more than two workflows', () => {
    const named = (count: number) =>
      describeShownJob(
        job('job_1', {
          activeWorkflows: Array.from({ length: count }, (_, index) => ({
            key: `w${index}`,
            name: `Workflow ${index + 1}`,
          })),
        }),
      ).title;
    expect([named(0), named(2), named(3)]).toEqual([
      'job_1',
      'Workflow 1, Workflow 2',
      'Workflow 1 and 2 more',
    ]);
  });

  it('keeps undocumented properties unchanged', () => {
    const more = {
      actions: { none: true },
      content: { pages: [1, '2', null] },
      logs: [],
      Key: 'not the key',
    };
    expect(describeShownJob(job('job_1', more)).more).toEqual(more);
  });

  it('keeps an invalid time unchanged', () => {
    expect(describeShownJob(job('job_1', { startedAt: 'last Tuesday' })).startedAt).toEqual({
      text: 'last Tuesday',
      ms: null,
    });
  });

  it('returns content that matches the page schema for any job', () => {
    const member = jsonValue({ maxDepth: 4 });
    const text = fc.string({ unit: codePoint });
    const absent = fc.constantFrom(null, undefined);
    const named = fc.oneof(
      absent,
      fc.array(fc.record({ key: text, name: fc.oneof(absent, text) }), { maxLength: 3 }),
    );
    const documented = fc.record(
      {
        key: text.filter((key) => key !== ''),
        activeWorkflows: named,
        activeSteps: named,
        assignedTo: member,
        startedBy: fc.oneof(absent, fc.record({ key: fc.oneof(absent, text) })),
        startedAt: fc.oneof(absent, text),
        completedAt: fc.oneof(absent, text),
      },
      { requiredKeys: ['key'] },
    );
    fc.assert(
      fc.property(
        fc.dictionary(
          fc.oneof(memberName, fc.constantFrom('__proto__', 'constructor', 'toString')),
          member,
        ),
        documented,
        (unknown, known) => {
          const read = readJob(JSON.parse(JSON.stringify({ ...unknown, ...known })), 'data.job');
          if (read.kind === 'unreadable') throw new Error(read.problem);
          const page = describeShownJob(read.value);
          expect(shownJobSchema.safeParse(page)).toMatchObject({ success: true });
        },
      ),
      { numRuns: 100 },
    );
  });
});

describe('describeShownUnreadable', () => {
  it('returns the problem and all properties that the service sent', () => {
    const raw = { key: 'job_1', completedAt: 7 };
    const page = describeShownUnreadable(unreadable(raw, 'data.job.completedAt: expected string'));
    expect(page).toMatchObject({
      key: 'job_1',
      title: 'job_1',
      state: 'unreadable',
      problem: 'data.job.completedAt: expected string',
      more: raw,
    });
  });

  it('uses the row label as the title if the job has no key', () => {
    expect(describeShownUnreadable(unreadable({ name: 'Refund' }, 'x'))).toMatchObject({
      key: null,
      title: 'Refund',
    });
    expect(describeShownUnreadable(unreadable(null, 'x'))).toMatchObject({
      key: null,
      title: 'Unreadable entry',
    });
  });

  it('returns content that matches the page schema for any input', () => {
    fc.assert(
      fc.property(
        fc.oneof(jsonValue(), fc.record({ key: fc.string({ unit: codePoint }) })),
        (raw) => {
          expect(
            shownJobSchema.safeParse(describeShownUnreadable(unreadable(raw, 'x'))),
          ).toMatchObject({
            success: true,
          });
        },
      ),
      { numRuns: 100 },
    );
  });
});

describe('identityText', () => {
  it('returns the key, or the row ID if the key is empty', () => {
    const rows: JobRow[] = [jobRow(job('a')), damagedRow({ key: 'b' }), damagedRow(null)];
    const identities = rows.map((row) => identityOf(row, 'u'));
    expect(identities).toEqual([
      { key: 'a', baseUrl: 'u' },
      { key: 'b', baseUrl: 'u' },
      { key: '', baseUrl: 'u', row: 'unreadable:1:0' },
    ]);
    expect(identities.map((each) => identityText(each))).toEqual(['a', 'b', 'unreadable:1:0']);
  });
});
