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
  ])('is required: %s key gets 401 everywhere, and no hint of the right one', async (_which, headers: Record<string, string>) => {
    const { ask } = await trySandbox({ apiKey: 's3cret' });
    for (const path of ['/fields', '/jobs', '/jobs/job_000001', '/nope']) {
      const { status, headers: answered, body } = await ask(path, { headers });
      expect(status).toBe(401);
      expect(answered.get('www-authenticate')).toBe('Bearer');
      expect(body).toMatchObject({ status: 'error', code: 401 });
      expect(JSON.stringify(body)).not.toContain('s3cret');
    }
  });
});

describe('a browser of another origin', () => {
  const origin = 'https://editor.example';
  const preflight = {
    method: 'OPTIONS',
    headers: { origin, 'access-control-request-method': 'POST', 'access-control-request-headers': 'authorization,content-type,x-api-key' },
  };

  it('may send what it asks to send, without a key for asking', async () => {
    const { ask } = await trySandbox({ apiKey: 's3cret' });
    const { status, headers } = await ask('/jobs', preflight);
    expect(status).toBe(204);
    expect(headers.get('access-control-allow-origin')).toBe('*');
    expect(headers.get('access-control-allow-methods')).toBe('*');
    expect(headers.get('access-control-allow-headers')).toBe('authorization,content-type,x-api-key');
  });

  it.each(['/fields', '/jobs?page=0', '/nope', '/jobs/%ZZ'])('may read the answer to %s, error or not', async (path) => {
    const { ask } = await trySandbox();
    expect((await ask(path, { headers: { origin } })).headers.get('access-control-allow-origin')).toBe('*');
  });
});
