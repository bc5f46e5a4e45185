import { onTestFinished } from 'vitest';
import { SentStarts } from '../../../src/model/starting/sentStarts.ts';
import type { Initiator } from '../../../src/model/starting/asker.ts';
import { Session, type SessionOptions } from '../../../src/model/session/session.ts';
import { noStorage } from '../../../src/model/session/sessionCache.ts';
import type { ChangingClient } from '../../../src/service/index.ts';
import { baseUrlOf } from '../service/harness.ts';
import { createKeyValueStore, pageOf } from './builders.ts';

/** A client of an empty service that declines changes. */
const emptyClient: ChangingClient<Initiator> = {
  baseUrl: baseUrlOf('https://one.example'),
  listFields: () => Promise.resolve([]),
  listJobs: () => Promise.resolve(pageOf([])),
  getJob: () => Promise.reject(new Error('This test reads no single job.')),
  change: () => Promise.resolve(undefined),
};

/** A session with these members of a client, disposed at the end of the test. */
export function createSession(
  client: Partial<ChangingClient<Initiator>>,
  options: Partial<SessionOptions> = {},
): Session {
  const session = new Session({
    client: { ...emptyClient, ...client },
    workspaceStore: createKeyValueStore(),
    userStore: createKeyValueStore(),
    storage: noStorage,
    sentStarts: new SentStarts(createKeyValueStore()),
    ...options,
  });
  onTestFinished(() => session.dispose());
  return session;
}
