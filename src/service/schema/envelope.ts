import * as l10n from '@vscode/l10n';
import { type HttpAnswer, isMarkup, isSuccess, parseRetryAfter } from '../http/transport.ts';
import { ServiceError, type ServiceErrorKind } from '../serviceError.ts';
import { oneLine } from '../../text/inert.ts';
import { formatWait } from '../../text/time.ts';
import { type Mask, parseAnswer, plainNumber } from './json.ts';
import { type JsonObject, isJsonObject } from './readable.ts';

/** What a failed or empty answer means depends on what was asked. */
export type Asked =
  | { readonly kind: 'read'; readonly isAlwaysThere: boolean }
  | { readonly kind: 'change'; readonly words: AcceptedWords };

interface AcceptedWords {
  readonly accepted: (status: number) => string;
}

interface EnvelopeOptions {
  readonly mask?: Mask | undefined;
  /** Whether the request carried an API key. */
  readonly hasKey?: boolean;
}

/**
 * Judges an answer by its HTTP status and its envelope (sections 2.1 and 7) and returns `data`.
 * @throws {ServiceError} for everything that is not a success with a data object.
 */
export function openEnvelope(
  answer: HttpAnswer,
  asked: Asked,
  { mask, hasKey = false }: EnvelopeOptions = {},
): JsonObject {
  const { status } = answer;
  if (status >= 300 && status < 400) throw redirected(answer, mask);
  const json = parseJson(answer.text, mask);
  const failedStatus = statusOfFailure(status, json.kind === 'parsed' ? json.value : undefined);
  if (failedStatus !== undefined) {
    const said = textOfFailure(answer, json, mask);
    throw failure({ answer, asked, status: failedStatus, hasKey, said });
  }

  if (json.kind === 'empty') throw emptyAnswer(answer, asked);
  if (json.kind === 'broken') throw notJson(answer);
  if (!isJsonObject(json.value) || !('data' in json.value)) throw withoutEnvelope(answer);
  if (!isJsonObject(json.value['data'])) {
    throw misshapen(answer, l10n.t('{0}: expected {1}', 'data', 'object'));
  }
  return json.value['data'];
}

function emptyAnswer(answer: HttpAnswer, asked: Asked): ServiceError {
  if (asked.kind === 'change') return acceptedOnly(answer, asked.words);
  const { request, status } = answer;
  return errorOf(answer, 'unreadable', l10n.t('The answer to {0} is empty (HTTP {1}).', request, status));
}

function notJson(answer: HttpAnswer): ServiceError {
  const { request, host } = answer;
  if (looksLikeHtml(answer)) {
    const sentence = l10n.t(
      '{0} answered {1} with a web page, not with data: a sign-in page, a proxy, or another site.',
      host,
      request,
    );
    return errorOf(answer, 'notTheService', sentence, checkBaseUrl());
  }
  const sentence = l10n.t('The answer to {0} is not valid JSON: it is damaged or cut off.', request);
  return errorOf(answer, 'unreadable', sentence);
}

function withoutEnvelope(answer: HttpAnswer): ServiceError {
  const sentence = l10n.t(
    'The answer to {0} is JSON, but not in the envelope of a workflow job service (no “data”).',
    answer.request,
  );
  return errorOf(answer, 'notTheService', sentence, checkBaseUrl());
}

