import * as l10n from '@vscode/l10n';
import { type HttpAnswer, isMarkup, isSuccess, parseRetryAfter } from '../http/transport.ts';
import { ServiceError, type ServiceErrorKind } from '../serviceError.ts';
import { oneLine } from '../../text/inert.ts';
import { formatWait } from '../../text/time.ts';
import { type Mask, parseAnswer, plainNumber } from './json.ts';
import { type JsonObject, isJsonObject } from './readable.ts';
import { isRedirect, redirectFailure, signInAdvice } from './redirect.ts';
import { serviceMessage } from './serviceMessage.ts';

/** The part of an endpoint that decides what a failed response means. */
export type Asked = { readonly kind: 'read'; readonly isAlwaysThere: boolean } | { readonly kind: 'change' };

export interface EnvelopeOptions {
  readonly mask?: Mask | undefined;
  /** Whether the request carried an API key. */
  readonly hasKey?: boolean;
}

/**
 * Checks the HTTP status and the envelope of a response (sections 2.1 and 7) and returns `data`.
 * @throws {ServiceError} unless the response is a success with a data object
 */
export function openEnvelope(
  answer: HttpAnswer,
  asked: Asked,
  { mask, hasKey = false }: EnvelopeOptions = {},
): JsonObject {
  if (isRedirect(answer.status)) throw errorOf(answer, redirectFailure(answer, mask));
  const json = parseJson(answer.text, mask);
  const said = messageOf(answer, json, mask);
  const failedStatus = statusOfFailure(answer.status, json);
  if (failedStatus !== undefined) throw failure({ answer, asked, status: failedStatus, hasKey, said });
  if (json.kind === 'empty') throw emptyAnswer(answer);
  if (json.kind === 'broken') throw notJson(answer);
  if (!isJsonObject(json.value) || !('data' in json.value)) throw withoutEnvelope(answer, said);
  if (!isJsonObject(json.value['data'])) {
    throw misshapen(answer, l10n.t('{0}: expected {1}', 'data', 'object'));
  }
  return json.value['data'];
}

function emptyAnswer(answer: HttpAnswer): ServiceError {
  const { request, status } = answer;
  const sentence = l10n.t('The answer to {0} is empty (HTTP {1}).', request, status);
  return errorOf(answer, { kind: 'unreadable', sentence });
}

function notJson(answer: HttpAnswer): ServiceError {
  const { request, host } = answer;
  if (looksLikeHtml(answer)) {
    const sentence = l10n.t('{0} answered {1} with a web page instead of data.', host, request);
    return errorOf(answer, { kind: 'webPage', sentence, advice: signInAdvice() });
  }
  const sentence = l10n.t('The answer to {0} is not valid JSON: it is damaged or cut off.', request);
  return errorOf(answer, { kind: 'unreadable', sentence });
}

function withoutEnvelope(answer: HttpAnswer, said: string | undefined): ServiceError {
  const problem = l10n.t(
    'The answer to {0} is JSON, but not in the envelope of a workflow job service (no “data”).',
    answer.request,
  );
  const sentence = withMessage(problem, said);
  return errorOf(answer, { kind: 'notTheService', sentence, advice: checkBaseUrl() });
}

/** Returns the error of a change that a 2xx response accepted without returning the job. */
export function acceptedOnly(answer: HttpAnswer, accepted: string, mask: Mask | undefined): ServiceError {
  const said = messageOf(answer, parseJson(answer.text, mask), mask);
  return errorOf(answer, { kind: 'accepted', sentence: withMessage(accepted, said) });
}

/** @param problem the member of the answer that is not as documented */
export function misshapen(
  { request, status }: Pick<HttpAnswer, 'request'> & { readonly status?: number },
  problem: string,
): ServiceError {
  return new ServiceError(
    'unreadable',
    l10n.t('The answer to {0} could not be read: {1}.', request, problem),
    { request, status, detail: problem },
  );
}

function errorOf({ request, status }: HttpAnswer, { kind, sentence, advice }: Verdict): ServiceError {
  return new ServiceError(kind, sentence, { request, status, advice });
}

type Json = { kind: 'parsed'; value: unknown } | { kind: 'empty' } | { kind: 'broken' };

function parseJson(text: string, mask: Mask | undefined): Json {
  if (text.trim() === '') return { kind: 'empty' };
  try {
    return { kind: 'parsed', value: parseAnswer(text, mask) };
  } catch {
    return { kind: 'broken' };
  }
}

/** Words that indicate an error as the envelope's `status`. Every other word may mean a success. */
const errorStatus = /^(?:error|fail|failed|failure)$/i;

/** Returns the status of a request that failed by HTTP or by its envelope; undefined for a success. */
function statusOfFailure(httpStatus: number, json: Json): number | undefined {
  if (!isSuccess(httpStatus)) return httpStatus;
  if (json.kind !== 'parsed' || !isJsonObject(json.value)) return undefined;
  const { status } = json.value;
  const code = plainNumber(json.value['code']);
  if (typeof code === 'number' && code >= 400) return code;
  return typeof status === 'string' && errorStatus.test(status) ? httpStatus : undefined;
}

