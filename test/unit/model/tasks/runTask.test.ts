import { describe, expect, it, vi } from 'vitest';
import type { WaitOptions, WaitOutcome } from '../../../../src/model/following/jobWait.ts';
import { type TaskPorts, closed, exitCodes, runTask } from '../../../../src/model/tasks/runTask.ts';
import { type TaskStart, UnfinishedStarts } from '../../../../src/model/tasks/unfinishedStarts.ts';
import type { ChangeFailure, ChangeOutcome } from '../../../../src/model/starting/change.ts';
import { ServiceError } from '../../../../src/service/index.ts';
import { job, createKeyValueStore } from '../builders.ts';

const definition = { type: 'workflow-job', workflow: 'wf_a' };
const completed = (key = 'job_new') => job(key, { completedAt: '2026-10-01T10:00:00Z' });
const lostAt = (kind: ServiceError['kind']) => new ServiceError(kind, 'No response.');
const startedJob = (key: string) =>
  Promise.resolve<ChangeOutcome>({ kind: 'succeeded', job: job(key) });
const failedStart = (kind: ChangeFailure['kind'], error: ServiceError['kind'] = 'timeout') =>
  Promise.resolve<ChangeOutcome>({ kind, error: lostAt(error) });

interface World {
  readonly store?: ReturnType<typeof createKeyValueStore>;
  readonly start?: () => Promise<ChangeOutcome>;
  readonly wait?: (options: WaitOptions) => Promise<WaitOutcome>;
  /** True if the person agrees to start another job. */
  readonly agrees?: boolean;
  readonly connect?: TaskPorts['connect'];
}

function worldOf({
  store = createKeyValueStore(),
  start = () => startedJob('job_new'),
  wait = () => Promise.resolve({ kind: 'completed', job: completed() }),
  agrees = false,
  connect,
}: World = {}) {
  const lines: string[] = [];
  const starts: string[] = [];
  const waits: string[] = [];
  const questions: TaskStart[] = [];
  const ports: TaskPorts = {
    connect:
      connect ??
      (() => ({
        baseUrl: 'https://eu.example.com/api',
        name: 'EU (eu.example.com)',
        follower: {
          wait: (key, options) => {
            waits.push(key);
            return wait(options);
          },
        },
        start: (workflow) => {
          starts.push(workflow);
          return start();
        },
        describe: (workflow, { kind, error }) => `${workflow}: ${kind}. ${error.message}`,
      })),
    unfinished: new UnfinishedStarts(store),
    write: (line) => lines.push(line),
    askForAnother: (task) => {
      questions.push(task);
      return Promise.resolve(agrees);
    },
  };
  return { ports, lines, starts, waits, questions, store };
}

const todayAt = (hour: number) => new Date(2026, 9, 1, hour).getTime();

const run = (
  world: ReturnType<typeof worldOf>,
  given: unknown = definition,
  signal = new AbortController().signal,
) => runTask(given, world.ports, signal);

