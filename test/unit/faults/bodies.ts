import { gzipSync } from 'node:zlib';
import {
  type TestResponse,
  endless,
  gzipped,
  json,
  text,
  withHeaders,
} from '../../support/service/service.ts';
import { type Fault, acceptedText } from './fault.ts';

const damaged = 'The response to {request} is not valid JSON. It may be damaged or incomplete.';
const withoutData = (status: number) => `{host} returned no data for {request} (HTTP ${status}).`;
const invalidText = 'The response to {request} is not valid UTF-8 text.';
const tooLarge = 'The response to {request} was discarded, because it is larger than 32 MiB.';
const invalidHttp = /did not return a valid HTTP response to \w+ \/(?:fields|jobs)/;
const page = '<!doctype html><title>Anmeldung für Gäste</title>';
const mebibyte = 1024 * 1024;
const spaces = ' '.repeat(mebibyte);

const encoded = (content: string, encoding: BufferEncoding) => Buffer.from(content, encoding);
const decoded = ({ body }: TestResponse) => new TextDecoder().decode(body);

/** A documented response that arrives in another form. */
const success = (title: string, respond: Fault['respond']): Fault => ({
  title,
  respond,
  read: 'success',
  start: 'succeeded',
});

/** A body without data. A start with this response counts as accepted. */
const unreadable = (title: string, respond: () => TestResponse, sentence: string): Fault => ({
  title,
  respond,
  read: 'unreadable',
  start: 'accepted',
  sentence,
  startSentence: acceptedText(respond().status),
});

const webPage = (title: string, respond: () => TestResponse): Fault => ({
  title,
  respond,
  read: 'webPage',
  start: 'unknown',
  sentence: '{host} returned a web page instead of data for {request}.',
  advice:
    'The page may be a sign-in page or a proxy page. Sign in, and then try again. If you have just connected, check the base URL.',
});

const badGateway = (title: string, respond: () => TestResponse): Fault => ({
  title: `HTTP 502 with ${title}`,
  respond,
  read: 'serverFault',
  start: 'unknown',
  sentence: '{host} failed to process {request} (HTTP 502).',
  isTemporary: true,
});

const rejected = (title: string, respond: () => TestResponse, message: string): Fault => ({
  title: `HTTP 422 with ${title}`,
  respond,
  read: 'rejected',
  start: 'rejected',
  sentence: `{host} rejected {request} (HTTP 422). ${message}`.trimEnd(),
});

/** Nests a message this many levels deep. */
const nested = (levels: number) =>
  `${'{"error":'.repeat(levels)}{"message":"deep"}${'}'.repeat(levels)}`;

