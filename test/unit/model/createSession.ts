import { onTestFinished } from 'vitest';
import { Session, type SessionOptions } from '../../../src/model/session/session.ts';
import { noStorage } from '../../../src/model/session/sessionCache.ts';
import type { ChangingClient } from '../../../src/service/index.ts';
import { baseUrlOf } from '../service/harness.ts';
import { unguarded } from '../../support/service/unguarded.ts';
import { createKeyValueStore, pageOf } from './builders.ts';

/** A client of an empty service. */
const emptyClient: ChangingClient = {
  baseUrl: baseUrlOf('https://one.example'),
  listFields: () => Promise.resolve([]),
  listJobs: () => Promise.resolve(pageOf([])),
  getJob: () => Promise.reject(new Error('This test does not request single jobs.')),
  wait: {
    until: undefined,
    onDidChange: () => ({ dispose: () => undefined }),
    cancel: () => undefined,
  },
  requireNoWait: () => undefined,
  change: () => Promise.reject(new Error('This test does not send changes.')),
};

/** Creates a session, and disposes it at the end of the test. */
export function createSession(
  client: Partial<ChangingClient>,
  options: Partial<SessionOptions> = {},
): Session {
  const session = new Session({
    client: { ...emptyClient, ...client },
    workspaceStore: createKeyValueStore(),
    userStore: createKeyValueStore(),
    storage: noStorage,
    guard: unguarded,
    ...options,
  });
  onTestFinished(() => session.dispose());
  return session;
}
