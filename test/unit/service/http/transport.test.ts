import { inspect } from 'node:util';
import { getEventListeners } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { aField } from '../../../support/service/builders.ts';
import {
  endless,
  envelope,
  gzipped,
  json,
  delayed,
  redirect,
  stalled,
  startService,
  text,
  withHeaders,
} from '../../../support/service/service.ts';
import { credentialHeader } from '../../../../src/service/http/credential.ts';
import { isOutcomeUnknown } from '../../../../src/service/serviceError.ts';
import {
  clientFor,
  connected,
  containing,
  everythingIn,
  failureOf,
  patient,
  readFailure,
  secret,
  start,
  startFailure,
  withKey,
} from '../harness.ts';
import { listen } from './listen.ts';

const fields = envelope({ fields: [aField()] });
const silent = delayed(fields, 1_000_000);
const noTimeout = { requestTimeout: () => 1_000_000 };

/** Resolves when the headers of the next response have arrived. */
function headArrives(): Promise<unknown> {
  const original = globalThis.fetch;
  const { promise, resolve } = Promise.withResolvers<void>();
  vi.stubGlobal('fetch', async (...request: Parameters<typeof fetch>) => {
    const response = await original(...request);
    resolve();
    return response;
  });
  return promise;
}

/** Escapes a character as .NET does, for example as `\u002B`. */
const unicodeEscape = (character: string) =>
  `\\u${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`;

/** Escapes a text for a JSON string. */
const inJson = (text: string) => JSON.stringify(text).slice(1, -1);

