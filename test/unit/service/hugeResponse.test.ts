import { once } from 'node:events';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { Worker } from 'node:worker_threads';
import { describe, expect, test } from 'vitest';
import { clientFor, patient } from './harness.ts';

const mebibyte = 1024 * 1024;

// The service runs in another thread, so that its memory is not measured.
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

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** Returns the used memory, without garbage, in bytes. */
function usedMemory(): number {
  collectGarbage();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

describe('ServiceClient', () => {
  test('uses less than 64 MB of memory for a 300 MB response', async () => {
    const worker = new Worker(server, { eval: true });
    try {
      const [{ port }] = (await once(worker, 'message')) as [{ port: number }];
      const { client } = clientFor(`http://127.0.0.1:${port}`, { requestTimeout: () => 60_000 });
      const before = usedMemory();
      let max = before;
      const sampling = setInterval(() => (max = Math.max(max, usedMemory())), 50);
      const closed = once(worker, 'message');
      await expect(client.listFields(patient())).rejects.toMatchObject({ kind: 'unreadable' });
      clearInterval(sampling);
      const [{ sent }] = (await closed) as [{ sent: number }];
      expect(sent).toBeLessThan(100);
      expect((max - before) / mebibyte).toBeLessThan(64);
    } finally {
      await worker.terminate();
    }
  });
});