/** Responses whose meaning depends on the form of the body. */
export const bodyFaults: readonly Fault[] = [
  success('JSON with a byte order mark', (documented) => ({
    ...documented,
    body: Buffer.concat([Uint8Array.of(0xef, 0xbb, 0xbf), documented.body]),
  })),
  success('JSON between white space', (documented) => ({
    ...documented,
    body: encoded(`\n\t ${decoded(documented)}\r\n`, 'utf8'),
  })),
  success('JSON that is labeled as HTML', (documented) =>
    withHeaders(documented, { 'content-type': 'text/html' }),
  ),
  success('JSON that is labeled as Latin-1', (documented) =>
    withHeaders(documented, { 'content-type': 'application/json; charset=iso-8859-1' }),
  ),
  success('JSON without a content type', (documented) => ({ ...documented, headers: {} })),
  success('JSON in gzip', gzipped),
  success('JSON in an unknown compression', (documented) =>
    withHeaders(documented, { 'content-encoding': 'aes128' }),
  ),
  success('JSON with a cookie', (documented) =>
    withHeaders(documented, { 'set-cookie': 'session=1; Path=/' }),
  ),
  success('JSON with an unknown member of 1 MB', (documented) => ({
    ...documented,
    body: encoded(decoded(documented).replace('{', `{"more":"${'x'.repeat(mebibyte)}",`), 'utf8'),
  })),

  unreadable('HTTP 204', () => text(204, ''), withoutData(204)),
  unreadable('HTTP 205', () => text(205, ''), withoutData(205)),
  unreadable('an empty body', () => text(200, ''), withoutData(200)),
  unreadable('only white space', () => text(200, ' \n '), withoutData(200)),
  unreadable(
    'an empty body that is labeled as HTML',
    () => text(200, '', 'text/html'),
    withoutData(200),
  ),
  unreadable(
    'an empty body that is labeled as gzip',
    () => withHeaders(text(200, ''), { 'content-encoding': 'gzip' }),
    withoutData(200),
  ),
  unreadable(
    'truncated JSON',
    () => text(200, '{"status":"ok","code":200,"data":{"jobs":[', 'application/json'),
    damaged,
  ),
  unreadable(
    'JSON that is longer than its length',
    () => withHeaders(json(200, { data: {} }), { 'content-length': '5' }),
    damaged,
  ),
  unreadable(
    'two JSON values',
    () => text(200, '{"data":{}}{"data":{}}', 'application/json'),
    damaged,
  ),
  unreadable(
    'JSON with a comment',
    () => text(200, '{"data":{}} // end', 'application/json'),
    damaged,
  ),
  {
    ...unreadable('plain text', () => text(200, 'Down until noon'), damaged),
    sentence: `${damaged} The service reported: Down until noon.`,
    startSentence: acceptedText(200, 'Down until noon.'),
  },
  ...(
    [
      ['invalid UTF-8', Uint8Array.of(0x7b, 0xc3, 0x28, 0x7d)],
      ['an incomplete UTF-8 character', Uint8Array.of(0x7b, 0x7d, 0xe2, 0x82)],
      ['Latin-1', encoded('{"message":"Größe"}', 'latin1')],
      ['UTF-16', encoded('\ufeff{"data":{}}', 'utf16le')],
    ] as const
  ).map(([title, body]) => ({
    ...unreadable(title, () => ({ ...json(200, {}), body }), invalidText),
    start: 'unknown' as const,
    startSentence: invalidText,
  })),
  {
    ...unreadable('an endless body', () => endless(spaces), tooLarge),
    start: 'unknown',
    startSentence: tooLarge,
  },

  webPage('a web page', () => text(200, page, 'text/html; charset=utf-8')),
  webPage('a web page that is labeled as text', () => text(200, '  <HTML><body>hi', 'text/plain')),
  webPage('a web page that is labeled as JSON', () => text(200, page, 'application/json')),
  webPage('text that is labeled as HTML', () => text(200, 'Please sign in', 'text/html')),
  webPage('XML', () => text(200, '<?xml version="1.0"?><Error/>', 'application/xml')),

  badGateway('a web page', () =>
    text(502, '<html><body>nginx at 10.0.0.7</body></html>', 'text/html'),
  ),
  badGateway('unlabeled markup', () => text(502, '<?xml version="1.0"?><oops/>')),
  badGateway('an empty body', () => text(502, '')),
  badGateway('white space', () => text(502, ' \n ')),
  badGateway('truncated JSON', () => text(502, '{"message":"Not to', 'application/json')),
  {
    ...badGateway('plain text', () => text(502, 'upstream is down')),
    sentence:
      '{host} failed to process {request} (HTTP 502). The service reported: upstream is down.',
  },
  {
    ...badGateway('Latin-1', () => ({ ...text(502, ''), body: encoded('Überlastet', 'latin1') })),
    sentence:
      '{host} failed to process {request} (HTTP 502). The service reported: \ufffdberlastet.',
  },

  rejected(
    'an error nested 8 levels deep',
    () => text(422, nested(8), 'application/json'),
    'The service reported: deep.',
  ),
  rejected('an error nested 9 levels deep', () => text(422, nested(9), 'application/json'), ''),
  rejected(
    'an error nested thousands of levels deep',
    () => text(422, nested(20_000), 'application/json'),
    '',
  ),
  rejected(
    'a long message',
    () => json(422, { message: 'x'.repeat(600) }),
    `The service reported: ${'x'.repeat(499)}…`,
  ),
  rejected(
    'a long plain-text body',
    () => text(422, 'x'.repeat(600)),
    `The service reported: ${'x'.repeat(299)}…`,
  ),
  rejected(
    'Latin-1',
    () => ({ ...text(422, ''), body: encoded('Ungültig.', 'latin1') }),
    'The service reported: Ung\ufffdltig.',
  ),
  rejected(
    'line breaks and control characters in a message',
    () => json(422, { message: 'safe\u202egnp.exe\n\nsecond\u0000line' }),
    'The service reported: safe\\u202egnp.exe second line.',
  ),

  ...['gzip', 'br', 'deflate'].map((encoding): Fault => ({
    title: `a body that is not ${encoding} as labeled`,
    respond: (documented) => withHeaders(documented, { 'content-encoding': encoding }),
    read: 'unreachable',
    start: 'unknown',
    sentence: invalidHttp,
    isTemporary: true,
  })),
  {
    title: 'gzip with a wrong checksum',
    respond: (documented) => ({
      ...withHeaders(documented, { 'content-encoding': 'gzip' }),
      body: Buffer.concat([gzipSync(documented.body).subarray(0, -8), Buffer.alloc(8)]),
    }),
    read: 'unreachable',
    start: 'unknown',
    sentence: invalidHttp,
    isTemporary: true,
  },
];
