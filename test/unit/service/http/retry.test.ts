import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { delayBefore, maxAttempts, maxRetryAfter } from '../../../../src/service/http/retry.ts';
import { ServiceError } from '../../../../src/service/serviceError.ts';
import { aField } from '../../../support/builders.ts';
import { envelope, inTurn, json, late, reset, truncated, withHeaders } from '../../../support/service.ts';
import { connected, failureOf, patient } from '../harness.ts';

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

  it.each([400, 401, 403, 404, 405, 409, 410, 418, 422, 501])('is not sent again after %i, which does not pass', async (status) => {
    const { client, service } = await connected(json(status, {}));
    await failureOf(client.listFields(patient()));
    expect(service.requests).toHaveLength(1);
  });

  it('is given up after three attempts', async () => {
    const { client, service } = await connected(json(503, {}));
    expect(await failureOf(client.listFields(patient()))).toMatchObject({ kind: 'serverFault' });
    expect(service.requests).toHaveLength(maxAttempts);
  });

  it('waits as long as the service asks', async () => {
    const began = performance.now();
    const { client } = await connected(inTurn(withHeaders(json(429, {}), { 'retry-after': '1' }), fields));
    expect(await client.listFields(patient())).toHaveLength(1);
    expect(performance.now() - began).toBeGreaterThanOrEqual(990);
  });

  it.each(['0', new Date(Date.now() - 60_000).toUTCString()])('is not sent again at once where the service asks to wait until %s', async (retryAfter) => {
    const times: number[] = [];
    const { client } = await connected(
      (_request, index) => {
        times.push(performance.now());
        return index === 0 ? withHeaders(json(503, {}), { 'retry-after': retryAfter }) : fields;
      },
      { random: () => 0.5 },
    );
    await client.listFields(patient());
    expect(Number(times[1]) - Number(times[0])).toBeGreaterThanOrEqual(240);
  });

  it('fails at once where the service asks for too long, and says when to come back', async () => {
    const { client, service } = await connected(withHeaders(json(503, {}), { 'retry-after': '3600' }));
    expect(await failureOf(client.listFields(patient()))).toMatchObject({ retryAfter: 3_600_000, advice: 'Try again in 1 h.' });
    expect(service.requests).toHaveLength(1);
  });

  it.each([
    ['between attempts', json(500, {})],
    ['while the service asks to wait', withHeaders(json(429, {}), { 'retry-after': '20' })],
  ])('is cancelled at once %s', async (_when, answer) => {
    const abort = new AbortController();
    const { client, service } = await connected(answer, { random: () => 1, onDidRequest: () => queueMicrotask(() => abort.abort()) });
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

  it('forgets those that are cancelled while they wait', async () => {
    const { client, service } = await connected(late(fields, 1_000_000));
    const abort = new AbortController();
    const busy = Array.from({ length: 4 }, () => failureOf(client.listFields(abort.signal)));
    await service.received(4);
    const waiting = new AbortController();
    const waited = failureOf(client.listFields(waiting.signal));
    waiting.abort();
    expect(await waited).toMatchObject({ kind: 'cancelled' });
    service.use(() => fields);
    abort.abort();
    await Promise.all(busy);
    expect(await client.listFields(patient())).toHaveLength(1);
    expect(service.requests).toHaveLength(5);
  });

  it('holds everything back while the service asks to slow down', async () => {
    const { client, service } = await connected(inTurn(withHeaders(json(429, {}), { 'retry-after': '1' }), fields));
    await failureOf(client.startJob('wf_1', patient()));
    const began = performance.now();
    await client.listFields(patient());
    expect(performance.now() - began).toBeGreaterThanOrEqual(900);
    expect(service.requests).toHaveLength(2);
  });
});

describe('delayBefore', () => {
  it('backs off with full jitter, or as the service asks, within its limits', () => {
    const kind = fc.constantFrom('unreachable' as const, 'timeout' as const, 'serverFault' as const, 'rejected' as const);
    const status = fc.constantFrom(undefined, 408, 409, 429, 500, 503);
    const retryAfter = fc.option(fc.nat(100_000), { nil: undefined });
    const random = fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true });
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 6 }), kind, status, retryAfter, random, (next, ...[failure, code, wait, chance]) => {
        const delay = delayBefore(next, new ServiceError(failure, 'x', { status: code, retryAfter: wait }), () => chance);
        if (delay === undefined) return;
        expect(next).toBeLessThanOrEqual(maxAttempts);
        expect(code).not.toBe(409);
        const backoff = delayBefore(next, new ServiceError(failure, 'x', { status: code }), () => chance) ?? 0;
        expect(delay).toBe(Math.max(wait ?? 0, backoff));
        expect(backoff).toBeLessThanOrEqual(8_000);
        expect(delay).toBeLessThanOrEqual(maxRetryAfter);
      }),
      { numRuns: 300 },
    );
  });
});
