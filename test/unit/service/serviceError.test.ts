import { describe, expect, it } from 'vitest';
import { networkFailure } from '../../../src/service/http/networkFailure.ts';
import { isOutcomeUnknown, ServiceError, type ServiceErrorKind } from '../../../src/service/serviceError.ts';
import {
  envelope,
  json,
  late,
  redirect,
  reset,
  startService,
  text,
  truncated,
} from '../../support/service/service.ts';
import { aJob } from '../../support/service/builders.ts';
import { clientFor, connected, failureOf, patient, startJob } from './harness.ts';

describe('isOutcomeUnknown', () => {
  it.each<[boolean, string, Parameters<typeof connected>[0]]>([
    [false, 'a refused key', json(401, {})],
    [false, 'a missing right', json(403, {})],
    [false, 'an unknown route', json(404, {})],
    [false, 'a refused body', json(422, {})],
    [false, 'too many requests', json(429, {})],
    [false, 'an error envelope', json(200, { status: 'error', code: 422 })],
    [true, 'a server fault', json(500, {})],
    [true, 'a gateway that gave up', text(504, '<html>')],
    [true, 'a request timeout', json(408, {})],
    [true, 'a redirect', redirect('https://x.example/')],
    [true, 'a web page', text(200, '<html>')],
    [true, 'a damaged answer', text(200, '{"sta')],
    [true, 'an answer without a job', envelope({})],
    [true, 'a broken connection', reset()],
    [true, 'a broken answer', truncated(envelope({ job: aJob() }), 9)],
    [true, 'no answer in time', late(json(200, {}), 1_000_000)],
  ])('is %s after %s, and the start is not sent again', async (unknown, _what, answer) => {
    const { client, service } = await connected(answer, {
      requestTimeout: () => (typeof answer !== 'function' && answer.latency > 0 ? 50 : 10_000),
    });
    expect(isOutcomeUnknown(await failureOf(client.change(startJob('wf_1'), patient())))).toBe(unknown);
    // Where time is short, it may be over before the request arrives.
    expect(service.requests.length).toBeLessThanOrEqual(1);
  });

  it('is true after a cancelled request', async () => {
    const { client, service } = await connected(late(json(200, {}), 1_000_000));
    const abort = new AbortController();
    const failed = failureOf(client.change(startJob('wf_1'), abort.signal));
    await service.received(1);
    abort.abort();
    expect(isOutcomeUnknown(await failed)).toBe(true);
  });

  it.each<[string, number, Parameters<typeof connected>[0]]>([
    ['requests are held back after a 429', 1, json(429, {})],
    ['others are under way', 4, late(json(200, {}), 1_000_000)],
  ])('is false after a start that was cancelled while %s: it was not sent', async (_while, count, answer) => {
    const { client, service } = await connected(answer);
    const others = new AbortController();
    const busy = Array.from({ length: count }, () =>
      failureOf(client.change(startJob('wf_1'), others.signal)),
    );
    await service.received(count);
    // Its answer is read before the next start waits for the pause that it asks for.
    if (count === 1) await busy[0];
    const abort = new AbortController();
    const failed = failureOf(client.change(startJob('wf_1'), abort.signal));
    abort.abort();
    const error = await failed;
    others.abort();
    await Promise.all(busy);
    expect([error.kind, isOutcomeUnknown(error), service.requests.length]).toEqual([
      'cancelled',
      false,
      count,
    ]);
  });

  it('is false after a start that was cancelled beforehand, or while its credential is read', async () => {
    const reading = Promise.withResolvers<undefined>();
    const { client, service } = await connected(json(200, {}), { credential: () => reading.promise });
    const abort = new AbortController();
    const failed = failureOf(client.change(startJob('wf_1'), abort.signal));
    abort.abort();
    for (const error of [
      await failed,
      await failureOf(client.change(startJob('wf_1'), AbortSignal.abort())),
    ]) {
      expect(error.kind).toBe('cancelled');
      expect(isOutcomeUnknown(error)).toBe(false);
    }
    expect(service.requests).toEqual([]);
  });

  it('is false where no connection came about', async () => {
    const service = await startService(() => json(200, {}));
    await service.close();
    expect(
      isOutcomeUnknown(await failureOf(clientFor(service.url).client.change(startJob('wf_1'), patient()))),
    ).toBe(false);
    expect(
      isOutcomeUnknown(
        await failureOf(clientFor('http://workflow-jobs.invalid').client.change(startJob('wf_1'), patient())),
      ),
    ).toBe(false);
  });

  it.each<ServiceErrorKind>(['notConfigured', 'invalidInput', 'notPermitted'])(
    'is false for %s: nothing was sent',
    (kind) => {
      expect(isOutcomeUnknown(new ServiceError(kind, 'x'))).toBe(false);
    },
  );
});

