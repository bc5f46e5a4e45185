import { once } from 'node:events';
import { describe, expect, it, onTestFinished } from 'vitest';
import { aJob } from '../../../support/service/builders.ts';
import {
  type Handler,
  envelope,
  serveData,
  delayed,
  startService,
} from '../../../support/service/service.ts';
import { handshake, startMcpServer, toolCall } from './mcpServer.ts';

const unreachable = { WORKFLOW_JOBS_BASE_URL: 'http://127.0.0.1:9' };

/** Starts a service and an MCP server that uses it. */
async function serverFor(handler: Handler, variables: Record<string, string> = {}) {
  const service = await startService(handler);
  onTestFinished(() => service.close());
  return { service, server: startMcpServer({ WORKFLOW_JOBS_BASE_URL: service.url, ...variables }) };
}

describe('MCP server', () => {
  it('keeps responding after standard error is closed', async () => {
    const server = startMcpServer(unreachable);
    server.child.stderr.destroy();
    await once(server.child.stderr, 'close');
    // The server logs this response, because it did not send a request.
    server.send({ id: 7, result: {} }, ...handshake(), { id: 1, method: 'tools/list' });
    expect(await server.response(1)).toHaveProperty('result.tools');
    server.child.stdin.end();
    expect(await server.ended()).toMatchObject({ code: 0 });
  });

  it('exits with code 78 if it cannot print a configuration error', async () => {
    const server = startMcpServer({});
    server.child.stderr.destroy();
    expect(await server.ended()).toMatchObject({ code: 78 });
  });

  const list = { id: 1, method: 'tools/list' };
  const call = (properties: object) => ({
    id: 1,
    method: 'tools/call',
    params: { name: 'find_jobs', ...properties },
  });

  it.each([
    ['params: null', { ...list, params: null }],
    ['params: []', { ...list, params: [] }],
    ['_meta: null', { ...list, params: { _meta: null } }],
    ['_meta: []', { ...list, params: { _meta: [] } }],
    ['progressToken: null', { ...list, params: { _meta: { progressToken: null } } }],
    ['cursor: null', { ...list, params: { cursor: null } }],
    ['arguments: null', call({ arguments: null })],
    ['arguments: []', call({ arguments: [] })],
    ['an empty id', { ...list, id: '' }],
  ])('accepts a request with %s', async (_what, request) => {
    const { server } = await serverFor(serveData({ jobs: [aJob()] }));
    server.send(...handshake(), request);
    const { result, error } = await server.response(request.id);
    expect(error).toBeUndefined();
    expect(result?.isError).not.toBe(true);
  });

  it.each([
    ['the id 1.5', { ...list, id: 1.5 }, 1.5],
    ['the id null', { ...list, id: null }, null],
    ['an object as id', { ...list, id: {} }, null],
    ['a string as params', { ...list, params: 'all' }, 1],
    ['an array as params', { ...list, params: [1] }, 1],
    ['a text as _meta', { ...list, params: { _meta: 'none' } }, 1],
    ['another version of JSON-RPC', { ...list, jsonrpc: '1.0' }, 1],
    ['no method', { id: 1 }, 1],
    ['an unknown method', { id: 1, method: 'tools/run' }, 1],
    ['a text as arguments', call({ arguments: 'all' }), 1],
  ])('rejects a request with %s', async (_what, request, id) => {
    const server = startMcpServer(unreachable);
    server.send(...handshake(), request, { id: 'last', method: 'ping' });
    await server.response('last');
    const { error, result } = await server.response(id);
    expect(error?.code ?? result?.isError).toBeTruthy();
  });

  it.each([
    ['text that is not JSON', 'no JSON', -32700],
    ['JSON that is not a message', '[]', -32600],
  ])('rejects a line that contains %s', async (_what, line, code) => {
    const server = startMcpServer(unreachable);
    server.write(`\n${line}\n`);
    expect(await server.response(null)).toMatchObject({ error: { code } });
  });

  it('ignores an invalid response from the client', async () => {
    const server = startMcpServer(unreachable);
    server.send(...handshake(), { id: 1, result: null }, { id: 2, method: 'ping' });
    await server.response(2);
    expect(server.lines.map(({ id }) => id)).toEqual(['initialize', 2]);
  });

  it('ignores a byte order mark at the start of standard input', async () => {
    const server = startMcpServer(unreachable);
    server.write('\ufeff');
    server.send(...handshake());
    expect(await server.response('initialize')).toHaveProperty('result.serverInfo');
  });

  const start = { WORKFLOW_JOBS_CAN_START: '1', WORKFLOW_JOBS_KIND: 'development' };

  it('responds to all pending requests after standard input is closed', async () => {
    const { server, service } = await serverFor(
      serveData(
        { jobs: [aJob()] },
        { 'POST /jobs': delayed(envelope({ job: aJob({ key: 'job_new' }) }), 200) },
      ),
      start,
    );
    server.send(
      ...handshake(),
      { id: 1, method: 'tools/list' },
      toolCall(2, 'find_jobs'),
      toolCall(3, 'get_job', { key: 'job_1' }),
      toolCall(4, 'start_job', { workflowKey: 'wf_1' }),
    );
    server.child.stdin.end(JSON.stringify({ jsonrpc: '2.0', ...toolCall(5, 'list_workflows') }));
    expect(await server.ended()).toMatchObject({ code: 0 });
    expect(
      server.lines.map(({ id, error, result }) => [id, error ?? result?.isError ?? false]),
    ).toEqual(
      expect.arrayContaining([
        ['initialize', false],
        ...[1, 2, 3, 4, 5].map((id) => [id, false]),
      ]) as unknown,
    );
    expect(service.requests.filter(({ method }) => method === 'POST')).toHaveLength(1);
  });

  it('stops waiting for a job after standard input is closed', async () => {
    const { server, service } = await serverFor(() => delayed(envelope({ fields: [] }), 60_000));
    server.send(...handshake(), toolCall(1, 'wait_for_job', { key: 'job_1', seconds: 600 }));
    await service.received(1);
    server.child.stdin.end();
    expect(await server.ended()).toMatchObject({ code: 0 });
    expect(await server.response(1)).toMatchObject({ result: { isError: true } });
  });

  it('starts no unconfirmed job after standard input is closed', async () => {
    const { server, service } = await serverFor(serveData({ jobs: [aJob()] }), {
      ...start,
      WORKFLOW_JOBS_KIND: 'production',
    });
    server.send(
      ...handshake({ elicitation: {} }),
      toolCall(1, 'start_job', { workflowKey: 'wf_1' }),
    );
    await server.line(({ method }) => method === 'elicitation/create');
    server.child.stdin.end();
    expect(await server.ended()).toMatchObject({ code: 0 });
    expect(await server.response(1)).toMatchObject({ result: { isError: true } });
    expect(service.requests.filter(({ method }) => method === 'POST')).toEqual([]);
  });
});
