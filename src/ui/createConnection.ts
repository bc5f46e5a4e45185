import type { ExtensionContext } from 'vscode';
import type { KeyValueStore } from '../model/util/keyValueStore.ts';
import { Connection } from './connection/connection.ts';
import { Credentials } from './connection/credentials.ts';
import { JobListCacheFile } from './connection/jobListCacheFile.ts';
import { windowChangeGuard } from './starting/changeGuard.ts';
import { EnvironmentList } from './environments/environments.ts';
import type { Log } from './feedback/log.ts';
import { SandboxControl } from './sandbox/sandboxControl.ts';

interface ConnectionParts {
  readonly context: ExtensionContext;
  readonly log: Log;
  /** Storage that all windows of the user share. */
  readonly store: KeyValueStore;
  readonly workspaceStore: KeyValueStore;
}

/** Creates this window's connection, API keys, environments, sandbox, and start restrictions. */
export function createConnection(
  { context, log, store, workspaceStore }: ConnectionParts,
  register: <T extends { dispose(): unknown }>(created: T) => T,
) {
  const credentials = register(new Credentials({ secrets: context.secrets, store }));
  const folder = context.storageUri ?? context.globalStorageUri;
  const jobListCache = register(new JobListCacheFile({ folder, credentials, log }));
  const sandbox = register(new SandboxControl(workspaceStore, log));
  const environments = register(new EnvironmentList(sandbox));
  const connection = register(
    new Connection({
      workspaceStore,
      userStore: store,
      jobListCache,
      environments,
      sandbox,
      credentials,
      guard: windowChangeGuard(environments),
      onDidRequest: log.request,
    }),
  );
  return { connection, credentials, environments, sandbox };
}
