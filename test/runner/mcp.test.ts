import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { describe, expect, onTestFinished, test } from 'vitest';
import { installNode20 } from '../support/node20.ts';
import { projectFolder } from '../support/paths.ts';
import { aField, aJob } from '../support/service/builders.ts';
import { envelope, holding, refusal, startService } from '../support/service/service.ts';

describe.each([
  ['20', installNode20],
  ['24', () => Promise.resolve(process.execPath)],
])('the MCP server on Node %s', (version, node) => {
  test('does all that its tools say, also after calls that fail, and ends with its input', async () => {
    const handler = holding(
      { fields: [aField()], jobs: [aJob({ completedAt: '2026-10-01T10:00:00Z' })] },
      { 'POST /jobs': envelope({ job: aJob({ key: 'job_new' }) }) },
    );
    let isBroken = true;
    const service = await startService((request, signal) =>
      isBroken ? refusal(500, 'Not now.') : handler(request, signal),
    );
    onTestFinished(() => service.close());
    const child = spawn(await node(), [join(projectFolder, 'dist/mcp/server.js')], {
      env: {
        WORKFLOW_JOBS_BASE_URL: service.url,
        WORKFLOW_JOBS_CAN_START: '1',
        WORKFLOW_JOBS_KIND: 'development',
      },
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    onTestFinished(() => void child.kill());
    const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
    let id = 0;
    const request = async (method: string, params: object) => {
      child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: ++id, method, params })}\n`);
      return JSON.parse((await lines.next()).value ?? '') as {
        id: number;
        result: { structuredContent?: unknown; isError?: boolean };
      };
    };
    const call = async (name: string, input: object = {}) =>
      (await request('tools/call', { name, arguments: input })).result;
    expect(execFileSync(await node(), ['--version'], { encoding: 'utf8' })).toMatch(`v${version}.`);
    await request('initialize', {
      protocolVersion: '2025-06-18',
      capabilities: {},
      clientInfo: { name: 'test', version: '1' },
    });
    for (const [name, input] of [
      ['find_jobs', {}],
      ['wait_for_job', { key: 'job_1', seconds: 1 }],
      ['start_job', { workflowKey: 'wf_a' }],
    ] as const) {
      expect(await call(name, input), name).toMatchObject({ isError: true });
    }
    isBroken = false;
    expect((await call('list_fields')).structuredContent).toMatchObject({ total: 1 });
    expect((await call('list_workflows')).structuredContent).toMatchObject({ total: 1 });
    expect((await call('find_jobs')).structuredContent).toMatchObject({ read: '1 of 1' });
    expect((await call('get_job', { key: 'job_1' })).structuredContent).toMatchObject({
      job: { key: 'job_1' },
    });
    expect((await call('wait_for_job', { key: 'job_1', seconds: 1 })).structuredContent).toMatchObject({
      outcome: 'completed',
    });
    expect((await call('start_job', { workflowKey: 'wf_a' })).structuredContent).toMatchObject({
      key: 'job_new',
    });
    child.stdin.end();
    expect(await once(child, 'exit')).toEqual([0, null]);
  });
});
