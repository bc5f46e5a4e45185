import * as l10n from '@vscode/l10n';
import { type BaseUrl, pathSegment } from './baseUrl.ts';
import { createRequestGate } from './http/requestGate.ts';
import { abortable, maxRetryAfter, withRetries } from './http/retry.ts';
import { type HttpAnswer, type HttpRequest, send } from './http/transport.ts';
import { acceptedWithoutJob, misshapen, openEnvelope } from './schema/envelope.ts';
import { type Field, readFields } from './schema/fields.ts';
import {
  type Job,
  type JobRow,
  type Pagination,
  findJob,
  findJobs,
  readJob,
  readJobRows,
  readPagination,
} from './schema/jobs.ts';
import { type Mask, hidden } from './schema/json.ts';
import type { JsonObject, Readable } from './schema/readable.ts';
import { ServiceError, type ServiceErrorKind, toServiceError } from './serviceError.ts';
import { escaped, oneLine } from '../text/inert.ts';

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
  /** The API key within `value`, which is hidden in the texts of answers that repeat it. */
  readonly secret: string;
}

/** The header that carries an API key. A key that was pasted with the scheme has it once. */
export function credentialHeader(name: string, scheme: string, key: string): CredentialHeader {
  const isPrefixed = key.toLowerCase().startsWith(`${scheme.toLowerCase()} `);
  const secret = isPrefixed ? key.slice(scheme.length).trim() : key;
  return { name, value: scheme === '' ? secret : `${scheme} ${secret}`, secret };
}

export interface ClientOptions {
  readonly baseUrl: BaseUrl;
  /** Asked before each request; the header goes to this base URL's origin only. */
  readonly credential: () => Promise<CredentialHeader | undefined>;
  /** The longest that one request may take, in milliseconds; asked before each. */
  readonly requestTimeout: () => number;
  readonly onDidRequest?: (record: RequestRecord) => void;
}

/** Milliseconds to pause after a 429 without `Retry-After`. */
const defaultPause = 1000;

/** What a start needs of a person, from nothing to a confirmation of this very start. */
export type Consent = 'none' | 'folder' | 'confirmation';

/** What each start has to pass. */
export interface StartGuard<Initiator> {
  /**
   * The consent that a start needs now. @throws {ServiceError} `notPermitted` for a start that no consent
   * permits
   */
  readonly needed: (baseUrl: BaseUrl, initiator: Initiator) => Consent;
  /** Asks for that consent. */
  readonly ask: (
    baseUrl: BaseUrl,
    workflowKey: string,
    initiator: Initiator,
    consent: Consent,
  ) => Promise<boolean>;
}

/** Called instead of sending a start that has its consent; has to call `send`, once. */
export type Sending = (send: (signal: AbortSignal) => Promise<Job>) => PromiseLike<Job>;

/** The endpoints that read; every method rejects with a {@link ServiceError} and nothing else. */
export interface ServiceClient {
  readonly baseUrl: BaseUrl;
  /** GET /fields, section 4.1. */
  readonly listFields: (signal: AbortSignal) => Promise<readonly Readable<Field>[]>;
  /** GET /jobs?page={page}, section 4.3; pages count from 1. */
  readonly listJobs: (page: number, signal: AbortSignal) => Promise<JobsPage>;
  /** GET /jobs/{key}: not documented, so a service may answer `notFound` for every key. */
  readonly getJob: (key: string, signal: AbortSignal) => Promise<Job>;
}

/** A client that also starts jobs. */
export interface StartingClient<Initiator> extends ServiceClient {
  /**
   * POST /jobs, section 4.2; the only way to it: checks the guards, asks, checks again, and sends once,
   * without a retry.
   * @returns undefined if the person declines
   */
  readonly startJob: (
    workflowKey: string,
    signal: AbortSignal,
    initiator: Initiator,
    sending?: Sending,
  ) => Promise<Job | undefined>;
}

/**
 * @param guard asked anew right before a start is sent, so that nothing is awaited between its answer and the
 * request
 */
