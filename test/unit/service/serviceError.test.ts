import { describe, expect, it } from 'vitest';
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
