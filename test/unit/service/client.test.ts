import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type TestResponse, envelope, json, delayed, text } from '../../support/service/service.ts';
import { aField, aJob } from '../../support/service/builders.ts';
import { credentialHeader } from '../../../src/service/http/credential.ts';
import {
  clientFor,
  connected,
  containing,
  failureOf,
  fieldsIn,
  patient,
  readFailure,
  secret,
  start,
  startJob,
} from './harness.ts';
import { codePoint } from '../codePoint.ts';

const readable = (value: object) => ({ kind: 'readable', value });

describe('ServiceClient.listFields', () => {
  it('sends GET /fields and returns the fields', async () => {
    const title = aField();
    const details = { options: [{ key: 'opt_1', label: 'High' }] };
    const priority = aField({
      key: 'fld_2',
      name: 'Priority',
      type: 'dropdown',
      required: true,
      details,
    });
    const { client, service, records } = await connected(envelope({ fields: [title, priority] }));
    expect(await client.listFields(patient())).toEqual([title, priority].map(readable));
    expect(service.requests).toMatchObject([
      { method: 'GET', url: '/fields', body: '', headers: { accept: 'application/json' } },
    ]);
    expect(records).toMatchObject([{ method: 'GET', path: '/fields', status: 200, outcome: 'ok' }]);
  });

  it('returns unknown properties and unreadable fields', async () => {
    const unknown = { ...aField(), type: 'date', details: { format: 'iso' }, group: 7 };
    const bare = { key: 'fld_2' };
    const broken = { key: null, name: 'Broken' };
    expect(await fieldsIn([unknown, bare, broken, null])).toEqual([
      readable(unknown),
      readable(bare),
      {
        kind: 'unreadable',
        name: 'Broken',
        raw: broken,
        problem: 'data.fields[2].key: expected string',
      },
      { kind: 'unreadable', raw: null, problem: 'data.fields[3]: expected object' },
    ]);
  });

  it.each([
    { options: ['Yes', 'No'] },
    { options: { yes: 'Yes' } },
    { options: 'Yes' },
    ['Yes'],
    'Yes',
    2,
  ])('accepts the details %j for a field of an unknown type', async (details) => {
    const field = aField({ type: 'checkbox', details });
    expect(await fieldsIn([field])).toEqual([readable(field)]);
  });

  it('returns the valid options of a dropdown that has unreadable options', async () => {
    const high = { key: 'opt_1', label: 'High' };
    const low = { key: 'opt_3', label: null };
    const options = [high, { key: true, label: 'Middle' }, low, null, 'Lowest'];
    const field = aField({ type: 'dropdown', details: { options, sorted: true } });
    const other = aField({ key: 'fld_2' });
    expect(await fieldsIn([field, other])).toEqual([
      readable({ ...field, details: { options: [high, low], sorted: true } }),
      {
        kind: 'unreadable',
        key: 'fld_1',
        name: 'Title',
        raw: field,
        problem: containing('data.fields[0].details'),
      },
      readable(other),
    ]);
  });

  it.each<[string, unknown]>([
    ['unreadable', { options: [1, 'two'] }],
    ['unreadable', { options: 'none' }],
    ['unreadable', 'none'],
    ['readable', null],
    ['readable', undefined],
    ['readable', []],
    ['readable', ['none']],
    ['readable', {}],
    ['readable', { options: null }],
    ['readable', { options: [] }],
  ])('reports a dropdown as %s if its details are %j', async (kind, details) => {
    expect(await fieldsIn([aField({ type: 'dropdown', details })])).toMatchObject([{ kind }]);
  });

  it('rejects a response without an array of fields', async () => {
    expect(await readFailure(envelope({ fields: { a: 1 } }))).toMatchObject({
      kind: 'unreadable',
      message: containing('data.fields: expected array'),
    });
  });
});