describe('ServiceClient', () => {
  it('closes the connection when a request times out', async () => {
    const { client, service, records } = await connected(stalled(fields, 20), {
      requestTimeout: () => 100,
    });
    expect(await failureOf(client.listFields(patient()))).toMatchObject({
      kind: 'timeout',
      message: containing('within 0.1 s'),
    });
    expect(records.at(-1)).toMatchObject({ outcome: 'timeout', status: undefined });
    // The attempt may end before the request arrives at the service.
    expect(service.requests.length).toBeGreaterThan(0);
    await service.abandoned(service.requests.length);
  });

  it('removes the timer and the abort listener when a request completes', async () => {
    const { client } = await connected(fields, { requestTimeout: () => 60_000 });
    const [set, cleared] = [
      vi.spyOn(globalThis, 'setTimeout'),
      vi.spyOn(globalThis, 'clearTimeout'),
    ];
    const life = new AbortController();
    await client.listFields(life.signal);
    const index = set.mock.calls.findIndex(([, delay]) => delay === 60_000);
    const deadline = set.mock.results[index]?.value as unknown;
    expect(deadline).toBeDefined();
    expect(cleared).toHaveBeenCalledWith(deadline);
    vi.restoreAllMocks();
    expect(getEventListeners(life.signal, 'abort')).toEqual([]);
  });

  it('does not read the API key if the request is already canceled', async () => {
    const credential = vi.fn(() => Promise.reject(new Error('The keyring is locked.')));
    const { client, service, records } = await connected(fields, { credential });
    expect(await failureOf(start(client, AbortSignal.abort()))).toMatchObject({
      kind: 'cancelled',
    });
    expect([service.requests, credential.mock.calls]).toEqual([[], []]);
    expect(records).toMatchObject([{ outcome: 'cancelled' }]);
  });

  it('closes the connection if a request is canceled before the response starts', async () => {
    const { client, service } = await connected(silent, noTimeout);
    const abort = new AbortController();
    const failed = failureOf(client.listFields(abort.signal));
    await service.received(1);
    abort.abort();
    expect(await failed).toMatchObject({ kind: 'cancelled', message: 'GET /fields was canceled.' });
    await service.abandoned(1);
  });

  it('closes the connection if a request is canceled during the response', async () => {
    const head = headArrives();
    const { client, service } = await connected(stalled(fields, 20), noTimeout);
    const abort = new AbortController();
    const failed = failureOf(client.listFields(abort.signal));
    await head;
    abort.abort(new Error('any reason'));
    expect(await failed).toMatchObject({ kind: 'cancelled' });
    await service.abandoned(1);
  });

  it('decodes characters that are split between chunks', async () => {
    const { body } = envelope({ fields: [aField({ name: 'Größe 尺寸 📏' })] });
    const host = await listen(
      createHttpServer((_request, response) => {
        for (const byte of body) response.write(Uint8Array.of(byte));
        response.end();
      }),
    );
    const [field] = await clientFor(`http://${host}`).client.listFields(patient());
    expect(field).toMatchObject({ value: { name: 'Größe 尺寸 📏' } });
  });

  it('discards an error response that exceeds the size limit', async () => {
    const { client, service } = await connected({
      ...endless('x'.repeat(1024 * 1024)),
      status: 500,
    });
    expect(await failureOf(client.listFields(patient()))).toMatchObject({
      kind: 'unreadable',
      status: 500,
      message: 'The response to GET /fields was discarded, because it is larger than 32 MiB.',
    });
    await service.abandoned(1);
  });

  it('discards a response that exceeds the size limit after decompression', async () => {
    expect(await readFailure(gzipped(text(200, ' '.repeat(33 * 1024 * 1024))))).toMatchObject({
      kind: 'unreadable',
      message: containing('32 MiB'),
    });
  });

  it('sends no request to the target of a redirect', async () => {
    const target = await startService(() => fields);
    onTestFinished(() => target.close());
    const { client } = await connected(redirect(`${target.url}/jobs`, 307));
    for (const request of [client.listFields(patient()), start(client)]) {
      expect((await failureOf(request)).message).toContain(target.url);
    }
    expect(target.requests).toEqual([]);
  });

  it('reports a redirect without its target URL in browsers', async () => {
    const hidden = Object.defineProperty(new Response(null), 'type', { value: 'opaqueredirect' });
    vi.stubGlobal('fetch', () => Promise.resolve(hidden));
    const error = await failureOf(clientFor('https://eu.example.com').client.listFields(patient()));
    expect(error).toMatchObject({
      kind: 'redirected',
      status: 302,
      message: containing('redirected GET /fields to another address'),
    });
  });

  it.each([
    ['Is k3y-8... right?', 'Is ••• right?', 'k3y-8...'],
    // Shorter keys and parts may be ordinary words.
    ['Is request right?', 'Is request right?', 'request'],
    ['Is the Bearer k3y? Is k3y right?', 'Is the •••? Is k3y right?', 'Bearer k3y'],
    ['Is sk_live_1234 right?', 'Is ••• right?', 'Bearer sk_live_1234'],
    ['Is Bearer sk_live_1234 right?', 'Is ••• right?', 'Bearer sk_live_1234'],
    ['token-two, then token-one?', '•••, then •••?', 'token-one token-two'],
    ['Is k3y-that-leaks right?', 'Is ••• right?', 'X-Key: k3y-that-leaks'],
    ['Is sk%2Blive%2F1234 right?', 'Is ••• right?', 'Bearer sk+live/1234'],
    [
      'No access with ?key=ab%2Bcd%2Fef%3D%3D, nor ab+cd%2fef%3D%3D',
      'No access with ?key=•••, nor •••.',
      'ab+cd/ef==',
    ],
  ])('converts the error message %j to %j for the API key %j', async (message, shown, key) => {
    const credential = () => Promise.resolve(credentialHeader('Authorization', '', key));
    const error = await startFailure(json(400, { message }), { credential });
    expect(error.message).toContain(`The service reported: ${shown}`);
  });

  it.each<[string, (key: string) => string]>([
    ['the required characters', inJson],
    ['slashes', (key) => inJson(key).replaceAll('/', '\\/')],
    ['HTML characters', (key) => inJson(key).replace(/[+<>&']/g, unicodeEscape)],
    [
      'HTML characters in lower case',
      (key) => inJson(key).replace(/[+<>&']/g, (each) => unicodeEscape(each).toLowerCase()),
    ],
    ['every character', (key) => key.replace(/./g, unicodeEscape)],
    [
      'JSON within JSON',
      (key) => inJson(`{"error":"${inJson(key).replaceAll('/', '\\/')}"}`).replaceAll('/', '\\/'),
    ],
  ])('masks the API key in an error message that escapes %s', async (_what, escape) => {
    const key = 'ab"cd/ef\\gh+1é';
    const response = text(400, `{"message":"Who is ${escape(key)}?"}`, 'application/json');
    const { message } = await startFailure(response, withKey(key));
    expect(message).toContain('•••');
    expect(message).not.toMatch(/ab|cd|gh/);
  });

  it.each([
    ['Workflows', String.raw`"note":"Workflows \/ two","completedAt":null`, { note: '••• / two' }],
    ['12345678', '"order":12345678,"note":"12345678"', { order: 12345678, note: '•••' }],
  ])('masks the API key %j only in strings', async (key, members, shown) => {
    const body = `{"status":"ok","code":200,"data":{"jobs":[{"key":"job_${key}","activeWorkflows":[{"key":"a","name":"Approval"}],${members}}],"pagination":{"total":12345678}}}`;
    const { client } = await connected(text(200, body, 'application/json'), withKey(key));
    const { jobs, pagination } = await client.listJobs(1, patient());
    expect(jobs).toMatchObject([
      {
        kind: 'job',
        job: { key: `job_${key}`, activeWorkflows: [{ name: 'Approval' }], ...shown },
      },
    ]);
    expect(pagination.total).toBe(12345678);
  });

  it.each([
    ['a property', { echo: { auth: [`Bearer ${secret}`] } }],
    ['a property named key', { echo: { key: secret } }],
    ['a property next to a decimal number', { echo: secret, price: '#1.10#' }],
  ])('masks the API key in %s of a job', async (_what, members) => {
    const data = { job: { key: 'job_1', ...members } };
    const body = JSON.stringify({ status: 'ok', code: 200, data }).replaceAll(/"#|#"/g, '');
    const { client } = await connected(text(200, body, 'application/json'));
    const job = inspect(await client.getJob('job_1', patient()), {
      depth: 9,
      maxStringLength: null,
    });
    expect(job).toContain('•••');
    expect(job).not.toContain(secret);
  });

  it('sends no start request if the API key cannot be read', async () => {
    const { client, service } = await connected(fields, {
      credential: () => Promise.reject(new Error('The keyring is locked.')),
    });
    const error = await failureOf(start(client));
    expect(error).toMatchObject({ cause: { message: 'The keyring is locked.' } });
    expect([isOutcomeUnknown(error), service.requests]).toEqual([false, []]);
  });

  it.each([
    ['a line break', { name: 'X-API-Key', value: `${secret}\nX-Other: 1` }],
    ['a character beyond Latin-1', { name: 'X-API-Key', value: `${secret}€` }],
    ['an invalid name', { name: 'API key', value: secret }],
    ['an empty name', { name: '', value: secret }],
  ])('sends no request if the API key header contains %s', async (_what, header) => {
    const { client, service } = await connected(fields, {
      credential: () => Promise.resolve({ ...header, secret }),
    });
    const error = await failureOf(start(client));
    expect(error.kind).toBe('invalidInput');
    expect(everythingIn(error)).not.toContain(secret);
    expect(service.requests).toEqual([]);
  });

  it('sends no cookies', async () => {
    const { client, service } = await connected(withHeaders(fields, { 'set-cookie': 'session=1' }));
    for (let round = 0; round < 2; round++) await client.listFields(patient());
    expect(service.requests.map(({ headers }) => headers.cookie)).toEqual([undefined, undefined]);
  });
});
