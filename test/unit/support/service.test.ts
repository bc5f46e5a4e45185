import { describe, expect, it, onTestFinished } from 'vitest';
import { aField, aJob, aPage } from '../../support/service/builders.ts';
import {
  type Answer,
  endless,
  envelope,
  gzipped,
  type Handler,
  type Held,
  holding,
  inTurn,
  json,
  late,
  redirect,
  reset,
  startService,
  stalled,
  text,
  truncated,
  withHeaders,
} from '../../support/service/service.ts';

async function serve(handler: Handler) {
  const service = await startService(handler);
  onTestFinished(() => service.close());
  return service;
}

const always = (answer: Answer) => serve(() => answer);

describe('the fault-injecting service', () => {
  it('records what was asked', async () => {
    const service = await always(json(201, {}));
    await fetch(`${service.url}/jobs?page=2`, { method: 'POST', headers: { 'x-api-key': 'k' }, body: '{"a":1}' });
    expect(service.requests).toMatchObject([{ method: 'POST', url: '/jobs?page=2', headers: { 'x-api-key': 'k' }, body: '{"a":1}' }]);
  });

  it('answers JSON, envelopes, texts, redirects and headers', async () => {
    const answers = [json(418, { a: 1 }), envelope({ b: 2 }), text(502, '<p>', 'text/html'), redirect('/there', 307), withHeaders(json(429, {}), { 'retry-after': '3' })] as const;
    const { url } = await serve(inTurn(...answers));
    const ask = () => fetch(url, { redirect: 'manual' });
    const teapot = await ask();
    expect({ status: teapot.status, body: await teapot.json() }).toEqual({ status: 418, body: { a: 1 } });
    expect(await (await ask()).json()).toEqual({ status: 'ok', code: 200, data: { b: 2 } });
    const page = await ask();
    expect([page.status, page.headers.get('content-type'), await page.text()]).toEqual([502, 'text/html', '<p>']);
    expect((await ask()).headers.get('location')).toBe('/there');
    expect((await ask()).headers.get('retry-after')).toBe('3');
    expect((await ask()).status).toBe(429);
  });

  it('lets the test decide when it answers, and change its mind', async () => {
    const gate = Promise.withResolvers<Answer>();
    const service = await serve(() => gate.promise);
    const response = fetch(service.url);
    await service.received(1);
    gate.resolve(json(200, 'first'));
    expect(await (await response).json()).toBe('first');
    service.use(() => json(200, 'second'));
    expect(await (await fetch(service.url)).json()).toBe('second');
  });

  it('waits before it answers', async () => {
    const { url } = await always(late(json(200, 1), 30));
    const began = performance.now();
    await fetch(url);
    expect(performance.now() - began).toBeGreaterThanOrEqual(29);
  });

  it('compresses', async () => {
    const response = await fetch((await always(gzipped(json(200, 'small')))).url);
    expect(response.headers.get('content-encoding')).toBe('gzip');
    expect(await response.json()).toBe('small');
  });

  it('stalls after so many bytes, and notices the client leaving', async () => {
    const service = await always(stalled(text(200, '0123456789'), 4));
    const client = new AbortController();
    const response = await fetch(service.url, { signal: client.signal });
    const reader = response.body!.getReader();
    expect(new TextDecoder().decode((await reader.read()).value as Uint8Array)).toBe('0123');
    const rest = expect(reader.read()).rejects.toThrow('aborted');
    client.abort();
    await rest;
    await service.abandoned(1);
  });

  it('breaks off a body it promised', async () => {
    const response = await fetch((await always(truncated(text(200, '0123456789'), 4))).url);
    expect(response.headers.get('content-length')).toBe('10');
    await expect(response.text()).rejects.toThrow('terminated');
  });

  it('resets the connection', async () => {
    await expect(fetch((await always(reset())).url)).rejects.toMatchObject({ cause: { code: 'ECONNRESET' } });
  });

  it('sends a body without an end', async () => {
    const service = await always(endless('x'.repeat(10_000)));
    const reader = (await fetch(service.url)).body!.getReader();
    let size = 0;
    for (let chunks = 0; size < 5_000_000 && chunks < 5_000; chunks++) size += ((await reader.read()).value as Uint8Array).length;
    await reader.cancel();
    await service.abandoned(1);
  });

  it('answers from jobs and fields that the test may change, by pages and one by one', async () => {
    const held: Held = { fields: [aField()], jobs: ['a', 'b/c', 'd'].map((key) => aJob({ key, logs: ['Began'] })), perPage: 2 };
    const { url } = await serve(holding(held, { 'POST /jobs': json(201, {}) }));
    const ask = async (path: string, method = 'GET') => (await (await fetch(url + path, { method })).json()) as { code: number; data: Record<string, unknown> };
    expect((await ask('/fields')).data).toEqual({ fields: [aField()] });
    expect((await ask('/jobs?page=1')).data).toMatchObject({ jobs: [aJob({ key: 'a' }), aJob({ key: 'b/c' })], pagination: { from: 1, to: 2, hasMore: true, nextPage: 2, lastPage: 2, total: 3 } });
    expect((await ask('/jobs?page=2')).data).toMatchObject({ jobs: [{ key: 'd' }], pagination: { currentPage: 2, from: 3, to: 3, hasMore: false, nextPage: null } });
    expect((await ask('/jobs/b%2Fc')).data).toEqual({ job: aJob({ key: 'b/c', logs: ['Began'] }) });
    held.jobs = [];
    expect(await ask('/jobs/a')).toMatchObject({ status: 'error', code: 404 });
    expect(await ask('/jobs', 'POST')).toEqual({});
  });

  it('tells a test whose handler throws', async () => {
    const { url } = await serve(() => {
      throw new Error('no such answer');
    });
    const response = await fetch(url);
    expect([response.status, await response.text()]).toEqual([500, "The test's handler failed: Error: no such answer"]);
  });

  it('breaks waiting requests when it closes', async () => {
    const service = await always(late(json(200, 1), 1_000_000));
    const failed = expect(fetch(service.url)).rejects.toThrow('fetch failed');
    await service.received(1);
    await service.close();
    await failed;
  });
});

describe('the builders', () => {
  it('take any member, known or not', () => {
    expect(aJob({ key: 'other', priority: 3 })).toMatchObject({ key: 'other', priority: 3, completedAt: null });
    expect(aField({ type: 'dropdown', details: { options: [] } })).toMatchObject({ type: 'dropdown', details: { options: [] }, name: 'Title' });
    expect(aPage([aJob()], { total: 70, hasMore: true, nextPage: 2 }).pagination).toMatchObject({ from: 1, to: 1, total: 70, nextPage: 2 });
  });
});
