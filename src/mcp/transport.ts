import type { Readable, Writable } from 'node:stream';
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio';

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
        const error = problemOf(line);
        if (error !== undefined) {
          this.#output.write(`${JSON.stringify({ jsonrpc: '2.0', id: null, error })}\n`);
        }
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

function problemOf(line: string): { readonly code: number; readonly message: string } | undefined {
  if (line.trim() === '') return undefined;
  try {
    const message: unknown = JSON.parse(line);
    const isMessage =
      typeof message === 'object' && message !== null && 'jsonrpc' in message && message.jsonrpc === '2.0';
    return isMessage ? undefined : { code: -32600, message: 'Invalid Request' };
  } catch {
    return { code: -32700, message: 'Parse error' };
  }
}
