import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer as createHttpServer, setGlobalProxyFromEnv } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { connect, createServer as createTcpServer } from 'node:net';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { networkFailure } from '../../../../src/service/http/networkFailure.ts';
import { isOutcomeUnknown } from '../../../../src/service/serviceError.ts';
import { clientFor, failureOf, patient, start } from '../harness.ts';
import { listen } from './listen.ts';

const pem = await readFile(new URL('selfSigned.pem', import.meta.url));

/** Returns an address at which no server listens. */
async function closedAddress(): Promise<string> {
  const server = createTcpServer();
  const host = await listen(server);
  server.close();
  await once(server, 'close');
  return host;
}

/** Sends all requests of this process through the proxy at this address. */
function useProxyAt(host: string): void {
  const url = `http://${host}`;
  onTestFinished(setGlobalProxyFromEnv({ http_proxy: url, https_proxy: url, no_proxy: '' }));
}

/** Sends all requests of this process through a proxy that responds to CONNECT with this status. */
async function useProxy(status: number): Promise<void> {
  const proxy = createHttpServer().on('connect', (_request, socket) => {
    socket.end(`HTTP/1.1 ${status} No\r\n\r\n`);
  });
  useProxyAt(await listen(proxy));
}

const onRequest = vi.fn();
const tlsServer = (options = {}) =>
  createHttpsServer({ key: pem, cert: pem, ...options }, onRequest);
