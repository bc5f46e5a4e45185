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
 * requests. After the input ends, writes all responses and then closes.
 */
export class StdioTransport implements Transport {
  onmessage?: NonNullable<Transport['onmessage']>;
  onerror?: (error: Error) => void;
  onclose?: () => void;
  readonly #input: Readable;
  readonly #output: Writable;
  /** IDs of unanswered requests from the client. */
  readonly #received = new Set<unknown>();
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
      if (isJSONRPCResponse(message)) this.#received.delete(message.id);
      if (this.#hasEnded) this.#finish();
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
    this.#finish();
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
    // Canceled requests and subscriptions do not count as unanswered. The SDK never responds to
    // canceled requests, and responds to a subscription only after its cancellation.
    const { method, params } = 'method' in message ? message : {};
    if (isJSONRPCResponse(message)) this.#sent.delete(message.id);
    else if (method === 'notifications/cancelled') this.#received.delete(params?.['requestId']);
    else if ('id' in message && method !== 'subscriptions/listen') this.#received.add(message.id);
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

  /**
   * Handles the end of the input: fails all pending requests to the client, and closes the
   * transport if no response is pending.
   */
  #finish(): void {
    for (const id of this.#sent) {
      const error = { code: INTERNAL_ERROR, message: 'The client closed the input of the server.' };
      this.onmessage?.({ jsonrpc: '2.0', id, error });
    }
    this.#sent.clear();
    if (this.#received.size === 0) void this.close();
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
