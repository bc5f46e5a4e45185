import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { envelope, json, late, text } from '../../support/service/service.ts';
import { aField, aJob, aPage } from '../../support/service/builders.ts';
import { credentialHeader } from '../../../src/service/http/credential.ts';
import { jobRow } from '../../../src/service/index.ts';
import { clientFor, connected, failureOf, patient, secret, startJob } from './harness.ts';
import { codePoint } from '../codePoint.ts';

/** What is read of an answer that lists fields, or jobs. */
const fieldsIn = async (...fields: unknown[]) =>
  (await connected(envelope({ fields }))).client.listFields(patient());
const pageIn = async (data: unknown) => (await connected(envelope(data))).client.listJobs(1, patient());

describe('listFields', () => {
  it('asks GET /fields and returns the fields as documented', async () => {
    const title = aField();
    const priority = aField({
      key: 'fld_2',
      name: 'Priority',
      type: 'dropdown',
      required: true,
      details: { options: [{ key: 'opt_1', label: 'High' }] },
    });
    const { client, service, records } = await connected(envelope({ fields: [title, priority] }));
    expect(await client.listFields(patient())).toEqual([
      { kind: 'readable', value: title },
      { kind: 'readable', value: priority },
    ]);
    expect(service.requests).toMatchObject([
      { method: 'GET', url: '/fields', body: '', headers: { accept: 'application/json' } },
    ]);
    expect(records).toMatchObject([{ method: 'GET', path: '/fields', status: 200, outcome: 'ok' }]);
  });

  it('keeps what it does not know and marks only the field it cannot read', async () => {
    const strange = {
      key: 'fld_1',
      name: 'Due',
      type: 'date',
      details: { format: 'iso' },
      required: false,
      group: 7,
    };
    const bare = { key: 'fld_2' };
    const broken = { key: null, name: 'Broken' };
    expect(await fieldsIn(strange, bare, broken, null)).toEqual([
      { kind: 'readable', value: strange },
      { kind: 'readable', value: bare },
      { kind: 'unreadable', name: 'Broken', raw: broken, problem: 'data.fields[2].key: expected string' },
      { kind: 'unreadable', raw: null, problem: 'data.fields[3]: expected object' },
    ]);
  });

  it.each([{ options: ['Yes', 'No'] }, { options: { yes: 'Yes' } }, { options: 'Yes' }, ['Yes'], 'Yes', 2])(
    'leaves the details of a type it does not know as they are: %j',
    async (details) => {
      const field = aField({ type: 'checkbox', details });
      expect(await fieldsIn(field)).toEqual([{ kind: 'readable', value: field }]);
    },
  );

  it('reads a dropdown without the options it cannot read, and marks those', async () => {
    const high = { key: 'opt_1', label: 'High' };
    const low = { key: 'opt_3', label: null };
    const field = aField({
      type: 'dropdown',
      details: { options: [high, { key: true, label: 'Middle' }, low, null, 'Lowest'], sorted: true },
    });
    expect(await fieldsIn(field, aField({ key: 'fld_2' }))).toEqual([
      { kind: 'readable', value: { ...field, details: { options: [high, low], sorted: true } } },
      {
        kind: 'unreadable',
        key: 'fld_1',
        name: 'Title',
        raw: field,
        problem: expect.stringContaining('data.fields[0].details') as string,
      },
      { kind: 'readable', value: aField({ key: 'fld_2' }) },
    ]);
  });

  it.each([{ options: [1, 'two'] }, { options: 'none' }, 'none'])(
    'marks a dropdown of whose details it can read nothing: %j',
    async (details) => {
      const field = aField({ type: 'dropdown', details });
      expect(await fieldsIn(field)).toMatchObject([{ kind: 'unreadable', raw: field }]);
    },
  );

  it.each([null, undefined, [], ['none'], {}, { options: null }, { options: [] }])(
    'reads a dropdown without options: %j',
    async (details) => {
      expect(await fieldsIn(aField({ type: 'dropdown', details }))).toMatchObject([{ kind: 'readable' }]);
    },
  );

  it('says so where data holds no list of fields', async () => {
    const { client } = await connected(envelope({ fields: { a: 1 } }));
    expect(await failureOf(client.listFields(patient()))).toMatchObject({
      kind: 'unreadable',
      message: expect.stringContaining('data.fields: expected array') as string,
    });
  });
});

