import { describe, expect, it, onTestFinished } from 'vitest';
import { serveSandbox } from '../../../src/sandbox/index.ts';
import { posting, trySandbox } from './harness.ts';

describe('serveSandbox', () => {
  it('logs the URL and the purpose of the sandbox', async () => {
    const lines: string[] = [];
    const { sandbox } = await trySandbox({ log: (line) => lines.push(line) });
    expect(sandbox.url).toBe(`http://127.0.0.1:${sandbox.port}/api/v1`);
    expect(lines).toEqual([
      `The sandbox service is running at ${sandbox.url}. Use it only for trying and testing.`,
    ]);
  });

  it('rejects a port that is in use without ending the process', async () => {
    const { sandbox } = await trySandbox();
    const listeners = process.listenerCount('SIGINT') + process.listenerCount('SIGTERM');
    await expect(serveSandbox({ port: sandbox.port })).rejects.toMatchObject({
      code: 'EADDRINUSE',
    });
    expect(process.exitCode).toBeUndefined();
    expect(process.listenerCount('SIGINT') + process.listenerCount('SIGTERM')).toBe(listeners);
  });

  it('reuses the port of a closed sandbox', async () => {
    const { sandbox } = await trySandbox();
    await sandbox.close();
    const again = await serveSandbox({ port: sandbox.port });
    onTestFinished(() => again.close());
    expect((await fetch(`${again.url}/fields`)).status).toBe(200);
  });

  it('passes each request to the onRequest callback', async () => {
    const requests: object[] = [];
    const { send } = await trySandbox({ onRequest: (request) => void requests.push(request) });
    await send('/jobs?page=2');
    await send('/jobs', posting({ workflowKey: 'wf_vendor_setup' }));
    expect(requests).toEqual([
      { method: 'GET', path: '/api/v1/jobs?page=2' },
      { method: 'POST', path: '/api/v1/jobs' },
    ]);
  });
});

describe('Sandbox.close', () => {
  it('ends pending requests', async () => {
    const requested = Promise.withResolvers<void>();
    const { sandbox } = await trySandbox({
      onRequest: () => (requested.resolve(), new Promise(() => undefined)),
    });
    const failed = expect(fetch(`${sandbox.url}/fields`)).rejects.toThrow('fetch failed');
    await requested.promise;
    await sandbox.close();
    await failed;
    await sandbox.close();
  });
});
