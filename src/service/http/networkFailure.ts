import * as l10n from '@vscode/l10n';
import { ServiceError } from '../serviceError.ts';

/**
 * Creates the error for a request that received no response. The message explains whether the
 * network, TLS, a proxy, or the browser caused the failure.
 * @param thrown error that `fetch` threw
 */
export function networkFailure(thrown: unknown, request: string, url: URL): ServiceError {
  const { host } = url;
  const failure = failureIn(thrown);
  const [sentence, advice] =
    failure === undefined
      ? describeUnknownFailure(host)
      : describe({ ...failure, host, request }, isProxyFailure(failure, url));
  return new ServiceError('unreachable', sentence, {
    request,
    advice,
    detail: failure?.code,
    wasSent: failure === undefined || !isBeforeSending(failure),
    cause: thrown,
  });
}

/** System or network error that caused a request to fail. */
interface NetworkFailure {
  /** Error code from the system, TLS, undici, or `codeOf`, such as `BLOCKED_PORT`. */
  readonly code: string;
  readonly message: string;
  /** System call that failed, such as `connect`, `getaddrinfo`, `read`, or `write`. */
  readonly syscall?: unknown;
  /** Host name that was not found, if `getaddrinfo` failed. */
  readonly hostname?: unknown;
  /** Port that could not be reached, if `connect` failed. */
  readonly port?: unknown;
}

interface FailedRequest extends NetworkFailure {
  readonly host: string;
  readonly request: string;
}

type Wording = readonly [sentence: string, advice: string];

/**
 * Messages and advice for network errors. The first pattern that matches `<code>: <message>` wins.
 */
const wordings: readonly (readonly [
  pattern: RegExp,
  describe: (failed: FailedRequest) => Wording,
])[] = [
  [
    /^BLOCKED_PORT:/,
    ({ host }) => [
      l10n.t(
        'Requests to {0} are blocked, because its port is reserved for another protocol.',
        host,
      ),
      l10n.t('Change the port of the service, and update the base URL to match.'),
    ],
  ],
  [
    /^(ENOTFOUND:|ENODATA:|EAI_)/,
    ({ code, host }) => [
      l10n.t('The host {0} was not found ({1}).', host, code),
      l10n.t('Check the base URL, your network, and your VPN.'),
    ],
  ],
  [
    /^ECONNREFUSED:/,
    ({ host }) => [
      l10n.t('{0} refused the connection.', host),
      l10n.t('Check that the service is running and that the port in the base URL is correct.'),
    ],
  ],
  [
    /^(ETIMEDOUT|UND_ERR_CONNECT_TIMEOUT):/,
    ({ host }) => [
      l10n.t('The connection to {0} timed out.', host),
      l10n.t('Check your network, VPN, and proxy (http.proxy).'),
    ],
  ],
  [
    /^(ECONNRESET|EPIPE|UND_ERR_SOCKET):/,
    ({ host, request }) => [
      l10n.t('{0} closed the connection before it responded to {1}.', host, request),
      l10n.t('Try again. If the problem persists, check the service and your proxy.'),
    ],
  ],
  [
    /^CERT_HAS_EXPIRED:/,
    ({ host }) => [
      l10n.t('The TLS certificate of {0} has expired.', host),
      l10n.t('Ask the owner of the service to renew the certificate.'),
    ],
  ],
  [
    /^ERR_TLS_CERT_ALTNAME_INVALID:/,
    ({ host }) => [
      l10n.t('The TLS certificate of {0} was issued for another name.', host),
      l10n.t('Check the host name in the base URL.'),
    ],
  ],
  [
    /^ERR_SSL_(TLSV1_ALERT_PROTOCOL_VERSION|UNSUPPORTED_PROTOCOL):/,
    ({ code, host }) => [
      l10n.t('{0} does not support a TLS version that VS Code accepts ({1}).', host, code),
      l10n.t('The service must support TLS 1.2 or later.'),
    ],
  ],
  [
    /^(UNABLE_TO_|SELF_SIGNED_|DEPTH_ZERO_)/,
    ({ code, host }) => [
      l10n.t('The TLS certificate of {0} is not trusted ({1}).', host, code),
      l10n.t(
        'Add the service’s certificate authority to the trusted certificates of your system (see http.systemCertificates).',
      ),
    ],
  ],
  [
    /^\w*(TLS|SSL|CERT)/,
    ({ code, host }) => [
      l10n.t('A secure connection to {0} could not be established ({1}).', host, code),
      l10n.t('Check that the service uses https on this port.'),
    ],
  ],
  // undici throws `UND_ERR_ABORTED` if a proxy responds to `CONNECT` with a status other than 200.
  [
    /^UND_ERR_ABORTED: Proxy response \(407\)/,
    ({ host }) => [
      l10n.t('A proxy requires credentials for requests to {0} (HTTP {1}).', host, 407),
      l10n.t('Check the proxy settings (http.proxy, http.proxyAuthorization).'),
    ],
  ],
  [
    /^UND_ERR_ABORTED: Proxy response/,
    ({ host, message }) => [
      l10n.t(
        'A proxy refused the connection to {0} (HTTP {1}).',
        host,
        /\d+/.exec(message)?.[0] ?? '',
      ),
      l10n.t('Check the base URL and the proxy setting (http.proxy).'),
    ],
  ],
];

