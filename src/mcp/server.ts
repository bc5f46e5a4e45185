import { env, exit, stderr, stdin, stdout } from 'node:process';
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import { listenForFaults } from '../service/index.ts';
import { readConfig } from './config.ts';
import { serve } from './serve.ts';

/** What `sysexits.h` calls EX_CONFIG. */
const exitConfig = 78;

/** Standard output belongs to the protocol. What was thrown may hold an address or a key, so only its name is told. */
function complain(where: string, fault: unknown): void {
  stderr.write(`workflow-jobs: ${where}: ${fault instanceof Error ? fault.name : typeof fault}\n`);
}

listenForFaults(complain);
const reading = readConfig(env);
if (reading.kind === 'valid') {
  const end = serve(reading.config, new StdioServerTransport(stdin, stdout), (error) => complain('protocol', error));
  stdin.once('close', end);
} else {
  stderr.write(`${reading.problem}\n`);
  exit(exitConfig);
}
