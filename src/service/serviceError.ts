import * as l10n from '@vscode/l10n';

/** The kinds of failure that a person can tell apart. */
export type ServiceErrorKind =
  | 'notConfigured' // there is no usable base URL
  | 'invalidInput' // refused before anything was sent
  | 'notPermitted' // refused before anything was sent, by a guard of the settings
  | 'unreachable' // no answer: name, connection, TLS, proxy or CORS
  | 'timeout' // no complete answer in time
  | 'cancelled' // the caller's signal was aborted
  | 'unauthorized' // 401 or 403
  | 'notFound' // 404 or 410 to a GET
  | 'rejected' // any other refusal of the request itself
  | 'rateLimited' // 429
  | 'serverFault' // 5xx
  | 'redirected' // 3xx; redirects are never followed
  | 'webPage' // a web page instead of data: a sign-in page, a proxy, or another site
  | 'notTheService' // an answer, but not one of a workflow job service
  | 'accepted' // a change, by a 2xx response that does not return the job
  | 'unreadable' // the service's answer, but damaged or in another shape than documented
  | 'internal'; // a fault of the extension itself

type ServiceErrorDetails = Partial<
  Pick<
    ServiceError,
    'advice' | 'origin' | 'request' | 'status' | 'sentKey' | 'retryAfter' | 'detail' | 'wasSent' | 'cause'
  >
>;

/** The one error type of the client; `message` is a sentence for a person and holds no credential. */
export class ServiceError extends Error {
  override readonly name = 'ServiceError';
  readonly kind: ServiceErrorKind;
  /** One sentence on what to do next. */
  readonly advice: string | undefined;
  /** Whose API key it is about. */
  readonly origin: string | undefined;
  /** Method and path, without host, query or credential: `GET /fields`. */
  readonly request: string | undefined;
  /** HTTP status of the answer. */
  readonly status: number | undefined;
  /** True if the request carried an API key and the service responded with an error. */
  readonly sentKey: boolean;
  /** How long the service asks to wait (`Retry-After`), in milliseconds. */
  readonly retryAfter: number | undefined;
  /** For experts: a system error code, or the member of the answer that is not as documented. */
  readonly detail: string | undefined;
  /** False where nothing was sent: it was cancelled before, or no connection was made. */
  readonly wasSent: boolean;

  constructor(
    kind: ServiceErrorKind,
    message: string,
    {
      cause,
      advice,
      origin,
      request,
      status,
      sentKey = false,
      retryAfter,
      detail,
      wasSent = true,
    }: ServiceErrorDetails = {},
  ) {
    super(message, { cause });
    this.kind = kind;
    this.advice = advice;
    this.origin = origin;
    this.request = request;
    this.status = status;
    this.sentKey = sentKey;
    this.retryAfter = retryAfter;
    this.detail = detail;
    this.wasSent = wasSent;
  }
}

const saysNothingChanged: ReadonlySet<ServiceErrorKind> = new Set([
  'notConfigured',
  'invalidInput',
  'notPermitted',
  'unauthorized',
  'notFound',
  'rejected',
  'rateLimited',
]);

/**
 * Whether a request that changes something may have taken effect although it failed with this error:
 * it was sent, and no response rejected it. Always true for an accepted change.
 */
export function isOutcomeUnknown({ kind, wasSent }: ServiceError): boolean {
  return wasSent && !saysNothingChanged.has(kind);
}

let hearFault: (where: string, fault: unknown) => void = () => undefined;

/** Tells the log of every fault of the extension itself that {@link toServiceError} meets. */
export function listenForFaults(listener: typeof hearFault): void {
  hearFault = listener;
}

/**
 * What was thrown, as a service error; a fault of the extension itself is logged, and never called one of the
 * service.
 */
export function toServiceError(
  where: string,
  thrown: unknown,
  details: ServiceErrorDetails = {},
): ServiceError {
  if (thrown instanceof ServiceError) return thrown;
  hearFault(where, thrown);
  return new ServiceError('internal', l10n.t('Something in the Workflow Jobs extension went wrong.'), {
    advice: l10n.t('The log says what.'),
    ...details,
    cause: thrown,
  });
}
