import { json, redirect, text, withHeaders } from '../../support/service/service.ts';
import type { Fault } from './fault.ts';

const checkBaseUrl = 'Check the base URL, including its region and path.';
const inAMoment = 'Try again in a moment.';
const signIn = /^The page may be a sign-in page/;
const said = { message: 'Not today.' };
const reported = 'The service reported: Not today.';

const success = (status: number): Fault => ({
  title: `HTTP ${status} with the documented body`,
  respond: (documented) => ({ ...documented, status }),
  read: 'success',
  start: 'succeeded',
});

const rejected = (status: number, overrides: Partial<Fault> = {}): Fault => ({
  title: `HTTP ${status}`,
  respond: () => json(status, said),
  read: 'rejected',
  start: 'rejected',
  sentence: `{host} rejected {request} (HTTP ${status}). ${reported}`,
  ...overrides,
});

const notFound = (status: number): Fault => ({
  title: `HTTP ${status}`,
  respond: () => json(status, said),
  read: 'notFound',
  start: 'rejected',
  sentence: `{request} was not found on {host} (HTTP ${status}). ${reported}`,
  startSentence: `{host} rejected {request} (HTTP ${status}). ${reported}`,
});

const serverFault = (status: number, overrides: Partial<Fault> = {}): Fault => ({
  title: `HTTP ${status}`,
  respond: () => json(status, said),
  read: 'serverFault',
  start: 'unknown',
  sentence: `{host} failed to process {request} (HTTP ${status}). ${reported}`,
  advice: inAMoment,
  ...overrides,
});

const redirected = (title: string, location: string, overrides: Partial<Fault> = {}): Fault => ({
  title,
  respond: (_documented, { url }) => redirect(location.replace('{path}', url)),
  read: 'webPage',
  start: 'unknown',
  advice: signIn,
  ...overrides,
});

const withoutData = (status: number): Fault => ({
  title: `HTTP ${status} with a location`,
  respond: () => withHeaders(text(status, ''), { location: 'https://new.example/jobs' }),
  read: 'unreadable',
  start: 'unknown',
  sentence: `{host} returned no data for {request} (HTTP ${status}).`,
  advice: /check the service and your proxy/,
});

const redirectedTo = (target: string) =>
  `{host} redirected {request} to ${target}. Redirects are not followed, to protect the API key.`;

/** Retry-After: 2, in other words. The `Date` header has a precision of one second. */
const inTwoSeconds = () => new Date(Date.now() + 2000).toUTCString();

const limited = (
  title: string,
  retryAfter: string | (() => string),
  overrides: Partial<Fault>,
): Fault => ({
  title: `HTTP 429 with ${title}`,
  respond: () =>
    withHeaders(json(429, {}), {
      'retry-after': typeof retryAfter === 'string' ? retryAfter : retryAfter(),
    }),
  read: 'rateLimited',
  start: 'rejected',
  sentence: '{host} received too many requests (HTTP 429).',
  isTemporary: true,
  ...overrides,
});

