import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text as readText } from 'node:stream/consumers';
import { describe, expect, inject, it, onTestFinished } from 'vitest';
import { projectFolder } from '../../../support/paths.ts';
import { type Handler, json, startService, text } from '../../../support/service/service.ts';

const server = join(inject('builds').production, 'mcp/server.js');
const suite = join(projectFolder, 'node_modules/@modelcontextprotocol/conformance/dist/index.js');

/**
 * Forwards HTTP requests of the conformance suite to the server, which reads one message per line.
 */
function overHttp(): Handler {
  const child = spawn(process.execPath, [server], {
    env: { WORKFLOW_JOBS_BASE_URL: 'http://127.0.0.1:9' },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill());
  const waiting = new Map<unknown, (response: unknown) => void>();
  createInterface(child.stdout).on('line', (line) => {
    const response = JSON.parse(line) as { id: unknown };
    waiting.get(response.id)?.(response);
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

describe('MCP server', () => {
  // The scenario `tools-list` includes the handshake, so `server-initialize` is not needed.
  it('passes the MCP conformance test for tools/list', async () => {
    const service = await startService(overHttp());
    onTestFinished(() => service.close());
    const folder = await mkdtemp(join(tmpdir(), 'workflow-jobs-conformance-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    const child = spawn(
      process.execPath,
      [
        suite,
        'server',
        '--url',
        `${service.url}/mcp`,
        '--scenario',
        'tools-list',
        '--output-dir',
        folder,
      ],
      { cwd: folder, stdio: ['ignore', 'pipe', 'inherit'] },
    );
    const [output, [code]] = await Promise.all([
      readText(child.stdout),
      once(child, 'exit') as Promise<[number | null]>,
    ]);
    expect(output).toMatch(/Passed: [1-9]\d*\/\d+, 0 failed/);
    expect(code).toBe(0);
  });
});
