import { describe, expect, it } from 'vitest';
import { posting, trySandbox } from './harness.ts';

const timestamp = expect.stringMatching(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(Z|[+-]\d{2}:\d{2})$/) as string;
const name = expect.stringMatching(/\S/) as string;

describe('GET /fields', () => {
  it('returns at least 12 fields of both types', async () => {
    const { ask, fields } = await trySandbox();
    const { status, headers, body } = await ask('/fields');
    expect(status).toBe(200);
    expect(headers.get('content-type')).toMatch(/^application\/json\b/);
    expect(body).toEqual({ status: 'ok', code: 200, data: { fields: expect.any(Array) as unknown } });

    const all = await fields();
    expect(all.length).toBeGreaterThanOrEqual(12);
    expect(new Set(all.map(({ type }) => type))).toEqual(new Set(['dropdown', 'shortText']));
    expect(new Set(all.map(({ required }) => required))).toEqual(new Set([true, false]));
    for (const field of all) {
      const key = expect.stringMatching(/^fld_[0-9a-z]{7}$/) as string;
      const options = expect.any(Array) as unknown;
      expect(field).toEqual({
        key,
        name,
        type: field.type,
        required: field.required,
        details: field.type === 'dropdown' ? { options } : null,
      });
      for (const option of field.details?.options ?? []) {
        expect(option).toEqual({ key: expect.stringMatching(/^opt_[0-9a-z]{7}$/) as string, label: name });
      }
    }
  });

  it('returns a dropdown with 40 options, one without options, and unique keys', async () => {
    const all = await (await trySandbox()).fields();
    const sizes = all.flatMap(({ details }) => (details ? [details.options.length] : []));
    expect(sizes.filter((size) => size === 40)).toHaveLength(1);
    expect(sizes.filter((size) => size === 0)).toHaveLength(1);
    const keys = all.flatMap(({ key, details }) => [
      key,
      ...(details?.options ?? []).map((option) => option.key),
    ]);
    expect(new Set(keys).size).toBe(keys.length);
  });
});

describe('the second service', () => {
  it('has added, missing, and changed fields', async () => {
    const [first, second] = await Promise.all([trySandbox(), trySandbox({ variant: 'second' })]);
    const [others, fields] = [await first.fields(), await second.fields()];
    const missingFrom = (known: typeof fields, part: 'key' | 'name') => (field: (typeof fields)[number]) =>
      !known.some((each) => each[part] === field[part]);
    expect([
      fields.filter(missingFrom(others, 'name')).length,
      others.filter(missingFrom(fields, 'name')).length,
      fields.filter(missingFrom(others, 'key')).length,
    ]).toEqual([2, 2, 2]);
    expect((await second.job('job_000001')).content.fields.map(({ key }) => key)).toEqual(
      fields.map(({ key }) => key),
    );
  });
});

describe('POST /jobs', () => {
  it('starts a job at the first step of the workflow, at the top of the list', async () => {
    const { ask, page } = await trySandbox({ jobs: 7 });
    const before = await page(1);
    const { status, body } = await ask('/jobs', posting({ workflowKey: 'wf_contract_review' }));
    expect(status).toBe(200);
    expect(body).toEqual({
      status: 'ok',
      code: 200,
      data: {
        job: {
          key: 'job_000008',
          activeWorkflows: [{ key: 'wf_contract_review', name: 'Contract Review' }],
          activeSteps: [{ key: expect.stringMatching(/^stp_/) as string, name: 'Draft terms' }],
          assignedTo: null,
          startedBy: { key: null, firstName: null, lastName: null },
          startedAt: timestamp,
          updatedAt: timestamp,
          completedAt: null,
        },
      },
    });
    const after = await page(1);
    expect([after.jobs, after.pagination.total]).toEqual([
      [expect.objectContaining({ key: 'job_000008' }), ...before.jobs],
      8,
    ]);
  });

  it.each([
    ['no body', { ...posting(null), body: null }, 400, 'The body must be a JSON object'],
    ['a body that is not JSON', { ...posting(null), body: '{"workflowKey"' }, 400, 'Invalid JSON'],
    ['a list as body', posting(['wf_vendor_setup']), 400, 'The body must be a JSON object'],
    ['a form as body', { method: 'POST', body: 'workflowKey=wf_vendor_setup' }, 415, 'text/plain'],
    ['no workflowKey', posting({ workflow: 'wf_vendor_setup' }), 422, 'workflowKey is missing'],
    ['a numeric workflowKey', posting({ workflowKey: 7 }), 422, 'workflowKey must be a string'],
    ['an unknown key', posting({ workflowKey: '__proto__' }), 422, 'No workflow has the key "__proto__"'],
    ['a body that is too large', posting({ workflowKey: 'x'.repeat(20_000) }), 413, 'maximum'],
  ])('rejects %s and does not start a job', async (_what, init, code, message) => {
    const { ask, page } = await trySandbox();
    const { status, body } = await ask('/jobs', init);
    expect(status).toBe(code);
    expect(body).toEqual({
      status: 'error',
      code,
      errors: [{ message: expect.stringContaining(message) as string }],
    });
    expect((await page(1)).pagination.total).toBe(4213);
  });

  it('lists all valid workflow keys if the key is unknown', async () => {
    const { ask, start } = await trySandbox();
    const { body } = await ask('/jobs', posting({ workflowKey: 'nope' }));
    const known = JSON.stringify(body).match(/wf_\w+/g) ?? [];
    expect(known).toHaveLength(6);
    for (const key of known) expect((await start(key)).activeWorkflows[0]?.key).toBe(key);
  });
});

