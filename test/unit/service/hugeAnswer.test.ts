import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { readBaseUrl } from '../../../src/service/baseUrl.ts';
import { createServiceClient } from '../../../src/service/client.ts';

const mebibyte = 1024 * 1024;

test('an answer of 300 MB is abandoned early, with less than 64 MB of growth', async () => {
  const chunk = Buffer.alloc(mebibyte, ' ');
  let sent = 0;
  let highest = 0;
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    const more = () => {
      while (sent < 300 && !response.destroyed) {
        sent++;
        const { heapUsed, external } = process.memoryUsage();
        highest = Math.max(highest, heapUsed + external);
        if (!response.write(chunk)) {
          response.once('drain', more);
          return;
        }
      }
      response.end();
    };
    more();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    const reading = readBaseUrl(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    if (reading.kind !== 'valid') throw new Error(reading.problem);
    const client = createServiceClient({ baseUrl: reading.baseUrl, credential: () => Promise.resolve(undefined), requestTimeout: () => 60_000 });
    const { heapUsed, external } = process.memoryUsage();
    await expect(client.listFields(new AbortController().signal)).rejects.toMatchObject({ kind: 'unreadable' });
    expect(sent).toBeLessThan(100);
    expect((highest - heapUsed - external) / mebibyte).toBeLessThan(64);
  } finally {
    server.closeAllConnections();
    server.close();
  }
});
