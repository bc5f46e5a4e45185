import * as l10n from '@vscode/l10n';
import { type BaseUrl, endpointPath } from './baseUrl.ts';
import { RequestGate } from './http/requestGate.ts';
import { maxRetryAfter, withRetries } from './http/retry.ts';
import { type HttpAnswer, type HttpRequest, send } from './http/transport.ts';
import { openEnvelope } from './schema/envelope.ts';
import { type Field, readFields } from './schema/fields.ts';
import { type Job, type JobRow, type Pagination, findJob, findJobs, listedRow, readJob, readPagination } from './schema/jobs.ts';
import type { JsonObject, Readable } from './schema/readable.ts';
import { ServiceError, type ServiceErrorKind } from './serviceError.ts';

export interface JobsPage {
  readonly jobs: readonly JobRow[];
  readonly pagination: Pagination;
}

/** The outcome of a request, for the log; holds no credential and no host. */
export interface RequestRecord {
  readonly method: string;
  /** Encoded path and query below the base URL: `/jobs?page=2`. */
  readonly path: string;
  readonly status: number | undefined;
  readonly outcome: 'ok' | ServiceErrorKind;
  readonly milliseconds: number;
}

export interface CredentialHeader {
  readonly name: string;
  readonly value: string;
  /** The API key within `value`, which is removed from answers that repeat it. */
  readonly secret: string;
}

export interface ClientOptions {
  readonly baseUrl: BaseUrl;
  /** Asked before each request; the header goes to this base URL's origin only. */
  readonly credential: () => Promise<CredentialHeader | undefined>;
  /** The longest that one request may take, in milliseconds; asked before each. */
  readonly requestTimeout: () => number;
  readonly onDidRequest?: (record: RequestRecord) => void;
  /** Spreads retries over time: a number from 0 to 1 (Math.random by default). */
  readonly random?: () => number;
}

interface Exchange<T> {
  readonly method: HttpRequest['method'];
  readonly path: string;
  readonly body: Record<string, unknown> | undefined;
  readonly read: (data: JsonObject, request: string) => T;
}

/** Milliseconds to pause after a 429 without `Retry-After`. */
const defaultPause = 1000;

/** The service's endpoints; every method rejects with a {@link ServiceError} and nothing else. */
export interface ServiceClient {
  readonly baseUrl: BaseUrl;
  /** GET /fields, section 4.1. */
  readonly listFields: (signal: AbortSignal) => Promise<readonly Readable<Field>[]>;
  /** GET /jobs?page={page}, section 4.3; pages count from 1. */
  readonly listJobs: (page: number, signal: AbortSignal) => Promise<JobsPage>;
  /** GET /jobs/{key}: not documented, so a service may answer `notFound` for every key. */
  readonly getJob: (key: string, signal: AbortSignal) => Promise<Job>;
  /** POST /jobs, section 4.2; sent once, never retried. */
  readonly startJob: (workflowKey: string, signal: AbortSignal) => Promise<Job>;
}

export function createServiceClient(options: ClientOptions): ServiceClient {
  const { baseUrl, credential, requestTimeout, onDidRequest, random } = options;
  const gate = new RequestGate();

  /** One attempt: one request, one line for the log. */
  async function attempt<T>({ method, path, body, read }: Exchange<T>, signal: AbortSignal): Promise<T> {
    const request = `${method} ${path}`;
    const leave = await gate.enter(signal);
    const began = performance.now();
    let status: number | undefined;
    let outcome: RequestRecord['outcome'] = 'ok';
    let wasSent = false;
    try {
      const header = await readCredential(credential);
      signal.throwIfAborted();
      wasSent = true;
      const answer = await send({
        method,
        baseUrl,
        path,
        headers: header === undefined ? {} : checkedHeader(header),
        ...(body === undefined ? {} : { body }),
        timeout: requestTimeout(),
        signal,
      });
      status = answer.status;
      return read(openEnvelope(withoutSecret(answer, header)), request);
    } catch (thrown) {
      const error = toServiceError(thrown, request, signal, wasSent);
      outcome = error.kind;
      if (error.kind === 'rateLimited') gate.pause(Math.min(error.retryAfter ?? defaultPause, maxRetryAfter));
      throw error;
    } finally {
      leave();
      onDidRequest?.({ method, path, status, outcome, milliseconds: Math.round(performance.now() - began) });
    }
  }

  async function exchange<T>(
    method: HttpRequest['method'],
    segments: readonly string[],
    read: Exchange<T>['read'],
    signal: AbortSignal,
    extra: { query?: Record<string, string>; body?: Record<string, unknown> } = {},
  ): Promise<T> {
    const path = endpointPath(segments, extra.query);
    const once = () => attempt({ method, path, read, body: extra.body }, signal);
    try {
      // A POST may have taken effect whatever its answer, so it is never retried.
      return await (method === 'GET' ? withRetries(once, signal, random) : once());
    } catch (thrown) {
      // Thrown while the request waited for the gate or for a retry, unless it is a ServiceError already.
      throw toServiceError(thrown, `${method} ${path}`, signal, false);
    }
  }

  return {
    baseUrl,
    listFields: (signal) =>
      exchange('GET', ['fields'], (data, request) => {
        if (!Array.isArray(data['fields'])) throw misshapen(request, l10n.t('{0}: expected {1}', 'data.fields', 'array'));
        return readFields(data['fields']);
      }, signal),
    listJobs: (page, signal) => exchange('GET', ['jobs'], (data, request) => readJobsPage(data, request, page), signal, { query: { page: String(page) } }),
    getJob: (key, signal) =>
      exchange('GET', ['jobs', key], (data, request) => {
        const job = readOneJob(data, request);
        if (job.key !== key) throw misshapen(request, l10n.t('{0}: not the job that was asked for', 'data.job.key'));
        return job;
      }, signal),
    startJob: (workflowKey, signal) => exchange('POST', ['jobs'], readOneJob, signal, { body: { workflowKey } }),
  };
}

