import * as l10n from '@vscode/l10n';
import { type HttpResponse, isSuccess, parseRetryAfter } from '../http/transport.ts';
import { ServiceError, type ServiceErrorKind } from '../serviceError.ts';
import { formatWait } from '../../text/time.ts';
import { plainNumber } from './json.ts';
import { type JsonObject, isJsonObject } from './readable.ts';
import { isRedirect, redirectFailure, signInAdvice } from './redirect.ts';
import { isWebPage, parseJson, serviceMessage, withMessage } from './serviceMessage.ts';

/** Endpoint properties that determine the error for a failed response. */
type FailureContext =
  | { readonly kind: 'read'; readonly isRequired: boolean }
  | { readonly kind: 'change' };

/**
 * Returns `data` from a successful response (docs/service.md, Response envelope).
 * @throws {ServiceError} if the HTTP status or the response body reports an error, or if `data` is
 * not an object
 */
export function openEnvelope(response: HttpResponse, context: FailureContext): JsonObject {
  if (isRedirect(response.status)) throw redirectFailure(response);
  const json = parseJson(response);
  const problem = responseProblem(response, json);
  if (problem !== undefined) throw failure(problem, response, context);
  const { data } = json as JsonObject;
  if (isJsonObject(data)) return data;
  const shapeProblem = l10n.t('{0}: expected {1}', 'data', 'object');
  throw unexpectedShape(response, shapeProblem, serviceMessage(response));
}

/**
 * Creates the error for a response in an undocumented format.
 * @param problem description of the invalid property
 * @param message error message from the service, if any
 */
export function unexpectedShape(
  response: { request: string; status?: number },
  problem: string,
  message?: string,
): ServiceError {
  const { request, status } = response;
  const sentence = l10n.t('The response to {0} could not be read: {1}.', request, problem);
  return new ServiceError('unreadable', withMessage(sentence, message), {
    request,
    status,
    detail: problem,
  });
}

/**
 * Reason why a response is not successful. Numbers are HTTP statuses, or `code` values in the body
 * of a 2xx response.
 */
type Problem = number | 'refused' | 'empty' | 'webPage' | 'damaged' | 'noEnvelope';

/**
 * Matches values of `status` and `success` in a response body that declare a failure. All other
 * values mean success.
 */
const failureValue = /^(?:error|fail|failed|failure|false)$/i;

function responseProblem(response: HttpResponse, json: unknown): Problem | undefined {
  if (!isSuccess(response.status)) return response.status;
  if (response.text.trim() === '') return 'empty';
  if (json === undefined) return isWebPage(response) ? 'webPage' : 'damaged';
  if (!isJsonObject(json)) return 'noEnvelope';
  const code = plainNumber(json['code']);
  if (typeof code === 'number' && code >= 400) return code;
  if ([json['status'], json['success']].some(declaresFailure)) return 'refused';
  return 'data' in json ? undefined : 'noEnvelope';
}

function declaresFailure(value: unknown): boolean {
  return value === false || (typeof value === 'string' && failureValue.test(value));
}

function failure(problem: Problem, response: HttpResponse, context: FailureContext): ServiceError {
  const { request, headers, url, sentKey } = response;
  const status = typeof problem === 'number' ? problem : response.status;
  const retryAfter = parseRetryAfter(headers, Date.now());
  const verdicts = verdictsFor(response, context, { code: status, retryAfter });
  const family = Math.min(Math.floor(status / 100), 5);
  const [kind, sentence, advice] = verdicts[problem] ?? verdicts[family] ?? verdicts.refused;
  const message = serviceMessage(response);
  const { origin } = new URL(url);
  const details = { origin, request, status, sentKey, retryAfter, advice, serviceMessage: message };
  return new ServiceError(kind, withMessage(sentence, message), details);
}

type Verdict = readonly [kind: ServiceErrorKind, sentence: string, advice?: string | undefined];

/**
 * Returns the error kind, message, and advice for each problem.
 * @param code HTTP status, or the `code` in the body of a 2xx response
 */
function verdictsFor(
  { host, request, status, sentKey }: HttpResponse,
  context: FailureContext,
  { code, retryAfter }: { code: number; retryAfter: number | undefined },
): Readonly<Record<Problem, Verdict>> {
  const shown = code === status ? `HTTP ${status}` : l10n.t('HTTP {0} with code {1}', status, code);
  const refused = isSuccess(code)
    ? l10n.t('{0} rejected {1}.', host, request)
    : l10n.t('{0} rejected {1} ({2}).', host, request, shown);
  const keyRejected = l10n.t('{0} rejected the API key ({1}).', host, shown);
  const keyMissing = l10n.t('{0} requires an API key ({1}).', host, shown);
  const forbidden = l10n.t('{0} denied permission for {1} ({2}).', host, request, shown);
  const unknown = l10n.t('{0} was not found on {1} ({2}).', request, host, shown);
  const slowDown = l10n.t('{0} received too many requests ({1}).', host, shown);
  const failed = l10n.t('{0} failed to process {1} ({2}).', host, request, shown);
  const withoutData = l10n.t('{0} returned no data for {1} ({2}).', host, request, shown);
  const webPage = l10n.t('{0} returned a web page instead of data for {1}.', host, request);
  const damaged = l10n.t(
    'The response to {0} is not valid JSON. It may be damaged or incomplete.',
    request,
  );
  const noEnvelope = l10n.t(
    'The response to {0} is not from a workflow job service, because it does not contain “data”.',
    request,
  );
  const replaceKey = l10n.t('Set another API key.');
  const setKey = l10n.t('Set an API key for this service.');
  // Some services return 403 instead of 401 if the API key is missing.
  const askOwner = sentKey
    ? l10n.t('Ask the owner of the service for permission, or set another API key.')
    : l10n.t('Set an API key for this service, or ask its owner for permission.');
  const checkBaseUrl = l10n.t('Check the base URL, including its region and path.');
  const checkProxy = l10n.t(
    'Try again. If the problem persists, check the service and your proxy.',
  );
  const tryAgain =
    retryAfter === undefined
      ? l10n.t('Try again in a moment.')
      : l10n.t('Try again in {0}.', formatWait(retryAfter));
  // Every service provides the lists, so HTTP 404 for a list means that the base URL is wrong. For
  // other requests, HTTP 404 may only mean that the item does not exist.
  const notFound: Verdict =
    context.kind === 'change'
      ? ['rejected', refused]
      : ['notFound', unknown, context.isRequired ? checkBaseUrl : undefined];
  return {
    refused: ['rejected', refused],
    empty: ['unreadable', withoutData, checkProxy],
    webPage: ['webPage', webPage, signInAdvice()],
    damaged: ['unreadable', damaged],
    noEnvelope: ['notTheService', noEnvelope, checkBaseUrl],
    401: sentKey ? ['unauthorized', keyRejected, replaceKey] : ['unauthorized', keyMissing, setKey],
    403: ['unauthorized', forbidden, askOwner],
    404: notFound,
    408: ['serverFault', failed, tryAgain],
    410: notFound,
    // Some services return 418 if the base URL has the wrong region.
    418: ['rejected', refused, checkBaseUrl],
    429: ['rateLimited', slowDown, tryAgain],
    // Entry `3` covers all other 3xx statuses. Entry `5` covers all statuses of 500 and above,
    // because a `code` in a response body may exceed 599.
    3: ['unreadable', withoutData, checkProxy],
    5: ['serverFault', failed, tryAgain],
  };
}
