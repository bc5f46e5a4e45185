import * as l10n from '@vscode/l10n';
import { ServiceError } from './serviceError.ts';

/** Validated base URL of a service, including the path prefix. */
export interface BaseUrl {
  /** URL without a trailing slash, query, or fragment, such as `https://eu.example.com/api/v2`. */
  readonly href: string;
  /** Origin under which the API key is stored, such as `https://eu.example.com`. */
  readonly origin: string;
  /** Host, port, and path prefix for display, such as `eu.example.com/api/v2`. */
  readonly label: string;
}

type BaseUrlReading = { kind: 'valid'; baseUrl: BaseUrl } | { kind: 'invalid'; problem: string };

/** Parses a base URL. If the URL is invalid, `problem` is a sentence that says what to change. */
export function readBaseUrl(text: string): BaseUrlReading {
  const invalid = (problem: string): BaseUrlReading => ({ kind: 'invalid', problem });
  const trimmed = text.trim();
  if (trimmed === '') {
    return invalid(
      l10n.t('Enter the address of the service, such as https://eu.example.com/api/v2.'),
    );
  }
  if (!/^https?:\/\//i.test(trimmed)) {
    return invalid(l10n.t('The base URL must start with https:// or http://.'));
  }
  if (!URL.canParse(trimmed)) return invalid(l10n.t('This is not a valid URL.'));
  const url = new URL(trimmed);
  if (url.username !== '' || url.password !== '') {
    return invalid(
      l10n.t('The base URL must not contain a user name or password. Set an API key instead.'),
    );
  }
  if (/[?#]/.test(trimmed)) {
    return invalid(l10n.t('The base URL must not contain a query (“?…”) or a fragment (“#…”).'));
  }
  const path = url.pathname.replace(/\/+$/, '');
  return {
    kind: 'valid',
    baseUrl: { href: url.origin + path, origin: url.origin, label: url.host + path },
  };
}

/**
 * Returns the host name that identifies a service's environment. Includes the port only for the
 * local machine, because each local port can be a different service.
 */
export function hostOf({ origin }: Pick<BaseUrl, 'origin'>): string {
  const { hostname, port, protocol } = new URL(origin);
  if (isLoopback(hostname)) return `localhost:${port || (protocol === 'https:' ? 443 : 80)}`;
  return unmapIPv4(hostname).replace(/\.+$/, '');
}

/** Converts an IPv4-mapped IPv6 address (RFC 4291) to IPv4. Returns any other host unchanged. */
function unmapIPv4(host: string): string {
  const [, high, low] = /^\[::ffff:([\da-f]{1,4}):([\da-f]{1,4})\]$/.exec(host) ?? [];
  if (high === undefined || low === undefined) return host;
  const bytes = [high, low].flatMap((half) => {
    const value = parseInt(half, 16);
    return [value >> 8, value & 255];
  });
  return bytes.join('.');
}

/**
 * Returns true if the host is the local machine. Excludes `localhost` subdomains, because DNS may
 * resolve these names to another machine.
 * @param host host name in the format of `URL.hostname`
 */
function isLoopback(host: string): boolean {
  return /^(?:localhost\.*|127(?:\.\d+){3}|0\.0\.0\.0|\[::1?\])$/.test(unmapIPv4(host));
}

/** Returns true if the URL points to the local machine. */
export function isLocal(url: Pick<BaseUrl, 'origin'>): boolean {
  return hostOf(url).startsWith('localhost:');
}

/** Returns true if requests to the origin are sent over the network without encryption. */
export function isUnencrypted(origin: string): boolean {
  const { protocol, hostname } = new URL(origin);
  return protocol === 'http:' && !isLoopback(hostname);
}

/**
 * Encodes a job key as a single path segment.
 * @throws {ServiceError} `invalidInput` if the key is not valid in a URL: an empty key, `.`, `..`,
 * or a key with lone surrogates
 */
export function pathSegment(key: string): string {
  if (key === '' || key === '.' || key === '..' || !key.isWellFormed()) {
    throw new ServiceError(
      'invalidInput',
      l10n.t(
        'The job “{0}” cannot be loaded, because its key is not valid in a URL.',
        key.toWellFormed(),
      ),
    );
  }
  return encodeURIComponent(key);
}
