import * as l10n from '@vscode/l10n';
import { ServiceError } from './serviceError.ts';

/** A checked base address of a service ({base_url} of the interface document), its path prefix kept. */
export interface BaseUrl {
  /** Without trailing slash, query or fragment: `https://eu.example.com/api/v2`. */
  readonly href: string;
  /** What a credential belongs to: `https://eu.example.com`. */
  readonly origin: string;
  /** For people: host, port and path prefix: `eu.example.com/api/v2`. */
  readonly label: string;
}

type BaseUrlReading = { kind: 'valid'; baseUrl: BaseUrl } | { kind: 'invalid'; problem: string };

/** Reads what a person typed or a settings file holds; `problem` is one sentence on what to change. */
export function readBaseUrl(text: string): BaseUrlReading {
  const invalid = (problem: string): BaseUrlReading => ({ kind: 'invalid', problem });
  const trimmed = text.trim();
  if (trimmed === '') {
    return invalid(l10n.t('Enter the address of the service, such as https://eu.example.com/api/v2.'));
  }
  if (!/^https?:\/\//i.test(trimmed)) {
    return invalid(l10n.t('The base URL must begin with https:// or http://.'));
  }
  if (!URL.canParse(trimmed)) return invalid(l10n.t('This is not a complete URL.'));
  const url = new URL(trimmed);
  if (url.username !== '' || url.password !== '') {
    return invalid(
      l10n.t('The base URL must not hold a user name or password: set the credential as API key.'),
    );
  }
  if (/[?#]/.test(trimmed)) {
    return invalid(l10n.t('The base URL must not hold a query (“?…”) or a fragment (“#…”).'));
  }
  const path = url.pathname.replace(/(?<!\/)\/+$/, '');
  return { kind: 'valid', baseUrl: { href: url.origin + path, origin: url.origin, label: url.host + path } };
}

/**
 * What guards of a service belong to: the host, without scheme and port; on the local machine with the port,
 * since each port is another service.
 */
export function hostOf({ origin }: Pick<BaseUrl, 'origin'>): string {
  const { hostname, port, protocol } = new URL(origin);
  if (isLoopback(hostname)) return `localhost:${port || (protocol === 'https:' ? 443 : 80)}`;
  return unmapped(hostname).replace(/(?<!\.)\.+$/, '');
}

/** The IPv4 address that an IPv6 address only wraps (RFC 4291, 2.5.5.2); any other host as it is. */
function unmapped(host: string): string {
  const [, high, low] = /^\[::ffff:([\da-f]{1,4}):([\da-f]{1,4})\]$/.exec(host) ?? [];
  if (high === undefined || low === undefined) return host;
  const bytes = [high, low].flatMap((half) => {
    const value = parseInt(half, 16);
    return [value >> 8, value & 255];
  });
  return bytes.join('.');
}

/**
 * Whether a host, as `URL` writes it, is the local machine. Names below `localhost` are as any other, because
 * a resolver may send them elsewhere.
 */
function isLoopback(host: string): boolean {
  return /^(?:localhost\.*|127(?:\.\d+){3}|0\.0\.0\.0|\[::1?\])$/.test(unmapped(host));
}

/** True for a URL of the local machine. */
export function isLocal(url: Pick<BaseUrl, 'origin'>): boolean {
  return hostOf(url).startsWith('localhost:');
}

/** Whether requests to an origin are unencrypted and leave the machine. */
export function isUnencrypted(origin: string): boolean {
  const { protocol, hostname } = new URL(origin);
  return protocol === 'http:' && !isLoopback(hostname);
}

/**
 * A key, encoded so that it stays one segment of a path.
 * @throws {ServiceError} `invalidInput` for a key that no URL can carry: empty, `.`, `..` or not Unicode.
 */
export function pathSegment(key: string): string {
  if (key === '' || key === '.' || key === '..' || !key.isWellFormed()) {
    throw new ServiceError(
      'invalidInput',
      l10n.t('The service cannot be asked for the key “{0}”: no URL can carry it.', key.toWellFormed()),
    );
  }
  return encodeURIComponent(key);
}