function describe(failed: FailedRequest, isProxy: boolean): Wording {
  const { code, message, host, request } = failed;
  if (isProxy) {
    return [
      l10n.t('The proxy for {0} could not be reached ({1}).', host, code),
      l10n.t('Check your network, VPN, and proxy (http.proxy).'),
    ];
  }
  const [, wording] = wordings.find(([pattern]) => pattern.test(`${code}: ${message}`)) ?? [];
  if (wording !== undefined) return wording(failed);
  const sentence = unparsableCodes.test(code)
    ? l10n.t('{0} did not return a valid HTTP response to {1} ({2}).', host, request, code)
    : l10n.t('{0} could not be reached ({1}).', host, code);
  return [
    sentence,
    l10n.t('Check the base URL, your network, your VPN, and your proxy (http.proxy).'),
  ];
}

/**
 * Returns the message and advice for an error without an error code. Browsers throw such errors.
 */
function describeUnknownFailure(host: string): Wording {
  return [
    l10n.t('{0} could not be reached.', host),
    l10n.t(
      'Check your network and proxy (http.proxy). In a browser, the CORS rules of the service may block the request, or an https page cannot request an http address.',
    ),
  ];
}

/** Returns true if the request failed because a proxy, and not the service, could not be reached. */
function isProxyFailure({ hostname, port }: NetworkFailure, url: URL): boolean {
  const servicePort = Number(url.port || (url.protocol === 'https:' ? 443 : 80));
  const isOtherHost = typeof hostname === 'string' && hostname !== url.hostname;
  return isOtherHost || (typeof port === 'number' && port !== servicePort);
}

/**
 * Error codes, or error names in some Node.js versions, for responses that cannot be parsed or
 * decompressed. The last three prefixes belong to zlib, Brotli, and Zstandard.
 */
const unparsableCodes = /^(HPE_|HTTPParserError|UND_ERR_(HEADERS_OVERFLOW|RES_)|Z_|ERR__|ZSTD_)/;

/**
 * Returns true if the request was certainly not sent, because the connection or the TLS handshake
 * failed.
 */
function isBeforeSending({ code, message, syscall }: NetworkFailure): boolean {
  // Routing errors such as `EHOSTUNREACH` can also occur after the request was sent, so the system
  // call is checked before the error code.
  if (syscall === 'read' || syscall === 'write') return false;
  if (syscall === 'connect' || syscall === 'getaddrinfo') return true;
  return (
    notConnectedCodes.test(code) || handshakeCodes.test(code) || notConnectedMessage.test(message)
  );
}

const notConnectedCodes =
  /^(BLOCKED_PORT|ENOTFOUND|EAI_|ECONNREFUSED|E(NET|HOST)UNREACH|UND_ERR_CONNECT_TIMEOUT|UNABLE_TO_|SELF_SIGNED_|DEPTH_ZERO_|CERT_|ERR_TLS_)/;

/**
 * Error codes that occur only during the TLS handshake. Other TLS errors can occur after the
 * request was sent.
 */
const handshakeCodes =
  /^ERR_SSL_.*(VERSION|PROTOCOL|HANDSHAKE_FAILURE|INSUFFICIENT_SECURITY|KEY_TOO_SMALL|UNRECOGNIZED_NAME)/;

/**
 * Error messages that occur only before a request is sent. The error codes are not checked, because
 * the same codes can also occur later.
 */
const notConnectedMessage =
  /^(Proxy response \(|Client network socket disconnected before secure TLS connection)/;

/** Returns the first error in the `cause` chain that has a code. */
function failureIn(error: unknown): NetworkFailure | undefined {
  // An `AggregateError` contains one error for each IP address of the host.
  if (error instanceof AggregateError) return failureIn(error.errors[0]);
  if (!(error instanceof Error)) return undefined;
  const code = codeOf(error);
  if (code === undefined) return failureIn(error.cause);
  const { message, syscall, hostname, port } = error as Omit<NetworkFailure, 'code'>;
  return { code, message, syscall, hostname, port };
}

function codeOf(error: Error): string | undefined {
  if ('code' in error && typeof error.code === 'string') return error.code;
  // The `fetch` error for a blocked port has no code, so the message is checked.
  if (error.message === 'bad port') return 'BLOCKED_PORT';
  return unparsableCodes.test(error.name) ? error.name : undefined;
}
