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
 * Reads and writes one message per line. Unlike the SDK's transport, it also responds to invalid requests. When
 * the input ends, it closes only after a response to every request has been written.
 */
export class StdioTransport implements Transport {
  onmessage?: NonNullable<Transport['onmessage']>;
  onerror?: (error: Error) => void;
  onclose?: () => void;
  readonly #input: Readable;
  readonly #output: Writable;
  // Removes a byte order mark.
  readonly #decoder = new TextDecoder();
  /** IDs of the client's requests that have no response yet. */
  readonly #received = new Set<unknown>();
  /** IDs of requests to the client that have no response yet. */
  readonly #sent = new Set<RequestId | undefined>();
  /** Beginning of the next line. */
  #line = '';
  #hasEnded = false;
  #isClosed = false;

  constructor(input: Readable, output: Writable) {
    this.#input = input;
    this.#output = output;
  }

  start(): Promise<void> {
    this.#input.on('data', (chunk: Buffer) => this.#readText(this.#decoder.decode(chunk, { stream: true })));
    this.#input.on('error', (error) => this.onerror?.(error));
    this.#input.once('end', () => this.#end());
    this.#input.once('close', () => this.#end());
    this.#output.on('error', (error) => {
      this.onerror?.(error);
      void this.close();
    });
    return Promise.resolve();
  }

  async send(message: JSONRPCMessage): Promise<void> {
    if (isJSONRPCRequest(message)) this.#sent.add(message.id);
    try {
      await new Promise<void>((resolve, reject) => {
        this.#output.write(serializeMessage(message), (error) => (error ? reject(error) : resolve()));
      });
    } finally {
      if (isJSONRPCResponse(message)) this.#received.delete(message.id);
      if (this.#hasEnded) this.#finish();
    }
  }

  close(): Promise<void> {
    if (!this.#isClosed) {
      this.#isClosed = true;
      // The process ends when nothing more can be read.
      this.#input.destroy();
      this.onclose?.();
    }
    return Promise.resolve();
  }

  #readText(text: string): void {
    const lines = (this.#line + text).split('\n');
    this.#line = lines.pop() ?? '';
    for (const line of lines) this.#readLine(line);
  }

  #readLine(line: string): void {
    if (line.trim() === '' || this.#isClosed) return;
    let value: unknown;
    try {
      value = JSON.parse(line);
    } catch (error) {
      this.#refuse(error, undefined, { code: PARSE_ERROR, message: 'Parse error' });
      return;
    }
    // JSON-RPC allows a client to send several messages in one array.
    const values: readonly unknown[] = Array.isArray(value) && value.length > 0 ? value : [value];
    for (const each of values) this.#readMessage(each);
  }

  #readMessage(value: unknown): void {
    let message: JSONRPCMessage;
    try {
      message = parseMessage(value);
    } catch (error) {
      this.#refuse(error, value, { code: INVALID_REQUEST, message: 'Invalid Request' });
      return;
    }
    // The SDK responds neither to a canceled request nor, until it is canceled, to a subscription.
    const { method, params } = 'method' in message ? message : {};
    if (isJSONRPCResponse(message)) this.#sent.delete(message.id);
    else if (method === 'notifications/cancelled') this.#received.delete(params?.['requestId']);
    else if ('id' in message && method !== 'subscriptions/listen') this.#received.add(message.id);
    this.onmessage?.(message);
  }

  /** Reports invalid input, and responds to it unless it is a response. */
  #refuse(reason: unknown, value: unknown, error: { readonly code: number; readonly message: string }): void {
    this.onerror?.(reason instanceof Error ? reason : new Error(String(reason)));
    if (isJsonObject(value) && ('result' in value || 'error' in value)) return;
    this.#output.write(`${JSON.stringify({ jsonrpc: '2.0', id: idOf(value), error })}\n`);
  }

  #end(): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    this.#readLine(this.#line + this.#decoder.decode());
    this.#finish();
  }

  /** After the end of the input: fails open requests to the client, and closes if no response is missing. */
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
 * Parses a message. Tolerates what clients write for absent members, and members that JSON-RPC does not define.
 * @throws if the value is not a message
 */
function parseMessage(value: unknown): JSONRPCMessage {
  if (!isJsonObject(value) || !('method' in value)) return parseJSONRPCMessage(value);
  const { jsonrpc, id, method, params } = value;
  return parseJSONRPCMessage({ jsonrpc, method, ...('id' in value && { id }), ...withoutAbsent({ params }) });
}

function withoutAbsent(members: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const present = Object.entries(members).filter(([, value]) => !isAbsent(value));
  return Object.fromEntries(
    present.map(([name, value]) => [
      name,
      ['params', '_meta'].includes(name) && isJsonObject(value) ? withoutAbsent(value) : value,
    ]),
  );
}

/** True for `null` and for `[]`, as which PHP encodes an empty object. */
function isAbsent(value: unknown): boolean {
  return value === undefined || value === null || (Array.isArray(value) && value.length === 0);
}

/** ID for the response to an invalid request; null if the request has none. */
function idOf(value: unknown): unknown {
  const id = isJsonObject(value) ? value['id'] : undefined;
  return typeof id === 'string' || typeof id === 'number' ? id : null;
}
