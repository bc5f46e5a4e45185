import * as l10n from '@vscode/l10n';

/** Kinds of failure that the user can distinguish. */
export type ServiceErrorKind =
  | 'notConfigured' // no valid base URL
  | 'invalidInput' // rejected by the client, nothing was sent
  | 'notPermitted' // rejected by a guard, nothing was sent
  | 'unreachable' // no response: DNS, connection, TLS, proxy, or CORS
  | 'timeout' // no complete response in time
  | 'cancelled' // the caller aborted the request
  | 'unauthorized' // 401 or 403
  | 'notFound' // 404 or 410 for a GET
  | 'rejected' // any other rejection of the request
  | 'rateLimited' // 429
  | 'serverFault' // 5xx
  | 'redirected' // 3xx, because redirects are never followed
  | 'webPage' // a web page instead of data: a sign-in page, a proxy, or another site
  | 'notTheService' // a response that does not come from a workflow job service
  | 'accepted' // a 2xx response to a change that does not return the job
  | 'unreadable' // a response that is damaged or has an undocumented shape
  | 'internal'; // a bug in the extension

type ServiceErrorDetails = Partial<Omit<ServiceError, 'name' | 'kind' | 'message' | 'stack' | 'hasWorked'>>;

/** The only error type of the client. `message` is a sentence for the user and contains no credential. */
export class ServiceError extends Error {
  override readonly name = 'ServiceError';
  readonly kind: ServiceErrorKind;
  /** A sentence that explains what to do next. */
  readonly advice: string | undefined;
  /** Origin of the API key that the error is about. */
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
  /** Technical detail: a system error code, or the response member that is not as documented. */
  readonly detail: string | undefined;
  /** False if nothing was sent, because the request was cancelled early or no connection was made. */
  readonly wasSent: boolean = true;

  /** True if the same request succeeded before, so that the base URL is right. */
  hasWorked = false;

  constructor(kind: ServiceErrorKind, message: string, { cause, ...details }: ServiceErrorDetails = {}) {
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
 * True if a failed change may have taken effect, because it was sent and no response rejected it. Always true
 * for an accepted change.
 */
export function isOutcomeUnknown({ kind, wasSent }: ServiceError): boolean {
  return wasSent && !kindsWithoutEffect.has(kind);
}

let reportFault: (where: string, fault: unknown) => void = () => undefined;

/** Sets the listener for bugs in the extension that {@link toServiceError} encounters. */
export function setBugListener(listener: typeof reportFault): void {
  reportFault = listener;
}

/**
 * Converts a thrown value to a service error. Logs a bug in the extension and does not blame the service for
 * it.
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
