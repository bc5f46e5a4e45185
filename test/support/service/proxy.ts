import { createServer, request as sendRequest } from 'node:http';
import { connect } from 'node:net';
import { close, listen } from './listen.ts';

/** A request that the proxy received. */
export interface ProxiedRequest {
  /** Method and URL, such as `GET http://service.invalid/jobs` or `CONNECT service.invalid:443`. */
  readonly line: string;
  /** Value of the `Proxy-Authorization` header. */
  readonly authorization: string | undefined;
}

export interface Proxy {
  /** Host and port, separated by a colon. */
  readonly host: string;
  readonly requests: readonly ProxiedRequest[];
  readonly close: () => Promise<void>;
}

/**
 * Starts an HTTP proxy that forwards every request to the same local port, regardless of the host
 * in the request.
 */
export async function startProxy(targetPort: number): Promise<Proxy> {
  const requests: ProxiedRequest[] = [];
  const record = (line: string, authorization: string | undefined) =>
    requests.push({ line, authorization });
  const server = createServer((message, response) => {
    const { method = '', url = '', headers } = message;
    record(`${method} ${url}`, headers['proxy-authorization']);
    const { pathname, search } = new URL(url);
    const options = {
      host: '127.0.0.1',
      port: targetPort,
      method,
      path: pathname + search,
      headers,
    };
    const forwarded = sendRequest(options, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    forwarded.on('error', () => response.destroy());
    message.pipe(forwarded);
  });
  server.on('connect', ({ url = '', headers }, socket) => {
    record(`CONNECT ${url}`, headers['proxy-authorization']);
    const target = connect(targetPort, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection Established\r\n\r\n');
      socket.pipe(target).pipe(socket);
    });
    for (const each of [socket, target]) {
      each
        .on('error', () => undefined)
        .on('close', () => [socket, target].forEach((end) => end.destroy()));
    }
  });
  return { host: `127.0.0.1:${await listen(server)}`, requests, close: () => close(server) };
}
