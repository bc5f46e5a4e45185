import { writeFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { type Sandbox, serveSandbox } from '../../../src/sandbox/index.ts';
import { filesContaining } from '../process/filesContaining.ts';
import { type TestResponse, type Service, startService } from '../service/service.ts';
import type { Calls, SuiteOptions, ControlMessage } from './messages.ts';

export interface ControlOptions extends SuiteOptions {
  readonly resultsFile: string;
  /** Folders that contain the workspace and the data of VS Code. */
  readonly dataFolders: readonly string[];
}

export interface Control {
  /** Handles a request whose path begins with `controlPath`. */
  readonly handle: (
    name: string,
    request: IncomingMessage,
    response: ServerResponse,
  ) => Promise<void>;
  readonly close: () => Promise<void>;
}

type Handlers = {
  [Name in keyof Calls]: (
    parameter: Parameters<Calls[Name]>[0],
    body: Uint8Array,
  ) => ReturnType<Calls[Name]> | Promise<ReturnType<Calls[Name]>>;
};

/**
 * Provides Node.js features to test suites in a browser worker: services, sandboxes, and file
 * access.
 */
export function createControl({ resultsFile, dataFolders, ...options }: ControlOptions): Control {
  const running = new Map<number, Service | Sandbox>();
  const tickets = new Map<number, (outcome: TestResponse | Error) => void>();
  let lastNumber = 0;
  let messages: ServerResponse | undefined;
  const notify = (message: ControlMessage) => void messages?.write(`${JSON.stringify(message)}\n`);
  /** Sends a message with a ticket number, and resolves to the response from the suite. */
  const ask = (messageFor: (ticket: number) => ControlMessage) =>
    new Promise<TestResponse | Error>((resolve) => {
      const ticket = ++lastNumber;
      tickets.set(ticket, resolve);
      notify(messageFor(ticket));
    });
  const resolveTicket = (ticket: number, outcome: TestResponse | Error) => {
    tickets.get(ticket)?.(outcome);
    tickets.delete(ticket);
  };
  const close = async (id: number) => {
    await running.get(id)?.close();
    running.delete(id);
  };
  const notifyAbandoned = async (id: number, service: Service) => {
    for (let count = 1; ; count++) {
      await service.abandoned(count);
      notify({ kind: 'abandoned', id });
    }
  };

  const handlers: Handlers = {
    options: () => options,
    results: (results) => writeFile(resultsFile, JSON.stringify(results)),
    filesContaining: (text) => filesContaining(text, dataFolders),
    async startService({ cors }) {
      const id = ++lastNumber;
      const handler = async (request: Service['requests'][number]) => {
        const outcome = await ask((ticket) => ({ kind: 'request', id, ticket, request }));
        if (outcome instanceof Error) throw outcome;
        return outcome;
      };
      const service = await startService(handler, { cors });
      running.set(id, service);
      void notifyAbandoned(id, service);
      return { id, url: service.url, port: service.port };
    },
    answer: ({ ticket, ...outcome }, body) =>
      resolveTicket(
        ticket,
        'failure' in outcome ? new Error(outcome.failure) : { ...outcome.answer, body },
      ),
    closeService: close,
    async startSandbox(sandboxOptions) {
      const id = ++lastNumber;
      const sandbox = await serveSandbox({ ...sandboxOptions, cors: true });
      running.set(id, sandbox);
      return { id, url: sandbox.url, port: sandbox.port };
    },
    setClockSpeed: ({ id, speed }) =>
      (running.get(id) as Sandbox | undefined)?.setClockSpeed(speed),
    closeSandbox: close,
  };

  return {
    async handle(name, request, response) {
      // The worker may have a different origin than its window.
      response.setHeader('access-control-allow-origin', '*');
      if (name === 'messages') {
        messages = response.writeHead(200, {
          'content-type': 'application/x-ndjson',
          'cache-control': 'no-store',
        });
        messages.flushHeaders();
        return;
      }
      const handler = (
        handlers as Record<string, ((parameter: unknown, body: Uint8Array) => unknown) | undefined>
      )[name];
      if (handler === undefined) return void response.writeHead(404).end();
      const parameter: unknown = JSON.parse(
        new URL(request.url ?? '', 'http://localhost').searchParams.get('parameter') ?? 'null',
      );
      const result = await handler(parameter, await buffer(request));
      response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(JSON.stringify(result ?? null));
    },
    async close() {
      messages?.end();
      await Promise.all([...running.keys()].map(close));
    },
  };
}
