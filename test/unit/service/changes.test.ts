import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import { ServiceError, type ChangeGuard, createServiceClient } from '../../../src/service/index.ts';
import { aJob } from '../../support/service/builders.ts';
import { envelope, json, startService, withHeaders } from '../../support/service/service.ts';
import { baseUrlOf, failureOf, patient, startJob } from './harness.ts';

/** Whether the guards require a confirmation at one moment; null forbids each start. */
const guards = fc.constantFrom(true, false, null);

async function world() {
  const service = await startService(() => envelope({ job: aJob() }));
  onTestFinished(() => service.close());
  /** Starts a job under guards that change while its person is asked and while its key is read. */
  const start = async (
    moments: readonly (boolean | null)[],
    isAgreed: boolean,
    leavesAt?: 'question' | 'key',
    signal = new AbortController(),
  ) => {
    const steps: string[] = [];
    let moment = 0;
    const pass = (name: 'question' | 'key') => {
      steps.push(name);
      moment = name === 'question' ? 1 : 2;
      if (leavesAt === name) signal.abort();
    };
    const guard: ChangeGuard<string> = {
      mustAsk: () => {
        const now = moments[moment];
        steps.push(`must ask: ${String(now)}`);
        if (now == null) throw new ServiceError('notPermitted', 'Read-only.');
        return now;
      },
      ask: (_baseUrl, { subject }, initiator) => {
        expect([subject.key, initiator]).toEqual(['wf_1', 'initiator']);
        return Promise.resolve(isAgreed).finally(() => pass('question'));
      },
    };
    const credential = () => {
      pass('key');
      return Promise.resolve(undefined);
    };
    const client = createServiceClient(
      { baseUrl: baseUrlOf(service.url), credential, requestTimeout: () => 10_000 },
      guard,
    );
    const before = service.requests.length;
    const outcome = await client.change(startJob('wf_1'), signal.signal, 'initiator').then(
      (job) => job?.key,
      (error: ServiceError) => error.kind,
    );
    return { outcome, steps, sent: service.requests.length - before };
  };
  return { start };
}

function outcomeOf({
  isSent,
  before,
  isDeclined,
  isLeft,
}: {
  readonly isSent: boolean;
  readonly before: boolean | null;
  readonly isDeclined: boolean;
  readonly isLeft: boolean;
}): string | undefined {
  if (isSent) return 'job_1';
  if (before === null) return 'notPermitted';
  if (isDeclined) return undefined;
  return isLeft ? 'cancelled' : 'notPermitted';
}

describe('the only way to start a job', () => {
  it('checks, asks, checks again and sends, whatever the guards become in between', async () => {
    const { start } = await world();
    await fc.assert(
      fc.asyncProperty(
        guards,
        guards,
        guards,
        fc.boolean(),
        fc.constantFrom(undefined, 'question', 'key'),
        async (before, asked, last, isAgreed, leavesAt) => {
          const { outcome, steps, sent } = await start([before, asked, last], isAgreed, leavesAt);
          const isAsked = before === true;
          const isLeft = leavesAt === 'key' || (leavesAt === 'question' && isAsked);
          const isPermitted =
            before !== null && (!isAsked || isAgreed) && last !== null && (isAsked || !last);
          expect(sent).toBe(isPermitted && !isLeft ? 1 : 0);
          expect(steps.includes('question')).toBe(isAsked);
          if (sent === 1) expect(steps.slice(-2)).toEqual(['key', `must ask: ${last}`]);
          const isDeclined = isAsked && !isAgreed;
          expect(outcome).toBe(outcomeOf({ isSent: sent === 1, before, isDeclined, isLeft }));
        },
      ),
      { numRuns: 150 },
    );
  });

  it('sends nothing while the service asks to wait, and says until when, before anybody is asked', async () => {
    const service = await startService(({ method }) =>
      method === 'POST' ? envelope({ job: aJob() }) : withHeaders(json(429, {}), { 'retry-after': '120' }),
    );
    onTestFinished(() => service.close());
    const client = createServiceClient(
      {
        baseUrl: baseUrlOf(service.url),
        credential: () => Promise.resolve(undefined),
        requestTimeout: () => 10_000,
      },
      { mustAsk: () => expect.fail('was asked'), ask: () => expect.fail('was asked') },
    );
    await failureOf(client.listFields(patient()));
    const failure = await failureOf(client.change(startJob('wf_1'), patient(), undefined));
    expect(failure).toMatchObject({ kind: 'rateLimited', wasSent: false });
    expect(failure.message).toMatch(/^Nothing was sent: the service asked to wait until .*\d:\d\d.*\.$/);
    expect(failure.retryAfter).toBeGreaterThan(110_000);
    expect(service.requests.filter(({ method }) => method === 'POST')).toEqual([]);
  });

  it('says that a start has to be confirmed where that has become due', async () => {
    const client = createServiceClient(
      {
        baseUrl: baseUrlOf('http://127.0.0.1:9'),
        credential: () => Promise.resolve(void (isDue = true)),
        requestTimeout: () => 10_000,
      },
      { mustAsk: () => isDue, ask: () => Promise.resolve(true) },
    );
    let isDue = false;
    expect(await failureOf(client.change(startJob('wf_1'), patient(), undefined))).toMatchObject({
      kind: 'notPermitted',
      message: 'No job was started on 127.0.0.1:9: a start there has to be confirmed first.',
    });
  });
});
