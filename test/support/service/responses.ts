import type { IncomingHttpHeaders } from 'node:http';
import { aPageOf } from './builders.ts';

export type ReceivedRequest = {
  method: string;
  url: string;
  headers: IncomingHttpHeaders;
  body: string;
};

/** A test response as plain data. Other functions create and modify responses. */
export type TestResponse = {
  status: number;
  headers: Record<string, string>;
  body: Uint8Array;
  /** True if the body is sent compressed. */
  isGzipped: boolean;
  /** Delay before the response, in milliseconds. */
  latency: number;
  delivery: Delivery;
};

type Delivery =
  | { kind: 'whole' }
  /** Sends the headers and the first bytes, and then stalls while the connection stays open. */
  | { kind: 'stall'; after: number }
  /**
   * Sends the headers for the complete body but only the first bytes, and then closes the
   * connection.
   */
  | { kind: 'truncate'; after: number }
  /** Resets the connection without a response. */
  | { kind: 'reset' }
  /** Sends the body without a status line or headers, and then closes the connection. */
  | { kind: 'raw' }
  /** Repeats the body until the client disconnects. */
  | { kind: 'endless' };

/** Returns the response to a request. `index` is the number of earlier requests. */
export type Handler = (
  request: ReceivedRequest,
  index: number,
) => TestResponse | Promise<TestResponse>;

export type Service = Omit<ReturnType<typeof createServiceCore>, 'answer' | 'leave'> & {
  /** URL of the service without a trailing slash. */
  readonly url: string;
  readonly port: number;
  /** Closes the service and all its connections. */
  readonly close: () => Promise<void>;
};

/** Creates a handler that sends the responses in order and then repeats the last response. */
export function inSequence(...answers: [TestResponse, ...TestResponse[]]): Handler {
  return (_request, index) => answers[Math.min(index, answers.length - 1)] ?? answers[0];
}

export function text(status: number, body: string, contentType = 'text/plain'): TestResponse {
  return {
    status,
    headers: { 'content-type': contentType },
    body: new TextEncoder().encode(body),
    isGzipped: false,
    latency: 0,
    delivery: { kind: 'whole' },
  };
}

export function json(status: number, body: unknown): TestResponse {
  return text(status, JSON.stringify(body), 'application/json');
}

/** Creates a success response in the documented format. */
export function envelope(data: unknown): TestResponse {
  return json(200, { status: 'ok', code: 200, data });
}

export function redirect(location: string, status = 302): TestResponse {
  return withHeaders(text(status, ''), { location });
}

export function reset(): TestResponse {
  return { ...text(200, ''), delivery: { kind: 'reset' } };
}

/** Creates a response that consists of exactly these bytes, which do not have to be valid HTTP. */
export function raw(bytes: string): TestResponse {
  return { ...text(200, bytes), delivery: { kind: 'raw' } };
}

/** Creates a response with a body that repeats until the client disconnects. */
export function endless(chunk: string, contentType = 'application/json'): TestResponse {
  return { ...text(200, chunk, contentType), delivery: { kind: 'endless' } };
}

export function withHeaders(respond: TestResponse, headers: Record<string, string>): TestResponse {
  return { ...respond, headers: { ...respond.headers, ...headers } };
}

export function delayed(answer: TestResponse, latency: number): TestResponse {
  return { ...answer, latency };
}

export function gzipped(answer: TestResponse): TestResponse {
  return { ...withHeaders(answer, { 'content-encoding': 'gzip' }), isGzipped: true };
}

export function stalled(answer: TestResponse, after: number): TestResponse {
  return { ...answer, delivery: { kind: 'stall', after } };
}

export function truncated(answer: TestResponse, after: number): TestResponse {
  return { ...answer, delivery: { kind: 'truncate', after } };
}

/** Responses by method and path, such as `GET /jobs?page=1`. */
export type Routes = Readonly<Record<string, TestResponse | Handler>>;

/** Creates an error response in the documented format. */
export function errorResponse(code: number, message: string): TestResponse {
  return json(code, { status: 'error', code, errors: [{ type: 'refused', message }] });
}

/** Creates a handler that finds the response in a table. Sends HTTP 404 for other requests. */
export function routes(table: Routes): Handler {
  return (request, index) => {
    const answer = table[`${request.method} ${request.url}`] ?? errorResponse(404, 'Unknown path.');
    return typeof answer === 'function' ? answer(request, index) : answer;
  };
}

/** Data of a test service. Tests may change the data at any time. */
export interface ServiceData {
  fields?: readonly unknown[];
  /** Jobs, newest first. List responses omit `content` and `logs`. */
  jobs?: readonly object[];
  perPage?: number;
  /** Total number of jobs in list responses, if it differs from the length of `jobs`. */
  total?: number;
}

/**
 * Creates a handler that serves fields, pages of jobs, and single jobs. `others` take precedence.
 */
export function serveData(data: ServiceData, others: Routes = {}): Handler {
  return (request, index) => {
    const { fields = [], jobs = [], perPage, total } = data;
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

/** Creates the part of a test service that can run in Node.js and in a browser worker. */
export function createServiceCore(handler: Handler) {
  let current = handler;
  const requests: ReceivedRequest[] = [];
  const received = counter();
  const abandoned = counter();
  return {
    requests: requests as readonly ReceivedRequest[],
    /** Replaces the request handler. */
    use: (next: Handler): void => void (current = next),
    /** Resolves when the service has received the given number of requests. */
    received: received.reach,
    /** Resolves when the given number of clients have disconnected before the end of a response. */
    abandoned: abandoned.reach,
    answer(request: ReceivedRequest): TestResponse | Promise<TestResponse> {
      const index = requests.push(request) - 1;
      received.add();
      return current(request, index);
    },
    disconnect: abandoned.add,
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
