/** The service of `startPagesService`, in a thread of its own, so that its work is not counted as the client's. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { parentPort, workerData } from 'node:worker_threads';
import { keyOf, wireJob, wirePage } from './wireJobs.ts';

const { jobs, closedFrom } = workerData as { jobs: number; closedFrom: number | undefined };
const places = new Map(Array.from({ length: jobs }, (_, index) => [keyOf(index), index]));
const encode = (body: object) => Buffer.from(JSON.stringify(body));
// Encoded once, and before anybody measures.
const pages = Array.from({ length: Math.ceil(jobs / 50) }, (_, index) => encode(wirePage(index + 1, jobs)));
const fields = encode({ status: 'ok', code: 200, data: { fields: [{ key: 'fld_1', name: 'Amount', type: 'shortText', details: null, required: false }] } });
const notFound = encode({ status: 'error', code: 404 });

const refused = encode({ status: 'error', code: 400 });
let isOpen = closedFrom === undefined;

function answer(url: URL): { status: number; body: Buffer } {
  if (url.pathname === '/fields') return { status: 200, body: fields };
  if (url.pathname === '/jobs') return answerPage(Number(url.searchParams.get('page') ?? 1));
  if (url.pathname === '/open') isOpen = true;
  const place = places.get(decodeURIComponent(url.pathname.slice('/jobs/'.length)));
  return place === undefined ? { status: 404, body: notFound } : { status: 200, body: encode({ status: 'ok', code: 200, data: { job: wireJob(place) } }) };
}

function answerPage(number: number): { status: number; body: Buffer } {
  if (!isOpen && number >= (closedFrom ?? Infinity)) return { status: 400, body: refused };
  return { status: 200, body: pages[number - 1] ?? encode(wirePage(pages.length + 1, jobs)) };
}

let requests = 0;
const server = createServer((message, response) => {
  requests++;
  const { status, body } = answer(new URL(message.url ?? '/', 'http://service'));
  response.writeHead(status, { 'content-type': 'application/json', 'content-length': body.length }).end(body);
});
server.keepAliveTimeout = 60_000;
server.listen(0, '127.0.0.1', () => parentPort?.postMessage({ port: (server.address() as AddressInfo).port }));
parentPort?.on('message', () => {
  parentPort?.postMessage({ requests });
  requests = 0;
});
