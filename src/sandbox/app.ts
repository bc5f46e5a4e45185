import {
  appendCorsHeaders,
  type EventHandler,
  getQuery,
  getRouterParam,
  H3,
  type H3Event,
  handleCors,
  HTTPError,
  HTTPResponse,
  readBody,
  requireContentType,
} from 'h3/node';
import { type SandboxWorkflow, workflows } from './catalog.ts';
import type { SandboxJobs } from './jobStore.ts';
import type { WireField, WirePagination } from './wire.ts';

export type AppOptions = {
  /** API key that every request must contain. */
  apiKey?: string;
  /** True to allow requests from web pages on any origin, such as the pages in browser tests. */
  cors?: boolean;
  /**
   * Called for each request. The response waits for the returned promise. `path` includes the path
   * prefix and query.
   */
  onRequest?: (request: { method: string; path: string }) => void | Promise<void>;
};

type Service = {
  fields: readonly WireField[];
  jobs: SandboxJobs;
  /** Returns the current time of the service, in epoch milliseconds. */
  now: () => number;
};

/** Path prefix of all endpoints. */
export const prefix = '/api/v1';

export function createApp(
  { fields, jobs, now }: Service,
  { apiKey, cors = false, onRequest }: AppOptions,
): H3 {
  const app = new H3({
    silent: true,
    async onRequest({ req, path }) {
      await onRequest?.({ method: req.method, path });
    },
    onError(error, event) {
      if (cors) appendCorsHeaders(event, corsOptions);
      return errorEnvelope(error);
    },
  });

  app.use(requireOwnHost);
  if (cors) app.use((event) => handleCors(event, corsOptions) || undefined);
  if (apiKey) app.use((event) => requireApiKey(event, apiKey));

  const resource = (path: string, handlers: Record<string, EventHandler>) =>
    app.all(prefix + path, (event) => {
      const handler = handlers[event.req.method];
      if (handler) return handler(event);
      const allow = Object.keys(handlers).join(', ');
      throw new HTTPError({
        status: 405,
        message: `This path supports only ${allow}.`,
        headers: { allow },
      });
    });

  resource('/fields', { GET: () => envelope({ fields }) });

  resource('/jobs', {
    GET(event) {
      const page = parsePage(getQuery(event)['page']);
      if (page === null) {
        throw new HTTPError({ status: 422, message: 'page must be a positive whole number.' });
      }
      const pagination = paginate(page, jobs.total(), event.url.origin + event.url.pathname);
      return envelope({
        jobs: jobs.slice((page - 1) * perPage, page * perPage, now()),
        pagination,
      });
    },
    async POST(event) {
      requireContentType(event, 'application/json');
      const workflow = findWorkflow(await readBody<unknown>(event));
      return envelope({ job: jobs.start(workflow, now()) });
    },
  });

  resource('/jobs/:key', {
    GET(event) {
      const job = jobs.find(getRouterParam(event, 'key', { decode: true }) ?? '', now());
      if (!job) throw new HTTPError({ status: 404, message: 'No job has this key.' });
      return envelope({ job });
    },
  });

  app.all('/**', () => {
    throw new HTTPError({ status: 404, message: 'This path does not exist.' });
  });

  return app;
}

export const perPage = 50;

/** Parses the requested page number, which defaults to 1. Returns null if the number is invalid. */
export function parsePage(query: string | string[] | undefined): number | null {
  if (query === undefined) return 1;
  return typeof query === 'string' && /^[1-9]\d{0,12}$/.test(query) ? Number(query) : null;
}

/**
 * Creates the pagination data for a page.
 * @param listUrl absolute URL of the list, without a query
 */
export function paginate(page: number, total: number, listUrl: string): WirePagination {
  const lastPage = Math.max(1, Math.ceil(total / perPage));
  const before = (page - 1) * perPage;
  const isEmpty = before >= total;
  const nextPage = page < lastPage ? page + 1 : null;
  return {
    currentPage: page,
    from: isEmpty ? 0 : before + 1,
    lastPage,
    perPage,
    hasMore: nextPage !== null,
    nextPage,
    nextPageUrl: nextPage === null ? null : `${listUrl}?page=${nextPage}`,
    to: isEmpty ? 0 : Math.min(before + perPage, total),
    total,
  };
}

const corsOptions = { origin: '*', methods: '*', exposeHeaders: '*' } as const;

function envelope(data: object) {
  return { status: 'ok', code: 200, data };
}

function errorEnvelope(error: HTTPError): HTTPResponse {
  const { status: code } = error;
  const message = error.unhandled ? 'The sandbox service failed.' : error.message;
  const headers = new Headers(error.headers);
  headers.set('content-type', 'application/json;charset=UTF-8');
  // The server stops reading a request body that is too large, so the connection cannot be reused.
  if (code === 413) headers.set('connection', 'close');
  const body = { status: 'error', code, errors: [{ message }] };
  return new HTTPResponse(JSON.stringify(body), { status: code, headers });
}

/**
 * Rejects requests with an unknown host name to prevent DNS rebinding, in which a web page resolves
 * its own host name to this machine and reads the jobs.
 */
function requireOwnHost({ req }: H3Event): undefined {
  if (/^(?:127\.0\.0\.1|localhost)(?::\d+)?$/.test(req.headers.get('host') ?? '')) return;
  throw new HTTPError({
    status: 403,
    message: 'The sandbox accepts only the host names 127.0.0.1 and localhost.',
  });
}

function requireApiKey({ req }: H3Event, key: string): undefined {
  const given = req.headers.get('authorization');
  if (given === `Bearer ${key}`) return;
  const message =
    given === null
      ? 'An API key is required, sent as "Authorization: Bearer <key>".'
      : 'This API key is not valid.';
  throw new HTTPError({ status: 401, message, headers: { 'www-authenticate': 'Bearer' } });
}

function findWorkflow(body: unknown): SandboxWorkflow {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw new HTTPError({ status: 400, message: 'The body must be a JSON object.' });
  }
  const workflowKey = 'workflowKey' in body ? body.workflowKey : undefined;
  const workflow = workflows.find(({ key }) => key === workflowKey);
  if (workflow) return workflow;
  const known = workflows.map(({ key }) => key).join(', ');
  const message = `${describeUnknownWorkflow(workflowKey)} Known workflow keys: ${known}.`;
  throw new HTTPError({ status: 422, message });
}

function describeUnknownWorkflow(key: unknown): string {
  if (key === undefined) return 'workflowKey is missing.';
  if (typeof key !== 'string') return 'workflowKey must be a string.';
  return `No workflow has the key ${JSON.stringify(key)}.`;
}
