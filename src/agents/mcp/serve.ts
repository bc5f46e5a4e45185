import type { Transport } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { Session } from '../../model/session/session.ts';
import { noStorage } from '../../model/session/sessionCache.ts';
import type { KeyValueStore } from '../../model/util/keyValueStore.ts';
import { createServiceClient } from '../../service/index.ts';
import type { Config } from './config.ts';
import { createServer, agentStartGuard } from './tools.ts';

const noStore: KeyValueStore = { get: () => undefined, set: () => Promise.resolve() };

/**
 * Starts the MCP server for one client. Returns a function that cancels all `wait_for_job` calls.
 */
export function serve(
  config: Config,
  transport: Transport,
  onError: (error: Error) => void,
): () => void {
  const client = createServiceClient({
    baseUrl: config.baseUrl,
    credential: () => Promise.resolve(config.credential),
    requestTimeout: () => 30_000,
    onDidRequest: ({ outcome }) => outcome === 'ok' && session.responded(),
  });
  const session = new Session({
    client,
    guard: agentStartGuard(config),
    workspaceStore: noStore,
    userStore: noStore,
    storage: noStorage,
  });
  const waits = new AbortController();
  const context = {
    config,
    session,
    waitSignal: waits.signal,
    questions: new Map<string, string>(),
  };
  serveStdio(() => createServer(context), { transport, onerror: onError });
  return () => waits.abort();
}
