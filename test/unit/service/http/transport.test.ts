import { inspect } from 'node:util';
import { getEventListeners } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import { createServer as createTcpServer } from 'node:net';
import { gzipSync } from 'node:zlib';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { aField } from '../../../support/service/builders.ts';
import {
  type TestResponse,
  endless,
  envelope,
  gzipped,
  json,
  delayed,
  redirect,
  reset,
  stalled,
  startService,
  text,
  truncated,
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

/** Resolves when the head of the next response has arrived. */
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

describe('a service', () => {
  it.each([
    ['before its response', reset()],
    ['within its response', truncated(fields, 20)],
  ])('is unreachable if the connection breaks %s', async (_where, answer) => {
    expect(await readFailure(answer)).toMatchObject({
      kind: 'unreachable',
      message: containing('closed the connection'),
      advice: 'Try again. If the problem persists, check the service and your proxy.',
    });
  });

  it('is unreachable if it does not use HTTP', async () => {
    const host = await listen(
      createTcpServer((socket) => socket.on('error', () => undefined).end('220 mail ready\r\n')),
    );
    expect(await failureOf(clientFor(`http://${host}`).client.listFields(patient()))).toMatchObject({
      kind: 'unreachable',
      message: expect.stringMatching(
        `^${host} did not return a valid HTTP response to GET /fields \\((HPE_INVALID_CONSTANT|HTTPParserError)\\)\\.$`,
      ) as string,
      advice: containing('base URL'),
    });
  });

  it.each([
    ['before the head of its response', silent],
    ['after the head of its response', stalled(fields, 0)],
    ['in the body of its response', stalled(fields, 20)],
    ['in the body of an error', stalled(json(500, { message: 'oops' }), 5)],
  ])('causes a timeout if it stalls %s', async (_where, answer) => {
    const { client, service, records } = await connected(answer, { requestTimeout: () => 100 });
    const error = await failureOf(client.listFields(patient()));
    expect(error).toMatchObject({
      kind: 'timeout',
      request: 'GET /fields',
      message: containing('within 0.1 s'),
      advice: containing('workflowJobs.requestTimeout'),
    });
    expect(records.at(-1)).toMatchObject({ outcome: 'timeout', status: undefined });
    // An attempt may end before it reaches the service.
    expect(service.requests.length).toBeGreaterThan(0);
    await service.abandoned(service.requests.length);
  });
});

describe('a completed request', () => {
  it('leaves no timer or listener behind', async () => {
    const { client } = await connected(fields, { requestTimeout: () => 60_000 });
    const [set, cleared] = [vi.spyOn(globalThis, 'setTimeout'), vi.spyOn(globalThis, 'clearTimeout')];
    const life = new AbortController();
    await client.listFields(life.signal);
    const index = set.mock.calls.findIndex(([, delay]) => delay === 60_000);
    const deadline = set.mock.results[index]?.value as unknown;
    expect(deadline).toBeDefined();
    expect(cleared).toHaveBeenCalledWith(deadline);
    vi.restoreAllMocks();
    expect(getEventListeners(life.signal, 'abort')).toEqual([]);
  });
});

describe('a cancelled request', () => {
  it('is not sent and does not read the API key if it was cancelled earlier', async () => {
    const credential = vi.fn(() => Promise.reject(new Error('The keyring is locked.')));
    const { client, service, records } = await connected(fields, { credential });
    expect(await failureOf(start(client, AbortSignal.abort()))).toMatchObject({ kind: 'cancelled' });
    expect([service.requests, credential.mock.calls]).toEqual([[], []]);
    expect(records).toMatchObject([{ outcome: 'cancelled' }]);
  });

  it('closes the connection before the response starts', async () => {
    const { client, service } = await connected(silent, noTimeout);
    const abort = new AbortController();
    const failed = failureOf(client.listFields(abort.signal));
    await service.received(1);
    abort.abort();
    expect(await failed).toMatchObject({ kind: 'cancelled', message: 'GET /fields was canceled.' });
    await service.abandoned(1);
  });

  it('closes the connection while the body arrives', async () => {
    const head = headArrives();
    const { client, service } = await connected(stalled(fields, 20), noTimeout);
    const abort = new AbortController();
    const failed = failureOf(client.listFields(abort.signal));
    await head;
    abort.abort(new Error('any reason'));
    expect(await failed).toMatchObject({ kind: 'cancelled' });
    await service.abandoned(1);
  });
});

describe('a response body', () => {
  it('may be compressed', async () => {
    const { client } = await connected(gzipped(fields));
    expect(await client.listFields(patient())).toHaveLength(1);
  });

  it('may arrive in chunks that split characters', async () => {
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

  it.each([
    ['in the middle', [0x7b, 0xc3, 0x28, 0x7d]],
    ['at the end', [0x7b, 0x7d, 0xe2, 0x82]],
  ])('is unreadable if it is not UTF-8 %s', async (_where, bytes) => {
    expect(await readFailure({ ...fields, body: Buffer.from(bytes) })).toMatchObject({
      kind: 'unreadable',
      status: 200,
      message: 'The response to GET /fields is not valid UTF-8 text.',
    });
  });

  it('does not hide the status of an error if it is not UTF-8', async () => {
    const latin = (status: number, message: string): TestResponse => ({
      ...json(status, {}),
      body: Buffer.from(JSON.stringify({ message }), 'latin1'),
    });
    const { client, service } = await connected(latin(404, 'Kein Vorgang für diesen Schlüssel.'));
    expect(await failureOf(client.getJob('job_1', patient()))).toMatchObject({
      kind: 'notFound',
      status: 404,
      message: containing('The service reported: Kein Vorgang f\ufffdr'),
    });
    service.use(() => latin(422, 'Ungültig.'));
    expect(isOutcomeUnknown(await failureOf(start(client)))).toBe(false);
    service.use((_request, index) => (index === 2 ? latin(502, 'Überlastet.') : fields));
    expect(await client.listFields(patient())).toHaveLength(1);
  });

  it.each<[string, TestResponse]>([
    ['of a success', endless(' '.repeat(1024 * 1024))],
    ['of an error', { ...endless('x'.repeat(1024 * 1024)), status: 500 }],
  ])('%s is abandoned at the size limit', async (_what, answer) => {
    const { client, service } = await connected(answer);
    expect(await failureOf(client.listFields(patient()))).toMatchObject({
      kind: 'unreadable',
      status: answer.status,
      message: 'The response to GET /fields was discarded, because it is larger than 32 MiB.',
    });
    await service.abandoned(1);
  });

  it('is abandoned if only its decompressed size exceeds the limit', async () => {
    expect(await readFailure(gzipped(text(200, ' '.repeat(33 * 1024 * 1024))))).toMatchObject({
      kind: 'unreadable',
      message: containing('32 MiB'),
    });
  });

  it.each([
    ['gzip', fields.body],
    ['gzip', Buffer.concat([gzipSync(fields.body).subarray(0, -8), Buffer.alloc(8)])],
    ['br', fields.body],
    ['deflate', fields.body],
  ])('is reported as invalid HTTP if its %s compression is broken', async (encoding, body) => {
    const { client } = await connected({ ...withHeaders(fields, { 'content-encoding': encoding }), body });
    expect(await failureOf(client.listFields(patient()))).toMatchObject({
      kind: 'unreachable',
      message: containing('did not return a valid HTTP response to GET /fields'),
    });
    expect(isOutcomeUnknown(await failureOf(start(client)))).toBe(true);
  });

  it('is reported as empty even if its headers claim compression', async () => {
    expect(await readFailure(withHeaders(text(200, ''), { 'content-encoding': 'gzip' }))).toMatchObject({
      kind: 'unreadable',
      message: 'The response to GET /fields is empty (HTTP 200).',
    });
  });
});

describe('a redirect', () => {
  it.each([301, 302, 303, 307, 308])('with status %i is not followed', async (status) => {
    const other = await startService(() => fields);
    onTestFinished(() => other.close());
    const { client, service } = await connected(redirect(`${other.url}/elsewhere?token=abc`, status));
    for (const request of [() => client.listFields(patient()), () => start(client)]) {
      const error = await failureOf(request());
      expect(error).toMatchObject({ kind: 'webPage', status });
      expect(error.message).toContain(`${other.url}/elsewhere`);
      expect(error.message).not.toContain('token=abc');
    }
    expect([service.requests.length, other.requests.length]).toEqual([2, 0]);
  });

  it.each([
    ['within the service', '/v2/fields', '/v2/fields. '],
    ['to another scheme', 'javascript:alert(1)', 'javascript:. '],
    ['with user info', 'https://me:word@x.example/y', 'https://x.example/y. '],
    ['to an invalid URL', 'http://', 'redirected GET /fields to another address'],
  ])('%s is reported with its target, without secrets', async (_where, location, named) => {
    const { message } = await readFailure(redirect(location));
    expect(message).toContain(named);
    expect(message).not.toMatch(/word|alert/);
  });

  it.each([
    [
      'to the same path on another host',
      'https://new.example/jobs?page=1',
      'redirected',
      'set its new base URL',
    ],
    ['to the same path below a prefix', '/api/v2/jobs', 'redirected', 'set its new base URL'],
    [
      'to the path with a trailing slash',
      '/jobs/?page=1',
      'unreadable',
      'A different base URL does not help',
    ],
    ['to a sign-in page', 'https://login.example/oauth?next=/jobs', 'webPage', 'It may be a sign-in page'],
    ['to a sign-in page of the service', '/login', 'webPage', 'It may be a sign-in page'],
    ['to the same address', '/jobs?page=1&session=new', 'webPage', 'It may be a sign-in page'],
  ])('%s is reported with suitable advice', async (_where, location, kind, advice) => {
    const { client } = await connected(redirect(location));
    expect(await failureOf(client.listJobs(1, patient()))).toMatchObject({
      kind,
      message: containing('Redirects are not followed'),
      advice: containing(advice),
    });
  });

  it('is reported without a target if a browser hides it', async () => {
    const hidden = Object.defineProperty(new Response(null), 'type', { value: 'opaqueredirect' });
    vi.stubGlobal('fetch', () => Promise.resolve(hidden));
    const error = await failureOf(clientFor('https://eu.example.com').client.listFields(patient()));
    expect(error).toMatchObject({
      kind: 'redirected',
      status: 302,
      message: containing('redirected GET /fields to another address'),
    });
  });
});

describe('the API key', () => {
  it.each<[string, TestResponse]>([
    ['a rejection', json(401, { message: 'No.' })],
    ['a server fault', json(500, {})],
    ['a broken connection', reset()],
    ['a truncated response', truncated(fields, 20)],
    ['a redirect', redirect('https://x.example/')],
    ['a redirect that repeats it', redirect(`https://x.example/${secret}/%6B${secret.slice(1)}`)],
    ['a message that repeats it', json(400, { message: `Who is ${secret}?` })],
    ['a web page', text(200, '<html>')],
    ['a timeout', silent],
    ['invalid text', { ...fields, body: Buffer.from([0xff]) }],
  ])('does not occur in the error of %s', async (_what, answer) => {
    const { client } = await connected(answer, { requestTimeout: () => (answer.latency > 0 ? 50 : 10_000) });
    for (const request of [() => client.listFields(patient()), () => start(client)]) {
      expect(everythingIn(await failureOf(request()))).not.toContain(secret);
    }
  });

  it.each([
    ['k3y-8...', 'Is k3y-8... right?', 'Is ••• right?'],
    // Shorter keys and parts may be ordinary words.
    ['request', 'Is request right?', 'Is request right?'],
    ['Bearer k3y', 'Is the Bearer k3y? Is k3y right?', 'Is the •••? Is k3y right?'],
    ['Bearer sk_live_1234', 'Is sk_live_1234 right?', 'Is ••• right?'],
    ['Bearer sk_live_1234', 'Is Bearer sk_live_1234 right?', 'Is ••• right?'],
    ['token-one token-two', 'token-two, then token-one?', '•••, then •••?'],
    ['X-Key: k3y-that-leaks', 'Is k3y-that-leaks right?', 'Is ••• right?'],
    ['Bearer sk+live/1234', 'Is sk%2Blive%2F1234 right?', 'Is ••• right?'],
    [
      'ab+cd/ef==',
      'No access with ?key=ab%2Bcd%2Fef%3D%3D, nor ab+cd%2fef%3D%3D',
      'No access with ?key=•••, nor •••.',
    ],
  ])('%j masks the message %j as %j', async (key, message, shown) => {
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
  ])('is masked in a message that escapes %s', async (_what, escape) => {
    const key = 'ab"cd/ef\\gh+1é';
    const answer = text(400, `{"message":"Who is ${escape(key)}?"}`, 'application/json');
    const { message } = await startFailure(answer, withKey(key));
    expect(message).toContain('•••');
    expect(message).not.toMatch(/ab|cd|gh/);
  });

  it.each([
    ['Workflows', String.raw`"note":"Workflows \/ two","completedAt":null`, { note: '••• / two' }],
    ['12345678', '"order":12345678,"note":"12345678"', { order: 12345678, note: '•••' }],
  ])('is not masked in names, numbers, and keys: %s', async (key, members, shown) => {
    const body = `{"status":"ok","code":200,"data":{"jobs":[{"key":"job_${key}","activeWorkflows":[{"key":"a","name":"Approval"}],${members}}],"pagination":{"total":12345678}}}`;
    const { client } = await connected(text(200, body, 'application/json'), withKey(key));
    const { jobs, pagination } = await client.listJobs(1, patient());
    expect(jobs).toMatchObject([
      { kind: 'job', job: { key: `job_${key}`, activeWorkflows: [{ name: 'Approval' }], ...shown } },
    ]);
    expect(pagination.total).toBe(12345678);
  });

  it.each([
    ['a member', { echo: { auth: [`Bearer ${secret}`] } }],
    ['a member named key', { echo: { key: secret } }],
    ['a member next to a number that keeps its spelling', { echo: secret, price: '#1.10#' }],
  ])('is masked in %s of a job', async (_what, members) => {
    const data = { job: { key: 'job_1', ...members } };
    const body = JSON.stringify({ status: 'ok', code: 200, data }).replaceAll(/"#|#"/g, '');
    const { client } = await connected(text(200, body, 'application/json'));
    const job = inspect(await client.getJob('job_1', patient()), { depth: 9, maxStringLength: null });
    expect(job).toContain('•••');
    expect(job).not.toContain(secret);
  });

  it('is masked in the name of an invalid member', async () => {
    const { message } = await startFailure(json(422, { errors: { [secret]: 'is not known' } }));
    expect(message).toContain('•••: is not known');
  });

  it('prevents a start if it cannot be read', async () => {
    const { client, service } = await connected(fields, {
      credential: () => Promise.reject(new Error('The keyring is locked.')),
    });
    const error = await failureOf(start(client));
    expect(error).toMatchObject({ cause: { message: 'The keyring is locked.' } });
    expect([isOutcomeUnknown(error), service.requests]).toEqual([false, []]);
  });

  it.each([
    ['contains a line break', { name: 'X-API-Key', value: `${secret}\nX-Other: 1` }],
    ['contains a character beyond Latin-1', { name: 'X-API-Key', value: `${secret}€` }],
    ['has an invalid header name', { name: 'API key', value: secret }],
    ['has an empty header name', { name: '', value: secret }],
  ])('is rejected before anything is sent if it %s', async (_what, header) => {
    const { client, service } = await connected(fields, {
      credential: () => Promise.resolve({ ...header, secret }),
    });
    const error = await failureOf(start(client));
    expect(error.kind).toBe('invalidInput');
    expect(everythingIn(error)).not.toContain(secret);
    expect(service.requests).toEqual([]);
  });

  it('is not replaced by a cookie', async () => {
    const { client, service } = await connected(withHeaders(fields, { 'set-cookie': 'session=1' }));
    for (let round = 0; round < 2; round++) await client.listFields(patient());
    expect(service.requests.map(({ headers }) => headers.cookie)).toEqual([undefined, undefined]);
  });
});
