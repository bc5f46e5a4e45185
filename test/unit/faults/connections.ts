import {
  type TestResponse,
  delayed,
  json,
  raw,
  reset,
  stalled,
  text,
  truncated,
} from '../../support/service/service.ts';
import type { Fault } from './fault.ts';

/** Failure of the connection. Each GET is sent three times. */
const unreachable = (
  title: string,
  respond: Fault['respond'],
  overrides: Partial<Fault>,
): Fault => ({
  title,
  respond,
  read: 'unreachable',
  start: 'unknown',
  isTemporary: true,
  ...overrides,
});

const closed = {
  sentence: '{host} closed the connection before it responded to {request}.',
  advice: 'Try again. If the problem persists, check the service and your proxy.',
};
const invalidHttp = {
  sentence: /did not return a valid HTTP response to \w+ \/(?:fields|jobs)/,
  advice: /^Check the base URL/,
};

const timeout = (title: string, respond: Fault['respond']): Fault => ({
  title,
  respond,
  read: 'timeout',
  start: 'unknown',
  sentence: '{host} did not complete the response to {request} within 30 s.',
  advice: 'Try again, or increase the workflowJobs.requestTimeout setting.',
  isTemporary: true,
});

/** A response with this head and the documented body. */
const withHead =
  (...lines: string[]) =>
  ({ body }: TestResponse) =>
    raw([...lines, '', new TextDecoder().decode(body)].join('\r\n'));

const ok = 'HTTP/1.1 200 OK';
const close = 'Connection: close';

/** Connections that break or stall, and responses that are not valid HTTP. */
export const connectionFaults: readonly Fault[] = [
  unreachable('a reset connection', reset, closed),
  unreachable('a body that ends too early', (documented) => truncated(documented, 20), closed),
  unreachable('a response without a body', (documented) => truncated(documented, 0), closed),
  unreachable('a connection that closes without a response', () => raw(''), closed),
  unreachable('a head that ends too early', () => raw(`${ok}\r\nContent-Ty`), closed),
  unreachable('HTTP 100 without a response', () => raw('HTTP/1.1 100 Continue\r\n\r\n'), closed),
  unreachable(
    'HTTP 101',
    () =>
      raw('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n'),
    closed,
  ),
  unreachable('a TLS alert', () => raw('\x15\x03\x01\x00\x02\x02\x46'), invalidHttp),
  unreachable('a greeting of a mail server', () => raw('220 mail ready\r\n'), invalidHttp),
  unreachable(
    'chunks without a valid length',
    withHead(ok, 'Transfer-Encoding: chunked'),
    invalidHttp,
  ),
  unreachable(
    'two different lengths',
    withHead(ok, 'Content-Length: 2', 'Content-Length: 3'),
    invalidHttp,
  ),
  unreachable('headers of 100 KB', withHead(ok, `X-More: ${'x'.repeat(100_000)}`), invalidHttp),
  {
    title: 'a body without a length',
    respond: withHead(ok, close),
    read: 'success',
    start: 'succeeded',
  },
  { title: 'HTTP/1.0', respond: withHead('HTTP/1.0 200 OK'), read: 'success', start: 'succeeded' },
  {
    title: 'HTTP 103 before the response',
    respond: withHead('HTTP/1.1 103 Early Hints', '', ok, close),
    read: 'success',
    start: 'succeeded',
  },
  {
    title: 'a slow response',
    respond: (documented) => delayed(documented, 30),
    read: 'success',
    start: 'succeeded',
  },

  timeout('no response', (documented) => delayed(documented, 1_000_000)),
  timeout('a response that stalls after the head', (documented) => stalled(documented, 0)),
  timeout('a response that stalls in the body', (documented) => stalled(documented, 20)),
  timeout('HTTP 500 that stalls in the body', () => stalled(json(500, { message: 'oops' }), 5)),
  timeout('a web page that stalls', () => stalled(text(200, '<html><body>', 'text/html'), 5)),
];
