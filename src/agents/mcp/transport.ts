import type { Readable, Writable } from 'node:stream';
import {
  INTERNAL_ERROR,
  INVALID_REQUEST,
  type JSONRPCMessage,
  PARSE_ERROR,
  type RequestId,
  type Transport,
  isJSONRPCRequest,
  isJSONRPCResponse,
  parseJSONRPCMessage,
  serializeMessage,
} from '@modelcontextprotocol/server';
import { isJsonObject } from '../../service/index.ts';

/**
 * Reads and writes one JSON message per line. Unlike the SDK transport, also responds to invalid
 * requests, and stays open after the input ends, so that all requests receive a response. The
 * process then exits because no request is pending.
 */
export class StdioTransport implements Transport {
  onmessage?: NonNullable<Transport['onmessage']>;
  onerror?: (error: Error) => void;
  onclose?: () => void;
  readonly #input: Readable;
  readonly #output: Writable;
  /** IDs of unanswered requests to the client. */
  readonly #sent = new Set<RequestId | undefined>();
  #hasEnded = false;
  #isClosed = false;

  constructor(input: Readable, output: Writable) {
    this.#input = input;
    this.#output = output;
  }

  start(): Promise<void> {
    this.#output.on('error', (error) => {
      this.onerror?.(error);
      void this.close();
    });
    void this.#readInput();
    return Promise.resolve();
  }

  async send(message: JSONRPCMessage): Promise<void> {
    if (isJSONRPCRequest(message)) this.#sent.add(message.id);
    try {
      await new Promise<void>((resolve, reject) => {
        this.#output.write(serializeMessage(message), (error) =>
          error ? reject(error) : resolve(),
        );
      });
    } finally {
      if (this.#hasEnded) this.#failSentRequests();
    }
  }

  close(): Promise<void> {
    if (!this.#isClosed) {
      this.#isClosed = true;
      // Destroying the input stream allows the process to exit.
      this.#input.destroy();
      this.onclose?.();
    }
    return Promise.resolve();
  }

  async #readInput(): Promise<void> {
    let line = '';
    try {
      for await (const text of this.#input.setEncoding('utf8') as AsyncIterable<string>) {
        const lines = (line + text).split('\n');
        line = lines.pop() ?? '';
        for (const each of lines) this.#readLine(each);
      }
    } catch (error) {
      if (!this.#isClosed) this.onerror?.(error as Error);
    }
    this.#readLine(line);
    this.#hasEnded = true;
    this.#failSentRequests();
  }

  #readLine(line: string): void {
    // `trim` also removes a byte order mark.
    const text = line.trim();
    if (text === '' || this.#isClosed) return;
    let value: unknown;
    let message: JSONRPCMessage;
    try {
      value = JSON.parse(text, withoutAbsent);
      message = parseJSONRPCMessage(value);
    } catch (error) {
      this.#refuse(error as Error, value);
      return;
    }
    if (isJSONRPCResponse(message)) this.#sent.delete(message.id);
    this.onmessage?.(message);
  }

  /**
   * Reports an invalid message, and sends an error response unless the message itself is a
   * response.
   */
  #refuse(reason: Error, value: unknown): void {
    this.onerror?.(reason);
    const { id, ...members } = isJsonObject(value) ? value : {};
    if ('result' in members || 'error' in members) return;
    const error =
      value === undefined
        ? { code: PARSE_ERROR, message: 'Parse error' }
        : { code: INVALID_REQUEST, message: 'Invalid Request' };
    const isId = typeof id === 'string' || typeof id === 'number';
    this.#output.write(`${JSON.stringify({ jsonrpc: '2.0', id: isId ? id : null, error })}\n`);
  }

  /** Fails all pending requests to the client, because the input has ended. */
  #failSentRequests(): void {
    for (const id of this.#sent) {
      const error = { code: INTERNAL_ERROR, message: 'The client closed the input of the server.' };
      this.onmessage?.({ jsonrpc: '2.0', id, error });
    }
    this.#sent.clear();
  }
}

/**
 * JSON reviver that removes properties without a value, because some clients send `null`, and PHP
 * encodes an empty object as `[]`.
 */
function withoutAbsent(name: string, value: unknown): unknown {
  const isAbsent = value === null || (Array.isArray(value) && value.length === 0);
  return isAbsent && !['', 'id', 'result'].includes(name) ? undefined : value;
}
