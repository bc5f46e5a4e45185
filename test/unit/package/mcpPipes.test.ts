import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { handshake, startMcpServer } from './mcpServer.ts';

const silent = { WORKFLOW_JOBS_BASE_URL: 'http://127.0.0.1:9' };

describe('the MCP server whose standard error is closed', () => {
  it('keeps responding after a fault was logged, and ends with its input', async () => {
    const server = startMcpServer(silent);
    server.child.stderr.destroy();
    await once(server.child.stderr, 'close');
    // The server logs a response to a request that it did not send.
    server.send({ id: 7, result: {} }, ...handshake(), { id: 1, method: 'tools/list' });
    expect(await server.response(1)).toHaveProperty('result.tools');
    server.child.stdin.end();
    expect(await server.ended()).toMatchObject({ code: 0 });
  });

  it('ends with 78 if its configuration is invalid', async () => {
    const server = startMcpServer({});
    server.child.stderr.destroy();
    expect(await server.ended()).toMatchObject({ code: 78 });
  });
});
