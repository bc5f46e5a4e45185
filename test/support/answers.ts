import type { IncomingHttpHeaders } from 'node:http';

export type SeenRequest = { method: string; url: string; headers: IncomingHttpHeaders; body: string };

/** What to answer, as plain data; the functions below build and bend it. */
export type Answer = {
  status: number;
  headers: Record<string, string>;
  body: Uint8Array;
  /** Whether the body travels compressed. */
  isGzipped: boolean;
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

/** Answers the first request with the first answer and so on; the last one goes on. */
export function inTurn(...answers: [Answer, ...Answer[]]): Handler {
  return (_request, index) => answers[Math.min(index, answers.length - 1)] ?? answers[0];
}

export function text(status: number, body: string, contentType = 'text/plain'): Answer {
  return {
    status,
    headers: { 'content-type': contentType },
    body: new TextEncoder().encode(body),
    isGzipped: false,
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
  return { ...withHeaders(answer, { 'content-encoding': 'gzip' }), isGzipped: true };
}

export function stalled(answer: Answer, after: number): Answer {
  return { ...answer, delivery: { kind: 'stall', after } };
}

export function truncated(answer: Answer, after: number): Answer {
  return { ...answer, delivery: { kind: 'truncate', after } };
}

/** Counts up, and tells those who wait for a number. */
export function counter() {
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
