import { createReadStream } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import { extname, join, normalize } from 'node:path';
import type { Duplex } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { close, listen } from '../service/listen.ts';
import { createProxyServer, proxyFetch, proxyUpgrade } from 'httpxy';

type Handler = (request: IncomingMessage, response: ServerResponse) => void | Promise<void>;

export interface ProxyOptions {
  /** Port of the VS Code server. */
  readonly target: number;
  /** Request handlers by URL path prefix. */
  readonly mounts: Readonly<Record<string, Handler>>;
  /** Returns options to add to the `developmentOptions` of the workbench. */
  readonly developmentOptions: (authority: string) => object;
}

export interface Proxy {
  readonly port: number;
  close(): Promise<void>;
}

/**
 * Starts a proxy for the VS Code server. The proxy serves the extension from the same origin as the
 * window and adds the extension to the workbench page.
 */
export async function startProxy({
  target,
  mounts,
  developmentOptions,
}: ProxyOptions): Promise<Proxy> {
  const vscode = { host: '127.0.0.1', port: target };
  const proxy = createProxyServer({ target: vscode });
  const handle: Handler = async (request, response) => {
    const url = new URL(request.url ?? '', `http://${request.headers.host}`);
    const mount = Object.keys(mounts).find((prefix) => url.pathname.startsWith(prefix));
    if (mount !== undefined) return mounts[mount]?.(request, response);
    if (url.pathname !== '/') return proxy.web(request, response);
    // Requests the page without compression, because a compressed page cannot be changed.
    const page = await proxyFetch(vscode, url, {
      headers: { ...request.headers, 'accept-encoding': 'identity' } as unknown as Record<
        string,
        string
      >,
    });
    const text = await page.text();
    page.headers.delete('content-length');
    const isWorkbench = page.headers.get('content-type')?.startsWith('text/html');
    response
      .setHeaders(page.headers)
      .writeHead(page.status)
      .end(isWorkbench ? withDevelopmentOptions(text, developmentOptions(url.host)) : text);
  };
  const server = createServer((request, response) => {
    Promise.resolve(handle(request, response)).catch((error: unknown) => {
      if (!response.headersSent) response.writeHead(502);
      response.end(String(error));
    });
  });
  // Upgraded connections. The server does not close these connections, so `close` does.
  const upgraded = new Set<Duplex>();
  server.on('upgrade', (request, socket, head) => {
    upgraded.add(socket);
    socket.on('close', () => upgraded.delete(socket));
    proxyUpgrade(vscode, request, socket, head, { xfwd: false }).catch(() => socket.destroy());
  });
  return {
    port: await listen(server),
    async close() {
      for (const socket of upgraded) socket.destroy();
      await close(server);
    },
  };
}

/** Adds development options to the configuration in the workbench page. */
function withDevelopmentOptions(page: string, options: object): string {
  const setting = /(id="vscode-workbench-web-configuration" data-settings=")([^"]*)"/;
  const [, , escaped] = setting.exec(page) ?? [];
  if (escaped === undefined) throw new Error('The page of the workbench has no configuration.');
  const configuration = JSON.parse(
    escaped
      .replaceAll('&quot;', '"')
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>')
      .replaceAll('&amp;', '&'),
  ) as { developmentOptions?: object };
  const changed = JSON.stringify({
    ...configuration,
    developmentOptions: { ...configuration.developmentOptions, ...options },
  });
  return page.replace(
    setting,
    (_all, start: string) =>
      `${start}${changed.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}"`,
  );
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

/** Serves the files of a folder below a URL path. */
export function serveFolder(path: string, folder: string): Handler {
  return async (request, response) => {
    const name = normalize(
      decodeURIComponent(
        new URL(request.url ?? '', 'http://localhost').pathname.slice(path.length),
      ),
    );
    const file = createReadStream(join(folder, name.startsWith('..') ? '' : name));
    const failed = await once(file, 'open').then(
      () => false,
      () => true,
    );
    if (failed) return void response.writeHead(404).end();
    response.writeHead(200, {
      'content-type': contentTypes[extname(name)] ?? 'application/octet-stream',
      'cache-control': 'no-store',
      'access-control-allow-origin': '*',
    });
    await pipeline(file, response);
  };
}
