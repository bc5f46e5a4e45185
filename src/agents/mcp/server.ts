import { exitConfig } from './requireNode.ts';
import process, { env, stderr, stdin, stdout } from 'node:process';
import { listenForFaults } from '../../service/index.ts';
import { setLanguage } from '../../text/language.ts';
import { setTimeZone } from '../../text/timeZone.ts';
import { ConfigError, readConfig } from './config.ts';
import { useProxies } from './proxy.ts';
import { serve } from './serve.ts';
import { StdioTransport } from './transport.ts';

/**
 * Logs a fault to standard error, because standard output belongs to the protocol; only its name, because the
 * message may contain an address or a key.
 */
function logFault(where: string, fault: unknown): void {
  stderr.write(`workflow-jobs: ${where}: ${fault instanceof Error ? fault.name : typeof fault}\n`);
}

// Ignores failed writes. Each would be an uncaught exception whose log entry fails again.
stderr.on('error', () => undefined);
listenForFaults(logFault);
setLanguage('en');
// The reader may be in another time zone than this process.
setTimeZone(undefined, true);
try {
  const config = readConfig(env);
  useProxies(env, config.baseUrl);
  const endWaits = serve(config, new StdioTransport(stdin, stdout), (error) => logFault('protocol', error));
  stdin.once('end', endWaits);
  stdin.once('close', endWaits);
  // A fault in one call ends neither the others nor the process.
  process.on('uncaughtException', (fault) => logFault('fault', fault));
  process.on('unhandledRejection', (fault) => logFault('fault', fault));
} catch (error) {
  if (!(error instanceof ConfigError)) throw error;
  stderr.write(`${error.message}\n`);
  process.exitCode = exitConfig;
}
