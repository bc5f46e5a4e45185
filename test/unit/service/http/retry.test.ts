import { describe, expect, it, vi } from 'vitest';
import { delayBefore, withRetries } from '../../../../src/service/http/retry.ts';
import { ServiceError, type ServiceErrorKind } from '../../../../src/service/serviceError.ts';
import { aField } from '../../../support/service/builders.ts';
import { envelope, inTurn, json, reset, truncated, withHeaders } from '../../../support/service/service.ts';
import { connected, drawJitter, failureOf, patient, startJob } from '../harness.ts';

const fields = envelope({ fields: [aField()] });

describe('a GET', () => {
  it.each([408, 425, 500, 502, 503, 504])('is sent again after %i, until it succeeds', async (status) => {
    const { client, service, records } = await connected(inTurn(json(status, {}), fields));
    expect(await client.listFields(patient())).toHaveLength(1);
    expect(service.requests).toHaveLength(2);
    expect(records.map((record) => record.status)).toEqual([status, 200]);
  });

  it.each([
    ['a broken connection', reset()],
    ['a broken answer', truncated(fields, 10)],
  ])('is sent again after %s', async (_what, answer) => {
    const { client, service } = await connected(inTurn(answer, fields));
    expect(await client.listFields(patient())).toHaveLength(1);
    expect(service.requests).toHaveLength(2);
  });

  it.each([400, 401, 403, 404, 405, 409, 410, 418, 422, 501])(
    'is not sent again after %i, which does not pass',
    async (status) => {
      const { client, service } = await connected(json(status, {}));
      await failureOf(client.listFields(patient()));
      expect(service.requests).toHaveLength(1);
    },
  );

  it('is given up after three attempts', async () => {
    const { client, service } = await connected(json(503, {}));
    expect(await failureOf(client.listFields(patient()))).toMatchObject({ kind: 'serverFault' });
    expect(service.requests).toHaveLength(3);
  });

  it('waits as long as the service asks', async () => {
    vi.useFakeTimers();
    const attempt = vi.fn(() =>
      Promise.reject(new ServiceError('serverFault', 'No.', { status: 503, retryAfter: 1000 })),
    );
    drawJitter(0);
    withRetries(attempt, patient()).catch(() => undefined);
    await vi.advanceTimersByTimeAsync(999);
    expect(attempt).toHaveBeenCalledOnce();
    await vi.advanceTimersByTimeAsync(1);
    expect(attempt).toHaveBeenCalledTimes(2);
  });

  it('fails at once where the service asks for too long, and says when to come back', async () => {
    const { client, service } = await connected(withHeaders(json(503, {}), { 'retry-after': '3600' }));
    expect(await failureOf(client.listFields(patient()))).toMatchObject({
      retryAfter: 3_600_000,
      advice: 'Try again in 1 h.',
    });
    expect(service.requests).toHaveLength(1);
  });

  it.each([
    ['between attempts', json(500, {})],
    ['while the service asks to wait', withHeaders(json(429, {}), { 'retry-after': '20' })],
  ])('is cancelled at once %s', async (_when, answer) => {
    const abort = new AbortController();
    const { client, service } = await connected(answer, {
      onDidRequest: () => queueMicrotask(() => abort.abort()),
    });
    drawJitter(1);
    expect(await failureOf(client.listFields(abort.signal))).toMatchObject({ kind: 'cancelled' });
    expect(service.requests).toHaveLength(1);
  });
});

describe('a connection', () => {
  it('has four requests under way at most, and sends the others when it is their turn', async () => {
    const gate = Promise.withResolvers<typeof fields>();
    const { client, service } = await connected(() => gate.promise);
    const asked = Array.from({ length: 10 }, () => client.listFields(patient()));
    await service.received(4);
    await new Promise((resolve) => setImmediate(resolve));
    expect(service.requests).toHaveLength(4);
    gate.resolve(fields);
    expect(await Promise.all(asked)).toHaveLength(10);
  });

  it.each([
    ['for as long as the service asks', { 'retry-after': '2' }, 2_000],
    ['for a second where the service does not say for how long', {}, 1_000],
    ['for half a minute where the service asks for more', { 'retry-after': '3600' }, 30_000],
  ])('holds everything back after 429, %s', async (_how, headers, milliseconds) => {
    const { client, service } = await connected(inTurn(withHeaders(json(429, {}), headers), fields));
    vi.useFakeTimers({ toFake: ['performance'] });
    await failureOf(client.change(startJob('wf_1'), patient()));
    vi.advanceTimersByTime(milliseconds - 1);
    const leaving = new AbortController();
    const held = failureOf(client.listFields(leaving.signal));
    await new Promise((resolve) => setImmediate(resolve));
    leaving.abort();
    expect(await held).toMatchObject({ kind: 'cancelled', wasSent: false });
    vi.advanceTimersByTime(1);
    expect(await client.listFields(patient())).toHaveLength(1);
    expect(service.requests.map(({ method }) => method)).toEqual(['POST', 'GET']);
  });
});

describe('the delay before another attempt', () => {
  const unavailable = (retryAfter?: number) =>
    new ServiceError('serverFault', 'No.', { status: 503, retryAfter });

  it.each([
    [2, 0, 0],
    [2, 0.5, 250],
    [2, 1, 500],
    [3, 0, 0],
    [3, 0.5, 500],
    [3, 1, 1000],
  ])(
    'number %i is drawn from zero to half a second, then from zero to twice as long: at %f of the range, %i ms',
    (attempt, chance, delay) => {
      drawJitter(chance);
      expect(delayBefore(attempt, unavailable())).toBe(delay);
    },
  );

  it('is never shorter than the service asks, nor than the one that was drawn', () => {
    drawJitter(1);
    expect(delayBefore(2, unavailable(700))).toBe(700);
    expect(delayBefore(2, unavailable(300))).toBe(500);
  });

  it('is at most half a minute: a service that asks for more is not asked again', () => {
    expect([delayBefore(2, unavailable(30_000)), delayBefore(2, unavailable(30_001))]).toEqual([
      30_000,
      undefined,
    ]);
  });

  it('follows a failure without an answer too, but none that does not pass', () => {
    drawJitter(1);
    const delayAfter = (kind: ServiceErrorKind) => delayBefore(2, new ServiceError(kind, 'No.'));
    expect([delayAfter('unreachable'), delayAfter('timeout')]).toEqual([500, 500]);
    expect([delayAfter('cancelled'), delayAfter('unreadable'), delayAfter('invalidInput')]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });
});
