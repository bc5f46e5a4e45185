/** Worker that serves pages of jobs. Creates all responses before the first request. */
import { createServer } from 'node:http';
import { parentPort, workerData } from 'node:worker_threads';
import { listen } from '../../support/service/listen.ts';
import { wirePages } from './wirePages.ts';

const fields = Buffer.from(JSON.stringify({ status: 'ok', code: 200, data: { fields: [] } }));
const pages = wirePages(workerData as number).map((text) => Buffer.from(text));

const server = createServer(({ url = '/' }, response) => {
  const { pathname, searchParams } = new URL(url, 'http://service');
  const page = pathname === '/jobs' ? pages[Number(searchParams.get('page') ?? 1) - 1] : undefined;
  const body = pathname === '/fields' ? fields : page;
  response
    .writeHead(body === undefined ? 404 : 200, { 'content-type': 'application/json' })
    .end(body);
});
server.keepAliveTimeout = 60_000;
parentPort?.postMessage(`http://127.0.0.1:${await listen(server)}`);