describe('listJobs', () => {
  it('takes the first of the jobs with one key, and counts the others', async () => {
    const jobs = [aJob({ key: 'a', note: 1 }), aJob({ key: 'b' }), aJob({ key: 'a', note: 2 }), { key: 'a' }];
    const page = await pageIn({ jobs });
    expect(page.jobs).toMatchObject([{ job: { key: 'a', note: 1 } }, { job: { key: 'b' } }]);
    expect(page.sameKeys).toBe(2);
    expect(await pageIn({ jobs: [aJob()] })).not.toHaveProperty('sameKeys');
  });

  it('asks for a page by its number and returns jobs and pagination as documented', async () => {
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

  it.each<[string, unknown, [currentPage: number | null, hasMore: boolean, total: number | null]]>([
    ['an absent pagination object', undefined, [null, false, null]],
    ['a null pagination object', null, [null, false, null]],
    ['an empty pagination object written as an array', [], [null, false, null]],
    ['a total that counts nothing', { currentPage: 1, hasMore: false, total: -1 }, [1, false, null]],
    ['a total that is no whole number', { currentPage: 1, hasMore: false, total: 2.5 }, [1, false, null]],
    ['a total that no list can have', { currentPage: 1, hasMore: false, total: 1e20 }, [1, false, null]],
    ['an empty pagination object', {}, [null, false, null]],
    [
      'null where there is no next page',
      { currentPage: 3, lastPage: 3, hasMore: false, nextPage: null, nextPageUrl: null, total: 120 },
      [3, false, 120],
    ],
    [
      'nothing where there is no next page',
      { currentPage: 3, lastPage: 3, hasMore: false, total: 120 },
      [3, false, 120],
    ],
    ['a next page without hasMore', { currentPage: 1, nextPage: 2 }, [1, true, null]],
    ['a later last page without hasMore', { currentPage: 1, lastPage: 4 }, [1, true, null]],
    [
      'a next address without hasMore and number',
      { currentPage: 1, nextPageUrl: 'https://eu.example.com/jobs?page=2' },
      [1, true, null],
    ],
    ['an empty number for no next page', { currentPage: 1, nextPage: '' }, [1, false, null]],
    ['false for no next page', { currentPage: 1, nextPage: false }, [1, false, null]],
    ['0 for no next page', { currentPage: 1, nextPage: 0 }, [1, false, null]],
    ['an empty next address', { currentPage: 1, nextPageUrl: '' }, [1, false, null]],
    ['a later last page without the current one', { lastPage: 4 }, [null, true, null]],
    ['the page that was asked for as the last one', { lastPage: 1 }, [null, false, null]],
    [
      'a total beyond the page without anything else',
      { currentPage: 2, perPage: '50', total: 101 },
      [2, true, 101],
    ],
    ['a total beyond the page without its number', { perPage: 50, total: 51 }, [null, true, 51]],
    ['a total that the page ends', { currentPage: 2, perPage: 50, total: 100 }, [2, false, 100]],
    [
      'a total beyond a page that is the last one',
      { currentPage: 2, lastPage: 2, perPage: 50, total: 101 },
      [2, false, 101],
    ],
    ['a total without a size of pages', { currentPage: 2, perPage: 'many', total: 101 }, [2, false, 101]],
    ['a total and a size that counts nothing', { currentPage: 1, perPage: 0, total: 101 }, [1, false, 101]],
    [
      'a total beyond a page that has no next one',
      { currentPage: 1, perPage: 50, nextPage: null, total: 120 },
      [1, false, 120],
    ],
    [
      'no page after the last without hasMore',
      { currentPage: 4, lastPage: 4, nextPage: null },
      [4, false, null],
    ],
  ])('understands %s', async (_what, pagination, [currentPage, hasMore, total]) => {
    expect((await pageIn({ jobs: [aJob()], pagination })).pagination).toEqual({
      currentPage,
      hasMore,
      total,
      lastPage: (pagination as { lastPage?: number } | null | undefined)?.lastPage ?? null,
    });
  });

  it.each([
    { from: null, to: null },
    { from: 0, to: 0 },
    {},
    { from: 1, to: 0 },
    { from: null, to: null, currentPage: 9 },
  ])('accepts an empty list with %j', async (members) => {
    const pagination = { currentPage: 1, lastPage: 1, hasMore: false, total: 0, ...members };
    expect(await pageIn({ jobs: [], pagination })).toEqual({
      jobs: [],
      pagination: { currentPage: pagination.currentPage, hasMore: false, total: 0, lastPage: 1 },
    });
  });

  it.each([
    ['is empty', [], 120],
    ['holds them all', [aJob({ key: 'a' }), aJob({ key: 'b' }), aJob({ key: 'c' })], 3],
  ])(
    'asks for no further page where only the total and the size of a page speak of one, and the page %s',
    async (_what, jobs, total) => {
      expect((await pageIn({ jobs, pagination: { perPage: 2, total } })).pagination.hasMore).toBe(false);
    },
  );

  it('takes null for an empty list of jobs where the total is 0, and only there', async () => {
    const data = (total: number) =>
      envelope({ jobs: null, pagination: { currentPage: 1, hasMore: false, total } });
    expect((await (await connected(data(0))).client.listJobs(1, patient())).jobs).toEqual([]);
    expect((await failureOf((await connected(data(3))).client.listJobs(1, patient()))).kind).toBe(
      'unreadable',
    );
  });

  it.each([
    [{ currentPage: 'first', hasMore: true }, 'data.pagination.currentPage: expected number'],
    [{ currentPage: 1, total: 'many' }, 'data.pagination.total: expected number'],
    [{ currentPage: 1, hasMore: 2 }, 'data.pagination.hasMore: expected boolean'],
    [{ currentPage: 1, total: '1e3' }, 'data.pagination.total: expected number'],
    [[1], 'data.pagination: expected object'],
    ['no', 'data.pagination: expected object'],
  ])('does not guess where pagination is damaged: %j', async (pagination, problem) => {
    expect(await failureOf(pageIn({ jobs: [aJob()], pagination }))).toMatchObject({
      kind: 'unreadable',
      message: expect.stringContaining(problem) as string,
    });
  });

  it('reads numbers of the pagination in every spelling', async () => {
    const body = '{"data":{"jobs":[],"pagination":{"currentPage":1.0,"lastPage":1e1,"total":"200"}}}';
    const { client } = await connected(text(200, body));
    expect((await client.listJobs(1, patient())).pagination).toEqual({
      currentPage: 1,
      lastPage: 10,
      total: 200,
      hasMore: true,
    });
  });

  it('reads numbers of the pagination that are sent as texts', async () => {
    expect(
      (
        await pageIn({
          jobs: [aJob()],
          pagination: { currentPage: '1', lastPage: '85', nextPage: '2', total: '4213' },
        })
      ).pagination,
    ).toEqual({ currentPage: 1, lastPage: 85, total: 4213, hasMore: true });
  });

  it.each<[string, object, unknown[]]>([
    ['another name', { items: [aJob()], tags: ['a', 'b'], pagination: { hasMore: false } }, [aJob()]],
    ['an empty list beside it', { results: [aJob()], warnings: [] }, [aJob()]],
    ['an element in it that is no job', { items: [aJob(), null] }, [aJob(), null]],
    ['no jobs', { items: [], names: ['a'] }, []],
  ])('takes the one array of jobs with %s', async (_what, data, expected) => {
    expect((await pageIn(data)).jobs.map((job) => (job.kind === 'job' ? job.job : job.raw))).toEqual(
      expected,
    );
  });

  it.each([
    ['two empty lists', { results: [], warnings: [] }],
    ['no array', { pagination: {} }],
    ['another list', { users: [{ key: 'u1', firstName: 'A' }] }],
    ['two lists of jobs', { open: [aJob()], closed: [aJob()] }],
    ['jobs that are no list', { jobs: { first: aJob() } }],
  ])('says that it is not a job list: %s', async (_what, data) => {
    expect(await failureOf(pageIn(data))).toMatchObject({
      kind: 'unreadable',
      status: 200,
      message: 'The answer to GET /jobs?page=1 is not a job list: it has no “data.jobs”.',
    });
  });

  it('marks the job it cannot read and keeps the page', async () => {
    const broken = aJob({ key: 'job_2', completedAt: 17 });
    expect((await pageIn(aPage([aJob(), broken, { ...aJob(), key: '' }, 'job_4']))).jobs).toEqual([
      jobRow(aJob()),
      {
        kind: 'unreadable',
        id: 'job:job_2',
        key: 'job_2',
        raw: broken,
        problem: 'data.jobs[1].completedAt: expected string',
      },
      {
        kind: 'unreadable',
        id: 'unreadable:1:2',
        raw: { ...aJob(), key: '' },
        problem: 'data.jobs[2].key: expected a text that is not empty',
      },
      { kind: 'unreadable', id: 'unreadable:1:3', raw: 'job_4', problem: 'data.jobs[3]: expected object' },
    ]);
  });

  it('keeps every shape of assignedTo and every timestamp as it came', async () => {
    const people = [
      null,
      { key: 'u1', firstName: 'A', lastName: null },
      [{ key: 'u1', firstName: 'A', lastName: 'B' }, { key: 'u2' }],
      'u1',
      5,
    ];
    const times = [
      '2026-10-01T09:12:00+02:00',
      '2026-10-01T07:12:00Z',
      '2026-10-01T07:12:00+0000',
      '2026-10-01T07:12:00.123456+00:00',
      'last Tuesday',
    ];
    const jobs = [
      ...people.map((assignedTo) => ({ assignedTo })),
      ...times.map((startedAt) => ({ startedAt })),
    ].map((members, index) => aJob({ key: `job_${index}`, ...members }));
    expect((await pageIn(aPage(jobs))).jobs).toEqual(jobs.map(jobRow));
  });
});

describe('getJob', () => {
  it('keeps the members of a superset, in their order', async () => {
    const job = aJob({
      actions: [{ key: 'a1' }],
      content: { fields: [{ key: 'f', name: 'F', type: 'shortText', value: null }] },
      logs: [],
      z: 1,
      a: 2,
    });
    const { client } = await connected(envelope({ job }));
    const read = await client.getJob('job_1', patient());
    expect(read).toEqual(job);
    expect(Object.keys(read)).toEqual(Object.keys(job));
  });

  it('reads a job that is the data itself', async () => {
    const { client } = await connected(envelope(aJob()));
    expect(await client.getJob('job_1', patient())).toEqual(aJob());
  });

  it.each([
    'a/b',
    '?page=1',
    '#top',
    '100%',
    '%2e%2e',
    '..%2f',
    'a..b',
    'ключ',
    '鍵',
    ' ',
    'a+b&c=d',
    '..\\',
  ])('asks for the key %j as one path segment', async (key) => {
    const { service } = await connected(envelope({ job: aJob({ key }) }));
    const { client } = clientFor(`${service.url}/api/v2/`);
    expect(await client.getJob(key, patient())).toMatchObject({ key });
    expect(service.requests.map(({ url }) => url)).toEqual([`/api/v2/jobs/${encodeURIComponent(key)}`]);
  });

  it('is named in a failure in two hundred characters, however long the key is', async () => {
    const { client } = await connected(json(404, {}));
    const { message, request } = await failureOf(client.getJob('x'.repeat(5000), patient()));
    expect([request?.length, message.length < 300]).toEqual([200, true]);
  });

  it('does not show one job for another', async () => {
    const { client } = await connected(envelope({ job: aJob({ key: 'job_2' }) }));
    expect(await failureOf(client.getJob('job_1', patient()))).toMatchObject({
      kind: 'unreadable',
      status: 200,
      message:
        'The answer to GET /jobs/job_1 could not be read: data.job.key: not the job that was asked for.',
    });
  });

  it.each([
    [404, 'notFound'],
    [405, 'rejected'],
  ])('fails with the status where a deployment has no single jobs (%i)', async (status, kind) => {
    const { client } = await connected(json(status, { message: 'No such route' }));
    expect(await failureOf(client.getJob('job_1', patient()))).toMatchObject({ kind, status });
  });
});

describe('startJob', () => {
  it('posts the workflow key as JSON, once', async () => {
    const { client, service, records } = await connected(envelope({ job: aJob() }));
    expect(await client.change(startJob('wf_1'), patient())).toEqual(aJob());
    expect(service.requests).toMatchObject([
      {
        method: 'POST',
        url: '/jobs',
        body: '{"workflowKey":"wf_1"}',
        headers: { accept: 'application/json' },
      },
    ]);
    expect(service.requests[0]?.headers['content-type']).toMatch(/^application\/json\b/);
    expect(records).toMatchObject([{ method: 'POST', path: '/jobs', status: 200, outcome: 'ok' }]);
  });

  it('accepts 201, and an envelope whose code differs from the status', async () => {
    const { client } = await connected(json(201, { status: 'ok', code: 200, data: { job: aJob() } }));
    expect(await client.change(startJob('wf_1'), patient())).toEqual(aJob());
  });

  it('sends any workflow key unchanged', async () => {
    const { client, service } = await connected(envelope({ job: aJob() }));
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: codePoint }), async (workflowKey) => {
        await client.change(startJob(workflowKey), patient());
        expect(JSON.parse(service.requests.at(-1)?.body ?? '')).toEqual({ workflowKey });
      }),
      { numRuns: 10 },
    );
  });
});

