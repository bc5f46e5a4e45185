import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { defaultBudget } from '../../../src/agents/answer.ts';
import type { OutputOf } from '../../../src/agents/schemas.ts';
import { aJob, aPage } from '../../support/service/builders.ts';
import { envelope, serveData, routes } from '../../support/service/service.ts';
import { agentOf, many, completed } from './operationsSetup.ts';
import { countTokens } from './countTokens.ts';

const keysIn = ({ jobs }: OutputOf<'findJobs'>) => jobs.map(({ key }) => key);

describe('find_jobs tool', () => {
  it('returns a cursor for the next page', async () => {
    const { done, service } = await agentOf(serveData({ jobs: many(600), total: 4213 }));
    expect(await done('findJobs', { workflow: 'nothing like it' })).toEqual({
      jobs: [],
      read: 'pages 1-10 of 85; jobs in total: 4,213',
      cursor: 11,
    });
    expect(service.requests).toHaveLength(10);
    const first = await done('findJobs');
    expect([first.jobs.length, first.read, first.cursor]).toEqual([
      50,
      'page 1 of 85; jobs in total: 4,213',
      2,
    ]);
    const second = await done('findJobs', { cursor: first.cursor });
    expect([second.read, second.jobs[0]?.key]).toEqual([
      'page 2 of 85; jobs in total: 4,213',
      'job_51',
    ]);
  });

  it('returns each job exactly once for any token budget and page size', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 0, max: 60 }),
        fc.integer({ min: 1, max: 50 }),
        fc.integer({ min: 10, max: 3000 }),
        async (count, perPage, tokens) => {
          const { done } = await agentOf(serveData({ jobs: many(count), perPage }));
          const found: string[] = [];
          let cursor: number | undefined;
          for (
            let answers = 0;
            answers === 0 || (cursor !== undefined && answers <= count);
            answers++
          ) {
            const answer: OutputOf<'findJobs'> = await done('findJobs', { cursor }, tokens);
            found.push(...keysIn(answer));
            ({ cursor } = answer);
          }
          expect(found).toEqual(many(count).map(({ key }) => key));
        },
      ),
      { numRuns: 10 },
    );
  });

  it('returns only keys and states if the full output exceeds the token budget', async () => {
    const { done } = await agentOf(serveData({ jobs: many(30) }));
    const { jobs, note } = await done('findJobs', {}, 300);
    expect(jobs).toEqual(many(30).map(({ key }) => ({ key, state: 'active' })));
    expect(note).toBe('Only keys and states are listed, because the answer would be too long.');
  });

  it.each([
    [
      'random keys',
      (index: number) => ({ key: `${crypto.randomUUID()}${crypto.randomUUID()}${index}` }),
    ],
    [
      'names in Japanese',
      () => ({
        activeSteps: Array.from({ length: 10 }, () => ({
          key: 's',
          name: '請求書の承認を待っています。'.repeat(4),
        })),
      }),
    ],
    [
      'random names',
      () => ({
        activeSteps: Array.from({ length: 10 }, () => ({
          key: 's',
          name: crypto.randomUUID().repeat(5),
        })),
      }),
    ],
  ])('stays within the default token budget for jobs with %s', async (_condition, overrides) => {
    const { run } = await agentOf(serveData({ jobs: many(25, overrides) }));
    const { text } = await run('findJobs');
    expect(countTokens(text)).toBeLessThanOrEqual(defaultBudget);
  });

  it.each([
    [{ state: 'completed' }, ['job_2']],
    [{ state: 'unknown' }, ['job_3']],
    [{ workflow: 'REFUND' }, ['job_1']],
    [{ workflow: 'wf_invoice' }, ['job_4']],
    [{ step: 'legal' }, ['job_1']],
    [{ assignee: 'ada' }, ['job_4']],
    [{ assignee: '@me' }, ['job_4']],
    [{ starter: 'hopper' }, ['job_1']],
    [{ starter: '@me' }, []],
    [{ text: 'grace' }, ['job_1']],
    [{ text: '\uff47race' }, ['job_1']],
    [{ text: 'job_3' }, ['job_3']],
    [{ startedFrom: '2026-10-02T00:00:00Z' }, ['job_1']],
    [{ startedBefore: '2026-09-01T00:00:00+02:00' }, ['job_2']],
    [
      {
        startedFrom: '2026-09-01T00:00:00Z',
        startedBefore: '2026-10-02T00:00:00Z',
        assignee: 'Ada',
      },
      ['job_4'],
    ],
    [{ workflow: 'refund', assignee: 'ada' }, []],
  ])('filters jobs by the arguments %o', async (input, expected) => {
    const jobs = [
      aJob({
        key: 'job_1',
        activeWorkflows: [{ key: 'wf_r', name: 'Refund' }],
        activeSteps: [{ key: 's', name: 'Legal check' }],
        startedBy: { key: 'u', firstName: 'Grace', lastName: 'Hopper' },
        startedAt: '2026-10-03T00:00:00Z',
      }),
      aJob({ key: 'job_2', ...completed, startedAt: '2026-08-31T23:59:00+02:00' }),
      aJob({
        key: 'job_3',
        activeWorkflows: [],
        activeSteps: [],
        completedAt: undefined,
        startedAt: undefined,
      }),
      aJob({ key: 'job_4', assignedTo: { key: 'ada', firstName: 'Ada', lastName: 'Lovelace' } }),
    ];
    const { done } = await agentOf(serveData({ jobs }), [], { key: 'ada', name: 'Ada King' });
    expect(keysIn(await done('findJobs', input))).toEqual(expected);
  });

  it.each([[{ startedFrom: '2026-10-01T00:00:00Z' }], [{ startedBefore: '2026-11-01T00:00:00Z' }]])(
    'adds a note about jobs without a valid start time for the arguments %o',
    async (input) => {
      const jobs = [aJob(), aJob({ key: 'job_2', startedAt: '2026-10-03 00:00:00' })];
      const { done } = await agentOf(serveData({ jobs }));
      const { note, ...others } = await done('findJobs', input);
      expect([keysIn(others), note]).toEqual([
        ['job_1'],
        'Jobs whose start time is missing or has no offset were left out. Jobs may be missing.',
      ]);
      expect(await done('findJobs')).not.toHaveProperty('note', expect.anything());
    },
  );

  it('rejects “@me” if the current user is unknown', async () => {
    const { run, service } = await agentOf(serveData({ jobs: [] }));
    expect((await run('findJobs', { assignee: '@me' })).text).toBe(
      'Failed (invalidInput). “@me” is unknown because the person has not selected themselves. Ask the person for their name.',
    );
    expect(service.requests).toEqual([]);
  });

  it('accepts an escaped workflow name from its output as a filter', async () => {
    const { done } = await agentOf(
      serveData({
        jobs: [
          aJob({ activeWorkflows: [{ key: 'w', name: 'In\u200bvoice\u{e0041} \u202eApproval' }] }),
        ],
      }),
    );
    const { jobs } = await done('findJobs');
    expect(jobs[0]?.workflows).toEqual(['Invoice \\u202eApproval']);
    expect(keysIn(await done('findJobs', { workflow: jobs[0]?.workflows?.[0] }))).toEqual([
      'job_1',
    ]);
  });

  it('adds a note about unreadable entries and duplicate jobs', async () => {
    const rows = [aJob(), { key: null }, 'nothing', aJob()];
    const { done } = await agentOf(
      routes({
        'GET /jobs?page=1': envelope({ jobs: rows, pagination: { hasMore: true } }),
        'GET /jobs?page=2': envelope({
          jobs: [aJob(), aJob({ key: 'job_2' })],
          pagination: { hasMore: false },
        }),
      }),
    );
    expect(await done('findJobs')).toEqual({
      jobs: [expect.objectContaining({ key: 'job_1' }), expect.objectContaining({ key: 'job_2' })],
      read: 'pages 1-2',
      note: 'The list changed while it was loading. Jobs may be missing. Some entries could not be read.',
    });
  });

  it('stops paging if the service returns page 1 again', async () => {
    const note =
      /^Paging stopped: the service returned page 1 instead of page 2.* Jobs may be missing\.$/;
    const { done, service } = await agentOf(() =>
      envelope({ ...aPage(many(50)), pagination: { hasMore: true, total: 140, currentPage: 1 } }),
    );
    const answer = await done('findJobs', { text: 'job_50' });
    expect(keysIn(answer)).toEqual(['job_50']);
    expect([answer.note, answer.cursor]).toEqual([expect.stringMatching(note), undefined]);
    expect(service.requests).toHaveLength(2);
  });

  it('stops paging after an empty page even if the service reports more jobs', async () => {
    const { done, service } = await agentOf(
      envelope({ jobs: [], pagination: { hasMore: true, total: 90 } }),
    );
    expect(await done('findJobs')).toEqual({
      jobs: [],
      read: 'page 1; jobs in total: 90',
      note: 'Paging stopped: page 1 is empty, although the service reports more jobs. Jobs may be missing.',
    });
    expect(service.requests).toHaveLength(1);
  });

  it('reports missing jobs if the service returns fewer jobs than its total', async () => {
    const { done } = await agentOf(envelope(aPage([aJob()], { total: 90 })));
    expect(await done('findJobs')).toMatchObject({
      jobs: [{ key: 'job_1' }],
      read: 'page 1 of 1; jobs in total: 90',
      note: expect.stringMatching(
        /^Paging stopped: the service returned 1 of 90 jobs and reports no more pages\. Jobs may be missing\.$/,
      ) as string,
    });
  });

  it('reports no missing jobs if a new job starts while the list is loading', async () => {
    const serviceContent = { jobs: many(140) as object[] };
    const { done } = await agentOf((request, index) => {
      const response = serveData(serviceContent)(request, index);
      if (request.url === '/jobs?page=1') {
        serviceContent.jobs = [aJob({ key: `new_${index}` }), ...serviceContent.jobs];
      }
      return response;
    });
    expect(await done('findJobs', { text: 'job_140' })).toEqual({
      jobs: [expect.objectContaining({ key: 'job_140' })],
      read: 'pages 1-3 of 3; jobs in total: 141',
    });
    const keys: string[] = [];
    let cursor: number | undefined;
    do {
      const answer: OutputOf<'findJobs'> = await done('findJobs', { cursor });
      expect(answer).not.toHaveProperty('note', expect.anything());
      keys.push(...keysIn(answer));
      ({ cursor } = answer);
    } while (cursor !== undefined);
    expect([...new Set(keys)]).toEqual(expect.arrayContaining(many(140).map(({ key }) => key)));
  });

  it('returns the last active workflows of a completed job', async () => {
    const serviceContent = { jobs: [aJob()] as object[] };
    const { done } = await agentOf(serveData(serviceContent));
    await done('findJobs');
    serviceContent.jobs = [aJob(completed)];
    expect(await done('findJobs', { workflow: 'invoice' })).toMatchObject({
      jobs: [{ state: 'completed', workflows: ['Invoice Approval'] }],
    });
  });

  it('returns no jobs if the cursor is after the last page', async () => {
    const { done } = await agentOf(serveData({ jobs: many(60) }));
    expect(await done('findJobs', { cursor: 9 })).toMatchObject({ jobs: [], cursor: undefined });
  });
});
