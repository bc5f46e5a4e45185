import type { Transport } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { JobWaiter } from '../model/following/jobWaiter.ts';
import { NewestJobs } from '../model/jobs/newestJobs.ts';
import { createServiceClient } from '../service/index.ts';
import type { Config } from './config.ts';
import { createServer, agentStartGuard } from './tools.ts';

/** Milliseconds. */
const requestTimeout = 30_000;

/** Serves the tools to one client. The returned function ends all calls that wait for a job. */
export function serve(config: Config, transport: Transport, onError: (error: Error) => void): () => void {
  const plainClient = createServiceClient(
    {
      baseUrl: config.baseUrl,
      credential: () => Promise.resolve(config.credential),
      requestTimeout: () => requestTimeout,
    },
    agentStartGuard(config),
  );
  const client = new NewestJobs({ get: () => undefined, set: () => undefined }).connect(plainClient);
  const waiter = new JobWaiter(client);
  const questions = new Map<string, string>();
  const waits = new AbortController();
  const server = { config, client, waiter, waitSignal: waits.signal, questions };
  serveStdio(() => createServer(server), { transport, onerror: onError });
  return () => waits.abort();
}