/** Responses whose meaning depends on the HTTP status. */
export const statusFaults: readonly Fault[] = [
  ...[200, 201, 202, 203, 206, 226, 299].map(success),
  ...[400, 402, 405, 406, 409, 413, 415, 422, 428, 451, 499].map((status) => rejected(status)),
  rejected(425, { isTemporary: true }),
  rejected(418, { advice: checkBaseUrl }),
  ...[404, 410].map(notFound),
  {
    title: 'HTTP 401',
    respond: () => json(401, said),
    read: 'unauthorized',
    start: 'rejected',
    sentence: `{host} rejected the API key (HTTP 401). ${reported}`,
    advice: 'Set another API key.',
  },
  {
    title: 'HTTP 403',
    respond: () => json(403, said),
    read: 'unauthorized',
    start: 'rejected',
    sentence: `{host} denied permission for {request} (HTTP 403). ${reported}`,
    advice: 'Ask the owner of the service for permission, or set another API key.',
  },
  {
    // `fetch` does not return this response, because only a proxy may send it.
    title: 'HTTP 407',
    respond: () => json(407, said),
    read: 'unreachable',
    start: 'unknown',
    sentence: '{host} could not be reached.',
    advice: /http\.proxy/,
    isTemporary: true,
  },
  ...[408, 500, 502, 503, 504].map((status) => serverFault(status, { isTemporary: true })),
  ...[501, 505, 507, 511, 520, 522, 530, 599, 600, 999].map((status) => serverFault(status)),
  serverFault(500, {
    title: 'HTTP 500 with a success envelope',
    respond: (documented) => ({ ...documented, status: 500 }),
    sentence: '{host} failed to process {request} (HTTP 500).',
    isTemporary: true,
  }),

  limited('Retry-After in seconds', '2', { wait: 2000, advice: 'Try again in 2 s.' }),
  limited('Retry-After as a date', inTwoSeconds, { wait: 2000, advice: /^Try again in [12] s\.$/ }),
  limited('a repeated Retry-After', '2, 2', { wait: 2000, advice: 'Try again in 2 s.' }),
  limited('Retry-After 0', '0', { wait: 1000, advice: inAMoment }),
  limited('an invalid Retry-After', 'soon', { wait: 1000, advice: inAMoment }),
  limited('Retry-After of an hour', '3600', {
    isTemporary: false,
    wait: 30_000,
    advice: 'Try again in 1 h.',
  }),
  limited('plain text and no Retry-After', '', {
    respond: () => text(429, 'Too Many Attempts.'),
    sentence:
      '{host} received too many requests (HTTP 429). The service reported: Too Many Attempts.',
    wait: 1000,
    advice: inAMoment,
  }),
  serverFault(503, {
    title: 'HTTP 503 with Retry-After in seconds',
    respond: () => withHeaders(json(503, said), { 'retry-after': '2' }),
    advice: 'Try again in 2 s.',
    isTemporary: true,
    wait: 2000,
  }),
  serverFault(503, {
    title: 'HTTP 503 with Retry-After of an hour',
    respond: () => withHeaders(json(503, said), { 'retry-after': '3600' }),
    advice: 'Try again in 1 h.',
  }),

  ...[301, 302, 303, 307, 308].map((status) =>
    redirected(`HTTP ${status} to another path`, 'https://new.example/login?token=abc', {
      respond: () => redirect('https://new.example/login?token=abc', status),
      sentence: redirectedTo('https://new.example/login'),
    }),
  ),
  redirected('a redirect to the same path on another host', 'https://new.example{path}', {
    read: 'redirected',
    sentence:
      /redirected .* to https:\/\/new\.example\/(?:fields|jobs|jobs\/job_1)\. Redirects are not/,
    advice: 'If the service has moved, set its new base URL.',
  }),
  redirected('a redirect to the same path below a prefix', '/api/v2{path}', {
    read: 'redirected',
    sentence: /redirected .* to http:\/\/127\.0\.0\.1:\d+\/api\/v2\/(?:fields|jobs|jobs\/job_1)\./,
    advice: 'If the service has moved, set its new base URL.',
  }),
  redirected('a redirect to the path with a trailing slash', '', {
    respond: (_documented, { url }) => redirect(url.replace(/(?=\?|$)/, '/')),
    read: 'unreadable',
    sentence: /redirected .*\/\. Redirects are not followed/,
    advice: /A different base URL does not help\.$/,
  }),
  redirected('a redirect to the same address with a session', '', {
    respond: (_documented, { url }) =>
      redirect(`${url}${url.includes('?') ? '&' : '?'}session=new`),
    sentence: /redirected .*\. Redirects are not followed/,
  }),
  redirected('a redirect to a sign-in page of the service', '/login', {
    sentence: /redirected .* to http:\/\/127\.0\.0\.1:\d+\/login\. Redirects are not followed/,
  }),
  redirected('a redirect to another scheme', 'javascript:alert(1)', {
    sentence: redirectedTo('javascript:'),
  }),
  redirected('a redirect with user info', 'https://me:word@x.example/y', {
    sentence: redirectedTo('https://x.example/y'),
  }),
  redirected('a redirect to an invalid URL', 'http://', {
    read: 'redirected',
    sentence: redirectedTo('another address'),
    advice: /set its new base URL/,
  }),
  redirected('a redirect without a target', '', {
    respond: () => text(302, ''),
    read: 'redirected',
    sentence: redirectedTo('another address'),
    advice: /set its new base URL/,
  }),
  ...[300, 304, 305, 399].map(withoutData),
];
