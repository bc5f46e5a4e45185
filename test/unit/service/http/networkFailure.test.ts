import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer as createHttpServer, setGlobalProxyFromEnv } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { type AddressInfo, connect, createServer as createTcpServer, type Server } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { networkFailure } from '../../../../src/service/http/networkFailure.ts';
import { isOutcomeUnknown } from '../../../../src/service/serviceError.ts';
import { clientFor, failureOf, patient, startJob } from '../harness.ts';

async function listen(server: Server): Promise<string> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Returns an address at which nothing listens. */
async function closedAddress(): Promise<string> {
  const server = createTcpServer();
  const host = await listen(server);
  server.close();
  await once(server, 'close');
  return host;
}

/** Sends all requests of this process through a proxy that responds to CONNECT with this status. */
async function useProxy(status: number): Promise<void> {
  const proxy = createHttpServer().on('connect', (_request, socket) => {
    socket.end(`HTTP/1.1 ${status} No\r\n\r\n`);
  });
  const url = `http://${await listen(proxy)}`;
  onTestFinished(setGlobalProxyFromEnv({ http_proxy: url, https_proxy: url, no_proxy: '' }));
}

async function oldTlsServer(): Promise<Server> {
  const pem = await readFile(new URL('selfSigned.pem', import.meta.url));
  const versions = { minVersion: 'TLSv1', maxVersion: 'TLSv1.1' } as const;
  return createHttpsServer({ key: pem, cert: pem, ...versions, ciphers: 'DEFAULT@SECLEVEL=0' });
}

describe('a start that fails before it is sent', () => {
  it.each<[string, () => Promise<string>, string]>([
    [
      'nothing listens at the port',
      async () => `http://${await closedAddress()}`,
      'Nothing answers at {host}: the connection was refused. Nothing was sent.',
    ],
    [
      'the name does not exist',
      () => Promise.resolve('https://workflow-jobs.invalid'),
      'The name {host} was not found ({code}). Nothing was sent.',
    ],
    [
      'the network of the host is unreachable',
      () => Promise.resolve('http://255.255.255.255'),
      '{host} could not be reached ({code}). Nothing was sent.',
    ],
    [
      'fetch blocks the port',
      () => Promise.resolve('http://127.0.0.1:6000'),
      'Requests to {host} are blocked, because its port is reserved for another protocol. Nothing was sent.',
    ],
    [
      'the proxy requires credentials',
      async () => {
        await useProxy(407);
        return 'https://eu.example.com';
      },
      'A proxy before {host} asks for credentials (HTTP 407). Nothing was sent.',
    ],
    [
      'the proxy refuses to connect',
      async () => {
        await useProxy(403);
        return 'http://eu.example.com';
      },
      'A proxy before {host} refused the connection (HTTP 403). Nothing was sent.',
    ],
    [
      'the service supports only old versions of TLS',
      async () => `https://${await listen(await oldTlsServer())}`,
      '{host} supports no TLS version that is accepted here (ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION). Nothing was sent.',
    ],
    [
      'the service uses no TLS',
      async () => `https://${await listen(createHttpServer())}`,
      'No secure connection to {host} (ERR_SSL_WRONG_VERSION_NUMBER). Nothing was sent.',
    ],
    [
      'the connection closes during the TLS handshake',
      async () => `https://${await listen(createTcpServer((socket) => void socket.destroy()))}`,
      '{host} closed the connection before POST /jobs was answered. Nothing was sent.',
    ],
  ])('reports that nothing was sent if %s', async (_why, urlOf, message) => {
    const url = await urlOf();
    const error = await failureOf(clientFor(url).client.change(startJob('wf_1'), patient()));
    expect(error).toMatchObject({ kind: 'unreachable', wasSent: false });
    expect(error.message).toBe(
      message.replace('{host}', new URL(url).host).replace('{code}', error.detail ?? ''),
    );
    expect([isOutcomeUnknown(error), error.advice]).toEqual([false, expect.any(String)]);
  });

  it('is not a read request, whose message omits that nothing was sent', async () => {
    const host = await closedAddress();
    const error = await failureOf(clientFor(`http://${host}`).client.listFields(patient()));
    expect(error.message).toBe(`Nothing answers at ${host}: the connection was refused.`);
  });
});

