import type { Transport } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { JobWaiter } from '../model/following/jobWaiter.ts';
import { NewestJobs } from '../model/jobs/newestJobs.ts';
import { createServiceClient } from '../service/index.ts';
import type { Config } from './config.ts';
import { createServer, agentStartGuard } from './tools.ts';

/** Milliseconds. */
const requestTimeout = 30_000;

/** Serves the tools to one client. The returned function ends all waiting. */
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
  serveStdio(() => createServer({ config, client, waiter, questions }), { transport, onerror: onError });
  return () => waiter.dispose();
}