describe('ServiceClient.getJob', () => {
  const jobFrom = async (response: TestResponse) =>
    (await connected(response)).client.getJob('job_1', patient());

  it('returns unknown properties in their original order', async () => {
    const content = { fields: [{ key: 'f', name: 'F', type: 'shortText', value: null }] };
    const job = aJob({ actions: [{ key: 'a1' }], content, logs: [], z: 1, a: 2 });
    const read = await jobFrom(envelope({ job }));
    expect(read).toEqual(job);
    expect(Object.keys(read)).toEqual(Object.keys(job));
  });

  it('accepts a job that is not nested in a “job” property', async () => {
    expect(await jobFrom(envelope(aJob()))).toEqual(aJob());
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
  ])('encodes the key %j as a single path segment', async (key) => {
    const { service } = await connected(envelope({ job: aJob({ key }) }));
    const { client } = clientFor(`${service.url}/api/v2/`);
    expect(await client.getJob(key, patient())).toMatchObject({ key });
    expect(service.requests.map(({ url }) => url)).toEqual([
      `/api/v2/jobs/${encodeURIComponent(key)}`,
    ]);
  });

  it('truncates a long key in error messages', async () => {
    const { client } = await connected(json(404, {}));
    const { message, request } = await failureOf(client.getJob('x'.repeat(5000), patient()));
    expect([request?.length, message.length < 300]).toEqual([200, true]);
  });

  it('rejects a job that has a different key', async () => {
    expect(await failureOf(jobFrom(envelope({ job: aJob({ key: 'job_2' }) })))).toMatchObject({
      kind: 'unreadable',
      status: 200,
      message:
        'The response to GET /jobs/job_1 could not be read: data.job.key: does not match the requested job.',
    });
  });
});

describe('ServiceClient.change', () => {
  it('sends the workflow key of a start request as JSON', async () => {
    const { client, service, records } = await connected(envelope({ job: aJob() }));
    expect(await start(client)).toEqual(aJob());
    const body = '{"workflowKey":"wf_1"}';
    expect(service.requests).toMatchObject([
      { method: 'POST', url: '/jobs', body, headers: { accept: 'application/json' } },
    ]);
    expect(service.requests[0]?.headers['content-type']).toMatch(/^application\/json\b/);
    expect(records).toMatchObject([{ method: 'POST', path: '/jobs', status: 200, outcome: 'ok' }]);
  });

  it('returns the key of the new job even if other properties are unreadable', async () => {
    const { client } = await connected(envelope({ job: aJob({ startedBy: ['Ann', 'Ben'] }) }));
    expect(await start(client)).toEqual({ key: 'job_1' });
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

describe('ServiceClient', () => {
  it('sends the latest stored API key with each request', async () => {
    const header = (key: string) => ({
      name: 'Authorization',
      value: `Bearer ${key}`,
      secret: key,
    });
    const stored = [header('first'), header('second'), undefined];
    const { client, service } = await connected(envelope({ fields: [] }), {
      credential: () => Promise.resolve(stored.shift()),
    });
    for (let round = 0; round < 3; round++) await client.listFields(patient());
    const [first, second, third] = service.requests.map(({ headers }) => headers);
    expect([first?.authorization, second?.authorization]).toEqual([
      'Bearer first',
      'Bearer second',
    ]);
    expect(third).toEqual({ ...first, authorization: undefined });
  });

  it('applies the latest timeout setting to each request', async () => {
    const limits = [10_000];
    const { client } = await connected(
      (_request, index) => delayed(envelope({ fields: [] }), index === 0 ? 0 : 1_000_000),
      { requestTimeout: () => limits.shift() ?? 40 },
    );
    await client.listFields(patient());
    expect(await failureOf(client.listFields(patient()))).toMatchObject({ kind: 'timeout' });
  });

  it('never logs the API key', async () => {
    const responses = [envelope({ fields: [] }), json(401, {}), text(200, '<html>', 'text/html')];
    const { client, records } = await connected(
      (_request, index) => responses[index] ?? json(501, {}),
    );
    const began = performance.now();
    for (let round = 0; round < 4; round++)
      await client.listFields(patient()).catch(() => undefined);
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
    expect(JSON.stringify(records)).not.toMatch(new RegExp(secret));
  });
});

describe('credentialHeader', () => {
  it.each([
    ['Bearer', 'k3y', 'Bearer k3y'],
    ['Bearer', 'bearer   k3y', 'Bearer k3y'],
    ['', 'k3y', 'k3y'],
  ])('combines the scheme %j and the key %j into %j', (scheme, key, value) => {
    const header = { name: 'Authorization', value, secret: 'k3y' };
    expect(credentialHeader('Authorization', scheme, key)).toEqual(header);
  });
});
