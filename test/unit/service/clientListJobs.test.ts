import { describe, expect, it } from 'vitest';
import { envelope, text } from '../../support/service/service.ts';
import { aJob, aPage } from '../../support/service/builders.ts';
import { jobRow } from '../../../src/service/index.ts';
import { connected, containing, failureOf, pageIn, patient } from './harness.ts';

describe('ServiceClient.listJobs', () => {
  it('omits jobs whose key occurs earlier on the page', async () => {
    const jobs = [
      aJob({ key: 'a', note: 1 }),
      aJob({ key: 'b' }),
      aJob({ key: 'a', note: 2 }),
      { key: 'a' },
    ];
    const page = await pageIn({ jobs });
    expect(page.jobs).toMatchObject([{ job: { key: 'a', note: 1 } }, { job: { key: 'b' } }]);
    expect(page.sameKeys).toBe(2);
    expect(await pageIn({ jobs: [aJob()] })).not.toHaveProperty('sameKeys');
  });

  it('requests a page of jobs by number', async () => {
    const page = aPage([aJob(), aJob({ key: 'job_2', completedAt: '2026-10-02T08:00:00Z' })], {
      currentPage: 2,
      lastPage: 85,
      hasMore: true,
      nextPage: 3,
      nextPageUrl: 'https://elsewhere.example/jobs?page=3',
      total: 4213,
    });
    const { client, service } = await connected(envelope(page));
    expect(await client.listJobs(2, patient())).toEqual({
      jobs: page.jobs.map(jobRow),
      pagination: { currentPage: 2, hasMore: true, total: 4213, lastPage: 85 },
    });
    expect(service.requests).toMatchObject([{ method: 'GET', url: '/jobs?page=2' }]);
  });

  const hasMore = true;
  const isLast = false;
  const nextPageUrl = 'https://eu.example.com/jobs?page=2';

  it.each<
    [pagination: unknown, currentPage: number | null, hasMore: boolean, total: number | null]
  >([
    [undefined, null, isLast, null],
    [null, null, isLast, null],
    [[], null, isLast, null],
    [{}, null, isLast, null],
    [{ currentPage: '', total: '', lastPage: null }, null, isLast, null],
    [{ currentPage: 1, hasMore: false, total: -1 }, 1, isLast, null],
    [{ currentPage: 1, hasMore: false, total: 2.5 }, 1, isLast, null],
    [{ currentPage: 1, hasMore: false, total: 1e20 }, 1, isLast, null],
    [
      {
        currentPage: 3,
        lastPage: 3,
        hasMore: false,
        nextPage: null,
        nextPageUrl: null,
        total: 120,
      },
      3,
      isLast,
      120,
    ],
    [{ currentPage: 3, lastPage: 3, hasMore: false, total: 120 }, 3, isLast, 120],
    [{ hasMore: 'false', nextPage: 2 }, null, isLast, null],
    // If `hasMore` is missing, the next page is used.
    [{ currentPage: 1, nextPage: 2 }, 1, hasMore, null],
    [{ currentPage: 1, nextPageUrl }, 1, hasMore, null],
    [{ currentPage: 1, nextPage: '' }, 1, isLast, null],
    [{ currentPage: 1, nextPage: false }, 1, isLast, null],
    [{ currentPage: 1, nextPage: 0 }, 1, isLast, null],
    [{ currentPage: 1, nextPage: '0' }, 1, isLast, null],
    [{ currentPage: 1, nextPageUrl: '' }, 1, isLast, null],
    [{ nextPage: [], nextPageUrl: [] }, null, isLast, null],
    // If the next page is missing too, the last page is used.
    [{ currentPage: 1, lastPage: 4 }, 1, hasMore, null],
    [{ lastPage: 4 }, null, hasMore, null],
    [{ lastPage: 1 }, null, isLast, null],
    [{ currentPage: 4, lastPage: 4, nextPage: null }, 4, isLast, null],
    // If the last page is missing too, the total is used.
    [{ currentPage: 2, perPage: '50', total: 101 }, 2, hasMore, 101],
    [{ perPage: 50, total: 51 }, null, hasMore, 51],
    [{ currentPage: 2, perPage: 50, total: 100 }, 2, isLast, 100],
    [{ currentPage: 2, lastPage: 2, perPage: 50, total: 101 }, 2, isLast, 101],
    [{ currentPage: 2, perPage: 'many', total: 101 }, 2, isLast, 101],
    [{ perPage: { toString: false }, total: 120 }, null, isLast, 120],
    [{ currentPage: 1, perPage: 0, total: 101 }, 1, isLast, 101],
    [{ currentPage: 1, perPage: 50, nextPage: null, total: 120 }, 1, isLast, 120],
    [{ currentPage: '1', lastPage: '85', nextPage: '2', total: '4213' }, 1, hasMore, 4213],
  ])('normalizes the pagination %j', async (pagination, currentPage, more, total) => {
    const { lastPage = null } = (pagination ?? {}) as { lastPage?: unknown };
    expect((await pageIn({ jobs: [aJob()], pagination })).pagination).toEqual({
      currentPage,
      hasMore: more,
      total,
      lastPage: lastPage === null ? null : Number(lastPage),
    });
  });

  it.each([
    { from: null, to: null },
    { from: 0, to: 0 },
    {},
    { from: 1, to: 0 },
    { from: null, to: null, currentPage: 9 },
  ])('accepts an empty list with the pagination %j', async (members) => {
    const pagination = { currentPage: 1, lastPage: 1, hasMore: false, total: 0, ...members };
    expect(await pageIn({ jobs: [], pagination })).toEqual({
      jobs: [],
      pagination: { currentPage: pagination.currentPage, hasMore: false, total: 0, lastPage: 1 },
    });
  });

  it.each([
    ['is empty', [], 120],
    ['contains all jobs', [aJob({ key: 'a' }), aJob({ key: 'b' }), aJob({ key: 'c' })], 3],
  ])('treats the page as the last page if it %s', async (_what, jobs, total) => {
    expect((await pageIn({ jobs, pagination: { perPage: 2, total } })).pagination.hasMore).toBe(
      false,
    );
  });

  it.each([0, 3])('accepts null as the job list if the total is %i', async (total) => {
    const pagination = { currentPage: 1, hasMore: false, total };
    expect((await pageIn({ jobs: null, pagination })).jobs).toEqual([]);
  });

  it.each([
    [{ currentPage: 'first', hasMore: true }, 'data.pagination.currentPage: expected number'],
    [{ currentPage: 1, total: 'many' }, 'data.pagination.total: expected number'],
    [{ currentPage: 1, hasMore: 2 }, 'data.pagination.hasMore: expected boolean'],
    [{ currentPage: 1, total: '1e3' }, 'data.pagination.total: expected number'],
    [[1], 'data.pagination: expected object'],
    ['no', 'data.pagination: expected object'],
  ])('rejects the invalid pagination %j', async (pagination, problem) => {
    expect(await failureOf(pageIn({ jobs: [aJob()], pagination }))).toMatchObject({
      kind: 'unreadable',
      message: containing(problem),
    });
  });

  it('accepts decimals, exponents, and numeric strings in the pagination', async () => {
    const body =
      '{"code":200.0,"data":{"jobs":[],"pagination":{"currentPage":1.0,"lastPage":8.0e1,"total":"200"}}}';
    const { client } = await connected(text(200, body));
    expect((await client.listJobs(1, patient())).pagination).toEqual({
      currentPage: 1,
      lastPage: 80,
      total: 200,
      hasMore: true,
    });
  });

  it.each<[string, object, unknown[]]>([
    [
      'has another name',
      { items: [aJob()], tags: ['a', 'b'], pagination: { hasMore: false } },
      [aJob()],
    ],
    ['is next to an empty list', { results: [aJob()], warnings: [] }, [aJob()]],
    ['also contains null', { items: [aJob(), null] }, [aJob(), null]],
    ['is empty', { items: [], names: ['a'] }, []],
  ])('finds the job list if it %s', async (_what, data, expected) => {
    expect(
      (await pageIn(data)).jobs.map((job) => (job.kind === 'job' ? job.job : job.raw)),
    ).toEqual(expected);
  });

  it.each([
    ['two empty lists', { results: [], warnings: [] }],
    ['no list', { pagination: {} }],
    ['a list of other objects', { users: [{ key: 'u1', firstName: 'A' }] }],
    ['two lists of jobs', { open: [aJob()], closed: [aJob()] }],
    ['jobs that are not a list', { jobs: { first: aJob() } }],
  ])('rejects a response with %s', async (_what, data) => {
    expect(await failureOf(pageIn(data))).toMatchObject({
      kind: 'unreadable',
      status: 200,
      message:
        'The response to GET /jobs?page=1 is not a job list, because it does not contain “data.jobs”.',
    });
  });

  it('returns unreadable jobs along with readable jobs', async () => {
    const broken = aJob({ key: 'job_2', completedAt: 17 });
    const nameless = aJob({ key: '' });
    const unreadable = (index: number, raw: unknown, problem: string) => ({
      kind: 'unreadable',
      id: `unreadable:1:${index}`,
      raw,
      problem: `data.jobs[${index}]${problem}`,
    });
    expect((await pageIn(aPage([aJob(), broken, nameless, 'job_4']))).jobs).toEqual([
      jobRow(aJob()),
      { ...unreadable(1, broken, '.completedAt: expected string'), id: 'job:job_2', key: 'job_2' },
      unreadable(2, nameless, '.key: expected non-empty string'),
      unreadable(3, 'job_4', ': expected object'),
    ]);
  });

  it('returns assignees and timestamps in any format unchanged', async () => {
    const ada = { key: 'u1', firstName: 'A', lastName: null };
    const times = ['T09:12:00+02:00', 'T07:12:00Z', 'T07:12:00+0000', 'T07:12:00.123456+00:00'];
    const jobs = [
      ...[null, ada, [ada, { key: 'u2' }], 'u1', 5].map((assignedTo) => ({ assignedTo })),
      ...[...times.map((time) => `2026-10-01${time}`), 'last Tuesday'].map((startedAt) => ({
        startedAt,
      })),
    ].map((members, index) => aJob({ key: `job_${index}`, ...members }));
    expect((await pageIn(aPage(jobs))).jobs).toEqual(jobs.map(jobRow));
  });
});
