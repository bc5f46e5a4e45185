import { exitConfig } from './requireNode.ts';
import process, { env, stderr, stdin, stdout } from 'node:process';
import { setBugListener } from '../../service/index.ts';
import { setLanguage } from '../../text/language.ts';
import { setTimeZone } from '../../text/timeZone.ts';
import { ConfigError, readConfig } from './config.ts';
import { useProxies } from './proxy.ts';
import { serve } from './serve.ts';
import { StdioTransport } from './transport.ts';

/** Logs the name of an error without the message, which may contain a URL or an API key. */
function logFault(where: string, fault: unknown): void {
  stderr.write(`workflow-jobs: ${where}: ${fault instanceof Error ? fault.name : typeof fault}\n`);
}

// Without an error listener, a failed write to stderr would cause an uncaught exception. Logging
// the exception would then fail again.
stderr.on('error', () => undefined);
setBugListener(logFault);
setLanguage('en');
// The user may be in a different time zone than this process, so times include the time zone.
setTimeZone(undefined, true);
try {
  const config = readConfig(env);
  useProxies(env, config.baseUrl);
  const endWaits = serve(config, new StdioTransport(stdin, stdout), (error) =>
    logFault('protocol', error),
  );
  stdin.once('end', endWaits);
  stdin.once('close', endWaits);
  // A bug in one call must not terminate other calls or the process.
  process.on('uncaughtException', (fault) => logFault('fault', fault));
  process.on('unhandledRejection', (fault) => logFault('fault', fault));
} catch (error) {
  if (!(error instanceof ConfigError)) throw error;
  stderr.write(`${error.message}\n`);
  process.exitCode = exitConfig;
}
