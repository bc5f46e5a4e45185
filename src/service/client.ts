import * as l10n from '@vscode/l10n';
import type { BaseUrl } from './baseUrl.ts';
import {
  type CredentialHeader,
  maskFor,
  readCredential,
  validateHeader,
} from './http/credential.ts';
import { RequestGate, type RequestWait } from './http/requestGate.ts';
import { withRetries } from './http/retry.ts';
import { type HttpResponse, send } from './http/transport.ts';
import {
  type ChangeEndpoint,
  type Endpoint,
  type JobsPage,
  type ReadEndpoint,
  getJob,
  listFields,
  listJobs,
  readResponse,
} from './endpoints.ts';
import type { Field } from './schema/fields.ts';
import type { Job } from './schema/jobs.ts';
import type { Readable } from './schema/readable.ts';
import { ServiceError, type ServiceErrorKind, toServiceError } from './serviceError.ts';
import { singleLine } from '../text/untrustedText.ts';

/** Log record for a request. Never contains the API key. */
export interface RequestRecord {
  /** Host and path prefix of the service. */
  readonly service: string;
  readonly method: string;
  /** Encoded path and query, relative to the base URL, such as `/jobs?page=2`. */
  readonly path: string;
  readonly status: number | undefined;
  readonly outcome: 'ok' | ServiceErrorKind;
  readonly milliseconds: number;
}

export interface ClientOptions {
  readonly baseUrl: BaseUrl;
  /** Returns the API key header. The client sends the header only to the origin of the base URL. */
  readonly credential: () => Promise<CredentialHeader | undefined>;
  /** Returns the request timeout in milliseconds. Called before each request. */
  readonly requestTimeout: () => number;
  readonly onDidRequest?: (record: RequestRecord) => void;
}

/** Client for read requests. All methods reject only with a {@link ServiceError}. */
export interface ServiceClient {
  readonly baseUrl: BaseUrl;
  /** Sends `GET /fields` (docs/service.md, Field definition). */
  readonly listFields: (signal: AbortSignal) => Promise<readonly Readable<Field>[]>;
  /** Sends `GET /jobs?page={page}` (docs/service.md, Job list). Page numbers start at 1. */
  readonly listJobs: (page: number, signal: AbortSignal) => Promise<JobsPage>;
  /**
   * Sends `GET /jobs/{key}` (docs/service.md, Single jobs). Some services always return HTTP 404.
   */
  readonly getJob: (key: string, signal: AbortSignal) => Promise<Job>;
}

/** Client that can also send changes, such as starting a job. */
export interface ChangingClient extends ServiceClient {
  readonly wait: RequestWait;
  /**
   * Throws during a `Retry-After` delay, so that changes fail immediately instead of taking effect
   * at an unexpected time.
   * @throws {ServiceError} `rateLimited`
   */
  readonly requireNoWait: () => void;
  /**
   * Sends a change request once, and never retries the request.
   * @param check called immediately before sending the change. Throws if the change is not
   * permitted.
   */
  readonly change: (
    endpoint: ChangeEndpoint,
    signal: AbortSignal,
    check: () => void,
  ) => Promise<Job>;
}

export function createServiceClient(options: ClientOptions): ChangingClient {
  return new HttpClient(options);
}

/** State of a request that is in progress. */
interface Exchange<T> {
  readonly endpoint: Endpoint<T>;
  /** Method and path for messages, such as `GET /jobs?page=2`. */
  readonly name: string;
  readonly signal: AbortSignal;
  readonly check: () => void;
  wasSent: boolean;
}

/** Sends requests to a service, limits concurrent requests, and logs each request. */
class HttpClient implements ChangingClient {
  readonly baseUrl: BaseUrl;
  readonly #options: ClientOptions;
  readonly #gate = new RequestGate();
  readonly wait = this.#gate;
  readonly requireNoWait = this.#gate.requireNoWait;
  /** Paths of all requests that have succeeded, without the queries. */
  readonly #working = new Set<string>();