describe('every request', () => {
  it('carries the credential of the moment, and none once it is removed', async () => {
    const stored = [
      ...['first', 'second'].map((key) => ({ name: 'Authorization', value: `Bearer ${key}`, secret: key })),
      undefined,
    ];
    const { client, service } = await connected(envelope({ fields: [] }), {
      credential: () => Promise.resolve(stored.shift()),
    });
    for (let round = 0; round < 3; round++) await client.listFields(patient());
    expect(service.requests.map(({ headers }) => headers.authorization)).toEqual([
      'Bearer first',
      'Bearer second',
      undefined,
    ]);
    expect(service.requests[2]?.headers).toEqual({
      ...service.requests[0]?.headers,
      authorization: undefined,
    });
  });

  it('takes its time limit anew', async () => {
    const limits = [10_000];
    const { client } = await connected(
      (_request, index) => late(envelope({ fields: [] }), index === 0 ? 0 : 1_000_000),
      { requestTimeout: () => limits.shift() ?? 40 },
    );
    await client.listFields(patient());
    expect(await failureOf(client.listFields(patient()))).toMatchObject({ kind: 'timeout' });
  });

  it('is recorded with what it came to, without host, query secrets or credential', async () => {
    const answers = [envelope({ fields: [] }), json(401, {}), text(200, '<html>', 'text/html')];
    const { client, records } = await connected((_request, index) => answers[index] ?? json(501, {}));
    const began = performance.now();
    for (let round = 0; round < 4; round++) await client.listFields(patient()).catch(() => undefined);
    const took = Math.ceil(performance.now() - began);
    await client.getJob('..', patient()).catch(() => undefined);
    expect(records.map(({ status, outcome }) => [status, outcome])).toEqual([
      [200, 'ok'],
      [401, 'unauthorized'],
      [200, 'webPage'],
      [501, 'serverFault'],
    ]);
    for (const { milliseconds } of records) {
      expect([milliseconds >= 0, milliseconds <= took]).toEqual([true, true]);
    }
    expect(JSON.stringify(records)).not.toMatch(new RegExp(`${secret}|127\\.0\\.0\\.1`));
  });
});

it.each([
  ['Bearer', 'k3y', 'Bearer k3y'],
  ['Bearer', 'bearer   k3y', 'Bearer k3y'],
  ['', 'k3y', 'k3y'],
])('a key is sent with its scheme once, also where it was pasted with it: %j, %j', (scheme, key, value) => {
  expect(credentialHeader('Authorization', scheme, key)).toEqual({
    name: 'Authorization',
    value,
    secret: 'k3y',
  });
});
