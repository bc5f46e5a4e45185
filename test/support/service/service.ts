import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as readText } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { scripted, type Answer, type Handler, type Service } from './answers.ts';

export * from './answers.ts';

export interface ServiceOptions {
  /** Whether browsers of any origin may ask; their questions about that are no requests. */
  readonly cors?: boolean;
}

const usedPorts = new Set<number>();

/** Starts a real HTTP service on a free port that answers, or fails to, as told. */
export async function startService(
  handler: Handler,
  { cors = false }: ServiceOptions = {},
): Promise<Service> {
  const script = scripted(handler);
  const closing = new AbortController();

  const respond = async (message: IncomingMessage, response: ServerResponse) => {
    if (cors && allowOrigin(message, response)) return;
    response.on('close', () => {
      if (!response.writableFinished && !closing.signal.aborted) script.leave();
    });
    const answer = await script.answer({
      method: message.method ?? '',
      url: message.url ?? '',
      headers: message.headers,
      body: await readText(message),
    });
    if (answer.latency > 0) await delay(answer.latency, undefined, { signal: closing.signal });
    await send(answer, response);
  };
  const server = createServer((message, response) => {
    respond(message, response).catch((cause: unknown) => {
      // A handler that throws must fail its test visibly, not time out; a client that left is none.
      if (!response.destroyed) response.writeHead(500).end(`The test's handler failed: ${String(cause)}`);
    });
  });
  const port = await listen(server);

  return {
    ...script,
    url: `http://127.0.0.1:${port}`,
    port,
    async close() {
      closing.abort();
      if (!server.listening) return;
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

/**
 * Listens on a port that no service of this process had: what a window keeps of one, such as its watches, is
 * not found by the next.
 */
async function listen(server: Server): Promise<number> {
  for (let attempt = 0; attempt < 20; attempt++) {
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    if (!usedPorts.has(port)) {
      usedPorts.add(port);
      return port;
    }
    server.close();
    await once(server, 'close');
  }
  throw new Error('Every free port was already used.');
}

/** Whether that was all: a browser asked what it may send. */
function allowOrigin({ method, headers }: IncomingMessage, response: ServerResponse): boolean {
  response.setHeader('access-control-allow-origin', '*').setHeader('access-control-expose-headers', '*');
  if (method !== 'OPTIONS' || headers['access-control-request-method'] === undefined) return false;
  // A star would not allow `Authorization`.
  response
    .writeHead(204, {
      'access-control-allow-methods': '*',
      'access-control-allow-headers': headers['access-control-request-headers'] ?? '*',
    })
    .end();
  return true;
}

async function send(
  { status, headers, body: plain, isGzipped, delivery }: Answer,
  response: ServerResponse,
): Promise<void> {
  const body = isGzipped ? gzipSync(plain) : plain;
  const sized = { 'content-length': String(body.length), ...headers };
  switch (delivery.kind) {
    case 'whole':
      response.writeHead(status, sized).end(body);
      return;
    case 'stall':
      response.writeHead(status, sized).write(body.subarray(0, delivery.after));
      response.flushHeaders();
      return;
    case 'truncate':
      // The part must be on its way before the connection ends, or it is lost with it.
      response.writeHead(status, sized);
      response.flushHeaders();
      response.write(body.subarray(0, delivery.after), () => response.socket?.end());
      return;
    case 'reset':
      response.socket?.resetAndDestroy();
      return;
    case 'endless':
      response.writeHead(status, headers);
      await pipeline(forever(body), response);
  }
}

function* forever(chunk: Uint8Array) {
  for (;;) yield chunk;
}