  constructor(options: ClientOptions) {
    this.baseUrl = options.baseUrl;
    this.#options = options;
  }

  readonly listFields: ServiceClient['listFields'] = (signal) => this.#get(listFields, signal);
  readonly listJobs: ServiceClient['listJobs'] = (page, signal) =>
    this.#get(listJobs(page), signal);
  // `getJob` is async, so that an invalid key rejects the promise instead of throwing
  // synchronously.
  readonly getJob: ServiceClient['getJob'] = async (key, signal) => this.#get(getJob(key), signal);

  readonly change: ChangingClient['change'] = async (endpoint, signal, check) => {
    const exchange = exchangeOf(endpoint, signal, check);
    try {
      return await this.#attempt(exchange);
    } catch (thrown) {
      const error = asServiceError(thrown, exchange);
      if (error.kind !== 'unreachable' || error.wasSent) throw error;
      const sentence = l10n.t('{0} Nothing was sent.', error.message);
      throw new ServiceError(error.kind, sentence, { ...error, cause: error.cause });
    }
  };

  /** Sends a read request, and retries the request after temporary failures. */
  async #get<T>(endpoint: ReadEndpoint<T>, signal: AbortSignal): Promise<T> {
    const exchange = exchangeOf(endpoint, signal);
    try {
      return await withRetries(() => this.#attempt(exchange), signal);
    } catch (thrown) {
      throw asServiceError(thrown, exchange);
    }
  }

  async #attempt<T>(exchange: Exchange<T>): Promise<T> {
    const { endpoint, signal } = exchange;
    const { method, path } = endpoint;
    const [resource = ''] = path.split('?');
    const leave = await this.#gate.enter(endpoint.kind, signal);
    const began = performance.now();
    let status: number | undefined;
    let outcome: RequestRecord['outcome'] = 'ok';
    try {
      const response = await this.#send(exchange);
      status = response.status;
      const result = readResponse(response, endpoint);
      this.#working.add(resource);
      return result;
    } catch (thrown) {
      const error = asServiceError(thrown, exchange);
      error.hasWorked = this.#working.has(resource);
      outcome = error.kind;
      if (error.kind === 'rateLimited') this.#gate.pause(error.retryAfter);
      throw error;
    } finally {
      leave();
      const milliseconds = Math.round(performance.now() - began);
      const service = this.#options.baseUrl.label;
      this.#options.onDidRequest?.({ service, method, path, status, outcome, milliseconds });
    }
  }

  async #send(exchange: Exchange<unknown>): Promise<HttpResponse> {
    const { endpoint, name, check, signal } = exchange;
    const { method, path } = endpoint;
    const body = endpoint.kind === 'change' ? endpoint.body : undefined;
    const { baseUrl, credential, requestTimeout } = this.#options;
    signal.throwIfAborted();
    const header = await readCredential(credential, signal);
    signal.throwIfAborted();
    if (header !== undefined) validateHeader(header);
    check();
    exchange.wasSent = true;
    const timeout = requestTimeout();
    const url = baseUrl.href + path;
    const response = await send({ request: name, method, url, header, body, timeout, signal });
    const mask =
      header && maskFor(header, response.text + (response.headers.get('location') ?? ''));
    return { ...response, sentKey: header !== undefined, mask };
  }
}

function exchangeOf<T>(
  endpoint: Endpoint<T>,
  signal: AbortSignal,
  check: () => void = () => undefined,
): Exchange<T> {
  const name = singleLine(`${endpoint.method} ${endpoint.path}`);
  return { endpoint, name, signal, check, wasSent: false };
}

function asServiceError(
  thrown: unknown,
  { name, signal, wasSent }: Exchange<unknown>,
): ServiceError {
  if (signal.aborted && !(thrown instanceof ServiceError)) {
    return new ServiceError('cancelled', l10n.t('{0} was canceled.', name), {
      request: name,
      wasSent,
    });
  }
  return toServiceError(name, thrown, { request: name, wasSent });
}