describe('networkFailure', () => {
  const failureFrom = (cause: unknown) =>
    networkFailure(new TypeError('fetch failed', { cause }), 'POST /jobs', 'eu.example.com');

  it('reads the first error if the connection to each address failed', async () => {
    const [, port] = (await closedAddress()).split(':');
    const socket = connect({
      host: 'eu.example.com',
      port: Number(port),
      autoSelectFamily: true,
      lookup: (_host, _options, callback) =>
        callback(
          null,
          ['127.0.0.1', '127.0.0.2'].map((address) => ({ address, family: 4 })),
        ),
    });
    const [thrown] = (await once(socket, 'error').catch((error: unknown) => [error])) as [Error];
    expect(thrown).toBeInstanceOf(AggregateError);
    expect(failureFrom(thrown)).toMatchObject({ detail: 'ECONNREFUSED', wasSent: false });
  });

  it.each(['ETIMEDOUT', 'ENETUNREACH', 'EHOSTUNREACH', 'EADDRNOTAVAIL', 'EACCES'])(
    'reports that nothing was sent after %s for each address',
    (code) => {
      const attempt = () => Object.assign(new Error(`connect ${code}`), { code, syscall: 'connect' });
      const all = Object.assign(new AggregateError([attempt(), attempt()]), { code });
      for (const error of [failureFrom(all), failureFrom(attempt())]) {
        expect(error).toMatchObject({ detail: code, wasSent: false });
      }
    },
  );

  it.each(['EAI_AGAIN', 'EAI_FAIL', 'ENODATA'])('reports a name that was not found after %s', (code) => {
    const error = failureFrom(Object.assign(new Error(code), { code, syscall: 'getaddrinfo' }));
    expect(error.message).toBe(`The name eu.example.com was not found (${code}).`);
    expect(error.wasSent).toBe(false);
  });

  it.each(['read', 'write'])('cannot exclude that the request was sent after a failed %s', (syscall) => {
    for (const code of ['ETIMEDOUT', 'ECONNRESET', 'EHOSTUNREACH', 'ENETUNREACH']) {
      expect(failureFrom(Object.assign(new Error(code), { code, syscall })).wasSent).toBe(true);
    }
  });

  it.each(['ERR_SSL_DECRYPTION_FAILED_OR_BAD_RECORD_MAC', 'ERR_SSL_UNEXPECTED_EOF_WHILE_READING'])(
    'cannot exclude that the request was sent after %s, which may end an established connection',
    (code) => {
      expect(failureFrom(Object.assign(new Error(code), { code })).wasSent).toBe(true);
    },
  );

  const wrapped = (code: string) =>
    new TypeError('fetch failed', { cause: Object.assign(new Error(code), { code }) });

  const notSent = false;
  const mayBeSent = true;

  it.each<[string, boolean, RegExp]>([
    ['ENOTFOUND', notSent, /name eu\.example\.com was not found/],
    ['EAI_AGAIN', notSent, /name eu\.example\.com was not found/],
    ['ECONNREFUSED', notSent, /connection was refused/],
    ['EHOSTUNREACH', notSent, /could not be reached \(EHOSTUNREACH\)/],
    ['ETIMEDOUT', mayBeSent, /did not accept a connection in time/],
    ['UND_ERR_CONNECT_TIMEOUT', notSent, /did not accept a connection in time/],
    ['ECONNRESET', mayBeSent, /closed the connection before GET \/fields was answered/],
    ['EPIPE', mayBeSent, /closed the connection before GET \/fields was answered/],
    ['UND_ERR_SOCKET', mayBeSent, /closed the connection before GET \/fields was answered/],
    ['CERT_HAS_EXPIRED', notSent, /has expired/],
    ['ERR_TLS_CERT_ALTNAME_INVALID', notSent, /belongs to another name/],
    ['SELF_SIGNED_CERT_IN_CHAIN', notSent, /not trusted here \(SELF_SIGNED_CERT_IN_CHAIN\)/],
    ['DEPTH_ZERO_SELF_SIGNED_CERT', notSent, /not trusted here/],
    ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', notSent, /not trusted here/],
    ['UNABLE_TO_GET_ISSUER_CERT', notSent, /not trusted here/],
    ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', notSent, /not trusted here/],
    [
      'ERR_SSL_WRONG_VERSION_NUMBER',
      notSent,
      /No secure connection to eu\.example\.com \(ERR_SSL_WRONG_VERSION_NUMBER\)/,
    ],
    ['HPE_INVALID_CONSTANT', mayBeSent, /did not answer GET \/fields in valid HTTP \(HPE_INVALID_CONSTANT\)/],
    ['UND_ERR_HEADERS_OVERFLOW', mayBeSent, /did not answer GET \/fields in valid HTTP/],
    ['UND_ERR_RES_CONTENT_LENGTH_MISMATCH', mayBeSent, /did not answer GET \/fields in valid HTTP/],
    ['ENETDOWN', mayBeSent, /could not be reached \(ENETDOWN\)/],
  ])('names %s in words, and whether the request may have been sent: %s', (code, wasSent, sentence) => {
    const error = networkFailure(wrapped(code), 'GET /fields', 'eu.example.com');
    expect(error).toMatchObject({ kind: 'unreachable', request: 'GET /fields', detail: code, wasSent });
    expect(error.message).toMatch(sentence);
    expect(error.advice).toBeTruthy();
  });

  it('says what it probably is where a browser tells nothing', () => {
    expect(
      networkFailure(new TypeError('Failed to fetch'), 'GET /fields', 'eu.example.com').advice,
    ).toContain('CORS');
  });

  it.each([
    [7, 'ECONNREFUSED'],
    [8, undefined],
  ])('finds the code behind %i causes: %s', (causes, code) => {
    let error: Error = Object.assign(new Error('refused'), { code: 'ECONNREFUSED' });
    for (let level = 0; level < causes; level++) error = new Error('wrapped', { cause: error });
    expect(networkFailure(error, 'GET /fields', 'eu.example.com').detail).toBe(code);
  });

  it('passes over a code that is a number, as a DOMException has one', () => {
    const refused = Object.assign(new Error('refused'), { code: 'ECONNREFUSED' });
    expect(
      networkFailure(
        new DOMException('wrapped', { name: 'NetworkError', cause: refused }),
        'GET /fields',
        'eu.example.com',
      ).detail,
    ).toBe('ECONNREFUSED');
  });
});
