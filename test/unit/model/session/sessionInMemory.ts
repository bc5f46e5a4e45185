import type { Session, SessionOptions } from '../../../../src/model/session/session.ts';
import type { ChangingClient } from '../../../../src/service/index.ts';
import { job } from '../builders.ts';
import { createSession } from '../createSession.ts';

export const person = { kind: 'person' } as const;
export const start = { kind: 'startJob', key: 'wf', name: 'wf' } as const;

/** Creates the jobs `job_0`, `job_1`, and so on. */
export const numbered = (count: number) =>
  Array.from({ length: count }, (_, index) => job(`job_${index}`));

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
