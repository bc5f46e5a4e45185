import { readFile } from 'node:fs/promises';
import { createServer as createHttpsServer } from 'node:https';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { projectFolder } from '../../../support/paths.ts';
import { aField } from '../../../support/service/builders.ts';
import { close, listen } from '../../../support/service/listen.ts';
import { startProxy } from '../../../support/service/proxy.ts';
import { serveData, startService } from '../../../support/service/service.ts';
import { handshake, startMcpServer, toolCall } from './mcpServer.ts';

const fields = { fields: [aField()] };
const certificate = join(projectFolder, 'test/unit/service/http/selfSigned.pem');

/** Starts a service, and a proxy that forwards all requests to it. */
async function serviceBehindProxy() {
  const service = await startService(serveData(fields));
  onTestFinished(() => service.close());
  return { service, proxy: await proxyTo(service.port) };
}

async function proxyTo(port: number) {
  const proxy = await startProxy(port);
  onTestFinished(() => proxy.close());
  return proxy;
}

/** Starts an HTTPS service and returns its port. */
async function startHttpsService(): Promise<number> {
  const pem = await readFile(certificate);
  const server = createHttpsServer({ key: pem, cert: pem }, (_request, response) => {
    response
      .setHeader('content-type', 'application/json')
      .end(JSON.stringify({ status: 'success', data: fields }));
  });
  onTestFinished(() => close(server));
  return listen(server);
}

/** Starts a server with these environment variables, and calls its tool `list_fields`. */
async function listFields(baseUrl: string, variables: Readonly<Record<string, string>>) {
  const server = startMcpServer({ WORKFLOW_JOBS_BASE_URL: baseUrl, ...variables });
  server.send(...handshake(), toolCall(1, 'list_fields'));
  return (await server.response(1)).result;
}

const listed = { structuredContent: { total: 1 } };

describe('MCP server', () => {
  it.each(['HTTP_PROXY', 'http_proxy'])(
    'sends HTTP requests through the proxy in the variable %s',
    async (name) => {
      const { proxy } = await serviceBehindProxy();
      expect(
        await listFields('http://service.invalid', { [name]: `http://${proxy.host}` }),
      ).toMatchObject(listed);
      expect(proxy.requests).toEqual([
        { line: 'GET http://service.invalid/fields', authorization: undefined },
      ]);
    },
  );

  it.each(['HTTPS_PROXY', 'https_proxy', 'HTTP_PROXY'])(
    'opens a tunnel for HTTPS requests through the proxy in the variable %s',
    async (name) => {
      const port = await startHttpsService();
      const proxy = await proxyTo(port);
      const variables = { [name]: `http://${proxy.host}`, NODE_EXTRA_CA_CERTS: certificate };
      expect(await listFields(`https://127.0.0.1:${port}`, variables)).toMatchObject(listed);
      expect(proxy.requests.map(({ line }) => line)).toEqual([`CONNECT 127.0.0.1:${port}`]);
    },
  );

  it('sends the credentials in the proxy URL to the proxy', async () => {
    const { proxy } = await serviceBehindProxy();
    const variables = { HTTP_PROXY: `me:p%40ss@${proxy.host}` };
    expect(await listFields('http://service.invalid', variables)).toMatchObject(listed);
    expect(proxy.requests.map(({ authorization }) => authorization)).toEqual([
      `Basic ${btoa('me:p@ss')}`,
    ]);
  });

  it.each(['NO_PROXY', 'no_proxy'])(
    'bypasses the proxy for hosts in the variable %s',
    async (name) => {
      const { proxy, service } = await serviceBehindProxy();
      const variables = {
        HTTP_PROXY: `http://${proxy.host}`,
        [name]: 'service.invalid, 127.0.0.1',
      };
      expect(await listFields(service.url, variables)).toMatchObject(listed);
      expect(proxy.requests).toEqual([]);
    },
  );

  it('bypasses the proxy for a service on the same machine', async () => {
    const { service } = await serviceBehindProxy();
    expect(
      await listFields(service.url, { HTTP_PROXY: 'http://proxy.invalid:8080' }),
    ).toMatchObject(listed);
  });

  it('suggests checking the proxy if the service cannot be reached', async () => {
    const result = await listFields('http://service.invalid', {});
    expect(result).toMatchObject({ isError: true });
    expect(JSON.stringify(result)).toContain('HTTPS_PROXY');
  });

  it.each([
    'http://',
    'proxy:port',
    'ftp://me:secret@proxy.invalid',
    'http://me:secret%@proxy.invalid',
  ])('exits with code 78 if the proxy URL %s is invalid', async (address) => {
    const variables = { WORKFLOW_JOBS_BASE_URL: 'http://service.invalid', HTTPS_PROXY: address };
    const { code, errors } = await startMcpServer(variables).ended();
    expect(code).toBe(78);
    expect(errors).toMatch(/^HTTPS_PROXY: .* Example: http:\/\/proxy\.example:8080\.\n$/);
    expect(errors).not.toContain('secret');
  });
});
