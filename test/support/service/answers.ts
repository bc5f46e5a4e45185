import type { IncomingHttpHeaders } from 'node:http';
import { aPageOf } from './builders.ts';

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

export type Service = Omit<ReturnType<typeof scripted>, 'answer' | 'leave'> & {
  /** Origin, without a slash at the end. */
  readonly url: string;
  readonly port: number;
  /** Breaks all connections at once. */
  readonly close: () => Promise<void>;
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

/** Answers by method and path, such as `GET /jobs?page=1`. */
export type Routes = Readonly<Record<string, Answer | Handler>>;

/** A refusal as the interface document describes it. */
export function refusal(code: number, message: string): Answer {
  return json(code, { status: 'error', code, errors: [{ type: 'refused', message }] });
}

/** Answers what is in a table; anything else is the 404 of a service. */
export function routes(table: Routes): Handler {
  return (request, index) => {
    const answer = table[`${request.method} ${request.url}`] ?? refusal(404, 'Unknown path.');
    return typeof answer === 'function' ? answer(request, index) : answer;
  };
}

/** What a service holds; a test may change each member meanwhile. */
export interface Held {
  fields?: readonly unknown[];
  /** Newest first. The list leaves out their `content` and `logs`. */
  jobs?: readonly object[];
  perPage?: number;
  /** How many jobs the list claims to have, where these are not all. */
  total?: number;
}

/**
 * Answers for the fields, the pages of jobs and each job as the interface document describes; `others` go
 * before.
 */
export function holding(held: Held, others: Routes = {}): Handler {
  return (request, index) => {
    const { fields = [], jobs = [], perPage, total } = held;
    const page = Number(/^\/jobs\?page=(\d+)$/.exec(request.url)?.[1] ?? NaN);
    const slim = jobs.map((job) => ({ ...job, content: undefined, logs: undefined }));
    const found = jobs.find(
      (job) => 'key' in job && request.url === `/jobs/${encodeURIComponent(String(job.key))}`,
    );
    return routes({
      'GET /fields': envelope({ fields }),
      ...(page > 0 && { [`GET ${request.url}`]: envelope(aPageOf(slim, page, perPage, total)) }),
      ...(found && { [`GET ${request.url}`]: envelope({ job: found }) }),
      ...others,
    })(request, index);
  };
}

/** What a service does with its requests, wherever its server runs. */
export function scripted(handler: Handler) {
  let current = handler;
  const requests: SeenRequest[] = [];
  const received = counter();
  const abandoned = counter();
  return {
    requests: requests as readonly SeenRequest[],
    /** Answers from now on. */
    use: (next: Handler): void => void (current = next),
    /** Resolves once this number of requests has come in. */
    received: received.reach,
    /** Resolves once this number of clients have left before their answer was complete. */
    abandoned: abandoned.reach,
    answer(request: SeenRequest): Answer | Promise<Answer> {
      const index = requests.push(request) - 1;
      received.add();
      return current(request, index);
    },
    leave: abandoned.add,
  };
}

function counter() {
  let count = 0;
  let next = Promise.withResolvers<void>();
  return {
    add: () => {
      count++;
      next.resolve();
      next = Promise.withResolvers();
    },
    reach: async (target: number): Promise<void> => {
      while (count < target) await next.promise;
    },
  };
}
