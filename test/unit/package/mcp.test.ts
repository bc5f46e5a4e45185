import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text as readText } from 'node:stream/consumers';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { describe, expect, inject, it, onTestFinished } from 'vitest';
import { aJob } from '../../support/service/builders.ts';
import { envelope, holding, late, startService } from '../../support/service/service.ts';

const file = join(inject('builds').production, 'mcp/server.js');
const secret = 'k3y-that-must-not-leak';

describe('the MCP server', () => {
  it('is one ASCII file, and the extension does not hold it', async () => {
    const [server, extension] = await Promise.all(
      [file, join(inject('builds').production, 'extension/extension.js')].map((each) =>
        readFile(each, 'utf8'),
      ),
    );
    expect(server).not.toMatch(/[^\0-\x7f]/);
    expect(server).toContain('WORKFLOW_JOBS_');
    expect(extension).not.toContain('tools/call');
  });

  it('speaks the protocol on standard input and output, also without what Node 20 lacks', async () => {
    const options = ['--import', 'data:text/javascript,delete Promise.withResolvers;delete Map.groupBy'];
    const service = await startService(holding({ jobs: [aJob()] }));
    onTestFinished(() => service.close());
    const client = new Client({ name: 'test', version: '1.0.0' });
    await client.connect(
      new StdioClientTransport({
        command: process.execPath,
        args: [...options, file],
        stderr: 'inherit',
        env: { WORKFLOW_JOBS_BASE_URL: service.url, WORKFLOW_JOBS_API_KEY: secret },
      }),
    );
    onTestFinished(() => client.close());
    expect((await client.callTool({ name: 'find_jobs' })).structuredContent).toMatchObject({
      jobs: [{ key: 'job_1' }],
      read: '1 of 1',
    });
    expect(service.requests.map(({ headers }) => headers.authorization)).toEqual([`Bearer ${secret}`]);
    expect(
      (await client.callTool({ name: 'wait_for_job', arguments: { key: 'job_1', seconds: 1 } }))
        .structuredContent,
    ).toMatchObject({ outcome: 'stillActive' });
  });
});

describe('the process of the MCP server', () => {
  const run = (variables: Record<string, string>) => {
    const child = spawn(process.execPath, [file], { env: variables, stdio: 'pipe' });
    onTestFinished(() => void child.kill());
    const ended = async () => {
      const [[code], output, errors] = await Promise.all([
        once(child, 'exit') as Promise<[number | null]>,
        readText(child.stdout),
        readText(child.stderr),
      ]);
      return { code, output, errors };
    };
    return { child, outcome: ended() };
  };

  it('ends with 78 and one sentence where it cannot be configured, without the key', async () => {
    const { code, output, errors } = await run({
      WORKFLOW_JOBS_API_KEY: secret,
      WORKFLOW_JOBS_BASE_URL: `https://me:${secret}@one.example`,
    }).outcome;
    expect([code, output]).toEqual([78, '']);
    expect(errors).toMatch(
      /^WORKFLOW_JOBS_BASE_URL: The base URL must not hold a user name or password: set the credential as API key\.\n$/,
    );
    expect(errors).not.toContain(secret);
  });

  it('ends by itself when its input ends, also while it waits for the service', async () => {
    const service = await startService(() => late(envelope({ fields: [] }), 60_000));
    onTestFinished(() => service.close());
    const { child, outcome } = run({ WORKFLOW_JOBS_BASE_URL: service.url, WORKFLOW_JOBS_API_KEY: secret });
    const send = (message: object) =>
      child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
    send({
      id: 1,
      method: 'initialize',
      params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
    });
    send({ method: 'notifications/initialized' });
    send({ id: 2, method: 'tools/call', params: { name: 'wait_for_job', arguments: { key: 'job_1' } } });
    child.stdin.write('no JSON\n\n[]\n');
    await service.received(1);
    child.stdin.end();
    const { code, output, errors } = await outcome;
    expect(code).toBe(0);
    const answers = output
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as { id: number | null; error?: { code: number } });
    expect(answers.map((each) => each.error?.code ?? each.id).sort()).toEqual([-32600, -32700, 1]);
    expect(errors).not.toContain(secret);
  });
});
