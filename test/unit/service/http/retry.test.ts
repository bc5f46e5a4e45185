import { describe, expect, it, vi } from 'vitest';
import { delayBefore, withRetries } from '../../../../src/service/http/retry.ts';
import { ServiceError, type ServiceErrorKind } from '../../../../src/service/serviceError.ts';
import { aField } from '../../../support/service/builders.ts';
import { envelope, inSequence, json, withHeaders } from '../../../support/service/service.ts';
import { connected, drawJitter, failureOf, patient, start } from '../harness.ts';

const fields = envelope({ fields: [aField()] });
const unavailable = (retryAfter?: number) =>
  new ServiceError('serverFault', 'No.', { status: 503, retryAfter });

describe('withRetries', () => {
  it('waits for the Retry-After delay before the next attempt', async () => {
    vi.useFakeTimers();
    const attempt = vi.fn(() => Promise.reject(unavailable(1000)));
    drawJitter(0);
    withRetries(attempt, patient()).catch(() => undefined);
    await vi.advanceTimersByTimeAsync(999);
    expect(attempt).toHaveBeenCalledOnce();
    await vi.advanceTimersByTimeAsync(1);
    expect(attempt).toHaveBeenCalledTimes(2);
  });

  it.each([
    ['the random delay', json(500, {})],
    ['the Retry-After delay', withHeaders(json(429, {}), { 'retry-after': '20' })],
  ])('stops if the caller cancels the request during %s', async (_when, response) => {
    const abort = new AbortController();
    const { client, service } = await connected(response, {
      onDidRequest: () => queueMicrotask(() => abort.abort()),
    });
    drawJitter(1);
    expect(await failureOf(client.listFields(abort.signal))).toMatchObject({ kind: 'cancelled' });
    expect(service.requests).toHaveLength(1);
  });
});

describe('ServiceClient', () => {
  it('sends at most four requests at the same time', async () => {
    const gate = Promise.withResolvers<typeof fields>();
    const { client, service } = await connected(() => gate.promise);
    const requested = Array.from({ length: 10 }, () => client.listFields(patient()));
    await service.received(4);
    await new Promise((resolve) => setImmediate(resolve));
    expect(service.requests).toHaveLength(4);
    gate.resolve(fields);
    expect(await Promise.all(requested)).toHaveLength(10);
  });

  it.each([
    [2_000, { 'retry-after': '2' }],
    [1_000, {}],
    [30_000, { 'retry-after': '3600' }],
  ])(
    'delays GET requests by %i ms after HTTP 429 with the headers %j',
    async (milliseconds, headers) => {
      const { client, service } = await connected(
        inSequence(withHeaders(json(429, {}), headers), fields),
      );
      vi.useFakeTimers({ toFake: ['performance'] });
      await failureOf(start(client));
      vi.advanceTimersByTime(milliseconds - 1);
      const abort = new AbortController();
      const delayed = failureOf(client.listFields(abort.signal));
      await new Promise((resolve) => setImmediate(resolve));
      abort.abort();
      expect(await delayed).toMatchObject({ kind: 'cancelled', wasSent: false });
      vi.advanceTimersByTime(1);
      expect(await client.listFields(patient())).toHaveLength(1);
      expect(service.requests.map(({ method }) => method)).toEqual(['POST', 'GET']);
    },
  );

  it('reports when to retry if the user cancels the Retry-After delay', async () => {
    const { client, service } = await connected(
      withHeaders(json(429, {}), { 'retry-after': '20' }),
    );
    const failure = failureOf(client.listFields(patient()));
    const { promise: isWaiting, resolve } = Promise.withResolvers<void>();
    client.wait.onDidChange(resolve);
    await isWaiting;
    client.wait.cancel();
    const { kind, message } = await failure;
    expect(kind).toBe('rateLimited');
    expect(message).toMatch(/^Waiting was canceled\. The service asked to wait until .*\d:\d\d/);
    expect(service.requests).toHaveLength(1);
  });
});

describe('delayBefore', () => {
  it.each([
    [0, 2, 0],
    [250, 2, 0.5],
    [500, 2, 1],
    [0, 3, 0],
    [500, 3, 0.5],
    [1000, 3, 1],
  ])('returns %i ms before attempt %i with the random number %f', (delay, attempt, jitter) => {
    drawJitter(jitter);
    expect(delayBefore(attempt, unavailable())).toBe(delay);
  });

  it('returns the longer of the Retry-After delay and the random delay', () => {
    drawJitter(1);
    expect([700, 300].map((wait) => delayBefore(2, unavailable(wait)))).toEqual([700, 500]);
  });

  it('returns undefined if the Retry-After delay is longer than 30 seconds', () => {
    expect([30_000, 30_001].map((wait) => delayBefore(2, unavailable(wait)))).toEqual([
      30_000,
      undefined,
    ]);
  });

  it.each<[number | undefined, ServiceErrorKind]>([
    [500, 'unreachable'],
    [500, 'timeout'],
    [undefined, 'cancelled'],
    [undefined, 'unreadable'],
    [undefined, 'invalidInput'],
  ])('returns %s for the error kind “%s”', (delay, kind) => {
    drawJitter(1);
    expect(delayBefore(2, new ServiceError(kind, 'No.'))).toBe(delay);
  });
});
