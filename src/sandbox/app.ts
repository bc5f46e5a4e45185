import {
  appendCorsHeaders,
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

  app.get(`${prefix}/fields`, () => envelope({ fields }));

  app.get(`${prefix}/jobs`, (event) => {
    const page = Number(getQuery(event)['page'] ?? 1);
    if (!Number.isSafeInteger(page) || page < 1) {
      throw new HTTPError({ status: 422, message: 'page must be a positive whole number.' });
    }
    const pagination = paginate(page, jobs.total(), event.url.origin + event.url.pathname);
    return envelope({ jobs: jobs.slice((page - 1) * perPage, page * perPage, now()), pagination });
  });

  app.post(`${prefix}/jobs`, async (event) => {
    requireContentType(event, 'application/json');
    const workflow = findWorkflow(await readBody<unknown>(event));
    return envelope({ job: jobs.start(workflow, now()) });
  });

  app.get(`${prefix}/jobs/:key`, (event) => {
    const job = jobs.find(getRouterParam(event, 'key', { decode: true }) ?? '', now());
    if (!job) throw new HTTPError({ status: 404, message: 'No job has this key.' });
    return envelope({ job });
  });

  return app;
}

/** Maximum number of jobs on a page. */
export const perPage = 50;

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
  if (req.headers.get('authorization') === `Bearer ${key}`) return;
  const message = 'An API key is required, sent as "Authorization: Bearer <key>".';
  throw new HTTPError({ status: 401, message, headers: { 'www-authenticate': 'Bearer' } });
}

/** Finds the workflow for the body of a start request. */
function findWorkflow(body: unknown): SandboxWorkflow {
  const { workflowKey } = Object(body) as { workflowKey?: unknown };
  const workflow = workflows.find(({ key }) => key === workflowKey);
  if (workflow) return workflow;
  const known = workflows.map(({ key }) => key).join(', ');
  const message = `No workflow has the key ${JSON.stringify(workflowKey)}. Known workflow keys: ${known}.`;
  throw new HTTPError({ status: 422, message });
}
