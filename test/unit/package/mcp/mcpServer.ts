import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text as readText } from 'node:stream/consumers';
import { inject, onTestFinished } from 'vitest';

/** Bundle of the MCP server. */
export const serverFile = join(inject('builds').production, 'mcp/server.js');

/** A line of the server's output. */
export interface McpLine {
  readonly id?: unknown;
  readonly method?: string;
  readonly result?: { readonly isError?: boolean; readonly [property: string]: unknown };
  readonly error?: { readonly code: number; readonly message: string };
}

/**
 * Starts the MCP server as a child process with pipes.
 * @param options options for `node`
 */
export function startMcpServer(
  variables: Readonly<Record<string, string>>,
  options: readonly string[] = [],
) {
  const child = spawn(process.execPath, [...options, serverFile], {
    env: variables,
    stdio: 'pipe',
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  // Writing fails if the server has ended.
  child.stdin.on('error', () => undefined);
  const exited = once(child, 'exit') as Promise<[number | null]>;
  const errors = readText(child.stderr).catch(() => '');
  const lines: McpLine[] = [];
  const output = createInterface(child.stdout);
  output.on('line', (line) => lines.push(JSON.parse(line) as McpLine));
  const closed = once(output, 'close');

  /** Waits for the first matching line. */
  const line = async (matches: (line: McpLine) => boolean): Promise<McpLine> => {
    for (;;) {
      const found = lines.find(matches);
      if (found !== undefined) return found;
      await Promise.race([
        once(output, 'line'),
        closed.then(() => {
          throw new Error(`The server ended without this line: ${JSON.stringify(lines)}`);
        }),
      ]);
    }
  };
  const write = (text: string) => child.stdin.write(text);
  const send = (...messages: object[]) => {
    for (const message of messages) write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  };
  return {
    child,
    lines,
    line,
    write,
    send,
    response: (id: unknown) => line((each) => each.id === id && each.method === undefined),
    /** Resolves when the process has ended. */
    async ended() {
      const [[code]] = await Promise.all([exited, closed]);
      return { code, errors: await errors };
    },
  };
}

/** Creates a request that calls a tool. */
export const toolCall = (id: number, name: string, input: object = {}) => ({
  id,
  method: 'tools/call',
  params: { name, arguments: input },
});

/** Messages that a client sends first. */
export const handshake = (capabilities = {}): readonly object[] => [
  {
    id: 'initialize',
    method: 'initialize',
    params: {
      protocolVersion: '2025-06-18',
      capabilities,
      clientInfo: { name: 'test', version: '1' },
    },
  },
  { method: 'notifications/initialized' },
];
