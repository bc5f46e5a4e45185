import { type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { trySandbox } from './harness.ts';

const apiKey = 's3cret';

describe('Sandbox', () => {
  it('accepts a request that contains the API key', async () => {
    const { send } = await trySandbox({ apiKey });
    expect((await send('/fields', { headers: { authorization: `Bearer ${apiKey}` } })).status).toBe(
      200,
    );
  });

  it.each<Record<string, string>>([
    {},
    { authorization: 'Bearer other' },
    { authorization: apiKey },
    { 'x-api-key': apiKey },
  ])('returns HTTP status 401 on every path for the request headers %j', async (headers) => {
    const { send } = await trySandbox({ apiKey });
    for (const path of ['/fields', '/jobs', '/jobs/job_000001', '/nope']) {
      const { status, headers: responseHeaders, body } = await send(path, { headers });
      expect([status, responseHeaders.get('www-authenticate')]).toEqual([401, 'Bearer']);
      expect(body).toMatchObject({ status: 'error', code: 401 });
      expect(JSON.stringify(body)).not.toContain(apiKey);
    }
  });

  const origin = 'https://editor.example';
  const requestedHeaders = 'authorization,content-type,x-api-key';
  const preflight = {
    method: 'OPTIONS',
    headers: {
      origin,
      'access-control-request-method': 'POST',
      'access-control-request-headers': requestedHeaders,
    },
  };
  const corsHeaders = (headers: Headers) =>
    Object.fromEntries([...headers].filter(([name]) => /^access-control-(?!expose)/.test(name)));

  it.each(['/fields', '/jobs', '/nope'])(
    'omits CORS headers from responses to %s by default',
    async (path) => {
      const { send } = await trySandbox();
      expect(corsHeaders((await send(path, { headers: { origin } })).headers)).toEqual({});
      expect(corsHeaders((await send(path, preflight)).headers)).toEqual({});
    },
  );

  it('rejects start requests from HTML forms', async () => {
    const { send, page } = await trySandbox();
    const { status } = await send('/jobs', {
      method: 'POST',
      headers: { origin, 'content-type': 'text/plain' },
      body: '{"workflowKey":"wf_invoice_approval"}',
    });
    expect([status, (await page(1)).pagination.total]).toEqual([415, 4213]);
  });

  it.each(['evil.example', 'evil.example:80', '127.0.0.1.evil.example'])(
    'rejects requests with the Host header %j',
    async (host) => {
      const { sandbox } = await trySandbox();
      const { promise, resolve } = Promise.withResolvers<IncomingMessage>();
      request(`${sandbox.url}/fields`, { headers: { host } }, resolve).end();
      const response = await promise;
      expect([response.statusCode, JSON.parse(await text(response))]).toMatchObject([
        403,
        { status: 'error', code: 403 },
      ]);
    },
  );

  it('accepts requests with the host name localhost', async () => {
    const { sandbox } = await trySandbox();
    expect((await fetch(`${sandbox.url.replace('127.0.0.1', 'localhost')}/fields`)).status).toBe(
      200,
    );
  });

  it('accepts CORS preflight requests without an API key if CORS is enabled', async () => {
    const { send } = await trySandbox({ cors: true, apiKey });
    const { status, headers } = await send('/jobs', preflight);
    expect(status).toBe(204);
    expect(corsHeaders(headers)).toMatchObject({
      'access-control-allow-origin': '*',
      'access-control-allow-methods': '*',
      'access-control-allow-headers': requestedHeaders,
    });
  });

  it.each(['/fields', '/jobs?page=0', '/nope', '/jobs/%ZZ'])(
    'allows any origin to read the path %s if CORS is enabled',
    async (path) => {
      const { send } = await trySandbox({ cors: true });
      expect(
        (await send(path, { headers: { origin } })).headers.get('access-control-allow-origin'),
      ).toBe('*');
    },
  );
});
