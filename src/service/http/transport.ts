import * as l10n from '@vscode/l10n';
import { FetchError, ofetch } from 'ofetch';
import type { CredentialHeader } from './credential.ts';
import { networkFailure } from './networkFailure.ts';
import type { Mask } from '../schema/json.ts';
import { ServiceError } from '../serviceError.ts';

/** HTTP response with any status. The body is decoded to a string. */
export interface HttpResponse {
  /** Method, path, and query for messages, such as `GET /jobs?page=2`. Long keys are truncated. */
  readonly request: string;
  readonly url: string;
  /** Host and port for messages. */
  readonly host: string;
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** True if the request contained an API key. */
  readonly sentKey: boolean;
  /** Masks the API key in a string. Undefined if the response does not contain the key. */
  readonly mask: Mask | undefined;
}

interface HttpRequest {
  readonly request: HttpResponse['request'];
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly header: CredentialHeader | undefined;
  readonly body: Record<string, unknown> | undefined;
  /** Time limit for the complete response, in milliseconds. */
  readonly timeout: number;
  readonly signal: AbortSignal;
}

/** Maximum size of a response body (32 MiB). */
const maxBodyBytes = 32 * 1024 * 1024;

/**
 * Sends a request once and reads the response. Never follows redirects. Does not use the ofetch
 * options `timeout` and `retry`: the timeout does not cover the response body, and retries would
 * repeat POST requests.
 * @throws {ServiceError} `timeout` or `unreachable`, or `unreadable` if the body is too large or
 * not in UTF-8. If the signal is aborted, throws the signal's reason.
 */
export async function send({
  request,
  method,
  url,
  header,
  body,
  timeout,
  signal,
}: HttpRequest): Promise<Omit<HttpResponse, 'sentKey' | 'mask'>> {
  const target = new URL(url);
  const { host } = target;
  // `AbortSignal.timeout` and `AbortSignal.any` are not used, because they would keep a timer and a
  // listener alive after the response is complete.
  const attempt = new AbortController();
  const onAbort = () => attempt.abort(signal.reason);
  const deadline = setTimeout(() => attempt.abort(), timeout);
  signal.addEventListener('abort', onAbort);
  try {
    const response = await ofetch.raw(url, {
      method,
      headers: { accept: 'application/json', ...(header && { [header.name]: header.value }) },
      ...(body && { body }),
      signal: attempt.signal,
      retry: false,
      redirect: 'manual',
      credentials: 'omit',
      cache: 'no-store',
      responseType: 'stream',
      ignoreResponseError: true,
    });
    // Browsers report an unfollowed redirect with status 0, so 302 is used instead.
    const status = response.type === 'opaqueredirect' ? 302 : response.status;
    const text = await readText(response._data, { request, status });
    return { request, url, host, status, headers: response.headers, text };
  } catch (thrown) {
    if (thrown instanceof ServiceError || signal.aborted) throw thrown;
    if (attempt.signal.aborted) {
      const sentence = l10n.t(
        '{0} did not complete the response to {1} within {2} s.',
        host,
        request,
        timeout / 1000,
      );
      const advice = l10n.t('Try again, or increase the workflowJobs.requestTimeout setting.');
      throw new ServiceError('timeout', sentence, { request, advice });
    }
    // The ofetch error contains the API key header, so only the `cause` of the error is safe to
    // report.
    throw networkFailure(thrown instanceof FetchError ? thrown.cause : thrown, request, target);
  } finally {
    clearTimeout(deadline);
    signal.removeEventListener('abort', onAbort);
  }
}

async function readText(
  body: ReadableStream<Uint8Array> | null | undefined,
  response: Pick<HttpResponse, 'request' | 'status'>,
): Promise<string> {
  if (body == null) return '';
  const reader = body.getReader();
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      bytes += next.value.byteLength;
      if (bytes > maxBodyBytes) {
        const sentence = l10n.t(
          'The response to {0} was discarded, because it is larger than {1} MiB.',
          response.request,
          maxBodyBytes / 1024 / 1024,
        );
        throw new ServiceError('unreadable', sentence, response);
      }
      chunks.push(next.value);
    }
  } catch (thrown) {
    // If the connection is broken, `cancel` throws the same error again. The second error is
    // ignored.
    await reader.cancel().catch(() => undefined);
    throw thrown;
  }
  return decode(chunks, response);
}

export function isSuccess(status: number): boolean {
  return status >= 200 && status < 300;
}

function decode(
  chunks: readonly Uint8Array[],
  { request, status }: { request: string; status: number },
): string {
  const decoder = new TextDecoder('utf-8', { fatal: isSuccess(status) });
  try {
    return (
      chunks.map((chunk) => decoder.decode(chunk, { stream: true })).join('') + decoder.decode()
    );
  } catch (cause) {
    const sentence = l10n.t('The response to {0} is not valid UTF-8 text.', request);
    throw new ServiceError('unreadable', sentence, { request, status, cause });
  }
}

/**
 * Maximum `Retry-After` delay, in milliseconds. Longer delays are shortened to one day, so that an
 * incorrect header does not prevent the user from starting jobs for longer.
 */
const maxDelayMs = 24 * 60 * 60_000;

/**
 * Returns the `Retry-After` delay in milliseconds (at most one day), or undefined if the header is
 * missing or invalid. Some proxies repeat the value, as in `120, 120`.
 */
export function parseRetryAfter(headers: Headers, now: number): number | undefined {
  const value = headers.get('retry-after') ?? '';
  const [, seconds] = /^(\d+(?:\.\d+)?) *(?:,|$)/.exec(value) ?? [];
  const [date = ''] = /^.*?:.*?\bGMT\b/.exec(value) ?? [];
  const wait = seconds === undefined ? Date.parse(date) - now : Number(seconds) * 1000;
  return wait > 0 ? Math.min(wait, maxDelayMs) : undefined;
}
