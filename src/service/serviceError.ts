import * as l10n from '@vscode/l10n';

/** Kinds of failure that the user can distinguish. */
export type ServiceErrorKind =
  | 'notConfigured' // no valid base URL
  | 'invalidInput' // a value that cannot be sent, nothing was sent
  | 'notPermitted' // forbidden by a setting, nothing was sent
  | 'unreachable' // no response: DNS, connection, TLS, proxy, or CORS
  | 'timeout' // no complete response in time
  | 'cancelled' // the caller aborted the request
  | 'unauthorized' // 401 or 403
  | 'notFound' // 404 or 410 for a GET
  | 'rejected' // any other 4xx status, or an error in the envelope
  | 'rateLimited' // 429
  | 'serverFault' // 5xx
  | 'redirected' // 3xx, because redirects are never followed
  | 'webPage' // a web page instead of data: a sign-in page, a proxy, or another site
  | 'notTheService' // a response that does not come from a workflow job service
  | 'accepted' // a 2xx status for a change, but no job in the response
  | 'unreadable' // a response that is damaged or not as documented
  | 'internal'; // a bug in the extension

type ServiceErrorDetails = Partial<
  Omit<ServiceError, 'name' | 'kind' | 'message' | 'stack' | 'hasWorked'>
>;

/**
 * The only error type of the client. `message` is a sentence for the user and contains no
 * credential.
 */
export class ServiceError extends Error {
  override readonly name = 'ServiceError';
  readonly kind: ServiceErrorKind;
  /** A sentence that explains what to do next. */
  readonly advice: string | undefined;
  /** Origin of the service, which identifies the API key. */
  readonly origin: string | undefined;
  /** Method and path: `GET /fields`. Contains no host, query, or credential. */
  readonly request: string | undefined;
  /** HTTP status of the response. */
  readonly status: number | undefined;
  /** Message of the service in the response. */
  readonly serviceMessage: string | undefined;
  /** True if the request contained an API key and the service responded with an error. */
  readonly sentKey: boolean = false;
  /** Delay in milliseconds that the service requested with `Retry-After`. */
  readonly retryAfter: number | undefined;
  /** Technical detail: a system error code, or the property of the response that is invalid. */
  readonly detail: string | undefined;
  /**
   * False if nothing was sent, because the request was cancelled early or the connection failed.
   */
  readonly wasSent: boolean = true;

  /** True if an earlier request with the same path succeeded. The base URL is then correct. */
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
 * True if a failed change may have taken effect, because it was sent and the service did not reject
 * it.
 */
export function isOutcomeUnknown({ kind, wasSent }: ServiceError): boolean {
  return wasSent && !kindsWithoutEffect.has(kind);
}

let reportFault: (where: string, fault: unknown) => void = () => undefined;

/** Sets the listener that {@link toServiceError} calls for a bug in the extension. */
export function setBugListener(listener: typeof reportFault): void {
  reportFault = listener;
}

/**
 * Converts a thrown value to a service error. A value that is not a service error indicates a bug
 * in the extension, and is reported to the bug listener.
 */
export function toServiceError(
  where: string,
  thrown: unknown,
  details: ServiceErrorDetails = {},
): ServiceError {
  if (thrown instanceof ServiceError) return thrown;
  reportFault(where, thrown);
  return new ServiceError(
    'internal',
    l10n.t('An unexpected error occurred in the Workflow Jobs extension.'),
    {
      advice: l10n.t('See the log for details.'),
      ...details,
      cause: thrown,
    },
  );
}
