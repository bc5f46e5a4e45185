import { describe, expect, it } from 'vitest';
import { SentStarts } from '../../../../src/model/starting/sentStarts.ts';
import { recentWorkflows } from '../../../../src/model/starting/workflows.ts';
import { type Job, ServiceError } from '../../../../src/service/index.ts';
import { sendStart } from '../../../../src/ui/starting/sendStart.ts';
import { createKeyValueStore, job } from '../../model/builders.ts';
import { serviceOf } from '../../model/following/serviceInMemory.ts';
import { sessionOf } from '../../model/session/sessionInMemory.ts';
import { patient } from '../../service/harness.ts';

/**
 * Sends a start. The window is connected to the service of the start only if `isConnected` is true.
 */
async function sendTestStart(isConnected: boolean, failure?: ServiceError, started?: Job) {
  const activeWorkflows = [{ key: 'wf_release', name: 'Release' }];
  const service = serviceOf(job('job_1', { activeWorkflows }));
  if (failure !== undefined) service.failures.set('start', failure);
  const { client } = service;
  const change = started === undefined ? client.change : () => Promise.resolve(started);
  const session = sessionOf({ ...client, change });
  await session.list.ensureLoaded();
  const [store, recorded] = [createKeyValueStore(), createKeyValueStore()];
  const steps: string[] = [];
  const services = {
    connection: { session: isConnected ? session : undefined },
    store,
    sentStarts: new SentStarts(recorded),
    completeWalkthroughStep: (step: string) => void steps.push(step),
  };
  const interrupted = () => new SentStarts(recorded).interrupted;
  const whileSent: unknown[] = [];
  const request = { session, key: 'wf_release', asker: { kind: 'person' } } as const;
  const outcome = await sendStart(services, request, async (send) => {
    const sent = send(patient());
    whileSent.push(...interrupted());
    return sent;
  });
  const { href } = session.client.baseUrl;
  return { session, outcome, steps, whileSent, interrupted, recent: recentWorkflows(store, href) };
}

describe('sendStart', () => {
  it('stores the start request until the response arrives', async () => {
    for (const failure of [undefined, new ServiceError('timeout', 'No answer.')]) {
      const { session, whileSent, interrupted } = await sendTestStart(true, failure);
      expect(whileSent).toMatchObject([
        { baseUrl: session.client.baseUrl.href, workflowKey: 'wf_release' },
      ]);
      expect(interrupted()).toEqual([]);
    }
  });

  it('adds the new job to the list and watches it', async () => {
    const { session, outcome, steps, recent } = await sendTestStart(true);
    expect(outcome).toMatchObject({ kind: 'succeeded', job: { key: 'new' } });
    expect([steps, recent.map(({ key }) => key)]).toEqual([['started'], ['wf_release']]);
    expect(session.list.state.rows?.map(({ id }) => id)).toEqual(['job:new', 'job:job_1']);
    expect(session.watches.isWatched('new')).toBe(true);
  });

  it.each([[null], [[]], [[{ key: 'wf_release', name: null }]]])(
    'stores the known workflow name if the new job has the workflows %j',
    async (activeWorkflows) => {
      const started = job('new', { activeWorkflows });
      const { recent } = await sendTestStart(true, undefined, started);
      expect(recent).toEqual([{ key: 'wf_release', name: 'Release' }]);
    },
  );

  it('does not watch the new job if its service is no longer connected', async () => {
    const { session, recent } = await sendTestStart(false);
    expect([recent.length, session.watches.isWatched('new')]).toEqual([1, false]);
    expect(session.list.state.rows).toHaveLength(1);
  });

  it('does not store the workflow if the service rejects the start request', async () => {
    const { outcome, steps, recent } = await sendTestStart(
      true,
      new ServiceError('rejected', 'No.'),
    );
    expect([outcome.kind, steps, recent]).toEqual(['rejected', [], []]);
  });
});
