import * as l10n from '@vscode/l10n';
import { pathSegment } from './baseUrl.ts';
import { type HttpResponse, isSuccess } from './http/transport.ts';
import { openEnvelope, unexpectedShape } from './schema/envelope.ts';
import { type Field, readFields } from './schema/fields.ts';
import {
  type Job,
  type JobRow,
  type Pagination,
  findJob,
  findJobArray,
  readJob,
  readJobRows,
  readPagination,
} from './schema/jobs.ts';
import type { JsonObject, Readable } from './schema/readable.ts';
import { serviceMessage, withMessage } from './schema/serviceMessage.ts';
import { normalizeList } from './schema/valueTypes.ts';
import { ServiceError } from './serviceError.ts';

/** Service endpoint with a response parser. */
interface EndpointOf<T> {
  /** Encoded path and query, relative to the base URL, such as `/jobs?page=2`. */
  readonly path: string;
  /** Parses the `data` property of a successful response. */
  readonly read: (data: JsonObject, response: HttpResponse) => T;
}

/** Request that only reads data and is therefore safe to retry. */
export interface ReadEndpoint<T> extends EndpointOf<T> {
  readonly kind: 'read';
  readonly method: 'GET';
  /** True if every service provides the endpoint, so that HTTP 404 indicates a wrong base URL. */
  readonly isRequired: boolean;
}

/**
 * Request that changes data and is therefore sent only once. The response contains the changed job.
 */
export interface ChangeEndpoint<T = Job> extends EndpointOf<T> {
  readonly kind: 'change';
  readonly method: 'POST';
  readonly body: Readonly<Record<string, unknown>>;
}

export type Endpoint<T> = ReadEndpoint<T> | ChangeEndpoint<T>;

export interface JobsPage {
  readonly jobs: readonly JobRow[];
  /** Number of jobs that were omitted because an earlier job on the page has the same key. */
  readonly sameKeys?: number;
  readonly pagination: Pagination;
}

/** Endpoint for `GET /fields` (docs/service.md, Field definition). */
export const listFields: ReadEndpoint<readonly Readable<Field>[]> = {
  kind: 'read',
  method: 'GET',
  path: '/fields',
  isRequired: true,
  read: (data, response) => {
    const fields = normalizeList(data['fields']);
    if (Array.isArray(fields)) return readFields(fields);
    throw unexpectedShape(response, l10n.t('{0}: expected {1}', 'data.fields', 'array'));
  },
};

/**
 * Creates a `GET /jobs?page={page}` request (docs/service.md, Job list). Page numbers start at 1.
 */
export function listJobs(page: number): ReadEndpoint<JobsPage> {
  return {
    kind: 'read',
    method: 'GET',
    path: `/jobs?page=${page}`,
    // Only the first page is required. If the list becomes shorter, the service may return HTTP 404
    // for a later page.
    isRequired: page === 1,
    read: (data, response) => readJobsPage(data, response, page),
  };
}

/**
 * Creates a `GET /jobs/{key}` request (docs/service.md, Single jobs). Some services always return
 * HTTP 404.
 */
export function getJob(key: string): ReadEndpoint<Job> {
  return {
    kind: 'read',
    method: 'GET',
    path: `/jobs/${pathSegment(key)}`,
    isRequired: false,
    read: (data, response) => {
      const job = readJob(findJob(data), 'data.job');
      if (job.kind === 'unreadable') throw unexpectedShape(response, job.problem);
      if (job.value.key === key) return job.value;
      throw unexpectedShape(
        response,
        l10n.t('{0}: does not match the requested job', 'data.job.key'),
      );
    },
  };
}

/**
 * Parses the changed job in a response. If only the key is valid, returns a job with only the key.
 */
export function readChangedJob(data: JsonObject, response: HttpResponse): Job {
  const job = readJob(findJob(data), 'data.job');
  if (job.kind === 'readable') return job.value;
  if (job.key !== undefined) return { key: job.key };
  throw unexpectedShape(response, job.problem);
}

/**
 * Parses a response. Throws an `accepted` error if the service accepted a change but returned no
 * job, so that the user does not repeat the change. A web page does not count as acceptance,
 * because the page may come from a proxy.
 * @throws {ServiceError}
 */
export function readResponse<T>(response: HttpResponse, endpoint: Endpoint<T>): T {
  try {
    return endpoint.read(openEnvelope(response, endpoint), response);
  } catch (thrown) {
    const isAccepted =
      thrown instanceof ServiceError &&
      isSuccess(response.status) &&
      (thrown.kind === 'unreadable' || thrown.kind === 'notTheService');
    if (endpoint.kind === 'read' || !isAccepted) throw thrown;
    const accepted = l10n.t(
      'The service accepted the request but did not return a job (HTTP {0}).',
      response.status,
    );
    const { request, status } = response;
    const sentence = withMessage(accepted, serviceMessage(response));
    throw new ServiceError('accepted', sentence, { request, status });
  }
}

function readJobsPage(data: JsonObject, response: HttpResponse, page: number): JobsPage {
  const raw = findJobArray(data);
  if (raw === undefined) {
    const { request, status } = response;
    const sentence = l10n.t(
      'The response to {0} is not a job list, because it does not contain “data.jobs”.',
      request,
    );
    throw new ServiceError('unreadable', sentence, { request, status });
  }
  const pagination = readPagination(data['pagination'], page, raw.length);
  if (pagination.kind === 'unreadable') throw unexpectedShape(response, pagination.problem);
  const jobs = readJobRows(raw, page);
  const sameKeys = raw.length - jobs.length;
  return { jobs, ...(sameKeys > 0 && { sameKeys }), pagination: pagination.value };
}
