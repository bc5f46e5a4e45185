import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';
import { readBaseUrl } from '../../../src/service/baseUrl.ts';
import { createServiceClient } from '../../../src/service/client.ts';

const mebibyte = 1024 * 1024;

// In a thread of its own, so that what the service holds does not count as the client's.
const server = `
  const { parentPort } = require('node:worker_threads');
  const chunk = Buffer.alloc(${mebibyte}, ' ');
  const server = require('node:http').createServer((request, response) => {
    let sent = 0;
    response.writeHead(200, { 'content-type': 'application/json' });
    response.on('close', () => parentPort.postMessage({ sent }));
    const more = () => {
      while (sent < 300 && !response.destroyed) {
        sent++;
        if (!response.write(chunk)) return response.once('drain', more);
      }
      response.end();
    };
    more();
  });
  server.listen(0, '127.0.0.1', () => parentPort.postMessage({ port: server.address().port }));
`;

function held(): number {
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

test('an answer of 300 MB is abandoned early, with less than 64 MB of growth', async () => {
  const worker = new Worker(server, { eval: true });
  try {
    const [{ port }] = (await once(worker, 'message')) as [{ port: number }];
    const reading = readBaseUrl(`http://127.0.0.1:${port}`);
    if (reading.kind !== 'valid') throw new Error(reading.problem);
    const client = createServiceClient({
      baseUrl: reading.baseUrl,
      credential: () => Promise.resolve(undefined),
      requestTimeout: () => 60_000,
    });

    const before = held();
    let most = before;
    const sampling = setInterval(() => (most = Math.max(most, held())), 1);
    const closed = once(worker, 'message');
    await expect(client.listFields(new AbortController().signal)).rejects.toMatchObject({
      kind: 'unreadable',
    });
    clearInterval(sampling);

    const [{ sent }] = (await closed) as [{ sent: number }];
    expect(sent).toBeLessThan(100);
    expect((most - before) / mebibyte).toBeLessThan(64);
  } finally {
    await worker.terminate();
  }
});
