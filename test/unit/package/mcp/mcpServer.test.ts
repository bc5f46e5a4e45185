import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { describe, expect, inject, it, onTestFinished } from 'vitest';
import { aJob } from '../../../support/service/builders.ts';
import { serveData, startService } from '../../../support/service/service.ts';
import { serverFile, startMcpServer } from './mcpServer.ts';

const secret = 'k3y-that-must-not-leak';

describe('MCP server bundle', () => {
  it('consists of one ASCII file outside the extension bundle', async () => {
    const [server, extension] = await Promise.all(
      [serverFile, join(inject('builds').production, 'extension/extension.js')].map((each) =>
        readFile(each, 'utf8'),
      ),
    );
    expect(server).not.toMatch(/[^\0-\x7f]/);
    expect(server).toContain('WORKFLOW_JOBS_');
    expect(extension).not.toContain('tools/call');
  });

  it('uses only functions that Node.js 20 supports', async () => {
    const options = [
      '--import',
      'data:text/javascript,delete Promise.withResolvers;delete Map.groupBy',
    ];
    const service = await startService(serveData({ jobs: [aJob()] }));
    onTestFinished(() => service.close());
    const client = new Client({ name: 'test', version: '1.0.0' });
    await client.connect(
      new StdioClientTransport({
        command: process.execPath,
        args: [...options, serverFile],
        stderr: 'inherit',
        env: { WORKFLOW_JOBS_BASE_URL: service.url, WORKFLOW_JOBS_API_KEY: secret },
      }),
    );
    onTestFinished(() => client.close());
    expect((await client.callTool({ name: 'find_jobs' })).structuredContent).toMatchObject({
      jobs: [{ key: 'job_1' }],
      read: 'page 1; jobs in total: 1',
    });
    expect(service.requests.map(({ headers }) => headers.authorization)).toEqual([
      `Bearer ${secret}`,
    ]);
    expect(
      (await client.callTool({ name: 'wait_for_job', arguments: { key: 'job_1', seconds: 1 } }))
        .structuredContent,
    ).toMatchObject({ outcome: 'stillActive' });
  });
});

describe('MCP server', () => {
  it('prints the required version and exits with code 78 on Node.js 18', async () => {
    const likeNode18 = [
      "Object.defineProperty(process.versions, 'node', { value: '18.20.8' })",
      'delete String.prototype.toWellFormed',
      'delete URL.canParse',
      'delete globalThis.File',
    ].join(';');
    const server = startMcpServer({ WORKFLOW_JOBS_BASE_URL: 'http://127.0.0.1:9' }, [
      '--import',
      `data:text/javascript,${likeNode18}`,
    ]);
    expect(await server.ended()).toEqual({
      code: 78,
      errors: 'Workflow Jobs needs Node.js 20 or newer. This is Node.js 18.20.8.\n',
    });
  });

  it('exits with code 78 without printing the API key if the configuration is invalid', async () => {
    const server = startMcpServer({
      WORKFLOW_JOBS_API_KEY: secret,
      WORKFLOW_JOBS_BASE_URL: `https://me:${secret}@one.example`,
    });
    const { code, errors } = await server.ended();
    expect([code, server.lines]).toEqual([78, []]);
    expect(errors).toMatch(
      /^WORKFLOW_JOBS_BASE_URL: The base URL must not contain a user name or password\. Set an API key instead\.\n$/,
    );
    expect(errors).not.toContain(secret);
  });
});
