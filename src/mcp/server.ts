import { env, exit, stderr, stdin, stdout } from 'node:process';
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';
import { version } from '../../package.json';
import type { AgentService } from '../agents/operations.ts';
import { JobWaiter } from '../model/following/jobWaiter.ts';
import { SeenWorkflows } from '../model/jobs/seenWorkflows.ts';
import { createServiceClient, listenForFaults } from '../service/index.ts';
import { readConfig } from './config.ts';
import { StartGuard } from './startGuard.ts';
import { createServer } from './tools.ts';

/** The longest that one request may take, in milliseconds. */
const requestTimeout = 30_000;

/** What `sysexits.h` calls EX_CONFIG. */
const exitConfig = 78;

const reading = readConfig(env);
if (reading.kind === 'invalid') {
  stderr.write(`${reading.problem}\n`);
  exit(exitConfig);
}
const { config } = reading;
// Standard output belongs to the protocol. What was thrown may hold an address or a key, so only its name is told.
const complain = (where: string, fault: unknown) => stderr.write(`workflow-jobs: ${where}: ${fault instanceof Error ? fault.name : typeof fault}\n`);
listenForFaults(complain);
const guard = new StartGuard(config);
const plainClient = createServiceClient({ baseUrl: config.baseUrl, credential: () => Promise.resolve(config.credential), requestTimeout: () => requestTimeout, permitStart: guard.permit });
const client = new SeenWorkflows({ get: () => undefined, set: () => undefined }).connect(plainClient);
const waiter = new JobWaiter(client);
const service: AgentService = { client, waiter, workflows: () => [] };
const transport = new StdioServerTransport(stdin, stdout);
serveStdio(() => createServer({ config, service, guard, version }), { transport, onerror: (error) => complain('protocol', error) });
stdin.once('close', () => waiter.dispose());
