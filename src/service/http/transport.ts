import * as l10n from '@vscode/l10n';
import { FetchError, ofetch } from 'ofetch';
import type { BaseUrl } from '../baseUrl.ts';
import { networkFailure } from './networkFailure.ts';
import { ServiceError } from '../serviceError.ts';

/** An answer of any status, with its body as text. */
export interface HttpAnswer {
  /** `GET /jobs?page=2`, for messages, in which a long key is cut. */
  readonly request: string;
  readonly url: string;
  /** Host and port, for messages. */
  readonly host: string;
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

export interface HttpRequest {
  readonly request: HttpAnswer['request'];
  readonly method: 'GET' | 'POST';
  readonly baseUrl: BaseUrl;
  /** Encoded path and query below the base URL: `/jobs?page=2`. */
  readonly path: string;
  readonly headers: Record<string, string>;
  readonly body: Record<string, unknown> | undefined;
  /** Milliseconds for the whole attempt, body included. */
  readonly timeout: number;
  readonly signal: AbortSignal;
}

/** The largest body that is read: 32 MiB. */
const maxBodyBytes = 32 * 1024 * 1024;

/**
 * Sends one request once and reads the answer; never follows a redirect. ofetch encodes the body as JSON and
 * calls `fetch`; all else that it offers is off: its timeout leaves out the body, and its retries would send
 * a POST again.
 * @throws {ServiceError} `timeout`, `unreachable`, or `unreadable` for a body over the limit, and for a
 * success that is not UTF-8; anything else once the signal is aborted
 */
export async function send({
  request,
  method,
  baseUrl,
  path,
  headers,
  body,
  timeout,
  signal,
}: HttpRequest): Promise<HttpAnswer> {
  const url = baseUrl.href + path;
  const { host } = new URL(url);
  // Without AbortSignal.timeout and AbortSignal.any, which keep a timer and a listener after the answer.
  const attempt = new AbortController();
  const leave = () => attempt.abort(signal.reason);
  const deadline = setTimeout(() => attempt.abort(), timeout);
  signal.addEventListener('abort', leave);
  try {
    const response = await ofetch.raw(url, {
      method,
      headers: { accept: 'application/json', ...headers },
      ...(body && { body }),
      signal: attempt.signal,
      retry: false,
      redirect: 'manual',
      credentials: 'omit',
      cache: 'no-store',
      responseType: 'stream',
      ignoreResponseError: true,
    });
    // A browser hides everything about a redirect that it was told not to follow.
    const status = response.type === 'opaqueredirect' ? 302 : response.status;
    const text = await readText(response._data, { request, status });
    return { request, url, host, status, headers: response.headers, text };
  } catch (thrown) {
    if (thrown instanceof ServiceError || signal.aborted) throw thrown;
    if (attempt.signal.aborted) {
      throw new ServiceError(
        'timeout',
        l10n.t('{0} did not answer {1} completely within {2} s.', host, request, timeout / 1000),
        {
          request,
          advice: l10n.t('Try again, or allow more time in the setting workflowJobs.requestTimeout.'),
        },
      );
    }
    // ofetch's error holds the request's headers, and so the credential; only what fetch said goes on.
    throw networkFailure(thrown instanceof FetchError ? thrown.cause : thrown, request, host);
  } finally {
    clearTimeout(deadline);
    signal.removeEventListener('abort', leave);
  }
}

async function readText(
  body: ReadableStream<Uint8Array> | null | undefined,
  answer: Pick<HttpAnswer, 'request' | 'status'>,
): Promise<string> {
  if (body == null) return '';
  const reader = body.getReader();
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      bytes += next.value.byteLength;
      if (bytes > maxBodyBytes) {
        throw new ServiceError(
          'unreadable',
          l10n.t(
            'The answer to {0} is larger than {1} MiB and was abandoned.',
            answer.request,
            maxBodyBytes / 1024 / 1024,
          ),
          answer,
        );
      }
      chunks.push(next.value);
    }
  } catch (thrown) {
    // Cancelling a broken connection fails with the same error.
    await reader.cancel().catch(() => undefined);
    throw thrown;
  }
  // Decoded when it is complete: an abandoned body costs its bytes only.
  return decode(chunks, answer);
}

/** Whether a status is a success; that of any other answer says enough without its text. */
export function isSuccess(status: number): boolean {
  return status >= 200 && status < 300;
}

function decode(
  chunks: readonly Uint8Array[],
  { request, status }: { request: string; status: number },
): string {
  const decoded = (fatal: boolean) => {
    const decoder = new TextDecoder('utf-8', { fatal });
    return chunks.map((chunk) => decoder.decode(chunk, { stream: true })).join('') + decoder.decode();
  };
  try {
    return decoded(isSuccess(status));
  } catch (cause) {
    const text = decoded(false);
    // The charset of a web page does not matter.
    if (isMarkup(text)) return text;
    throw new ServiceError('unreadable', l10n.t('The answer to {0} is not valid UTF-8 text.', request), {
      request,
      status,
      cause,
    });
  }
}

/** Whether a text is a web page or other markup, never JSON. */
export function isMarkup(text: string): boolean {
  return /^\s*</.test(text);
}

/** The longest wait that is read from `Retry-After`; a timer cannot wait for more than 24 days. */
const maxWait = 24 * 60 * 60_000;

/**
 * Returns how long to wait before the next request, in milliseconds (RFC 9110, 10.2.3) and at most a day;
 * undefined if the service does not request a delay. A proxy may repeat the header: `120, 120`.
 */
export function parseRetryAfter(headers: Headers, now: number): number | undefined {
  const value = headers.get('retry-after');
  if (value === null) return undefined;
  const wait = secondsIn(value) ?? untilDate(value, sentAt(headers) ?? now);
  return wait !== undefined && wait > 0 ? Math.min(wait, maxWait) : undefined;
}

function secondsIn(value: string): number | undefined {
  const seconds = /^(\d+(?:\.\d+)?) *(?:,|$)/.exec(value)?.[1];
  return seconds === undefined ? undefined : Number(seconds) * 1000;
}

function untilDate(value: string, now: number): number | undefined {
  const date = dateIn(value);
  return date === undefined ? undefined : date - now;
}

/** When the service sent the answer, by its own clock, which an HTTP date of the same answer follows too. */
function sentAt(headers: Headers): number | undefined {
  return dateIn(headers.get('date') ?? '');
}

function dateIn(header: string): number | undefined {
  // An HTTP date contains a comma, so the first of several dates ends with its time zone.
  const [text] = /^.*?\bGMT\b/.exec(header) ?? [header];
  // All forms of an HTTP date have a time of day; `Date.parse` reads a lone number as a year.
  if (!text.includes(':')) return undefined;
  const date = Date.parse(text);
  return Number.isNaN(date) ? undefined : date;
}
