import { onTestFinished } from 'vitest';
import { Session, type SessionOptions } from '../../../../src/model/session/session.ts';
import { noStorage } from '../../../../src/model/session/sessionCache.ts';
import type { ChangingClient } from '../../../../src/service/index.ts';
import { unguarded } from '../../../support/service/unguarded.ts';
import { createKeyValueStore } from '../builders.ts';

/** Creates a session, and notifies it of each successful response. */
export function sessionOf(
  client: ChangingClient,
  options: Partial<Omit<SessionOptions, 'client'>> = {},
): Session {
  const store = options.workspaceStore ?? createKeyValueStore();
  const accepted = <Result>(result: Result): Result => {
    session.responded();
    return result;
  };
  const session = new Session({
    workspaceStore: store,
    userStore: createKeyValueStore(),
    storage: noStorage,
    guard: unguarded,
    ...options,
    client: {
      ...client,
      listFields: async (...request) => accepted(await client.listFields(...request)),
      listJobs: async (...request) => accepted(await client.listJobs(...request)),
      getJob: async (...request) => accepted(await client.getJob(...request)),
    },
  });
  onTestFinished(() => session.dispose());
  return session;
}