/** Returns the message that the service wrote into a response; undefined for a web page. */
function messageOf(answer: HttpAnswer, json: Json, mask: Mask = (text) => text): string | undefined {
  if (json.kind === 'parsed') return serviceMessage(json.value, mask);
  const plain = mask(answer.text).trim();
  const isText = plain !== '' && !/^[{[]/.test(plain) && !looksLikeHtml(answer);
  return isText ? oneLine(plain, 300) : undefined;
}

function withMessage(sentence: string, said: string | undefined): string {
  return said === undefined ? sentence : l10n.t('{0} The service says: {1}', sentence, asSentence(said));
}

interface FailedAnswer {
  readonly answer: HttpAnswer;
  readonly asked: Asked;
  /** That of the envelope where the HTTP status is a success. */
  readonly status: number;
  readonly hasKey: boolean;
  /** The service's own words. */
  readonly said: string | undefined;
}

/** A failure in our words, to which the service's are added. */
interface Verdict {
  readonly kind: ServiceErrorKind;
  readonly sentence: string;
  readonly advice?: string | undefined;
}

const verdicts: Readonly<Record<number, (failed: FailedAnswer) => Verdict>> = {
  401: unauthorized,
  403: forbidden,
  404: notFound,
  408: serverFault,
  410: notFound,
  // Some services answer so in the wrong region.
  418: (failed) => ({ ...rejected(failed), advice: checkBaseUrl() }),
  429: rateLimited,
};

function failure(failed: FailedAnswer): ServiceError {
  const { answer, status, said } = failed;
  const { kind, sentence, advice } = (verdicts[status] ?? verdictOnFamily(status))(failed);
  return new ServiceError(kind, withMessage(sentence, said), {
    origin: new URL(answer.url).origin,
    request: answer.request,
    status,
    sentKey: failed.hasKey,
    advice,
    retryAfter: parseRetryAfter(answer.headers, Date.now()),
  });
}

function verdictOnFamily(status: number): (failed: FailedAnswer) => Verdict {
  if (status >= 500) return serverFault;
  return status >= 300 && status < 400 ? withoutData : rejected;
}

function withoutData(failed: FailedAnswer): Verdict {
  const { host, request } = failed.answer;
  return {
    kind: 'unreadable',
    sentence: l10n.t('{0} answered {1} without data ({2}).', host, request, statusText(failed)),
    advice: l10n.t('Try again. If that does not help, check the service and your proxy.'),
  };
}

function asSentence(text: string): string {
  return /[\p{STerm}\u2026]$/u.test(text) ? text : `${text}.`;
}

function statusText({ answer, status }: FailedAnswer): string {
  return status === answer.status
    ? `HTTP ${status}`
    : l10n.t('HTTP {0} with code {1}', answer.status, status);
}

function unauthorized(failed: FailedAnswer): Verdict {
  const { host } = failed.answer;
  const shown = statusText(failed);
  if (failed.hasKey) {
    return {
      kind: 'unauthorized',
      sentence: l10n.t('{0} did not accept the API key ({1}).', host, shown),
      advice: l10n.t('Replace it with Set API Key…'),
    };
  }
  return {
    kind: 'unauthorized',
    sentence: l10n.t('{0} requires an API key, and none was sent ({1}).', host, shown),
    advice: l10n.t('Set the API key of this service.'),
  };
}

function forbidden(failed: FailedAnswer): Verdict {
  const { host, request } = failed.answer;
  return {
    kind: 'unauthorized',
    sentence: l10n.t('{0} does not allow {1} ({2}).', host, request, statusText(failed)),
    advice: l10n.t('Ask the owner of the service for permission, or set an API key that has it.'),
  };
}

/** The right service may not know what a change names, nor a single job; it knows every listing. */
function notFound(failed: FailedAnswer): Verdict {
  const { answer, asked } = failed;
  if (asked.kind === 'change') return rejected(failed);
  return {
    kind: 'notFound',
    sentence: l10n.t('{0} does not know {1} ({2}).', answer.host, answer.request, statusText(failed)),
    advice: asked.isAlwaysThere ? checkBaseUrl() : undefined,
  };
}

function rateLimited(failed: FailedAnswer): Verdict {
  const { host } = failed.answer;
  return {
    kind: 'rateLimited',
    sentence: l10n.t('{0} asks to slow down: too many requests ({1}).', host, statusText(failed)),
    advice: comeBack(failed),
  };
}

function serverFault(failed: FailedAnswer): Verdict {
  const { host, request } = failed.answer;
  return {
    kind: 'serverFault',
    sentence: l10n.t('{0} failed to answer {1} ({2}).', host, request, statusText(failed)),
    advice: comeBack(failed),
  };
}

function rejected(failed: FailedAnswer): Verdict {
  const { host, request } = failed.answer;
  const sentence = isSuccess(failed.status)
    ? l10n.t('{0} refused {1}.', host, request)
    : l10n.t('{0} refused {1} ({2}).', host, request, statusText(failed));
  return { kind: 'rejected', sentence };
}

function comeBack({ answer }: FailedAnswer): string {
  const retryAfter = parseRetryAfter(answer.headers, Date.now());
  return retryAfter === undefined
    ? l10n.t('Try again in a moment.')
    : l10n.t('Try again in {0}.', formatWait(retryAfter));
}

function checkBaseUrl(): string {
  return l10n.t('Check the base URL, with its region and path.');
}

function looksLikeHtml({ headers, text }: HttpAnswer): boolean {
  return /\bhtml\b/i.test(headers.get('content-type') ?? '') || isMarkup(text);
}
