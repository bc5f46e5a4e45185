import { controlPath, type Calls, type ControlMessage } from './messages.ts';
import { worker } from './worker.ts';

const address = new URL(controlPath, worker.location.origin);

/** Calls a function in the Node.js process that started the suite. */
export async function callNode<Name extends keyof Calls>(
  name: Name,
  parameter: Parameters<Calls[Name]>[0],
  body: Uint8Array<ArrayBuffer> | null = null,
): Promise<ReturnType<Calls[Name]>> {
  const url = new URL(name, address);
  url.searchParams.set('parameter', JSON.stringify(parameter));
  const response = await fetch(url, { method: 'POST', body });
  if (!response.ok) throw new Error(`${name} failed: ${await response.text()}`);
  return (await response.json()) as ReturnType<Calls[Name]>;
}

type Listener = (message: ControlMessage) => void;
const listeners = new Map<number, Listener>();
let listening: Promise<void> | undefined;

/**
 * Registers a listener for messages about a service or sandbox. Resolves to a function that removes
 * the listener.
 */
export async function onMessage(id: number, listener: Listener): Promise<() => void> {
  listeners.set(id, listener);
  await (listening ??= listen());
  return () => listeners.delete(id);
}

async function listen(): Promise<void> {
  const response = await fetch(new URL('messages', address));
  if (response.body === null) throw new Error('The control sends no messages.');
  void dispatch(response.body);
}

async function dispatch(stream: ReadableStream<Uint8Array>): Promise<void> {
  const decoder = new TextDecoder();
  let incomplete = '';
  for await (const chunk of stream) {
    const lines = (incomplete + decoder.decode(chunk, { stream: true })).split('\n');
    incomplete = lines.pop() ?? '';
    for (const line of lines) {
      const message = JSON.parse(line) as ControlMessage;
      listeners.get(message.id)?.(message);
    }
  }
}