export function createServiceClient<Initiator>(
  options: ClientOptions,
  guard: StartGuard<Initiator>,
): StartingClient<Initiator> {
  const { baseUrl, credential, requestTimeout, onDidRequest } = options;
  const gate = createRequestGate();

  async function exchange<T>(
    method: HttpRequest['method'],
    path: string,
    read: (data: JsonObject, answer: HttpAnswer) => T,
    signal: AbortSignal,
    change?: { readonly body: Record<string, unknown>; readonly check: () => void },
  ): Promise<T> {
    const request = oneLine(`${method} ${path}`);
    let wasSent = false;
    const asServiceError = (thrown: unknown): ServiceError => {
      const isCancelled = signal.aborted && !(thrown instanceof ServiceError);
      return isCancelled
        ? new ServiceError('cancelled', l10n.t('{0} was cancelled.', request), { request, wasSent })
        : toServiceError(request, thrown, { request, wasSent });
    };

    /** One request, one line for the log. */
    const attempt = async (): Promise<T> => {
      const leave = await gate.enter(signal);
      const began = performance.now();
      let status: number | undefined;
      let outcome: RequestRecord['outcome'] = 'ok';
      try {
        signal.throwIfAborted();
        const reading = readCredential(credential);
        // A person, or the system, may be asked meanwhile.
        await abortable((done) => void reading.then(done, done), signal);
        const header = await reading;
        signal.throwIfAborted();
        const headers = header === undefined ? {} : checkedHeader(header);
        change?.check();
        wasSent = true;
        const answer = await send({
          request,
          method,
          baseUrl,
          path,
          headers,
          body: change?.body,
          timeout: requestTimeout(),
          signal,
        });
        status = answer.status;
        return read(openEnvelope(answer, maskFor(answer, header), header !== undefined), answer);
      } catch (thrown) {
        const error = asServiceError(thrown);
        outcome = error.kind;
        if (error.kind === 'rateLimited') {
          gate.pause(Math.min(error.retryAfter ?? defaultPause, maxRetryAfter));
        }
        throw error;
      } finally {
        leave();
        onDidRequest?.({
          method,
          path,
          status,
          outcome,
          milliseconds: Math.round(performance.now() - began),
        });
      }
    };
    try {
      // A POST may have taken effect even if it failed, so it is never retried.
      return await (method === 'GET' ? withRetries(attempt, signal) : attempt());
    } catch (thrown) {
      // Thrown while the request waited for the gate or for a retry, unless it is a ServiceError already.
      throw asServiceError(thrown);
    }
  }

  return {
    baseUrl,
    listFields: (signal) =>
      exchange(
        'GET',
        '/fields',
        (data, answer) => {
          if (!Array.isArray(data['fields'])) {
            throw misshapen(answer, l10n.t('{0}: expected {1}', 'data.fields', 'array'));
          }
          return readFields(data['fields']);
        },
        signal,
      ),
    listJobs: (page, signal) =>
      exchange('GET', `/jobs?page=${page}`, (data, answer) => readJobsPage(data, answer, page), signal),
    getJob: async (key, signal) =>
      exchange(
        'GET',
        `/jobs/${pathSegment(key)}`,
        (data, answer) => {
          const job = readOneJob(data, answer);
          if (job.key !== key) {
            throw misshapen(answer, l10n.t('{0}: not the job that was asked for', 'data.job.key'));
          }
          return job;
        },
        signal,
      ),
    startJob: async (workflowKey, signal, initiator, sending = (send) => send(signal)) => {
      const consent = guard.needed(baseUrl, initiator);
      if (consent !== 'none' && !(await guard.ask(baseUrl, workflowKey, initiator, consent))) {
        return undefined;
      }
      const check = () => {
        if ([consent, 'none'].includes(guard.needed(baseUrl, initiator)) || consent === 'confirmation') {
          return;
        }
        throw new ServiceError(
          'notPermitted',
          l10n.t('No job was started on {0}: a start there has to be confirmed first.', baseUrl.label),
          { advice: l10n.t('“Start Job…” asks for it.') },
        );
      };
      const read = (data: JsonObject, answer: HttpAnswer) => {
        if (findJob(data) === undefined) throw acceptedWithoutJob(answer);
        return readOneJob(data, answer);
      };
      return sending((cancelled) =>
        exchange('POST', '/jobs', read, AbortSignal.any([signal, cancelled]), {
          body: { workflowKey },
          check,
        }),
      );
    },
  };
}

