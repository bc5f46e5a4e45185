import * as l10n from '@vscode/l10n';
import type { HttpResponse } from '../http/transport.ts';
import { ServiceError, type ServiceErrorKind } from '../serviceError.ts';
import { singleLine } from '../../text/untrustedText.ts';

/** Returns true if the status is a redirect to another URL. */
export function isRedirect(status: number): boolean {
  return [301, 302, 303, 307, 308].includes(status);
}

/** Creates the error for a redirect response. The client never follows redirects. */
export function redirectFailure(response: HttpResponse): ServiceError {
  const { request, host, url, status, mask = (text) => text } = response;
  const target = redirectTarget(response);
  const sentence = l10n.t(
    '{0} redirected {1} to {2}. Redirects are not followed, to protect the API key.',
    host,
    request,
    target === undefined ? l10n.t('another address') : singleLine(mask(addressOf(target))),
  );
  const [kind, advice] = adviceFor(new URL(url), target);
  return new ServiceError(kind, sentence, { request, status, advice });
}

/**
 * Returns the error kind and advice for a redirect. A new base URL helps only if the redirect keeps
 * the last path segment.
 */
function adviceFor(from: URL, target: URL | undefined): readonly [ServiceErrorKind, string] {
  const slash = l10n.t(
    'The service must accept the address without the slash at the end. A different base URL does not help.',
  );
  if (target?.pathname === `${from.pathname}/`) return ['unreadable', slash];
  const path = from.pathname.slice(from.pathname.lastIndexOf('/'));
  const isMoved =
    target === undefined ||
    (target.pathname.endsWith(path) && addressOf(target) !== addressOf(from));
  return isMoved
    ? ['redirected', l10n.t('If the service has moved, set its new base URL.')]
    : ['webPage', signInAdvice()];
}

/**
 * Returns the redirect URL, or undefined without a `Location` header. Browsers hide this header.
 */
function redirectTarget({ headers, url }: HttpResponse): URL | undefined {
  const location = headers.get('location');
  return location !== null && URL.canParse(location, url) ? new URL(location, url) : undefined;
}

/** Formats a URL without the query, user name, and password. */
function addressOf({ origin, protocol, pathname }: URL): string {
  return origin === 'null' ? protocol : origin + pathname;
}

/** Returns the advice to show if a request leads to a web page instead of data. */
export function signInAdvice(): string {
  return l10n.t(
    'The page may be a sign-in page or a proxy page. Sign in, and then try again. If you have just connected, check the base URL.',
  );
}