/** The failure of a change whose answer is a success that does not hold what came of it. */
export function acceptedOnly(answer: HttpAnswer, { accepted }: AcceptedWords): ServiceError {
  return errorOf(answer, 'accepted', accepted(answer.status));
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

function errorOf(
  { request, status }: HttpAnswer,
  kind: ServiceErrorKind,
  sentence: string,
  advice?: string,
): ServiceError {
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

/** Members of `data` that show that the service did what it was asked. */
const wanted = ['fields', 'job', 'jobs'];

/**
 * The status of a request that failed by HTTP or by its envelope, else undefined. An unknown word as `status`
 * is no failure beside what was asked for, because a change that is called refused may be repeated.
 */
function statusOfFailure(httpStatus: number, json: unknown): number | undefined {
  if (!isSuccess(httpStatus)) return httpStatus;
  if (!isJsonObject(json)) return undefined;
  const { status, data } = json;
  const code = plainNumber(json['code']);
  const codeFails = typeof code === 'number' && code >= 400;
  // An empty list is no proof: a refusal may hold one.
  const isDone = isJsonObject(data) && wanted.some((name) => Object.keys(data[name] ?? {}).length > 0);
  const statusFails =
    typeof status === 'string' && (isDone ? /err|fail/i : /^(?!(?:ok|success)$)/i).test(status);
  if (!codeFails && !statusFails) return undefined;
  return codeFails ? code : httpStatus;
}

/** What the service wrote into the answer of a request that failed; undefined for a web page. */
function textOfFailure(answer: HttpAnswer, json: Json, mask: Mask = (text) => text): string | undefined {
  if (json.kind === 'parsed') return serviceMessage(json.value, mask);
  const plain = mask(answer.text).trim();
  return plain === '' || looksLikeHtml(answer) ? undefined : oneLine(plain, 300);
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
  if (answer.status === 407) return refusedByProxy(answer);
  const otherwise = status >= 500 ? serverFault : rejected;
  const { kind, sentence, advice } = (verdicts[status] ?? otherwise)(failed);
  const message =
    said === undefined ? sentence : l10n.t('{0} The service says: {1}', sentence, asSentence(said));
  return new ServiceError(kind, message, {
    origin: new URL(answer.url).origin,
    request: answer.request,
    status,
    advice,
    retryAfter: parseRetryAfter(answer.headers, Date.now()),
  });
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
    sentence: l10n.t('{0} did not accept the request: it asks for a valid API key ({1}).', host, shown),
    advice: l10n.t('Set the API key of this service.'),
  };
}

function forbidden(failed: FailedAnswer): Verdict {
  const { host, request } = failed.answer;
  return {
    kind: 'unauthorized',
    sentence: l10n.t(
      '{0} does not allow this ({2}): the API key is missing or has no right to {1}.',
      host,
      request,
      statusText(failed),
    ),
    advice: l10n.t('Set another API key, or ask for the right.'),
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

/** Without the text of the answer: the proxy wrote it, not the service. */
function refusedByProxy(answer: HttpAnswer): ServiceError {
  const sentence = l10n.t('A proxy before {0} asks for credentials (HTTP {1}).', answer.host, answer.status);
  const advice = l10n.t('Check the proxy and its credentials (http.proxy, http.proxyAuthorization).');
  return errorOf(answer, 'rejected', sentence, advice);
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

function redirected(answer: HttpAnswer, mask: Mask = (text) => text): ServiceError {
  const { request, host } = answer;
  const target = oneLine(mask(redirectTarget(answer) ?? l10n.t('another address')));
  const sentence = l10n.t(
    '{0} redirects {1} to {2}. Redirects are not followed, so that no credential leaves this service.',
    host,
    request,
    target,
  );
  return errorOf(answer, 'redirected', sentence, l10n.t('If the service has moved, set its new base URL.'));
}

/** The target of a redirect, without query and user info; undefined where a browser hides it. */
function redirectTarget({ headers, url }: HttpAnswer): string | undefined {
  const location = headers.get('location');
  if (location === null || !URL.canParse(location, url)) return undefined;
  const target = new URL(location, url);
  return target.origin === 'null' ? target.protocol : target.origin + target.pathname;
}

function checkBaseUrl(): string {
  return l10n.t('Check the base URL, with its region and path.');
}

function looksLikeHtml({ headers, text }: HttpAnswer): boolean {
  return /\bhtml\b/i.test(headers.get('content-type') ?? '') || isMarkup(text);
}

/**
 * The sentence a service wrote into an error answer, whichever of the usual shapes it has (the shape is not
 * shown, section 7): `errors` as a list or as a map of field to messages, `message`, `error` as text or
 * object, RFC 9457.
 */
function serviceMessage(json: unknown, mask: Mask): string | undefined {
  const parts = messagesIn(json);
  if (parts.length === 0) return undefined;
  const listed = parts.reduce((before, part) => `${before}${/\p{STerm}$/u.test(before) ? '' : ';'} ${part}`);
  return oneLine(mask(listed), 500);
}

/** Messages nested deeper are ignored, so that no answer exhausts the stack. */
const deepest = 8;

/** Skips blank messages, which would hide the others. */
function messagesIn(json: unknown, depth = 0): string[] {
  if (!isJsonObject(json) || depth > deepest) return textsIn(json);
  const { errors, error, message, msg, detail, title } = json;
  const said = [
    errorMessages(errors, depth),
    textsIn(message ?? msg),
    messagesIn(error, depth + 1),
    errorMessages(detail, depth),
    textsIn(title),
  ];
  return said.find(({ length }) => length > 0) ?? [];
}

/** The texts that are not blank, of one or of a list. */
function textsIn(value: unknown): string[] {
  return [value]
    .flat()
    .flatMap((each) => (typeof each === 'string' && each.trim() !== '' ? [each.trim()] : []));
}

function errorMessages(errors: unknown, depth: number): string[] {
  if (Array.isArray(errors)) return errors.flatMap((each) => messagesIn(each, depth + 1));
  if (!isJsonObject(errors)) return textsIn(errors);
  return Object.entries(errors).flatMap(([field, value]) => {
    const messages = textsIn(value);
    return messages.length === 0 ? [] : [`${field}: ${messages.join(', ')}`];
  });
}