export function readJobsPage(data: JsonObject, answer: HttpAnswer, page: number): JobsPage {
  const raw = findJobs(data);
  if (raw === undefined) {
    throw new ServiceError(
      'unreadable',
      l10n.t('The answer to {0} is not a job list: it has no “data.jobs”.', answer.request),
      answer,
    );
  }
  const pagination = readPagination(data['pagination'], page, raw.length);
  if (pagination.kind === 'unreadable') throw misshapen(answer, pagination.problem);
  return { jobs: readJobRows(raw, page), pagination: pagination.value };
}

function readOneJob(data: JsonObject, answer: HttpAnswer): Job {
  const job = readJob(findJob(data), 'data.job');
  if (job.kind === 'unreadable') throw misshapen(answer, job.problem);
  return job.value;
}

/** @throws {ServiceError} `invalidInput` where the secret storage fails: nothing was sent. */
function readCredential(credential: ClientOptions['credential']): Promise<CredentialHeader | undefined> {
  return credential().catch((cause: unknown) => {
    throw cause instanceof ServiceError
      ? cause
      : new ServiceError('invalidInput', l10n.t('The API key could not be read from the secret storage.'), {
          advice: l10n.t('Set the API key again.'),
          cause,
        });
  });
}

// Shorter keys may also be ordinary words.
const shortestSecret = 8;

/** Masks the API key; undefined if the answer does not contain it. */
function maskFor(
  { text: body, headers }: HttpAnswer,
  header: CredentialHeader | undefined,
): Mask | undefined {
  if (header === undefined || header.secret.length < shortestSecret) return undefined;
  const text = body + (headers.get('location') ?? '');
  // The escaped spellings are searched only if the answer has escapes, because that is slow.
  const secret = /[\\%]/.test(text) ? escapedOrNot(header.secret) : header.secret;
  const mask = (part: string) => part.replaceAll(secret, hidden);
  return mask(text) === text ? undefined : mask;
}

/** Matches the text even if JSON escapes its characters, once or twice, or an address does. */
function escapedOrNot(text: string): RegExp {
  const spellings = text.split('').map((character) => {
    const code = escaped(character).slice(1);
    return `\\\\{0,3}(?:\\${code}|${code}|%${code.slice(3)})`;
  });
  return new RegExp(spellings.join(''), 'gi');
}

/**
 * Headers that belong to the message itself: fetch refuses them, or another value would damage the request.
 */
const reservedHeader =
  /^(?:accept|connection|content-.*|expect|host|keep-alive|te|trailer|transfer-encoding|upgrade)$/i;

/** Whether it is the name or the value that no header can carry; undefined for a header that can be sent. */
export function headerProblem({
  name,
  value,
}: Pick<CredentialHeader, 'name' | 'value'>): 'name' | 'value' | undefined {
  if (!/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(name) || reservedHeader.test(name)) return 'name';
  return /^[\x20-\x7e\xa0-\xff]+$/.test(value) ? undefined : 'value';
}

/**
 * @throws {ServiceError} `invalidInput` for what no header can carry; fetch would say so with the value in
 * its message.
 */
function checkedHeader({ name, value }: CredentialHeader): Record<string, string> {
  const problem = headerProblem({ name, value });
  if (problem === 'name') {
    throw new ServiceError(
      'invalidInput',
      l10n.t('The header that the settings name (apiKey.header) cannot carry the API key.'),
    );
  }
  if (problem === 'value') {
    throw new ServiceError(
      'invalidInput',
      l10n.t('The API key or its scheme holds characters that no header can carry.'),
      { advice: l10n.t('Set the API key again.') },
    );
  }
  return { [name]: value };
}