describe('runTask', () => {
  it('exits with code 0 when the job is completed', async () => {
    const world = worldOf({
      wait: ({ onRead }) => {
        for (const step of ['Review', 'Review', 'Release\r\n\u001b[2J\u202epayment', 'Review']) {
          onRead?.(job('job_new', { activeSteps: [{ key: 'stp', name: step }] }));
        }
        onRead?.(completed());
        return Promise.resolve({ kind: 'completed', job: completed() });
      },
    });
    expect(await run(world)).toBe(exitCodes.completed);
    expect(world.starts).toEqual(['wf_a']);
    expect(world.lines).toEqual([
      'Starting a job for workflow “wf_a” on EU (eu.example.com)…',
      'Started job job_new.',
      'active at Review',
      'active at Release [2J\\u202epayment',
      'active at Review',
      'Job job_new completed.',
    ]);
  });

  it('reports each service outage', async () => {
    vi.useFakeTimers({ now: todayAt(9) });
    const world = worldOf({
      wait: ({ onRead, onOutage }) => {
        for (const since of [todayAt(-7), todayAt(8)]) {
          onRead?.(job('job_new'));
          onOutage?.(since);
        }
        onRead?.(job('job_new'));
        return Promise.resolve({ kind: 'completed', job: completed() });
      },
    });
    expect(await run(world)).toBe(exitCodes.completed);
    expect(world.lines.slice(2)).toEqual([
      ...['Sep 30, 2026, 5:00:00 PM', '8:00:00 AM'].flatMap((since) => [
        'active at Release payment',
        `Requests have been failing since ${since}. Still trying…`,
      ]),
      'active at Release payment',
      'Job job_new completed.',
    ]);
  });

  it('exits after starting the job if the task does not wait', async () => {
    const world = worldOf();
    expect(await run(world, { ...definition, wait: false })).toBe(exitCodes.completed);
    expect(world.waits).toEqual([]);
  });

  it('exits with code 2 when the timeout expires', async () => {
    const timeouts: number[] = [];
    const world = worldOf({
      wait: ({ timeout }) => {
        timeouts.push(timeout);
        return Promise.resolve({ kind: 'stillActive', job: job('job_new') });
      },
    });
    expect(await run(world, { ...definition, timeout: 90 })).toBe(exitCodes.stillActive);
    expect(Math.round((timeouts[0] ?? 0) / 1000)).toBe(90);
    expect(world.lines.at(-1)).toBe(
      'Job job_new did not complete within 1 min. The job continues.',
    );
  });

  it.each<[string, boolean, WaitOutcome, string]>([
    [
      'a job that was deleted',
      false,
      { kind: 'deleted', job: job('job_new') },
      'Job job_new was not found.',
    ],
    ['a job that cannot be found', false, { kind: 'unknown' }, 'Job job_new was not found.'],
    [
      'a job that is not on the searched pages',
      true,
      { kind: 'unknown', searched: 1000 },
      'Job job_new was not found in the first 1,000 jobs of the list.',
    ],
    [
      'requests that fail after the job was read',
      true,
      {
        kind: 'unreachable',
        job: job('job_new'),
        seenAt: todayAt(-7),
        since: todayAt(8),
        error: lostAt('unreachable'),
      },
      `Job job_new was last seen at Sep 30, 2026, 5:00:00 PM. Requests have been failing since 8:00:00 AM. No response.`,
    ],
    [
      'requests that always fail',
      true,
      {
        kind: 'unreachable',
        job: undefined,
        seenAt: undefined,
        since: todayAt(0),
        error: lostAt('unreachable'),
      },
      'Job job_new has not been found yet. Requests have been failing since 12:00:00 AM. No response.',
    ],
    [
      'a rejected API key',
      true,
      { kind: 'connectionLost', error: lostAt('unauthorized') },
      'Stopped waiting for job job_new. The job may still be running. No response.',
    ],
  ])('exits with code 3 for %s', async (_, asks, outcome, line) => {
    vi.useFakeTimers({ now: todayAt(9) });
    const world = worldOf({ wait: () => Promise.resolve(outcome) });
    expect(await run(world)).toBe(exitCodes.notFollowed);
    expect(world.lines.at(-1)).toBe(line);
    const again = worldOf({ store: world.store });
    await run(again);
    expect(again.questions.length > 0).toBe(asks);
  });

  it('exits with code 3 if the window connects to another service', async () => {
    const world = worldOf({ wait: () => Promise.resolve({ kind: 'cancelled' }) });
    expect(await run(world)).toBe(exitCodes.notFollowed);
    expect(world.lines.at(-1)).toBe(
      'Stopped waiting for job job_new. The job may still be running. The window has switched to another service.',
    );
  });

  it.each<[ChangeFailure['kind'], ServiceError['kind'], keyof typeof exitCodes, string]>([
    ['declined', 'notPermitted', 'refused', 'No job was started.'],
    ['refused', 'notPermitted', 'refused', 'wf_a: refused. No response.'],
    ['disconnected', 'notPermitted', 'refused', 'wf_a: disconnected. No response.'],
    ['notSent', 'rateLimited', 'refused', 'wf_a: notSent. No response.'],
    ['rejected', 'rejected', 'refused', 'wf_a: rejected. No response.'],
    ['notSent', 'unreachable', 'notFollowed', 'wf_a: notSent. No response.'],
    ['notSent', 'cancelled', 'cancelled', 'No job was started.'],
    ['unknown', 'timeout', 'unknown', 'wf_a: unknown. No response.'],
    ['unknown', 'cancelled', 'unknown', 'wf_a: unknown. No response.'],
    ['accepted', 'accepted', 'unknown', 'wf_a: accepted. No response.'],
  ])(
    'maps the start failure “%s” with the error “%s” to the exit code “%s”',
    async (kind, error, code, line) => {
      const world = worldOf({ start: () => failedStart(kind, error) });
      expect(await run(world)).toBe(exitCodes[code]);
      expect([world.lines.at(-1), world.waits]).toEqual([line, []]);
    },
  );

  it('exits with code 1 if the task is invalid', async () => {
    const invalid = worldOf();
    expect(await run(invalid, { type: 'workflow-job', workflow: '' })).toBe(exitCodes.refused);
    expect([invalid.lines, invalid.starts]).toEqual([
      ['No job was started. “workflow” must be a workflow key.'],
      [],
    ]);
    const alone = worldOf({
      connect: () => {
        throw new ServiceError('notConfigured', 'No service.');
      },
    });
    expect(await run(alone)).toBe(exitCodes.refused);
  });

  it('exits with code 130 when the task is canceled', async () => {
    const cancel = new AbortController();
    const world = worldOf({
      wait: () => {
        cancel.abort();
        return Promise.resolve({ kind: 'cancelled' });
      },
    });
    expect(await run(world, definition, cancel.signal)).toBe(exitCodes.cancelled);
    expect(world.lines.at(-1)).toBe('Stopped waiting for job job_new. The job continues.');
    // The person canceled the task. Therefore, the next run does not ask.
    const again = worldOf({ store: world.store });
    await run(again);
    expect([again.questions, again.starts]).toEqual([[], ['wf_a']]);
  });

  async function interrupted(given: object = definition) {
    const store = createKeyValueStore();
    const { promise: reached, resolve } = Promise.withResolvers<void>();
    // The run in the closed window never ends.
    void run(
      worldOf({
        store,
        wait: () => {
          resolve();
          return new Promise(() => undefined);
        },
      }),
      given,
    );
    await reached;
    return store;
  }

  it('starts no job after an interrupted run if the user dismisses the question', async () => {
    const world = worldOf({ store: await interrupted() });
    expect(await run(world)).toBe(exitCodes.cancelled);
    expect(world.questions).toEqual([{ baseUrl: 'https://eu.example.com/api', workflow: 'wf_a' }]);
    expect(world.lines).toEqual(['No job was started.']);
    expect([world.starts, world.waits]).toEqual([[], []]);
    const again = worldOf({ store: world.store });
    await run(again);
    expect(again.questions).toHaveLength(1);
  });

  it('starts another job after an interrupted run if the user confirms', async () => {
    const world = worldOf({
      store: await interrupted(),
      agrees: true,
      start: () => startedJob('job_2'),
    });
    expect(await run(world)).toBe(exitCodes.completed);
    expect(world.starts).toEqual(['wf_a']);
    const again = worldOf({ store: world.store });
    await run(again);
    expect(again.questions).toEqual([]);
  });

  it('does not ask for confirmation if the interrupted run started another workflow', async () => {
    const other = worldOf({ store: await interrupted() });
    await run(other, { ...definition, workflow: 'wf_b' });
    expect([other.questions, other.starts]).toEqual([[], ['wf_b']]);
  });

  it('asks for confirmation after an interrupted run even if other tasks have run', async () => {
    const store = await interrupted();
    const others = worldOf({ store });
    const elsewhere = { ...others.ports.connect(), baseUrl: 'https://us.example.com/api' };
    await runTask(
      definition,
      { ...others.ports, connect: () => elsewhere },
      new AbortController().signal,
    );
    await run(others, { ...definition, workflow: 'wf_b' });
    expect([others.questions, others.starts]).toEqual([[], ['wf_a', 'wf_b']]);
    const again = worldOf({ store });
    await run(again);
    expect([again.questions.length, again.starts]).toEqual([1, []]);
  });

  it.each<[string, (store: ReturnType<typeof createKeyValueStore>) => Promise<unknown>]>([
    ['a lost connection', (store) => run(worldOf({ store, start: () => failedStart('unknown') }))],
    [
      'a closed window',
      async (store) => {
        const { promise: sent, resolve } = Promise.withResolvers<void>();
        void run(
          worldOf({
            store,
            start: () => {
              resolve();
              return new Promise(() => undefined);
            },
          }),
        );
        await sent;
      },
    ],
  ])(
    'asks for confirmation if the previous run received no start response because of %s',
    async (_, before) => {
      const store = createKeyValueStore();
      await before(store);
      const refused = worldOf({ store });
      expect(await run(refused)).toBe(exitCodes.cancelled);
      expect([refused.questions.length, refused.starts]).toEqual([1, []]);
      const agreed = worldOf({ store, agrees: true });
      expect(await run(agreed)).toBe(exitCodes.completed);
      expect(agreed.starts).toEqual(['wf_a']);
    },
  );

  it('asks for confirmation if the previous start request received no response', async () => {
    const world = worldOf({ start: () => failedStart('unknown') });
    await run(world);
    await run(world);
    expect([world.questions.length, world.starts]).toEqual([1, ['wf_a']]);
  });

  it('asks for confirmation after a start without a response even if a parallel run succeeded', async () => {
    const response = Promise.withResolvers<ChangeOutcome>();
    const world = worldOf({
      start: () => (world.starts.length === 1 ? response.promise : startedJob('job_2')),
    });
    const first = run(world);
    await run(world);
    response.resolve(await failedStart('unknown'));
    await first;
    await run(world);
    expect([world.questions.length, world.starts]).toEqual([1, ['wf_a', 'wf_a']]);
  });

  it('does not ask for confirmation if the previous start was rejected or not sent', async () => {
    const store = createKeyValueStore();
    for (const kind of ['rejected', 'notSent'] as const) {
      await run(worldOf({ store, start: () => failedStart(kind) }));
    }
    const again = worldOf({ store });
    await run(again);
    expect([again.questions, again.starts]).toEqual([[], ['wf_a']]);
  });

  it('asks for confirmation if the terminal of the previous run was closed', async () => {
    const cancel = new AbortController();
    const world = worldOf({
      wait: () => {
        cancel.abort(closed);
        return Promise.resolve({ kind: 'cancelled' });
      },
    });
    expect(await run(world, definition, cancel.signal)).toBe(exitCodes.cancelled);
    await run(world);
    expect([world.questions.length, world.starts.length]).toEqual([1, 1]);
  });

  it('does not ask for confirmation if the task does not wait', async () => {
    const given = { ...definition, wait: false };
    const world = worldOf();
    await run(world, given);
    const later = worldOf({ store: world.store });
    await run(later, given);
    expect([later.questions, later.starts]).toEqual([[], ['wf_a']]);
  });
});