export function readJobsPage(data: JsonObject, request: string, page: number): JobsPage {
  const raw = findJobs(data);
  if (raw === undefined) {
    throw new ServiceError('unreadable', l10n.t('The answer to {0} is not a job list: it has no “data.jobs”.', request), { request });
  }
  const pagination = readPagination(data['pagination']);
  if (pagination.kind === 'unreadable') throw misshapen(request, pagination.problem);
  return { jobs: raw.map((each, index) => listedRow(readJob(each, `data.jobs[${index}]`), page, index)), pagination: pagination.value };
}

function readOneJob(data: JsonObject, request: string): Job {
  const job = readJob(findJob(data), 'data.job');
  if (job.kind === 'unreadable') throw misshapen(request, job.problem);
  return job.value;
}

function misshapen(request: string, problem: string): ServiceError {
  return new ServiceError('unreadable', l10n.t('The answer to {0} could not be read: {1}.', request, problem), { request, detail: problem });
}

/** @throws {ServiceError} `invalidInput` where the secret storage fails: nothing was sent. */
async function readCredential(credential: ClientOptions['credential']): Promise<CredentialHeader | undefined> {
  try {
    return await credential();
  } catch (cause) {
    throw new ServiceError('invalidInput', l10n.t('The API key could not be read from the secret storage.'), { advice: l10n.t('Set the API key again.'), cause });
  }
}

// Shorter ones would be found in ordinary words.
const shortestSecret = 8;

/** Replaces the API key in an answer, which a service may repeat in its messages. */
function withoutSecret(answer: HttpAnswer, header: CredentialHeader | undefined): HttpAnswer {
  if (header === undefined || header.secret.length < shortestSecret) return answer;
  // Most answers escape nothing, and a search for the plain key costs much less than one for its spellings.
  const secret = answer.text.includes('\\') ? escapedOrNot(header.secret) : header.secret;
  return { ...answer, text: answer.text.replaceAll(secret, '•••') };
}

/** Finds a text, each character as itself, as `\c` or as `\u0063`: in JSON, and in JSON within a text of JSON. */
function escapedOrNot(text: string): RegExp {
  const spellings = text.split('').map((character) => {
    const code = `u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
    return `\\\\{0,3}(?:\\${code}|${code})`;
  });
  return new RegExp(spellings.join(''), 'gi');
}

/** @throws {ServiceError} `invalidInput` for what no header can carry; fetch would say so with the value in its message. */
function checkedHeader({ name, value }: CredentialHeader): Record<string, string> {
  if (!/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(name)) {
    throw new ServiceError('invalidInput', l10n.t('The setting workflowJobs.apiKey.header is not the name of a header.'));
  }
  if (!/^[\x20-\x7e\xa0-\xff]+$/.test(value)) {
    throw new ServiceError('invalidInput', l10n.t('The API key or its scheme holds characters that no header can carry.'), { advice: l10n.t('Set the API key again.') });
  }
  return { [name]: value };
}

function toServiceError(thrown: unknown, request: string, signal: AbortSignal, wasSent: boolean): ServiceError {
  if (thrown instanceof ServiceError) return thrown;
  if (signal.aborted) return new ServiceError('cancelled', l10n.t('{0} was cancelled.', request), { request, wasSent });
  return new ServiceError('unreadable', l10n.t('{0} failed unexpectedly.', request), { request, wasSent, cause: thrown });
}
