import { jobMembers } from '../../../src/model/jobs/members/jobMembers.ts';
import { describe, expect, it } from 'vitest';
import { posting, trySandbox } from './harness.ts';

const matching = (pattern: RegExp) => expect.stringMatching(pattern) as string;
const containing = (text: string) => expect.stringContaining(text) as string;
const timestamp = matching(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(Z|[+-]\d{2}:\d{2})$/);
const name = matching(/\S/);

describe('Sandbox GET /fields', () => {
  it('returns fields of both types with unique keys', async () => {
    const { send, fields } = await trySandbox();
    const all = await fields();
    const response = await send('/fields');
    expect(response).toMatchObject({
      status: 200,
      body: { status: 'ok', code: 200, data: { fields: all } },
    });
    expect(response.headers.get('content-type')).toMatch(/^application\/json\b/);
    expect(all.length).toBeGreaterThanOrEqual(12);
    expect(new Set(all.map(({ type, required }) => `${type} ${required}`)).size).toBe(4);
    const options = all.flatMap(({ details }) => details?.options ?? []);
    for (const { type, required, details, ...field } of all) {
      expect(field).toEqual({ key: matching(/^fld_[0-9a-z]{7}$/), name });
      expect([type, typeof required]).toEqual([details ? 'dropdown' : 'shortText', 'boolean']);
    }
    for (const option of options) {
      expect(option).toEqual({ key: matching(/^opt_[0-9a-z]{7}$/), label: name });
    }
    expect(new Set([...all, ...options].map(({ key }) => key)).size).toBe(
      all.length + options.length,
    );
  });

  it('returns a dropdown with 40 options and a dropdown without options', async () => {
    const sizes = (await (await trySandbox()).fields()).map(
      ({ details }) => details?.options.length,
    );
    expect(sizes.filter((size) => size === 40 || size === 0).sort()).toEqual([0, 40]);
  });

  it('returns two different fields in the second variant', async () => {
    const [first, second] = await Promise.all([trySandbox(), trySandbox({ variant: 'second' })]);
    const [others, fields] = [await first.fields(), await second.fields()];
    const missingFrom =
      (known: typeof fields, part: 'key' | 'name') => (field: (typeof fields)[number]) =>
        !known.some((each) => each[part] === field[part]);
    expect([
      fields.filter(missingFrom(others, 'name')).length,
      others.filter(missingFrom(fields, 'name')).length,
      fields.filter(missingFrom(others, 'key')).length,
    ]).toEqual([2, 2, 2]);
    const keysOf = (each: readonly { key: string }[]) => each.map(({ key }) => key);
    expect(keysOf((await second.job('job_000001')).content.fields)).toEqual(keysOf(fields));
  });
});

describe('Sandbox POST /jobs', () => {
  it('starts a job at the first step of the workflow', async () => {
    const { send, page } = await trySandbox({ jobs: 7 });
    const before = await page(1);
    const job = {
      key: 'job_000008',
      activeWorkflows: [{ key: 'wf_contract_review', name: 'Contract Review' }],
      activeSteps: [{ key: matching(/^stp_/), name: 'Draft terms' }],
      assignedTo: null,
      startedBy: { key: null, firstName: null, lastName: null },
      startedAt: timestamp,
      updatedAt: timestamp,
      completedAt: null,
    };
    const { status, body } = await send('/jobs', posting({ workflowKey: 'wf_contract_review' }));
    expect([status, body]).toEqual([200, { status: 'ok', code: 200, data: { job } }]);
    const { jobs, pagination } = await page(1);
    expect([jobs, pagination.total]).toEqual([[job, ...before.jobs], 8]);
  });

  it.each([
    ['no body', { ...posting(null), body: null }, 422, 'No workflow has the key undefined'],
    ['a body that is not JSON', { ...posting(null), body: '{"workflowKey"' }, 400, 'Invalid JSON'],
    ['a form as body', { method: 'POST', body: 'workflowKey=wf_vendor_setup' }, 415, 'text/plain'],
    ['no workflowKey', posting({ workflow: 'wf_vendor_setup' }), 422, 'has the key undefined'],
    ['a numeric workflowKey', posting({ workflowKey: 7 }), 422, 'No workflow has the key 7'],
    [
      'an unknown key',
      posting({ workflowKey: '__proto__' }),
      422,
      'No workflow has the key "__proto__"',
    ],
  ])('rejects a request with %s', async (_what, init, code, message) => {
    const { send, page } = await trySandbox();
    const { status, body } = await send('/jobs', init);
    const errors = [{ message: containing(message) }];
    expect([status, body]).toEqual([code, { status: 'error', code, errors }]);
    expect((await page(1)).pagination.total).toBe(4213);
  });

  it('lists all workflow keys if the workflow key is unknown', async () => {
    const { send, start } = await trySandbox();
    const { body } = await send('/jobs', posting({ workflowKey: 'nope' }));
    const known = JSON.stringify(body).match(/wf_\w+/g) ?? [];
    expect(known).toHaveLength(6);
    for (const key of known) expect((await start(key)).activeWorkflows[0]?.key).toBe(key);
  });
});

describe('Sandbox GET /jobs/{key}', () => {
  it('returns more properties than the job list', async () => {
    const { fields, job, page } = await trySandbox();
    const definitions = await fields();
    for (const listed of (await page(1)).jobs) {
      const { actions, content, logs, ...documented } = await job(listed.key);
      expect(documented).toEqual(listed);
      expect(Object.keys(documented).sort()).toEqual(['key', ...Object.keys(jobMembers)].sort());
      expect(actions.length).toBeGreaterThan(0);
      for (const [index, { value, ...field }] of content.fields.entries()) {
        const { key, name, type, required, details } = definitions[index]!;
        expect(field).toEqual({ key, name, type });
        if (value === null) expect(required).toBe(false);
        else if (details) expect(details.options.map((option) => option.key)).toContain(value);
      }
      expect(content.fields).toHaveLength(definitions.length);
      expect(logs[0]).toEqual({ at: listed.startedAt, type: 'jobStarted', message: 'Job started' });
      expect(logs.at(-1)?.at).toBe(listed.updatedAt);
      expect(logs.some(({ type }) => type === 'jobCompleted')).toBe(listed.completedAt !== null);
      for (const { name } of listed.activeSteps) {
        expect(logs).toContainEqual(expect.objectContaining({ type: 'stepStarted', step: name }));
      }
    }
  });
});

describe('Sandbox', () => {
  it.each([
    ...['job_004214', 'job_000000', 'job_1', 'job_0000001', 'nope', 'a%2Fb', '%E2%98%83'].map(
      (key) => [404, `/jobs/${key}`, 'No job has this key.'] as const,
    ),
    ...['/', '/users', '/fields/fld_1', '/jobs/a/b', '/../v2/fields'].map(
      (path) => [404, path, 'Cannot find any route'] as const,
    ),
    [400, '/jobs/%ZZ', ''] as const,
  ])('returns HTTP status %i for the path %s', async (code, path, message) => {
    expect(await (await trySandbox()).send(path)).toMatchObject({
      status: code,
      body: { status: 'error', code, errors: [{ message: containing(message) }] },
    });
  });
});
