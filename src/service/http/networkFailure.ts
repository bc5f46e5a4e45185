import * as l10n from '@vscode/l10n';
import { ServiceError } from '../serviceError.ts';

/**
 * Why there was no answer, from what fetch throws: system, TLS, proxy and browser failures each get their own
 * sentence.
 */
export function networkFailure(thrown: unknown, request: string, host: string): ServiceError {
  const { code, syscall } = failureIn(thrown) ?? {};
  const [sentence, advice] = describe({ code, host, request });
  // An established connection fails with the codes of a route, too.
  const wasSent = syscall === 'read' || syscall === 'write' || !neverConnected.test(code ?? '');
  return new ServiceError('unreachable', sentence, { request, advice, detail: code, wasSent, cause: thrown });
}

interface Failed {
  readonly code: string;
  readonly host: string;
  readonly request: string;
}

type Wording = readonly [sentence: string, advice: string];

function describe({ code, host, request }: Omit<Failed, 'code'> & { code: string | undefined }): Wording {
  if (code === undefined) return unexplained(host);
  const failed = { code, host, request };
  const wording = Object.hasOwn(wordings, code) ? wordings[code] : undefined;
  return wording === undefined ? ofItsFamily(failed) : wording(failed);
}

/** By the error code of the system, of TLS and of undici. */
const wordings: Readonly<Record<string, (failed: Failed) => Wording>> = {
  ENOTFOUND: nameNotFound,
  EAI_AGAIN: nameNotFound,
  ECONNREFUSED: refused,
  ETIMEDOUT: notConnectedInTime,
  UND_ERR_CONNECT_TIMEOUT: notConnectedInTime,
  ECONNRESET: closed,
  EPIPE: closed,
  UND_ERR_SOCKET: closed,
  CERT_HAS_EXPIRED: certificateExpired,
  ERR_TLS_CERT_ALTNAME_INVALID: certificateOfAnother,
};

function nameNotFound({ code, host }: Failed): Wording {
  return [
    l10n.t('The name {0} was not found ({1}).', host, code),
    l10n.t('Check the base URL, the network and the VPN.'),
  ];
}

function refused({ host }: Failed): Wording {
  return [
    l10n.t('Nothing answers at {0}: the connection was refused.', host),
    l10n.t('Check that the service runs, and the port in the base URL.'),
  ];
}

function notConnectedInTime({ host }: Failed): Wording {
  return [
    l10n.t('{0} did not accept a connection in time.', host),
    l10n.t('Check the network, the VPN and the proxy (http.proxy).'),
  ];
}

function closed({ host, request }: Failed): Wording {
  return [
    l10n.t('{0} closed the connection before {1} was answered.', host, request),
    l10n.t('Try again. If that does not help, check the service and your proxy.'),
  ];
}

function certificateExpired({ host }: Failed): Wording {
  return [l10n.t('The TLS certificate of {0} has expired.', host), l10n.t('The service has to renew it.')];
}

function certificateOfAnother({ host }: Failed): Wording {
  return [
    l10n.t('The TLS certificate of {0} belongs to another name.', host),
    l10n.t('Check the host name in the base URL.'),
  ];
}

/** Browsers give no code. */
function unexplained(host: string): Wording {
  return [
    l10n.t('{0} could not be reached.', host),
    l10n.t(
      'Check the network and the proxy (http.proxy); in a browser it is probably the service’s CORS rules, or http from an https page.',
    ),
  ];
}

function ofItsFamily({ code, host, request }: Failed): Wording {
  if (untrusted.test(code)) {
    return [
      l10n.t('The TLS certificate of {0} is not trusted here ({1}).', host, code),
      l10n.t('Add its authority to the system’s certificates (http.systemCertificates).'),
    ];
  }
  if (/TLS|SSL|CERT/.test(code)) {
    return [
      l10n.t('No secure connection to {0} ({1}).', host, code),
      l10n.t('Check whether the service speaks https at this port.'),
    ];
  }
  const sentence = unparsable.test(code)
    ? l10n.t('{0} did not answer {1} in valid HTTP ({2}).', host, request, code)
    : l10n.t('{0} could not be reached ({1}).', host, code);
  return [sentence, l10n.t('Check the base URL, the network, the VPN and the proxy (http.proxy).')];
}

/** The TLS error codes of a certificate whose authority is not known. */
const untrusted = /^(UNABLE_TO_|SELF_SIGNED_|DEPTH_ZERO_)/;

/**
 * The errors of an answer that Node cannot parse or decompress: those of the parser have no code in some
 * versions; then those of zlib, Brotli and Zstandard.
 */
const unparsable = /^(HPE_|HTTPParserError|UND_ERR_(HEADERS_OVERFLOW|RES_)|Z_|ERR__|ZSTD_)/;

/** The error codes that say that nothing was sent: no connection, or no trust in its certificate. */
const neverConnected =
  /^(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|E(NET|HOST)UNREACH|UND_ERR_CONNECT_TIMEOUT|UNABLE_TO_|SELF_SIGNED_|DEPTH_ZERO_|CERT_|ERR_TLS_)/;

/** The first error in a chain of causes with a system or TLS error code: `ENOTFOUND`, `CERT_HAS_EXPIRED`, … */
function failureIn(error: unknown): { readonly code: string; readonly syscall?: unknown } | undefined {
  let current = error;
  for (let depth = 0; depth < 8 && current instanceof Error; depth++) {
    if ('code' in current && typeof current.code === 'string') return current as Error & { code: string };
    if (unparsable.test(current.name)) return { code: current.name };
    current = current.cause;
  }
  return undefined;
}
