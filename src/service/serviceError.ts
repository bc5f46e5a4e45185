import * as l10n from '@vscode/l10n';

/** Kinds of errors that the client throws. */
export type ServiceErrorKind =
  | 'notConfigured' // no valid base URL is set
  | 'invalidInput' // a value cannot be sent, so nothing was sent
  | 'notPermitted' // a setting forbids the request, so nothing was sent
  | 'unreachable' // no response, because of a DNS, connection, TLS, proxy, or CORS problem
  | 'timeout' // the response was not complete before the timeout
  | 'cancelled' // the caller aborted the request
  | 'unauthorized' // the API key is missing, rejected, or lacks permission (HTTP 401 or 403)
  | 'notFound' // the item or endpoint does not exist (HTTP 404 or 410 for a GET request)
  | 'rejected' // another 4xx status, or the response body reports an error
  | 'rateLimited' // the service received too many requests (HTTP 429)
  | 'serverFault' // the service failed (HTTP 408 or 5xx)
  | 'redirected' // the response is a redirect, which the client never follows
  | 'webPage' // the response is a web page, such as a sign-in page or a proxy error
  | 'notTheService' // the response does not come from a workflow job service
  | 'accepted' // the service accepted a change, but returned no job
  | 'unreadable' // the response is damaged or has an undocumented format
  | 'internal'; // the extension contains a bug

type ServiceErrorDetails = Partial<
  Omit<ServiceError, 'name' | 'kind' | 'message' | 'stack' | 'hasWorked'>
>;

/**
 * The only error type that the client throws. `message` is a sentence for the user and contains no
 * credentials.
 */
export class ServiceError extends Error {
  override readonly name = 'ServiceError';
  readonly kind: ServiceErrorKind;
  /** Sentence that tells the user what to do next. */
  readonly advice: string | undefined;
  /** Service origin, under which the API key is stored. */
  readonly origin: string | undefined;
  /** Method, path, and query, such as `GET /jobs?page=2`. Contains no host or credentials. */
  readonly request: string | undefined;
  /** HTTP status, or the error code in the response body if the HTTP status is 2xx. */
  readonly status: number | undefined;
  /** Error message from the service, if the response contains one. */
  readonly serviceMessage: string | undefined;
  /** True if the request contained an API key and the service responded with an error. */
  readonly sentKey: boolean = false;
  /** Delay that the service requested with `Retry-After`, in milliseconds. */
  readonly retryAfter: number | undefined;
  /** Technical detail, such as a system error code or the invalid response property. */
  readonly detail: string | undefined;
  /**
   * False if the request was not sent, for example because the user canceled it or the connection
   * failed.
   */
  readonly wasSent: boolean = true;

  /** True if a previous request with the same path succeeded, so the base URL must be correct. */
  hasWorked = false;

  constructor(
    kind: ServiceErrorKind,
    message: string,
    { cause, ...details }: ServiceErrorDetails = {},
  ) {
    super(message, { cause });
    this.kind = kind;
    Object.assign(this, details);
  }
}

const kindsWithoutEffect: ReadonlySet<ServiceErrorKind> = new Set([
  'notConfigured',
  'invalidInput',
  'notPermitted',
  'unauthorized',
  'notFound',
  'rejected',
  'rateLimited',
]);

/**
 * Returns true if a failed change may have taken effect: the change was sent, and the service did
 * not reject it.
 */
export function isOutcomeUnknown({ kind, wasSent }: ServiceError): boolean {
  return wasSent && !kindsWithoutEffect.has(kind);
}

let reportFault: (where: string, fault: unknown) => void = () => undefined;

/** Sets the listener that {@link toServiceError} calls when it detects a bug in the extension. */
export function setBugListener(listener: typeof reportFault): void {
  reportFault = listener;
}

/**
 * Converts a thrown value to a {@link ServiceError}. Any other thrown value indicates a bug in the
 * extension and is reported to the bug listener.
 */
export function toServiceError(
  where: string,
  thrown: unknown,
  details: ServiceErrorDetails = {},
): ServiceError {
  if (thrown instanceof ServiceError) return thrown;
  reportFault(where, thrown);
  const sentence = l10n.t('An unexpected error occurred in the Workflow Jobs extension.');
  const advice = l10n.t('See the log for details.');
  return new ServiceError('internal', sentence, { advice, ...details, cause: thrown });
}