describe('networkFailure', () => {
  const wrapped = (code: string) =>
    new TypeError('fetch failed', { cause: Object.assign(new Error(code), { code }) });

  const notSent = false;
  const mayBeSent = true;

  it.each<[string, boolean, RegExp]>([
    ['ENOTFOUND', notSent, /name eu\.example\.com was not found/],
    ['EAI_AGAIN', notSent, /name eu\.example\.com was not found/],
    ['ECONNREFUSED', notSent, /connection was refused/],
    ['EHOSTUNREACH', notSent, /could not be reached \(EHOSTUNREACH\)/],
    ['ETIMEDOUT', mayBeSent, /did not accept a connection in time/],
    ['UND_ERR_CONNECT_TIMEOUT', notSent, /did not accept a connection in time/],
    ['ECONNRESET', mayBeSent, /closed the connection before GET \/fields was answered/],
    ['EPIPE', mayBeSent, /closed the connection before GET \/fields was answered/],
    ['UND_ERR_SOCKET', mayBeSent, /closed the connection before GET \/fields was answered/],
    ['CERT_HAS_EXPIRED', notSent, /has expired/],
    ['ERR_TLS_CERT_ALTNAME_INVALID', notSent, /belongs to another name/],
    ['SELF_SIGNED_CERT_IN_CHAIN', notSent, /not trusted here \(SELF_SIGNED_CERT_IN_CHAIN\)/],
    ['DEPTH_ZERO_SELF_SIGNED_CERT', notSent, /not trusted here/],
    ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', notSent, /not trusted here/],
    ['UNABLE_TO_GET_ISSUER_CERT', notSent, /not trusted here/],
    ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', notSent, /not trusted here/],
    [
      'ERR_SSL_WRONG_VERSION_NUMBER',
      mayBeSent,
      /No secure connection to eu\.example\.com \(ERR_SSL_WRONG_VERSION_NUMBER\)/,
    ],
    ['HPE_INVALID_CONSTANT', mayBeSent, /did not answer GET \/fields in valid HTTP \(HPE_INVALID_CONSTANT\)/],
    ['UND_ERR_HEADERS_OVERFLOW', mayBeSent, /did not answer GET \/fields in valid HTTP/],
    ['UND_ERR_RES_CONTENT_LENGTH_MISMATCH', mayBeSent, /did not answer GET \/fields in valid HTTP/],
    ['ENETDOWN', mayBeSent, /could not be reached \(ENETDOWN\)/],
  ])('names %s in words, and whether the request may have been sent: %s', (code, wasSent, sentence) => {
    const error = networkFailure(wrapped(code), 'GET /fields', 'eu.example.com');
    expect(error).toMatchObject({ kind: 'unreachable', request: 'GET /fields', detail: code, wasSent });
    expect(error.message).toMatch(sentence);
    expect(error.advice).toBeTruthy();
  });

  it.each(['read', 'write'])(
    'takes a route that is lost at a %s for what may have been sent: the connection was there',
    (syscall) => {
      for (const code of ['EHOSTUNREACH', 'ENETUNREACH']) {
        const cause = Object.assign(new Error(`${syscall} ${code}`), { code, syscall });
        expect(
          networkFailure(new TypeError('fetch failed', { cause }), 'POST /jobs', 'eu.example.com').wasSent,
        ).toBe(mayBeSent);
      }
    },
  );

  it('says what it probably is where a browser tells nothing', () => {
    expect(
      networkFailure(new TypeError('Failed to fetch'), 'GET /fields', 'eu.example.com').advice,
    ).toContain('CORS');
  });

  it.each([
    [7, 'ECONNREFUSED'],
    [8, undefined],
  ])('finds the code behind %i causes: %s', (causes, code) => {
    let error: Error = Object.assign(new Error('refused'), { code: 'ECONNREFUSED' });
    for (let level = 0; level < causes; level++) error = new Error('wrapped', { cause: error });
    expect(networkFailure(error, 'GET /fields', 'eu.example.com').detail).toBe(code);
  });

  it('passes over a code that is a number, as a DOMException has one', () => {
    const refused = Object.assign(new Error('refused'), { code: 'ECONNREFUSED' });
    expect(
      networkFailure(
        new DOMException('wrapped', { name: 'NetworkError', cause: refused }),
        'GET /fields',
        'eu.example.com',
      ).detail,
    ).toBe('ECONNREFUSED');
  });
});
