import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { describe, expect, onTestFinished, test } from 'vitest';
import { installNode20 } from '../support/package/node20.ts';
import { projectFolder } from '../support/paths.ts';
import { aField, aJob } from '../support/service/builders.ts';
import { envelope, serveData, errorResponse, startService } from '../support/service/service.ts';

describe('MCP server', () => {
  test.each([
    ['20', installNode20],
    ['24', () => Promise.resolve(process.execPath)],
  ])('runs all tools on Node.js %s even after failed calls', async (version, node) => {
    const handler = serveData(
      { fields: [aField()], jobs: [aJob({ completedAt: '2026-10-01T10:00:00Z' })] },
      { 'POST /jobs': envelope({ job: aJob({ key: 'job_new' }) }) },
    );
    let isBroken = true;
    const service = await startService((request, signal) =>
      isBroken ? errorResponse(500, 'Not now.') : handler(request, signal),
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
    const call = async (name: string, input: object) =>
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
    for (const [name, input, content] of [
      ['list_fields', {}, { total: 1 }],
      ['list_workflows', {}, { workflows: [{ key: 'wf_invoice_approval' }] }],
      ['find_jobs', {}, { read: 'page 1; jobs in total: 1' }],
      ['get_job', { key: 'job_1' }, { job: { key: 'job_1' } }],
      ['wait_for_job', { key: 'job_1', seconds: 1 }, { outcome: 'completed' }],
      ['start_job', { workflowKey: 'wf_a' }, { key: 'job_new' }],
    ] as const) {
      expect((await call(name, input)).structuredContent, name).toMatchObject(content);
    }
    child.stdin.end();
    expect(await once(child, 'exit')).toEqual([0, null]);
  });
});