const oldTls = { minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT@SECLEVEL=0' };

describe('ServiceClient.change', () => {
  it.each<[string, () => string | Promise<string>, string]>([
    [
      'no server listens at the port',
      async () => `http://${await closedAddress()}`,
      '{host} refused the connection.',
    ],
    [
      'the host name does not exist',
      () => 'https://workflow-jobs.invalid',
      'The host {host} was not found ({code}).',
    ],
    [
      'the network of the host is unreachable',
      () => 'http://255.255.255.255',
      '{host} could not be reached ({code}).',
    ],
    [
      'fetch blocks the port',
      () => 'http://127.0.0.1:6000',
      'Requests to {host} are blocked, because its port is reserved for another protocol.',
    ],
    [
      'the proxy requires credentials',
      () => useProxy(407).then(() => 'https://eu.example.com'),
      'A proxy requires credentials for requests to {host} (HTTP 407).',
    ],
    [
      'the proxy refuses to connect',
      () => useProxy(403).then(() => 'http://eu.example.com'),
      'A proxy refused the connection to {host} (HTTP 403).',
    ],
    [
      'no proxy listens at the port',
      async () => {
        useProxyAt(await closedAddress());
        return 'https://eu.example.com';
      },
      'The proxy for {host} could not be reached (ECONNREFUSED).',
    ],
    [
      'the host name of the proxy does not exist',
      () => {
        useProxyAt('proxy.invalid:3128');
        return 'http://eu.example.com';
      },
      'The proxy for {host} could not be reached ({code}).',
    ],
    [
      'the service supports only old versions of TLS',
      async () => `https://${await listen(tlsServer(oldTls))}`,
      '{host} does not support a TLS version that VS Code accepts (ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION).',
    ],
    [
      'the service does not use TLS',
      async () => `https://${await listen(createHttpServer())}`,
      'A secure connection to {host} could not be established (ERR_SSL_WRONG_VERSION_NUMBER).',
    ],
    [
      'the connection closes during the TLS handshake',
      async () => `https://${await listen(createTcpServer((socket) => void socket.destroy()))}`,
      '{host} closed the connection before it responded to POST /jobs.',
    ],
    [
      'the certificate is not trusted',
      async () => `https://${await listen(tlsServer())}`,
      'The TLS certificate of {host} is not trusted (DEPTH_ZERO_SELF_SIGNED_CERT).',
    ],
  ])('reports that nothing was sent if %s', async (_why, urlOf, message) => {
    const url = await urlOf();
    const error = await failureOf(start(clientFor(url).client));
    expect(error).toMatchObject({
      kind: 'unreachable',
      wasSent: false,
      advice: expect.any(String) as string,
    });
    const reason = message
      .replace('{host}', new URL(url).host)
      .replace('{code}', error.detail ?? '');
    expect(error.message).toBe(`${reason} Nothing was sent.`);
    expect(isOutcomeUnknown(error)).toBe(false);
    expect(onRequest).not.toHaveBeenCalled();
  });
});

describe('ServiceClient.listFields', () => {
  it('omits “Nothing was sent” from connection errors', async () => {
    const host = await closedAddress();
    const error = await failureOf(clientFor(`http://${host}`).client.listFields(patient()));
    expect(error.message).toBe(`${host} refused the connection.`);
  });
});

describe('networkFailure', () => {
  const service = new URL('https://eu.example.com/fields');
  const failureFrom = (cause: unknown) =>
    networkFailure(new TypeError('fetch failed', { cause }), 'GET /fields', service);
  const withCode = (code: string, syscall?: string) =>
    Object.assign(new Error(code), { code, syscall });

  it('returns the first error if all addresses of a host fail', async () => {
    const [, port] = (await closedAddress()).split(':');
    const addresses = ['127.0.0.1', '127.0.0.2'].map((address) => ({ address, family: 4 }));
    const socket = connect({
      host: 'eu.example.com',
      port: Number(port),
      autoSelectFamily: true,
      lookup: (_host, _options, callback) => callback(null, addresses),
    });
    const [thrown] = (await once(socket, 'error').catch((error: unknown) => [error])) as [Error];
    expect(thrown).toBeInstanceOf(AggregateError);
    expect(failureFrom(thrown)).toMatchObject({ detail: 'ECONNREFUSED', wasSent: false });
  });

  it.each(['ETIMEDOUT', 'ENETUNREACH', 'EHOSTUNREACH', 'EADDRNOTAVAIL', 'EACCES'])(
    'reports that the request was not sent after the connection error %s',
    (code) => {
      const attempt = withCode(code, 'connect');
      const all = Object.assign(new AggregateError([attempt, attempt]), { code });
      for (const error of [all, attempt].map(failureFrom)) {
        expect(error).toMatchObject({ detail: code, wasSent: false });
      }
    },
  );

  it.each(['read', 'write'])(
    'reports that the request may have been sent after a %s error',
    (syscall) => {
      for (const code of ['ETIMEDOUT', 'ECONNRESET', 'EHOSTUNREACH', 'ENETUNREACH']) {
        expect(failureFrom(withCode(code, syscall)).wasSent).toBe(true);
      }
    },
  );

  const notSent = false;
  const maybeSent = true;
  const nameNotFound = /host eu\.example\.com was not found/;
  const closed = /closed the connection before it responded to GET \/fields/;
  const untrusted = /not trusted .*http\.systemCertificates/;
  const notSecure = /A secure connection to eu\.example\.com/;
  const invalidHttp = /did not return a valid HTTP response to GET \/fields/;

  it.each<[code: string, wasSent: boolean, sentence: RegExp, syscall?: string]>([
    ['ENOTFOUND', notSent, nameNotFound],
    ['EAI_AGAIN', notSent, nameNotFound],
    ['EAI_FAIL', notSent, nameNotFound, 'getaddrinfo'],
    ['ENODATA', notSent, nameNotFound, 'getaddrinfo'],
    ['ECONNREFUSED', notSent, /refused the connection/],
    ['EHOSTUNREACH', notSent, /could not be reached \(EHOSTUNREACH\)/],
    ['ETIMEDOUT', maybeSent, /timed out/],
    ['UND_ERR_CONNECT_TIMEOUT', notSent, /timed out/],
    ['ECONNRESET', maybeSent, closed],
    ['EPIPE', maybeSent, closed],
    ['UND_ERR_SOCKET', maybeSent, closed],
    ['CERT_HAS_EXPIRED', notSent, /has expired/],
    ['ERR_TLS_CERT_ALTNAME_INVALID', notSent, /was issued for another name/],
    ['SELF_SIGNED_CERT_IN_CHAIN', notSent, /not trusted \(SELF_SIGNED_CERT_IN_CHAIN\)/],
    ['DEPTH_ZERO_SELF_SIGNED_CERT', notSent, untrusted],
    ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', notSent, untrusted],
    ['UNABLE_TO_GET_ISSUER_CERT', notSent, untrusted],
    ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', notSent, untrusted],
    ['ERR_SSL_WRONG_VERSION_NUMBER', notSent, notSecure],
    // These errors can also occur after the request was sent.
    ['ERR_SSL_DECRYPTION_FAILED_OR_BAD_RECORD_MAC', maybeSent, notSecure],
    ['ERR_SSL_UNEXPECTED_EOF_WHILE_READING', maybeSent, notSecure],
    ['HPE_INVALID_CONSTANT', maybeSent, invalidHttp],
    ['UND_ERR_HEADERS_OVERFLOW', maybeSent, invalidHttp],
    ['UND_ERR_RES_CONTENT_LENGTH_MISMATCH', maybeSent, invalidHttp],
    ['ENETDOWN', maybeSent, /could not be reached \(ENETDOWN\)/],
  ])('explains the error code %s and sets wasSent to %s', (code, wasSent, sentence, syscall) => {
    const error = failureFrom(withCode(code, syscall));
    expect(error).toMatchObject({
      kind: 'unreachable',
      request: 'GET /fields',
      detail: code,
      wasSent,
    });
    expect(`${error.message} ${error.advice}`).toMatch(sentence);
    expect(error.advice).toBeTruthy();
  });

  it('mentions CORS if the error has no code', () => {
    const { advice } = networkFailure(new TypeError('Failed to fetch'), 'GET /fields', service);
    expect(advice).toContain('CORS');
  });

  it('finds the error code in nested causes', () => {
    const cause = new Error('wrapped', { cause: withCode('ECONNREFUSED') });
    const error = new Error('wrapped', { cause });
    expect(networkFailure(error, 'GET /fields', service).detail).toBe('ECONNREFUSED');
  });

  it('ignores the numeric code of a DOMException', () => {
    const cause = new DOMException('wrapped', {
      name: 'NetworkError',
      cause: withCode('ECONNREFUSED'),
    });
    expect(failureFrom(cause).detail).toBe('ECONNREFUSED');
  });
});
