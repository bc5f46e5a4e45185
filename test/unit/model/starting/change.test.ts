import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import {
  type Asker,
  type ChangeFailure,
  type ChangeGuard,
  runChange,
} from '../../../../src/model/starting/change.ts';
import {
  type ChangingClient,
  ServiceError,
  createServiceClient,
} from '../../../../src/service/index.ts';
import { aJob } from '../../../support/service/builders.ts';
import { envelope, json, startService, withHeaders } from '../../../support/service/service.ts';
import { unguarded } from '../../../support/service/unguarded.ts';
import { baseUrlOf, patient } from '../../service/harness.ts';

const change = { kind: 'startJob', key: 'wf_1', name: 'Invoice' } as const;
const asker: Asker = { kind: 'person' };

/** Runs a change. The signal `end` is aborted when the service is disconnected. */
function run(client: ChangingClient, guard: ChangeGuard, end = patient()) {
  return runChange(change, asker, { client, guard, end, sending: (send) => send(patient()) });
}

/** Whether the guards require a confirmation. Null means that they forbid all starts. */
const guards = fc.constantFrom(true, false, null);

async function world() {
  const service = await startService(() => envelope({ job: aJob() }));
  onTestFinished(() => service.close());
  /** Starts a job. The guards change while the person is asked, and while the API key is read. */
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
    const guard: ChangeGuard = {
      requiresConfirmation: () => {
        const now = moments[moment];
        steps.push(`must ask: ${String(now)}`);
        if (now == null) throw new ServiceError('notPermitted', 'Read-only.');
        return now;
      },
      confirm: (_baseUrl, ...details) => {
        expect(details).toEqual([change, asker]);
        return Promise.resolve(isAgreed).finally(() => pass('question'));
      },
    };
    const credential = () => {
      pass('key');
      return Promise.resolve(undefined);
    };
    const client = createServiceClient({
      baseUrl: baseUrlOf(service.url),
      credential,
      requestTimeout: () => 10_000,
    });
    const before = service.requests.length;
    const { kind: outcome } = await run(client, guard, signal.signal);
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
}): string {
  if (isSent) return 'succeeded';
  if (before === null) return 'refused';
  if (isDeclined) return 'declined';
  return isLeft ? 'disconnected' : 'refused';
}

describe('runChange', () => {
  it('sends a change only if the restrictions allow it and the user confirms', async () => {
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

  it('does not send a change before the `Retry-After` delay has passed', async () => {
    const service = await startService(({ method }) =>
      method === 'POST'
        ? envelope({ job: aJob() })
        : withHeaders(json(429, {}), { 'retry-after': '120' }),
    );
    onTestFinished(() => service.close());
    const client = createServiceClient({
      baseUrl: baseUrlOf(service.url),
      credential: () => Promise.resolve(undefined),
      requestTimeout: () => 10_000,
    });
    await client.listFields(patient()).catch(() => undefined);
    const outcome = await run(client, {
      requiresConfirmation: () => expect.fail('asked'),
      confirm: () => expect.fail('asked'),
    });
    if (outcome.kind !== 'notSent') return expect.fail(outcome.kind);
    expect(outcome.error).toMatchObject({ kind: 'rateLimited', wasSent: false });
    expect(outcome.error.message).toMatch(
      /^Nothing was sent, because the service asked to wait until .*\d:\d\d.*\.$/,
    );
    expect(outcome.error.retryAfter).toBeGreaterThan(110_000);
    expect(service.requests.filter(({ method }) => method === 'POST')).toEqual([]);
  });

  it('refuses a change if confirmation becomes necessary after the first check', async () => {
    const client = createServiceClient({
      baseUrl: baseUrlOf('http://127.0.0.1:9'),
      credential: () => Promise.resolve(void (isDue = true)),
      requestTimeout: () => 10_000,
    });
    let isDue = false;
    expect(
      await run(client, {
        requiresConfirmation: () => isDue,
        confirm: () => Promise.resolve(true),
      }),
    ).toMatchObject({
      kind: 'refused',
      error: {
        message: 'Nothing was sent because the settings now require a confirmation. Try again.',
      },
    });
  });

  it.each<[ServiceError['kind'], boolean, ChangeFailure['kind'], ChangeFailure['kind']]>([
    ['accepted', true, 'accepted', 'accepted'],
    ['timeout', true, 'unknown', 'unknown'],
    ['cancelled', true, 'unknown', 'unknown'],
    ['serverFault', true, 'unknown', 'unknown'],
    ['internal', true, 'unknown', 'unknown'],
    ['rejected', true, 'rejected', 'rejected'],
    ['unauthorized', true, 'rejected', 'rejected'],
    ['rateLimited', true, 'rejected', 'rejected'],
    ['rateLimited', false, 'notSent', 'disconnected'],
    ['unreachable', false, 'notSent', 'disconnected'],
    ['cancelled', false, 'notSent', 'disconnected'],
    ['notPermitted', true, 'refused', 'disconnected'],
  ])(
    'maps the error “%s” with `wasSent` set to %s to the outcome “%s”',
    async (kind, wasSent, ...expected) => {
      const outcomes: string[] = [];
      for (const isLeft of [false, true]) {
        const end = new AbortController();
        const client = {
          baseUrl: baseUrlOf('https://one.example'),
          requireNoWait: () => undefined,
          change: () => {
            if (isLeft) end.abort();
            return Promise.reject(new ServiceError(kind, 'It failed.', { wasSent }));
          },
        } as unknown as ChangingClient;
        outcomes.push((await run(client, unguarded, end.signal)).kind);
      }
      expect(outcomes).toEqual(expected);
    },
  );
});
