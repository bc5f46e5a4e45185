import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as readText } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';

export type SeenRequest = { method: string; url: string; headers: IncomingHttpHeaders; body: string };

/** What to answer, as plain data; the functions below build and bend it. */
export type Answer = {
  status: number;
  headers: Record<string, string>;
  body: Buffer;
  /** Milliseconds before anything is sent. */
  latency: number;
  delivery: Delivery;
};

type Delivery =
  | { kind: 'whole' }
  /** The head and so many bytes, then silence on an open connection. */
  | { kind: 'stall'; after: number }
  /** The head, which promises the whole body, and so many bytes; then the connection ends. */
  | { kind: 'truncate'; after: number }
  /** No answer: the connection breaks. */
  | { kind: 'reset' }
  /** The body again and again, in chunks, until the client leaves. */
  | { kind: 'endless' };

/** `index` counts requests from 0. */
export type Handler = (request: SeenRequest, index: number) => Answer | Promise<Answer>;

export type Service = {
  /** Origin, without a slash at the end. */
  url: string;
  port: number;
  requests: readonly SeenRequest[];
  /** What answers now. */
  readonly handler: Handler;
  /** Answers from now on. */
  use: (handler: Handler) => void;
  /** Resolves once so many requests have come in all. */
  received: (count: number) => Promise<void>;
  /** Resolves once so many clients have left before their answer was complete. */
  abandoned: (count: number) => Promise<void>;
  /** Breaks all connections at once. */
  close: () => Promise<void>;
};

/** Starts a real HTTP service on a free port that answers, or fails to, as told. */
export async function startService(handler: Handler): Promise<Service> {
  let current = handler;
  const requests: SeenRequest[] = [];
  const received = counter();
  const abandoned = counter();
  const closing = new AbortController();

  const respond = async (message: IncomingMessage, response: ServerResponse) => {
    response.on('close', () => {
      if (!response.writableFinished && !closing.signal.aborted) abandoned.add();
    });
    const request = { method: message.method ?? '', url: message.url ?? '', headers: message.headers, body: await readText(message) };
    const index = requests.push(request) - 1;
    received.add();
    const answer = await current(request, index);
    if (answer.latency > 0) await delay(answer.latency, undefined, { signal: closing.signal });
    await send(answer, response);
  };
  const server = createServer((message, response) => {
    respond(message, response).catch((cause: unknown) => {
      // A handler that throws must fail its test visibly, not time out; a client that left is none.
      if (!response.destroyed) response.writeHead(500).end(`The test's handler failed: ${String(cause)}`);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;

  return {
    url: `http://127.0.0.1:${port}`,
    port,
    requests,
    get handler() {
      return current;
    },
    use(next) {
      current = next;
    },
    received: received.reach,
    abandoned: abandoned.reach,
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

/** Answers the first request with the first answer and so on; the last one goes on. */
export function inTurn(...answers: [Answer, ...Answer[]]): Handler {
  return (_request, index) => answers[Math.min(index, answers.length - 1)] ?? answers[0];
}

export function text(status: number, body: string, contentType = 'text/plain'): Answer {
  return {
    status,
    headers: { 'content-type': contentType },
    body: Buffer.from(body),
    latency: 0,
    delivery: { kind: 'whole' },
  };
}

export function json(status: number, body: unknown): Answer {
  return text(status, JSON.stringify(body), 'application/json');
}

/** A success as the interface document wraps it. */
export function envelope(data: unknown): Answer {
  return json(200, { status: 'ok', code: 200, data });
}

export function redirect(location: string, status = 302): Answer {
  return withHeaders(text(status, ''), { location });
}

export function reset(): Answer {
  return { ...text(200, ''), delivery: { kind: 'reset' } };
}

/** A body without an end: `chunk` over and over. */
export function endless(chunk: string, contentType = 'application/json'): Answer {
  return { ...text(200, chunk, contentType), delivery: { kind: 'endless' } };
}

export function withHeaders(answer: Answer, headers: Record<string, string>): Answer {
  return { ...answer, headers: { ...answer.headers, ...headers } };
}

export function late(answer: Answer, latency: number): Answer {
  return { ...answer, latency };
}

export function gzipped(answer: Answer): Answer {
  return withHeaders({ ...answer, body: gzipSync(answer.body) }, { 'content-encoding': 'gzip' });
}

export function stalled(answer: Answer, after: number): Answer {
  return { ...answer, delivery: { kind: 'stall', after } };
}

export function truncated(answer: Answer, after: number): Answer {
  return { ...answer, delivery: { kind: 'truncate', after } };
}

async function send({ status, headers, body, delivery }: Answer, response: ServerResponse): Promise<void> {
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

function* forever(chunk: Buffer) {
  for (;;) yield chunk;
}

/** Counts up, and tells those who wait for a number. */
function counter() {
  let count = 0;
  const waiting = new Set<{ target: number; resolve: () => void }>();
  return {
    add() {
      count++;
      for (const each of waiting) {
        if (each.target > count) continue;
        waiting.delete(each);
        each.resolve();
      }
    },
    reach: (target: number): Promise<void> =>
      new Promise((resolve) => {
        if (count >= target) resolve();
        else waiting.add({ target, resolve });
      }),
  };
}
