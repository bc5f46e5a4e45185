import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text as readText } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { operations } from '../../src/agents/operations.ts';
import { startSandbox } from '../../src/sandbox/index.ts';
import { build, scratchFolder } from '../support/packaging.ts';
import { projectFolder } from '../support/paths.ts';
import { type Handler, json, startService, text } from '../support/service/service.ts';

const suite = join(projectFolder, 'node_modules/@modelcontextprotocol/conformance/dist/index.js');
/** Not among the dependencies, as it takes 190 MB: npm gets it when this test runs. */
const inspector = '@modelcontextprotocol/inspector@2.12.0';

let scratch: Awaited<ReturnType<typeof scratchFolder>>;

beforeAll(async () => {
  scratch = await scratchFolder();
  await build(scratch.folder);
});

afterAll(() => scratch.remove());

/** The server behind HTTP, which is what the suite speaks: each message of a client is a line, and so is its answer. */
function overHttp(): Handler {
  const child = spawn(process.execPath, [join(scratch.folder, 'mcp/server.js')], { env: { WORKFLOW_JOBS_BASE_URL: 'http://127.0.0.1:9' }, stdio: ['pipe', 'pipe', 'inherit'] });
  onTestFinished(() => void child.kill());
  const waiting = new Map<unknown, (answer: unknown) => void>();
  createInterface(child.stdout).on('line', (line) => {
    const answer = JSON.parse(line) as { id: unknown };
    waiting.get(answer.id)?.(answer);
  });
  return async ({ method, body }) => {
    if (method !== 'POST') return text(405, '');
    const { promise, resolve } = Promise.withResolvers<unknown>();
    const message = JSON.parse(body) as { id?: unknown };
    if (message.id !== undefined) waiting.set(message.id, resolve);
    child.stdin.write(`${JSON.stringify(message)}\n`);
    return message.id === undefined ? text(202, '') : json(200, await promise);
  };
}

describe('the conformance suite for MCP servers', () => {
  it.each(['server-initialize', 'ping', 'tools-list'])('finds nothing wrong in %s', async (scenario) => {
    const service = await startService(overHttp());
    onTestFinished(() => service.close());
    const { folder } = scratch;
    const child = spawn(process.execPath, [suite, 'server', '--url', `${service.url}/mcp`, '--scenario', scenario, '--output-dir', folder], { cwd: folder, stdio: ['ignore', 'pipe', 'inherit'] });
    const [output, [code]] = await Promise.all([readText(child.stdout), once(child, 'exit') as Promise<[number | null]>]);
    expect(output).toMatch(/Passed: [1-9]\d*\/\d+, 0 failed/);
    expect(code).toBe(0);
  });
});

describe('the inspector for MCP servers', () => {
  async function inspect(url: string, ...args: string[]): Promise<unknown> {
    const server = [process.execPath, join(scratch.folder, 'mcp/server.js')];
    const child = spawn('npm', ['exec', '--yes', '--', inspector, '--cli', '-e', `WORKFLOW_JOBS_BASE_URL=${url}`, ...server, ...args], { cwd: scratch.folder, stdio: ['ignore', 'pipe', 'inherit'] });
    const [output, [code]] = await Promise.all([readText(child.stdout), once(child, 'exit') as Promise<[number | null]>]);
    expect(code).toBe(0);
    return JSON.parse(output);
  }

  it('lists the tools and calls one', async () => {
    const sandbox = await startSandbox({ jobs: 120 });
    onTestFinished(() => sandbox.close());
    const names = Object.values(operations).flatMap(({ id, isReadOnly }) => (isReadOnly ? [id] : []));
    expect(await inspect(sandbox.url, '--method', 'tools/list')).toMatchObject({ tools: names.map((name) => ({ name })) });
    expect(await inspect(sandbox.url, '--method', 'tools/call', '--tool-name', 'find_jobs')).toMatchObject({ structuredContent: { read: '25 of 120' } });
  });
});
