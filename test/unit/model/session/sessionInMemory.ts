import type { Session, SessionOptions } from '../../../../src/model/session/session.ts';
import type { ChangingClient } from '../../../../src/service/index.ts';
import { createSession } from '../createSession.ts';

/** Creates a session, and notifies it of each successful response. */
export function sessionOf(
  client: ChangingClient,
  options: Partial<Omit<SessionOptions, 'client'>> = {},
): Session {
  const accepted = <Result>(result: Result): Result => {
    session.responded();
    return result;
  };
  const session = createSession(
    {
      ...client,
      listFields: async (...request) => accepted(await client.listFields(...request)),
      listJobs: async (...request) => accepted(await client.listJobs(...request)),
      getJob: async (...request) => accepted(await client.getJob(...request)),
    },
    options,
  );
  return session;
}
