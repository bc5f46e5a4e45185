import * as l10n from '@vscode/l10n';
import type { HttpAnswer } from '../http/transport.ts';
import { oneLine } from '../../text/inert.ts';
import type { Mask } from './json.ts';

/** Whether a status has a target to follow. 300 and 304 have none. */
export function isRedirect(status: number): boolean {
  return [301, 302, 303, 307, 308].includes(status);
}

interface RedirectFailure {
  readonly kind: 'redirected' | 'unreadable' | 'webPage';
  readonly sentence: string;
  readonly advice: string;
}

/** Explains a redirect, which is never followed, with advice that depends on its target. */
export function redirectFailure(answer: HttpAnswer, mask: Mask = (text) => text): RedirectFailure {
  const { request, host, url } = answer;
  const target = redirectTarget(answer);
  const sentence = l10n.t(
    '{0} redirects {1} to {2}. Redirects are not followed, so that no credential leaves this service.',
    host,
    request,
    target === undefined ? l10n.t('another address') : oneLine(mask(addressOf(target))),
  );
  return { sentence, ...adviceFor(new URL(url), target) };
}

/** A new base URL helps only if the target has the path of the request below another base URL. */
function adviceFor(from: URL, target: URL | undefined): Omit<RedirectFailure, 'sentence'> {
  if (target?.pathname === `${from.pathname}/`) {
    return {
      kind: 'unreadable',
      advice: l10n.t(
        'A new base URL cannot help: the service has to accept the address without the slash at its end.',
      ),
    };
  }
  const isMoved =
    target === undefined ||
    (lastSegment(target) === lastSegment(from) && addressOf(target) !== addressOf(from));
  return isMoved
    ? { kind: 'redirected', advice: l10n.t('If the service has moved, set its new base URL.') }
    : { kind: 'webPage', advice: signInAdvice() };
}

function lastSegment({ pathname }: URL): string {
  return pathname.slice(pathname.lastIndexOf('/'));
}

/** Returns the target; undefined if there is none, or a browser hides it. */
function redirectTarget({ headers, url }: HttpAnswer): URL | undefined {
  const location = headers.get('location');
  return location !== null && URL.canParse(location, url) ? new URL(location, url) : undefined;
}

/** Returns a URL without its query and user info. */
function addressOf({ origin, protocol, pathname }: URL): string {
  return origin === 'null' ? protocol : origin + pathname;
}

/** Advice for a web page instead of data, and for a redirect to one. */
export function signInAdvice(): string {
  return l10n.t(
    'It may be a sign-in page or a page of a proxy: sign in, then try again. If the connection is new, check the base URL.',
  );
}
