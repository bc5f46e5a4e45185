import { controlPath, type Calls, type Told } from './messages.ts';
import { worker } from './worker.ts';

const address = new URL(controlPath, worker.location.origin);

/** Calls a function in the process that started the suite. */
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

type Listener = (told: Told) => void;
const listeners = new Map<number, Listener>();
let listening: Promise<void> | undefined;

/** Registers a listener for messages about a service or sandbox. */
export async function onTold(id: number, listener: Listener): Promise<() => void> {
  listeners.set(id, listener);
  await (listening ??= listen());
  return () => listeners.delete(id);
}

async function listen(): Promise<void> {
  const response = await fetch(new URL('told', address));
  if (response.body === null) throw new Error('Nothing is told.');
  void dispatch(response.body);
}

async function dispatch(stream: ReadableStream<Uint8Array>): Promise<void> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of stream) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      const told = JSON.parse(line) as Told;
      listeners.get(told.id)?.(told);
    }
  }
}
