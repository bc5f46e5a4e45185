import { serve } from 'h3/node';
import { type ApiKey, createApp } from './app.ts';
import { createJobStore } from './jobStore.ts';

export type SandboxOptions = {
  /** 0, the default, is any free one. */
  port?: number;
  /** Another seed, other jobs; the fields and workflows stay. */
  seed?: number;
  /** How many jobs there are from the start. */
  jobs?: number;
  /** Milliseconds before each answer. */
  latency?: number;
  /** The key to require: `header` is `Authorization` and `scheme` is `Bearer` unless told; an empty scheme is the bare key. */
  apiKey?: ApiKey;
  /** 1 is real time, 100 a hundred times faster, 0 stops the clock. */
  clockSpeed?: number;
  /** Whether `GET /jobs/{key}` exists. */
  singleJob?: boolean;
  /** Whether browsers of any origin may ask. */
  cors?: boolean;
  /** Service time at the start, in epoch milliseconds; the same seed, jobs and time make the same data. */
  now?: number;
  /** Real time in milliseconds. */
  clock?: () => number;
  /** Called with each request; the answer waits for the promise. */
  onRequest?: (request: { method: string; path: string }) => void | Promise<void>;
  /** Gets the startup line. */
  log?: (line: string) => void;
};

export type Sandbox = {
  /** Base URL, path prefix included. */
  url: string;
  port: number;
  /** The last thousand requests, oldest first; `path` has the prefix and the query. */
  requests: readonly { method: string; path: string }[];
  /** From now on; what has passed stays as it is. */
  setClockSpeed: (speed: number) => void;
  /** Ends open connections too. */
  close: () => Promise<void>;
};

const hostname = '127.0.0.1';
const prefix = '/api/v1';
const bodyLimit = 16 * 1024;
const requestsKept = 1000;

/** Starts a local service that speaks the interface document, for trying the extension and for tests. */
export async function startSandbox({
  port = 0,
  seed = 1,
  jobs = 4213,
  latency = 0,
  apiKey,
  clockSpeed = 1,
  singleJob = true,
  cors = true,
  clock = Date.now,
  now: epoch = clock(),
  onRequest,
  log,
}: SandboxOptions = {}): Promise<Sandbox> {
  let speed = clockSpeed;
  let speedSince = clock();
  let timeThen = epoch;
  const now = () => timeThen + (clock() - speedSince) * speed;
  const requests: { method: string; path: string }[] = [];
  const closing = new AbortController();
  let url = '';

  const app = createApp({
    prefix,
    baseUrl: () => url,
    jobs: createJobStore({ seed, seeded: jobs, epoch }),
    now,
    latency,
    apiKey: apiKey ?? null,
    hasSingleJob: singleJob,
    hasCors: cors,
    onRequest(request) {
      requests.push(request);
      if (requests.length > requestsKept) requests.shift();
      return onRequest?.(request);
    },
    closing: closing.signal,
  });

  // `manual`, or a port in use would also set the exit code of the whole process.
  const server = serve(app, { hostname, port, manual: true, silent: true, gracefulShutdown: false, maxRequestBodySize: bodyLimit });
  try {
    await server.serve();
  } catch (error) {
    throw listenError(error, port);
  }
  const actualPort = Number(new URL(server.url ?? '').port);
  url = `http://${hostname}:${actualPort}${prefix}`;
  log?.(`Sandbox service, for trying and testing only, listening on ${url}`);

  return {
    url,
    port: actualPort,
    requests,
    setClockSpeed(next) {
      [timeThen, speedSince, speed] = [now(), clock(), next];
    },
    async close() {
      closing.abort();
      await server.close(true);
    },
  };
}

function listenError(cause: unknown, port: number): Error {
  const { code, message } = cause as NodeJS.ErrnoException;
  const reason = code === 'EADDRINUSE' ? 'something else is listening there; choose another port, or 0 for any free one' : message;
  return Object.assign(new Error(`The sandbox service cannot listen on port ${port} of ${hostname}: ${reason}.`, { cause }), { code });
}
