import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { text as readText } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { close, listen } from './listen.ts';
import { createServiceCore, type TestResponse, type Handler, type Service } from './responses.ts';

export * from './responses.ts';

export interface ServiceOptions {
  /** True to allow cross-origin requests. Preflight requests are not recorded. */
  readonly cors?: boolean;
}

const usedPorts = new Set<number>();

/** Starts an HTTP service with this handler on a free port. */
export async function startService(
  handler: Handler,
  { cors = false }: ServiceOptions = {},
): Promise<Service> {
  const script = createServiceCore(handler);
  const closing = new AbortController();

  const respond = async (message: IncomingMessage, response: ServerResponse) => {
    if (cors && allowOrigin(message, response)) return;
    response.on('close', () => {
      if (!response.writableFinished && !closing.signal.aborted) script.disconnect();
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
      // If a handler throws, the test must fail with this error instead of a timeout.
      if (!response.destroyed)
        response.writeHead(500).end(`The test's handler failed: ${String(cause)}`);
    });
  });
  const port = await listenOnNewPort(server);

  return {
    ...script,
    url: `http://127.0.0.1:${port}`,
    port,
    async close() {
      closing.abort();
      await close(server);
    },
  };
}

/**
 * Listens on a port that no previous service in this process has used. If a port were used again, a
 * window could restore the state of the previous service.
 */
async function listenOnNewPort(server: Server): Promise<number> {
  for (let attempt = 0; attempt < 20; attempt++) {
    const port = await listen(server);
    if (!usedPorts.has(port)) {
      usedPorts.add(port);
      return port;
    }
    await close(server);
  }
  throw new Error('Every free port was already used.');
}

/**
 * Sets CORS headers. If the request is a preflight request, sends the response and returns true.
 */
function allowOrigin({ method, headers }: IncomingMessage, response: ServerResponse): boolean {
  response
    .setHeader('access-control-allow-origin', '*')
    .setHeader('access-control-expose-headers', '*');
  if (method !== 'OPTIONS' || headers['access-control-request-method'] === undefined) return false;
  // The wildcard `*` for allowed headers does not include the `Authorization` header.
  response
    .writeHead(204, {
      'access-control-allow-methods': '*',
      'access-control-allow-headers': headers['access-control-request-headers'] ?? '*',
    })
    .end();
  return true;
}

async function send(
  { status, headers, body: plain, isGzipped, delivery }: TestResponse,
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
      // Closes the connection after the first bytes are sent, because unsent bytes would be lost.
      response.writeHead(status, sized);
      response.flushHeaders();
      response.write(body.subarray(0, delivery.after), () => response.socket?.end());
      return;
    case 'reset':
      response.socket?.resetAndDestroy();
      return;
    case 'raw':
      response.socket?.end(body);
      return;
    case 'endless':
      response.writeHead(status, headers);
      await pipeline(forever(body), response);
  }
}

function* forever(chunk: Uint8Array) {
  for (;;) yield chunk;
}
