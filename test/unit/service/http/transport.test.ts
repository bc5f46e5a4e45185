import { inspect } from 'node:util';
import { getEventListeners, once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer as createHttpServer } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { type AddressInfo, createServer as createTcpServer, type Server } from 'node:net';
import { gzipSync } from 'node:zlib';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { aField } from '../../../support/service/builders.ts';
import {
  type Answer,
  endless,
  envelope,
  gzipped,
  json,
  late,
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
import { clientFor, connected, everythingIn, failureOf, patient, secret, startJob } from '../harness.ts';

const fields = envelope({ fields: [aField()] });

/** Resolves when the head of the next answer has arrived. */
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

/** `\u002B`, as .NET writes a plus. */
const unicodeEscape = (character: string) =>
  `\\u${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`;

/** A text as JSON writes it within its quotes. */
const inJson = (text: string) => JSON.stringify(text).slice(1, -1);

async function listen(server: Server): Promise<string> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

describe('a service that does not answer', () => {
  it('is unreachable where nothing listens', async () => {
    const service = await startService(() => fields);
    await service.close();
    const error = await failureOf(clientFor(service.url).client.listFields(patient()));
    expect(error).toMatchObject({
      kind: 'unreachable',
      message: `Nothing answers at 127.0.0.1:${service.port}: the connection was refused.`,
    });
  });

  it('is unreachable where its name does not exist', async () => {
    const error = await failureOf(clientFor('https://workflow-jobs.invalid').client.listFields(patient()));
    expect(error.kind).toBe('unreachable');
    expect(error.message).toMatch(/^The name workflow-jobs\.invalid was not found \(E[A-Z_]+\)\.$/);
  });

  it.each([
    ['before its answer', reset()],
    ['within its answer', truncated(fields, 20)],
  ])('is unreachable where the connection breaks %s', async (_where, answer) => {
    const { client } = await connected(answer);
    expect(await failureOf(client.listFields(patient()))).toMatchObject({
      kind: 'unreachable',
      message: expect.stringContaining('closed the connection') as string,
      advice: 'Try again. If that does not help, check the service and your proxy.',
    });
  });

  it('is unreachable where it speaks no HTTP', async () => {
    const host = await listen(
      createTcpServer((socket) => socket.on('error', () => undefined).end('220 mail ready\r\n')),
    );
    expect(await failureOf(clientFor(`http://${host}`).client.listFields(patient()))).toMatchObject({
      kind: 'unreachable',
      message: expect.stringMatching(
        `^${host} did not answer GET /fields in valid HTTP \\((HPE_INVALID_CONSTANT|HTTPParserError)\\)\\.$`,
      ) as string,
      advice: expect.stringContaining('base URL') as string,
    });
  });

  it('is unreachable over https where it speaks http', async () => {
    const { service } = await connected(fields);
    const error = await failureOf(
      clientFor(service.url.replace('http:', 'https:')).client.listFields(patient()),
    );
    expect(error).toMatchObject({
      kind: 'unreachable',
      message: expect.stringContaining('No secure connection') as string,
    });
  });

  it('is unreachable where its certificate is not trusted, and hears nothing of the request', async () => {
    const pem = await readFile(new URL('selfSigned.pem', import.meta.url));
    const heard = vi.fn();
    const host = await listen(createHttpsServer({ key: pem, cert: pem }, heard));
    const error = await failureOf(clientFor(`https://${host}`).client.change(startJob('wf_1'), patient()));
    expect(error).toMatchObject({
      kind: 'unreachable',
      message: `The TLS certificate of ${host} is not trusted here (DEPTH_ZERO_SELF_SIGNED_CERT). Nothing was sent.`,
      advice: expect.stringContaining('http.systemCertificates') as string,
    });
    expect(isOutcomeUnknown(error)).toBe(false);
    expect(heard).not.toHaveBeenCalled();
  });

  it.each([
    ['before its head', late(fields, 1_000_000)],
    ['after its head', stalled(fields, 0)],
    ['in its body', stalled(fields, 20)],
    ['in the body of an error', stalled(json(500, { message: 'oops' }), 5)],
  ])('in time is a timeout, when it stalls %s', async (_where, answer) => {
    const { client, service, records } = await connected(answer, { requestTimeout: () => 100 });
    const error = await failureOf(client.listFields(patient()));
    expect(error).toMatchObject({
      kind: 'timeout',
      request: 'GET /fields',
      advice: expect.stringContaining('workflowJobs.requestTimeout') as string,
    });
    expect(error.message).toContain('within 0.1 s');
    expect(records.at(-1)).toMatchObject({ outcome: 'timeout', status: undefined });
    // An attempt may have ended before it reached the service.
    expect(service.requests.length).toBeGreaterThan(0);
    await service.abandoned(service.requests.length);
  });
});

describe('a request that was answered', () => {
  it('leaves no timer and no listener behind', async () => {
    const { client } = await connected(fields, { requestTimeout: () => 60_000 });
    const [set, cleared] = [vi.spyOn(globalThis, 'setTimeout'), vi.spyOn(globalThis, 'clearTimeout')];
    const life = new AbortController();
    await client.listFields(life.signal);
    const deadline = set.mock.results[set.mock.calls.findIndex(([, delay]) => delay === 60_000)]
      ?.value as unknown;
    expect(deadline).toBeDefined();
    expect(cleared).toHaveBeenCalledWith(deadline);
    vi.restoreAllMocks();
    expect(getEventListeners(life.signal, 'abort')).toEqual([]);
  });
});

describe('a request that is cancelled', () => {
  it('beforehand is not sent, and asks for no key', async () => {
    const credential = vi.fn(() => Promise.reject(new Error('The keyring is locked.')));
    const { client, service, records } = await connected(fields, { credential });
    expect(await failureOf(client.change(startJob('wf_1'), AbortSignal.abort()))).toMatchObject({
      kind: 'cancelled',
    });
    expect([service.requests, credential.mock.calls]).toEqual([[], []]);
    expect(records).toMatchObject([{ outcome: 'cancelled' }]);
  });

  it('before the answer begins ends the connection', async () => {
    const { client, service } = await connected(late(fields, 1_000_000), { requestTimeout: () => 1_000_000 });
    const abort = new AbortController();
    const failed = failureOf(client.listFields(abort.signal));
    await service.received(1);
    abort.abort();
    expect(await failed).toMatchObject({ kind: 'cancelled', message: 'GET /fields was cancelled.' });
    await service.abandoned(1);
  });

  it('while the body comes ends the connection', async () => {
    const head = headArrives();
    const { client, service } = await connected(stalled(fields, 20), { requestTimeout: () => 1_000_000 });
    const abort = new AbortController();
    const failed = failureOf(client.listFields(abort.signal));
    await head;
    abort.abort(new Error('any reason'));
    expect(await failed).toMatchObject({ kind: 'cancelled' });
    await service.abandoned(1);
  });
});

describe('a body', () => {
  it('is read compressed', async () => {
    const { client } = await connected(gzipped(fields));
    expect(await client.listFields(patient())).toHaveLength(1);
  });

  it('is read in chunks that cut characters apart', async () => {
    const bytes = Buffer.from(
      JSON.stringify({ status: 'ok', code: 200, data: { fields: [aField({ name: 'Größe 尺寸 📏' })] } }),
    );
    const host = await listen(
      createHttpServer((_request, response) => {
        for (const byte of bytes) response.write(Uint8Array.of(byte));
        response.end();
      }),
    );
    const [field] = await clientFor(`http://${host}`).client.listFields(patient());
    expect(field).toMatchObject({ value: { name: 'Größe 尺寸 📏' } });
  });

  it.each([
    ['in its middle', Buffer.from([0x7b, 0xc3, 0x28, 0x7d])],
    ['at its end', Buffer.from([0x7b, 0x7d, 0xe2, 0x82])],
  ])('that is not UTF-8 %s is unreadable', async (_where, body) => {
    const { client } = await connected({ ...fields, body });
    expect(await failureOf(client.listFields(patient()))).toMatchObject({
      kind: 'unreadable',
      status: 200,
      message: 'The answer to GET /fields is not valid UTF-8 text.',
    });
  });

  it('that is not UTF-8 does not hide the status of an error', async () => {
    const latin = (status: number, message: string): Answer => ({
      ...json(status, {}),
      body: Buffer.from(JSON.stringify({ message }), 'latin1'),
    });
    const { client, service } = await connected(latin(404, 'Kein Vorgang für diesen Schlüssel.'));
    expect(await failureOf(client.getJob('job_1', patient()))).toMatchObject({
      kind: 'notFound',
      status: 404,
      message: expect.stringContaining('The service says: Kein Vorgang f\ufffdr') as string,
    });
    service.use(() => latin(422, 'Ungültig.'));
    expect(isOutcomeUnknown(await failureOf(client.change(startJob('wf_1'), patient())))).toBe(false);
    service.use((_request, index) => (index === 2 ? latin(502, 'Überlastet.') : fields));
    expect(await client.listFields(patient())).toHaveLength(1);
  });

  it.each<[string, Answer]>([
    ['without an end', endless(' '.repeat(1024 * 1024))],
    ['without an end, of an error', { ...endless('x'.repeat(1024 * 1024)), status: 500 }],
  ])('%s is abandoned at the limit', async (_what, answer) => {
    const { client, service } = await connected(answer);
    expect(await failureOf(client.listFields(patient()))).toMatchObject({
      kind: 'unreadable',
      status: answer.status,
      message: 'The answer to GET /fields is larger than 32 MiB and was abandoned.',
    });
    await service.abandoned(1);
  });

  it('that is small on the wire and huge when unpacked is abandoned too', async () => {
    const { client } = await connected(gzipped(text(200, ' '.repeat(33 * 1024 * 1024))));
    expect(await failureOf(client.listFields(patient()))).toMatchObject({
      kind: 'unreadable',
      message: expect.stringContaining('32 MiB') as string,
    });
  });

  it.each([
    ['gzip', fields.body],
    ['gzip', Buffer.concat([gzipSync(fields.body).subarray(0, -8), Buffer.alloc(8)])],
    ['br', fields.body],
    ['deflate', fields.body],
  ])('with broken compression is no valid HTTP: %s', async (encoding, body) => {
    const { client } = await connected({
      ...withHeaders(fields, { 'content-encoding': encoding }),
      body,
    });
    expect(await failureOf(client.listFields(patient()))).toMatchObject({
      kind: 'unreachable',
      message: expect.stringContaining('did not answer GET /fields in valid HTTP') as string,
    });
    expect(isOutcomeUnknown(await failureOf(client.change(startJob('wf_1'), patient())))).toBe(true);
  });

  it('without a byte is empty, even if it is called compressed', async () => {
    const { client } = await connected(withHeaders(text(200, ''), { 'content-encoding': 'gzip' }));
    expect(await failureOf(client.listFields(patient()))).toMatchObject({
      kind: 'unreadable',
      message: 'The answer to GET /fields is empty (HTTP 200).',
    });
  });
});

describe('a redirect', () => {
  it.each([301, 302, 303, 307, 308])(
    '(%i) is not followed: nobody else hears of the request',
    async (status) => {
      const other = await startService(() => fields);
      onTestFinished(() => other.close());
      const { client, service } = await connected(redirect(`${other.url}/elsewhere?token=abc`, status));
      for (const ask of [
        () => client.listFields(patient()),
        () => client.change(startJob('wf_1'), patient()),
      ]) {
        const error = await failureOf(ask());
        expect(error).toMatchObject({ kind: 'webPage', status });
        expect(error.message).toContain(`${other.url}/elsewhere`);
        expect(error.message).not.toContain('token=abc');
      }
      expect(service.requests).toHaveLength(2);
      expect(other.requests).toEqual([]);
    },
  );

  it.each([
    ['within the service', '/v2/fields', '/v2/fields. '],
    ['to another scheme', 'javascript:alert(1)', 'javascript:. '],
    ['with user info', 'https://me:word@x.example/y', 'https://x.example/y. '],
    ['to what is no URL', 'http://', 'redirects GET /fields to another address'],
  ])('%s names where it points, and no more', async (_where, location, named) => {
    const { client, service } = await connected(redirect(location));
    const error = await failureOf(client.listFields(patient()));
    expect(error.message).toContain(named);
    expect(error.message).not.toMatch(/word|alert/);
    expect(service.requests).toHaveLength(1);
  });

  it.each([
    [
      'to the same path on another host',
      'https://new.example/jobs?page=1',
      'redirected',
      'set its new base URL',
    ],
    ['to the same path below a prefix', '/api/v2/jobs', 'redirected', 'set its new base URL'],
    ['to the path with a slash at its end', '/jobs/?page=1', 'unreadable', 'A new base URL cannot help'],
    ['to a sign-in page', 'https://login.example/oauth?next=/jobs', 'webPage', 'It may be a sign-in page'],
    ['to a sign-in page of the service', '/login', 'webPage', 'It may be a sign-in page'],
    ['to the address itself', '/jobs?page=1&session=new', 'webPage', 'It may be a sign-in page'],
  ])('%s gives advice that can help', async (_where, location, kind, advice) => {
    const { client } = await connected(redirect(location));
    const error = await failureOf(client.listJobs(1, patient()));
    expect(error).toMatchObject({ kind, advice: expect.stringContaining(advice) as string });
    expect(error.message).toContain('Redirects are not followed');
  });

  it('that a browser hides is still one', async () => {
    const hidden = Object.defineProperty(new Response(null), 'type', { value: 'opaqueredirect' });
    vi.stubGlobal('fetch', () => Promise.resolve(hidden));
    const error = await failureOf(clientFor('https://eu.example.com').client.listFields(patient()));
    expect(error).toMatchObject({
      kind: 'redirected',
      status: 302,
      message: expect.stringContaining('redirects GET /fields to another address') as string,
    });
  });
});

describe('the credential', () => {
  it.each<[string, Answer]>([
    ['a refusal', json(401, { message: 'No.' })],
    ['a fault', json(500, {})],
    ['a broken connection', reset()],
    ['a broken answer', truncated(fields, 20)],
    ['a redirect', redirect('https://x.example/')],
    ['a redirect that repeats it', redirect(`https://x.example/${secret}/%6B${secret.slice(1)}`)],
    ['a web page', text(200, '<html>')],
    ['a late answer', late(fields, 1_000_000)],
    ['invalid text', { ...fields, body: Buffer.from([0xff]) }],
  ])('is nowhere in the error of %s', async (_what, answer) => {
    const { client } = await connected(answer, { requestTimeout: () => (answer.latency > 0 ? 50 : 10_000) });
    for (const ask of [
      () => client.listFields(patient()),
      () => client.change(startJob('wf_1'), patient()),
    ]) {
      expect(everythingIn(await failureOf(ask()))).not.toContain(secret);
    }
  });

  it('is shown nowhere, even where the service repeats it', async () => {
    const { client } = await connected(json(400, { message: `Who is ${secret}?` }));
    const error = await failureOf(client.change(startJob('wf_1'), patient()));
    expect(error.message).toContain('Who is •••?');
    expect(everythingIn(error)).not.toContain(secret);
  });

  it.each([
    ['k3y-8...', '•••'],
    ['request', 'request'],
  ])('is told from an ordinary word by its eight characters at least: %s', async (key, shown) => {
    const { client } = await connected(json(400, { message: `Is ${key} right?` }), {
      credential: () => Promise.resolve({ name: 'X-API-Key', value: key, secret: key }),
    });
    expect((await failureOf(client.change(startJob('wf_1'), patient()))).message).toContain(
      `Is ${shown} right?`,
    );
  });

  it.each([
    ['a key with its scheme', 'Bearer sk_live_1234', 'Is sk_live_1234 right?', 'Is ••• right?'],
    ['the whole key', 'Bearer sk_live_1234', 'Is Bearer sk_live_1234 right?', 'Is ••• right?'],
    ['two tokens', 'token-one token-two', 'token-two, then token-one?', '•••, then •••?'],
    ['a whole header line', 'X-Key: k3y-that-leaks', 'Is k3y-that-leaks right?', 'Is ••• right?'],
    ['short parts', 'Bearer k3y', 'Is the Bearer k3y? Is k3y right?', 'Is the •••? Is k3y right?'],
    ['an escaped part', 'Bearer sk+live/1234', 'Is sk%2Blive%2F1234 right?', 'Is ••• right?'],
  ])('is masked in each part of 8 or more characters: %s', async (_what, key, message, shown) => {
    const { client } = await connected(json(400, { message }), {
      credential: () => Promise.resolve(credentialHeader('Authorization', '', key)),
    });
    const error = await failureOf(client.change(startJob('wf_1'), patient()));
    expect(error.message).toContain(`The service says: ${shown}`);
  });

  it.each<[string, (key: string) => string]>([
    ['what JSON has to', inJson],
    ['slashes', (key) => inJson(key).replaceAll('/', '\\/')],
    ['what HTML could take for its own', (key) => inJson(key).replace(/[+<>&']/g, unicodeEscape)],
    [
      'what HTML could take for its own, in small letters',
      (key) => inJson(key).replace(/[+<>&']/g, (each) => unicodeEscape(each).toLowerCase()),
    ],
    ['every character', (key) => key.replace(/./g, unicodeEscape)],
    [
      'an answer within its answer',
      (key) => inJson(`{"error":"${inJson(key).replaceAll('/', '\\/')}"}`).replaceAll('/', '\\/'),
    ],
  ])('is shown nowhere, even where the service repeats it and escapes %s', async (_what, escaped) => {
    const key = 'ab"cd/ef\\gh+1é';
    const answer = text(400, `{"message":"Who is ${escaped(key)}?"}`, 'application/json');
    const { client } = await connected(answer, {
      credential: () => Promise.resolve({ name: 'X-API-Key', value: key, secret: key }),
    });
    const { message } = await failureOf(client.change(startJob('wf_1'), patient()));
    expect(message).toContain('•••');
    expect(message).not.toMatch(/ab|cd|gh/);
  });

  it('is shown nowhere, even where the service repeats it as a part of an address', async () => {
    const key = 'ab+cd/ef==';
    const { client } = await connected(
      json(400, { message: `No access with ?key=${encodeURIComponent(key)}, nor ab+cd%2fef%3D%3D` }),
      { credential: () => Promise.resolve({ name: 'X-API-Key', value: key, secret: key }) },
    );
    expect((await failureOf(client.change(startJob('wf_1'), patient()))).message).toContain(
      'No access with ?key=•••, nor •••.',
    );
  });

  it.each([
    ['Workflows', String.raw`"note":"Workflows \/ two","completedAt":null`, { note: '••• / two' }],
    ['12345678', '"order":12345678,"note":"12345678"', { order: 12345678, note: '•••' }],
  ])(
    'is hidden in texts alone, where it is like a name, a number or the key of a job: %s',
    async (key, members, shown) => {
      const body = `{"status":"ok","code":200,"data":{"jobs":[{"key":"job_${key}","activeWorkflows":[{"key":"a","name":"Approval"}],${members}}],"pagination":{"total":12345678}}}`;
      const { client } = await connected(text(200, body, 'application/json'), {
        credential: () => Promise.resolve({ name: 'X-API-Key', value: key, secret: key }),
      });
      const { jobs, pagination } = await client.listJobs(1, patient());
      expect(jobs).toMatchObject([
        { kind: 'job', job: { key: `job_${key}`, activeWorkflows: [{ name: 'Approval' }], ...shown } },
      ]);
      expect(pagination.total).toBe(12345678);
    },
  );

  it.each([
    ['a member', { echo: { auth: [`Bearer ${secret}`] } }],
    ['a member named key', { echo: { key: secret } }],
    ['a member beside a number that is kept as written', { echo: secret, price: '#1.10#' }],
    [
      'a member that is nested deeply',
      { echo: secret, deep: `#${'['.repeat(20_000)}${']'.repeat(20_000)}#` },
    ],
  ])('is nowhere in a job that repeats it in %s', async (_what, members) => {
    const body = JSON.stringify({
      status: 'ok',
      code: 200,
      data: { job: { key: 'job_1', ...members } },
    }).replaceAll(/"#|#"/g, '');
    const { client } = await connected(text(200, body, 'application/json'));
    const job = await client.getJob('job_1', patient());
    expect(inspect(job, { depth: 9, maxStringLength: null })).toContain('•••');
    expect(inspect(job, { depth: 9, maxStringLength: null })).not.toContain(secret);
  });

  it('is hidden in the name of a member that an error tells of', async () => {
    const { client } = await connected(json(422, { errors: { [secret]: 'is not known' } }));
    expect((await failureOf(client.change(startJob('wf_1'), patient()))).message).toContain(
      '•••: is not known',
    );
  });

  it('that cannot be read is a service error of a known outcome: nothing is sent', async () => {
    const { client, service } = await connected(fields, {
      credential: () => Promise.reject(new Error('The keyring is locked.')),
    });
    const error = await failureOf(client.change(startJob('wf_1'), patient()));
    expect(error).toMatchObject({ cause: { message: 'The keyring is locked.' } });
    expect(isOutcomeUnknown(error)).toBe(false);
    expect(service.requests).toEqual([]);
  });

  it.each([
    ['a line break', { name: 'X-API-Key', value: `${secret}\nX-Other: 1` }],
    ['a character beyond Latin', { name: 'X-API-Key', value: `${secret}€` }],
    ['a header name that is none', { name: 'API key', value: secret }],
    ['an empty header name', { name: '', value: secret }],
  ])('is refused before anything is sent where it holds %s', async (_what, header) => {
    const { client, service } = await connected(fields, {
      credential: () => Promise.resolve({ ...header, secret }),
    });
    const error = await failureOf(client.change(startJob('wf_1'), patient()));
    expect(error.kind).toBe('invalidInput');
    expect(everythingIn(error)).not.toContain(secret);
    expect(service.requests).toEqual([]);
  });

  it('does not come back by a cookie', async () => {
    const { client, service } = await connected(withHeaders(fields, { 'set-cookie': 'session=1' }));
    await client.listFields(patient());
    await client.listFields(patient());
    expect(service.requests.map(({ headers }) => headers.cookie)).toEqual([undefined, undefined]);
  });
});
