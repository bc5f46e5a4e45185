import type { Readable, Writable } from 'node:stream';
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import { isJsonObject } from '../service/index.ts';

/** The SDK's transport, which leaves lines unanswered that are no JSON, or no message of JSON-RPC. */
export class StdioTransport extends StdioServerTransport {
  readonly #input: Readable;
  readonly #output: Writable;

  constructor(input: Readable, output: Writable) {
    super(input, output);
    this.#input = input;
    this.#output = output;
  }

  override async start(): Promise<void> {
    const decoder = new TextDecoder();
    let begun = '';
    this.#input.on('data', (chunk: Buffer) => {
      begun += decoder.decode(chunk, { stream: true });
      // Else a long line would be looked through with each part of it.
      if (!chunk.includes('\n')) return;
      const lines = begun.split('\n');
      begun = lines.pop() ?? '';
      for (const line of lines) {
        const answer = refusalOf(line);
        if (answer !== undefined) this.#output.write(`${JSON.stringify({ jsonrpc: '2.0', ...answer })}\n`);
      }
    });
    return super.start();
  }

  /**
   * Also called after a line that is too long. Ends the input, because a server that hears nothing more would
   * leave its client waiting.
   */
  override async close(): Promise<void> {
    this.#input.destroy();
    return super.close();
  }
}

interface Refusal {
  readonly id: unknown;
  readonly error: { readonly code: number; readonly message: string };
}

/** The answer to a line that is no message; undefined for a message and for an empty line. */
function refusalOf(line: string): Refusal | undefined {
  if (line.trim() === '') return undefined;
  try {
    const message: unknown = JSON.parse(line);
    if (isMessage(message)) return undefined;
    return { id: idOf(message), error: { code: -32600, message: 'Invalid Request' } };
  } catch {
    return { id: null, error: { code: -32700, message: 'Parse error' } };
  }
}

function isMessage(value: unknown): boolean {
  if (!isJsonObject(value) || value['jsonrpc'] !== '2.0') return false;
  return typeof value['method'] === 'string' || 'result' in value || 'error' in value;
}

/** The id of a request that is not valid, by which its sender knows it; null without one. */
function idOf(value: unknown): unknown {
  const id = isJsonObject(value) ? value['id'] : undefined;
  return typeof id === 'string' || typeof id === 'number' ? id : null;
}
