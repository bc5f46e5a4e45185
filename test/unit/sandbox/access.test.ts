import { type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { trySandbox } from './harness.ts';

describe('an API key', () => {
  it('opens the service', async () => {
    const { ask } = await trySandbox({ apiKey: 's3cret' });
    expect((await ask('/fields', { headers: { authorization: 'Bearer s3cret' } })).status).toBe(200);
  });

  it.each([
    ['none', {}],
    ['another', { authorization: 'Bearer other' }],
    ['a bare', { authorization: 's3cret' }],
    ['a wrongly named', { 'x-api-key': 's3cret' }],
  ])(
    'is required: %s key gets 401 everywhere, and no hint of the right one',
    async (_which, headers: Record<string, string>) => {
      const { ask } = await trySandbox({ apiKey: 's3cret' });
      for (const path of ['/fields', '/jobs', '/jobs/job_000001', '/nope']) {
        const { status, headers: answered, body } = await ask(path, { headers });
        expect(status).toBe(401);
        expect(answered.get('www-authenticate')).toBe('Bearer');
        expect(body).toMatchObject({ status: 'error', code: 401 });
        expect(JSON.stringify(body)).not.toContain('s3cret');
      }
    },
  );
});

describe('a web page', () => {
  const origin = 'https://editor.example';
  const preflight = {
    method: 'OPTIONS',
    headers: {
      origin,
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'authorization,content-type,x-api-key',
    },
  };
  const allowed = (headers: Headers) =>
    [...headers.keys()].filter((name) => name.startsWith('access-control-'));

  it.each(['/fields', '/jobs', '/nope'])(
    'of another origin may neither read %s nor send what is no plain form',
    async (path) => {
      const { ask } = await trySandbox();
      expect(allowed((await ask(path, { headers: { origin } })).headers)).toEqual([]);
      expect(allowed((await ask(path, preflight)).headers)).toEqual([]);
    },
  );

  it('starts no job by a form', async () => {
    const { ask, page } = await trySandbox();
    const { status } = await ask('/jobs', {
      method: 'POST',
      headers: { origin, 'content-type': 'text/plain' },
      body: '{"workflowKey":"wf_invoice_approval"}',
    });
    expect([status, (await page(1)).pagination.total]).toEqual([415, 4213]);
  });

  it.each(['evil.example', 'evil.example:80', '127.0.0.1.evil.example'])(
    'whose host only names this machine is refused: %j',
    async (host) => {
      const { sandbox } = await trySandbox();
      const { promise, resolve } = Promise.withResolvers<IncomingMessage>();
      request(`${sandbox.url}/fields`, { headers: { host } }, resolve).end();
      const answer = await promise;
      expect([answer.statusCode, JSON.parse(await text(answer))]).toMatchObject([
        403,
        { status: 'error', code: 403 },
      ]);
    },
  );

  it('may ask by either name of this machine', async () => {
    const { sandbox } = await trySandbox();
    expect((await fetch(`${sandbox.url.replace('127.0.0.1', 'localhost')}/fields`)).status).toBe(200);
  });

  it('that a suite runs in may send what it asks to send, without a key for asking', async () => {
    const { ask } = await trySandbox({ cors: true, apiKey: 's3cret' });
    const { status, headers } = await ask('/jobs', preflight);
    expect(status).toBe(204);
    expect(headers.get('access-control-allow-origin')).toBe('*');
    expect(headers.get('access-control-allow-methods')).toBe('*');
    expect(headers.get('access-control-allow-headers')).toBe('authorization,content-type,x-api-key');
  });

  it.each(['/fields', '/jobs?page=0', '/nope', '/jobs/%ZZ'])(
    'that a suite runs in may read the answer to %s, error or not',
    async (path) => {
      const { ask } = await trySandbox({ cors: true });
      expect((await ask(path, { headers: { origin } })).headers.get('access-control-allow-origin')).toBe('*');
    },
  );
});
