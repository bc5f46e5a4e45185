import { createReadStream } from 'node:fs';
import { createServer, request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { once } from 'node:events';
import { extname, join, normalize } from 'node:path';
import type { Duplex } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';

type Handler = (request: IncomingMessage, response: ServerResponse) => void | Promise<void>;

export interface ProxyOptions {
  /** The port of VS Code's server. */
  readonly target: number;
  /** What is answered here, by the beginning of its path. */
  readonly mounts: Readonly<Record<string, Handler>>;
  /** Added to what the page tells the workbench for developing extensions. */
  readonly developmentOptions: (authority: string) => object;
}

export interface Proxy {
  readonly port: number;
  close(): Promise<void>;
}

/** Stands before VS Code's server, so that an extension is of the same origin as the window that runs it, and the window is told of it. */
export async function startProxy({ target, mounts, developmentOptions }: ProxyOptions): Promise<Proxy> {
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '', 'http://localhost').pathname;
    const mount = Object.keys(mounts).find((prefix) => path.startsWith(prefix));
    const handle = mount === undefined ? forward : mounts[mount];
    Promise.resolve(handle?.(request, response)).catch((error: unknown) => {
      if (!response.headersSent) response.writeHead(502);
      response.end(String(error));
    });
  });

  const forward: Handler = async (request, response) => {
    // Only what is not compressed can be changed.
    const headers = { ...request.headers, 'accept-encoding': 'identity' };
    const asked = httpRequest({ host: '127.0.0.1', port: target, method: request.method, path: request.url, headers });
    response.on('close', () => asked.destroy());
    const answered = once(asked, 'response') as Promise<[IncomingMessage]>;
    await Promise.all([pipeline(request, asked), answered.then(([answer]) => deliver(answer, request, response))]);
  };
  const deliver = async (answer: IncomingMessage, request: IncomingMessage, response: ServerResponse) => {
    if (!answer.headers['content-type']?.startsWith('text/html') || !/^\/(\?|$)/.test(request.url ?? '')) {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      return pipeline(answer, response);
    }
    const { 'content-length': _, ...headers } = answer.headers;
    response.writeHead(answer.statusCode ?? 502, headers).end(withDevelopmentOptions(await text(answer), developmentOptions(request.headers.host ?? '')));
  };

  // The server does not count them among its connections; one that only one side has ended would keep it open.
  const upgraded = new Set<Duplex>();
  server.on('upgrade', (request, socket, head) => {
    upgraded.add(socket);
    socket.on('close', () => upgraded.delete(socket));
    const { rawHeaders } = request;
    const lines = rawHeaders.flatMap((name, index) => (index % 2 === 0 ? [`${name}: ${rawHeaders[index + 1]}`] : []));
    const upstream = connect(target, '127.0.0.1', () => {
      upstream.write(`${request.method} ${request.url} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`);
      upstream.write(head);
      upstream.pipe(socket).pipe(upstream);
    });
    // Whichever side goes, the other goes with it.
    for (const [one, other] of [[socket, upstream], [upstream, socket]] as const) one.on('error', () => other.destroy()).on('close', () => other.destroy());
  });

  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      for (const socket of upgraded) socket.destroy();
      await closed;
    },
  };
}

/** The workbench's page with these options among its own. */
function withDevelopmentOptions(page: string, options: object): string {
  const setting = /(id="vscode-workbench-web-configuration" data-settings=")([^"]*)"/;
  const [, , escaped] = setting.exec(page) ?? [];
  if (escaped === undefined) throw new Error('The page of the workbench has no configuration.');
  const configuration = JSON.parse(escaped.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')) as { developmentOptions?: object };
  const changed = JSON.stringify({ ...configuration, developmentOptions: { ...configuration.developmentOptions, ...options } });
  return page.replace(setting, (_all, start: string) => `${start}${changed.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}"`);
}

const contentTypes: Readonly<Record<string, string>> = {
  '.js': 'text/javascript',
  '.cjs': 'text/javascript',
  '.json': 'application/json',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ttf': 'font/ttf',
};

/** Serves the files of a folder below a path. */
export function serveFolder(path: string, folder: string): Handler {
  return async (request, response) => {
    const name = normalize(decodeURIComponent(new URL(request.url ?? '', 'http://localhost').pathname.slice(path.length)));
    const file = createReadStream(join(folder, name.startsWith('..') ? '' : name));
    const failed = await once(file, 'open').then(
      () => false,
      () => true,
    );
    if (failed) return void response.writeHead(404).end();
    response.writeHead(200, { 'content-type': contentTypes[extname(name)] ?? 'application/octet-stream', 'cache-control': 'no-store', 'access-control-allow-origin': '*' });
    await pipeline(file, response);
  };
}