describe('GET /jobs/{key}', () => {
  it('adds actions, content, and logs to the documented members', async () => {
    const { fields, job, page } = await trySandbox();
    const definitions = await fields();
    for (const listed of (await page(1)).jobs) {
      const { actions, content, logs, ...documented } = await job(listed.key);
      expect(documented).toEqual(listed);
      expect(actions.length).toBeGreaterThan(0);
      expect(content.fields.map(({ key, name, type }) => ({ key, name, type }))).toEqual(
        definitions.map(({ key, name, type }) => ({ key, name, type })),
      );
      for (const [index, { value }] of content.fields.entries()) {
        const { required, details } = definitions[index]!;
        if (value === null) expect(required).toBe(false);
        else if (details) expect(details.options.map(({ key }) => key)).toContain(value);
      }
      expect(logs[0]).toEqual({ at: listed.startedAt, type: 'jobStarted', message: 'Job started' });
      expect(logs.at(-1)?.at).toBe(listed.updatedAt);
      expect(logs.some(({ message }) => message === 'Job completed')).toBe(listed.completedAt !== null);
      for (const { name } of listed.activeSteps) {
        expect(logs).toContainEqual(expect.objectContaining({ type: 'stepStarted', step: name }));
      }
    }
  });

  it.each(['job_004214', 'job_000000', 'job_1', 'job_0000001', 'nope', 'a%2Fb', '%E2%98%83'])(
    'returns 404 for %s',
    async (key) => {
      const { ask } = await trySandbox();
      expect(await ask(`/jobs/${key}`)).toMatchObject({ status: 404, body: { status: 'error', code: 404 } });
    },
  );
});

describe('any other request', () => {
  it.each(['/', '/users', '/fields/fld_1', '/jobs/a/b', '/../v2/fields'])(
    'returns 404 for the path %s',
    async (path) => {
      const { ask } = await trySandbox();
      expect(await ask(path)).toMatchObject({
        status: 404,
        body: { status: 'error', code: 404, errors: [{ message: 'There is nothing at this path.' }] },
      });
    },
  );

  it('returns 400 for a malformed path', async () => {
    const { ask } = await trySandbox();
    expect(await ask('/jobs/%ZZ')).toMatchObject({ status: 400, body: { status: 'error', code: 400 } });
  });

  it.each([
    ['DELETE', '/fields', 'GET'],
    ['PUT', '/jobs', 'GET, POST'],
    ['POST', '/jobs/job_000001', 'GET'],
  ])('returns 405 for %s %s, and the allowed methods', async (method, path, allowed) => {
    const { ask } = await trySandbox();
    const { status, headers, body } = await ask(path, { method });
    expect({ status, allow: headers.get('allow') }).toEqual({ status: 405, allow: allowed });
    expect(body).toMatchObject({ status: 'error', code: 405 });
  });
});
