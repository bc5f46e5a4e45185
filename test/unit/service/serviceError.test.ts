import { describe, expect, it } from 'vitest';
import { isOutcomeUnknown, ServiceError, type ServiceErrorKind } from '../../../src/service/serviceError.ts';
import {
  type TestResponse,
  envelope,
  json,
  delayed,
  redirect,
  reset,
  text,
  truncated,
} from '../../support/service/service.ts';
import { aJob } from '../../support/service/builders.ts';
import { connected, failureOf, start } from './harness.ts';

const silent = delayed(json(200, {}), 1_000_000);

describe('isOutcomeUnknown', () => {
  it.each<[boolean, string, TestResponse]>([
    [false, 'a rejected key', json(401, {})],
    [false, 'a missing permission', json(403, {})],
    [false, 'an unknown route', json(404, {})],
    [false, 'a rejected body', json(422, {})],
    [false, 'too many requests', json(429, {})],
    [false, 'an error envelope', json(200, { status: 'error', code: 422 })],
    [true, 'a server fault', json(500, {})],
    [true, 'a gateway timeout', text(504, '<html>')],
    [true, 'a request timeout', json(408, {})],
    [true, 'a redirect', redirect('https://x.example/')],
    [true, 'a web page', text(200, '<html>')],
    [true, 'a damaged response', text(200, '{"sta')],
    [true, 'a response without a job', envelope({})],
    [true, 'a broken connection', reset()],
    [true, 'a truncated response', truncated(envelope({ job: aJob() }), 9)],
    [true, 'no response in time', silent],
  ])('is %s after %s, and the start is not sent again', async (unknown, _what, answer) => {
    const requestTimeout = () => (answer.latency > 0 ? 50 : 10_000);
    const { client, service } = await connected(answer, { requestTimeout });
    expect(isOutcomeUnknown(await failureOf(start(client)))).toBe(unknown);
    // A short timeout may end before the request arrives.
    expect(service.requests.length).toBeLessThanOrEqual(1);
  });

  it('is true after a request that was cancelled after it was sent', async () => {
    const { client, service } = await connected(silent);
    const abort = new AbortController();
    const failed = failureOf(start(client, abort.signal));
    await service.received(1);
    abort.abort();
    expect(isOutcomeUnknown(await failed)).toBe(true);
  });

  it.each<[string, number, TestResponse]>([
    ['the service requests a delay', 1, json(429, {})],
    ['other requests use all connections', 4, silent],
  ])('is false after a start that was cancelled while %s', async (_while, count, answer) => {
    const { client, service } = await connected(answer);
    const others = new AbortController();
    const busy = Array.from({ length: count }, () => failureOf(start(client, others.signal)));
    await service.received(count);
    // The client handles HTTP 429 before the next start.
    if (count === 1) await busy[0];
    const abort = new AbortController();
    const failed = failureOf(start(client, abort.signal));
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

  it('is false after a start that was cancelled earlier, or while its API key was read', async () => {
    const reading = Promise.withResolvers<undefined>();
    const { client, service } = await connected(json(200, {}), { credential: () => reading.promise });
    const abort = new AbortController();
    const failures = [start(client, abort.signal), start(client, AbortSignal.abort())].map(failureOf);
    abort.abort();
    for (const error of await Promise.all(failures)) {
      expect([error.kind, isOutcomeUnknown(error)]).toEqual(['cancelled', false]);
    }
    expect(service.requests).toEqual([]);
  });

  it.each<ServiceErrorKind>(['notConfigured', 'invalidInput', 'notPermitted'])('is false for %s', (kind) => {
    expect(isOutcomeUnknown(new ServiceError(kind, 'x'))).toBe(false);
  });
});
