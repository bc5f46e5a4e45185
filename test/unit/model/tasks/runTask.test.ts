import { describe, expect, it, vi } from 'vitest';
import type { WaitOptions, WaitOutcome } from '../../../../src/model/following/jobWaiter.ts';
import { type TaskPorts, closed, exitCodes, runTask } from '../../../../src/model/tasks/runTask.ts';
import { type TaskRun, TaskRuns } from '../../../../src/model/tasks/taskRuns.ts';
import { type Job, ServiceError } from '../../../../src/service/index.ts';
import { job, createKeyValueStore } from '../builders.ts';

const definition = { type: 'workflow-job', workflow: 'wf_a' };
const goesOn = 'This does not stop the job: “Open Job…” opens it by its key.';
const completed = (key = 'job_new') => job(key, { completedAt: '2026-10-01T10:00:00Z' });
const lostAt = (kind: ServiceError['kind']) => new ServiceError(kind, 'No answer.');

interface World {
  readonly store?: ReturnType<typeof createKeyValueStore>;
  readonly start?: (signal: AbortSignal) => Promise<Job | undefined>;
  readonly wait?: (options: WaitOptions) => Promise<WaitOutcome>;
  /** A job that can be read, before it is waited for. */
  readonly found?: Job;
  readonly answer?: 'waitOn' | 'startAnother';
  readonly connect?: TaskPorts['connect'];
  /** Signals of the connections of the same service, one after the other. */
  readonly connections?: AbortController[];
}

function worldOf({
  store = createKeyValueStore(),
  start = () => Promise.resolve(job('job_new')),
  wait = () => Promise.resolve({ kind: 'completed', job: completed() }),
  found,
  answer,
  connect,
  connections = [new AbortController()],
}: World = {}) {
  const lines: string[] = [];
  const starts: string[] = [];
  const waits: string[] = [];
  const asked: TaskRun[] = [];
  const ports: TaskPorts = {
    connect:
      connect ??
      (() => ({
        baseUrl: 'https://eu.example.com/api',
        name: 'EU (eu.example.com)',
        waiter: () => {
          const current = connections.find(({ signal }) => !signal.aborted);
          const waiter = {
            read: () => Promise.resolve(found === undefined ? {} : { job: found }),
            wait: (key: string, options: WaitOptions) => {
              waits.push(key);
              return wait(options);
            },
          };
          return current && { waiter, signal: current.signal };
        },
        start: (workflow, signal) => {
          starts.push(workflow);
          return start(signal);
        },
      })),
    runs: new TaskRuns(store),
    write: (line) => lines.push(line),
    ask: (run) => {
      asked.push(run);
      return Promise.resolve(answer);
    },
  };
  return { ports, lines, starts, waits, asked, store };
}

const todayAt = (hour: number) => new Date(2026, 9, 1, hour).getTime();

const run = (
  world: ReturnType<typeof worldOf>,
  given: unknown = definition,
  signal = new AbortController().signal,
) => runTask(given, world.ports, signal);

describe('a task', () => {
  it('starts its job once, tells each change of its step once, and ends with 0 when the job is completed', async () => {
    const world = worldOf({
      wait: ({ onRead }) => {
        for (const step of ['Review', 'Review', 'Release\r\n\u001b[2J\u202epayment', 'Review']) {
          onRead?.(job('job_new', { activeSteps: [{ key: 'stp', name: step }] }));
        }
        onRead?.(completed());
        return Promise.resolve({ kind: 'completed', job: completed() });
      },
    });
    expect(await run(world)).toEqual({ code: exitCodes.completed });
    expect(world.starts).toEqual(['wf_a']);
    expect(world.lines).toEqual([
      'Starting a job of workflow “wf_a”: EU (eu.example.com)',
      'Started job job_new.',
      'active at Review',
      'active at Release [2J[RLO]payment',
      'active at Review',
      'Job job_new is completed.',
    ]);
  });

  it('tells each outage of the service, and after it the step again', async () => {
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
    expect(await run(world)).toEqual({ code: exitCodes.completed });
    expect(world.lines.slice(2)).toEqual([
      ...['Sep 30, 2026, 5:00:00 PM', '8:00:00 AM'].flatMap((since) => [
        'active at Release payment',
        `The service has not answered since ${since}; still trying.`,
      ]),
      'active at Release payment',
      'Job job_new is completed.',
    ]);
  });

  it('that does not wait ends with 0 once its job is started', async () => {
    const world = worldOf();
    expect(await run(world, { ...definition, wait: false })).toEqual({ code: exitCodes.completed });
    expect(world.waits).toEqual([]);
  });

  it('gives the waiting its timeout, and ends with 2 after it', async () => {
    const timeouts: number[] = [];
    const world = worldOf({
      wait: ({ timeout }) => {
        timeouts.push(timeout);
        return Promise.resolve({ kind: 'stillActive', job: job('job_new') });
      },
    });
    expect(await run(world, { ...definition, timeout: 90 })).toEqual({
      code: exitCodes.stillActive,
      goesOn: 'job_new',
    });
    expect(Math.round((timeouts[0] ?? 0) / 1000)).toBe(90);
    expect(world.lines.at(-1)).toBe(`Job job_new is not completed after 1 min. ${goesOn}`);
  });

  it.each<[string, WaitOutcome, string]>([
    [
      'a job that the service no longer knows',
      { kind: 'gone', job: job('job_new') },
      'The service does not know job job_new.',
    ],
    ['a job that cannot be found', { kind: 'unknown' }, 'The service does not know job job_new.'],
    [
      'a job that is not on the pages that were searched',
      { kind: 'unknown', searched: 1000 },
      'Job job_new is not among the first 1,000 jobs of the list.',
    ],
    [
      'a service that does not answer any more',
      {
        kind: 'unreachable',
        job: job('job_new'),
        seenAt: todayAt(-7),
        since: todayAt(8),
        error: lostAt('unreachable'),
      },
      `Job job_new was last seen at Sep 30, 2026, 5:00:00 PM. The service has not answered since 8:00:00 AM. No answer. ${goesOn}`,
    ],
    [
      'a service that does not answer',
      {
        kind: 'unreachable',
        job: undefined,
        seenAt: undefined,
        since: todayAt(0),
        error: lostAt('unreachable'),
      },
      `Job job_new was not read. The service has not answered since 12:00:00 AM. No answer. ${goesOn}`,
    ],
    [
      'a key that is refused',
      { kind: 'connectionLost', error: lostAt('unauthorized') },
      `Job job_new cannot be followed any more. No answer. ${goesOn}`,
    ],
  ])('ends with 3 for %s', async (_, outcome, line) => {
    vi.useFakeTimers({ now: todayAt(9) });
    const world = worldOf({ wait: () => Promise.resolve(outcome) });
    const isLost = line.endsWith(goesOn);
    expect(await run(world)).toEqual({ code: exitCodes.notFollowed, ...(isLost && { goesOn: 'job_new' }) });
    expect(world.lines.at(-1)).toBe(line);
    const again = worldOf({ store: world.store });
    await run(again);
    expect(again.asked, 'it asks before it starts another where the job may go on').toHaveLength(
      isLost || 'searched' in outcome ? 1 : 0,
    );
  });

  it('waits on over another connection to the same service, and ends with 3 where another service is connected', async () => {
    const connections = [new AbortController(), new AbortController()];
    const world = worldOf({
      connections,
      wait: () => {
        connections.find(({ signal }) => !signal.aborted)?.abort();
        return Promise.resolve({ kind: 'cancelled' });
      },
    });
    expect(await run(world)).toEqual({ code: exitCodes.notFollowed, goesOn: 'job_new' });
    expect([world.waits, world.starts]).toEqual([['job_new', 'job_new'], ['wf_a']]);
    expect(world.lines.at(-1)).toBe(
      `Job job_new cannot be followed any more. Another service is connected. ${goesOn}`,
    );
  });

  it.each<[ServiceError | undefined, keyof typeof exitCodes, string]>([
    [undefined, 'refused', 'No job was started.'],
    [
      new ServiceError('notPermitted', 'The environment is read-only.'),
      'refused',
      'The environment is read-only.',
    ],
    [
      new ServiceError('rejected', 'No such workflow.', { request: 'POST /jobs', status: 422 }),
      'refused',
      'No such workflow.',
    ],
    [new ServiceError('unreachable', 'No connection.', { wasSent: false }), 'notFollowed', 'No connection.'],
    [new ServiceError('cancelled', 'Cancelled.', { wasSent: false }), 'cancelled', 'No job was started.'],
    [
      new ServiceError('timeout', 'No answer.'),
      'unknown',
      'The job for workflow “wf_a” may or may not have started. No answer. Look in the list before you start another.',
    ],
    [
      new ServiceError('accepted', 'The service accepted the start but did not return a job (HTTP 202).'),
      'unknown',
      'The service accepted the start but did not return a job (HTTP 202). Look in the list before you start another.',
    ],
    [
      new ServiceError('cancelled', 'Cancelled.'),
      'unknown',
      'The job for workflow “wf_a” may or may not have started. Cancelled. Look in the list before you start another.',
    ],
  ])(
    'whose start fails with %s ends with the code of “%s”, and waits for nothing',
    async (error, code, line) => {
      const world = worldOf({
        start: () => (error === undefined ? Promise.resolve(undefined) : Promise.reject(error)),
      });
      expect(await run(world)).toEqual({ code: exitCodes[code] });
      expect([world.lines.at(-1), world.waits]).toEqual([line, []]);
    },
  );

  it('that is not valid, or without a service, starts nothing and ends with 1', async () => {
    const invalid = worldOf();
    expect(await run(invalid, { type: 'workflow-job', workflow: '' })).toEqual({ code: exitCodes.refused });
    expect([invalid.lines, invalid.starts]).toEqual([
      ['No job was started: “workflow” must be the key of a workflow.'],
      [],
    ]);
    const alone = worldOf({
      connect: () => {
        throw new ServiceError('notConfigured', 'No service.');
      },
    });
    expect(await run(alone)).toEqual({ code: exitCodes.refused });
  });

  it('that is cancelled ends with 130, and says that the job goes on', async () => {
    const cancel = new AbortController();
    const world = worldOf({
      wait: () => {
        cancel.abort();
        return Promise.resolve({ kind: 'cancelled' });
      },
    });
    expect(await run(world, definition, cancel.signal)).toEqual({
      code: exitCodes.cancelled,
      goesOn: 'job_new',
    });
    expect(world.lines.at(-1)).toBe(`Waiting for job job_new has ended. ${goesOn}`);
    // Its end was asked for, so the same task starts another job unasked.
    const again = worldOf({ store: world.store });
    await run(again);
    expect([again.asked, again.starts]).toEqual([[], ['wf_a']]);
  });
});

describe('a task whose window was closed while it waited', () => {
  async function interrupted(given: object = definition) {
    const store = createKeyValueStore();
    const { promise: reached, resolve } = Promise.withResolvers<void>();
    // The run of the closed window neither ends nor waits on.
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

  it('asks before it starts another job, and starts none where the person chooses neither', async () => {
    const world = worldOf({ store: await interrupted() });
    expect(await run(world)).toEqual({ code: exitCodes.cancelled });
    expect(world.asked).toEqual([
      { baseUrl: 'https://eu.example.com/api', workflow: 'wf_a', wait: true, job: 'job_new' },
    ]);
    expect([world.starts, world.waits]).toEqual([[], []]);
    const again = worldOf({ store: world.store });
    await run(again);
    expect(again.asked).toHaveLength(1);
  });

  it('waits on for the job where that is chosen', async () => {
    const world = worldOf({
      store: await interrupted(),
      answer: 'waitOn',
      wait: ({ onRead }) => {
        for (const step of ['One', 'One', 'Two']) {
          onRead?.(job('job_new', { activeSteps: [{ key: 'stp', name: step }] }));
        }
        return Promise.resolve({ kind: 'completed', job: completed() });
      },
    });
    expect(await run(world)).toEqual({ code: exitCodes.completed });
    expect([world.starts, world.waits]).toEqual([[], ['job_new']]);
    expect(world.lines).toEqual([
      'Waiting on for job_new (Invoice Approval): active at One',
      'active at Two',
      'Job job_new is completed.',
    ]);
  });

  it('asks while that job is active', async () => {
    const world = worldOf({ store: await interrupted(), found: job('job_new') });
    await run(world);
    expect([world.asked.length, world.starts]).toEqual([1, []]);
  });

  it('starts another where that is chosen, and asks no more about the first', async () => {
    const world = worldOf({
      store: await interrupted(),
      answer: 'startAnother',
      start: () => Promise.resolve(job('job_2')),
    });
    expect(await run(world)).toEqual({ code: exitCodes.completed });
    expect(world.starts).toEqual(['wf_a']);
    const again = worldOf({ store: world.store });
    await run(again);
    expect(again.asked).toEqual([]);
  });

  it('starts a job unasked once the first is completed, and where another task or service is meant', async () => {
    const done = worldOf({ store: await interrupted(), found: completed() });
    await run(done);
    const other = worldOf({ store: await interrupted() });
    await run(other, { ...definition, workflow: 'wf_b' });
    expect([done.asked, done.starts, other.asked, other.starts]).toEqual([[], ['wf_a'], [], ['wf_b']]);
  });

  it('asks although other tasks, and the same task on another service, have run since', async () => {
    const store = await interrupted();
    const others = worldOf({ store });
    const elsewhere = { ...others.ports.connect(), baseUrl: 'https://us.example.com/api' };
    await runTask(definition, { ...others.ports, connect: () => elsewhere }, new AbortController().signal);
    for (const change of [{ workflow: 'wf_b' }, { wait: false }]) {
      await run(others, { ...definition, ...change });
    }
    expect([others.asked, others.starts]).toEqual([[], ['wf_a', 'wf_b', 'wf_a']]);
    const again = worldOf({ store });
    await run(again);
    expect([again.asked.length, again.starts]).toEqual([1, []]);
  });

  it.each([
    ['asks though the job cannot be read', false],
    [
      'asks nothing where it is cancelled while the job is read, and does not claim that the job goes on',
      true,
    ],
  ])('%s', async (_, isCancelled) => {
    const store = await interrupted();
    const { ports, asked, starts, lines } = worldOf({ store });
    const service = ports.connect();
    const cancel = new AbortController();
    const read = () => {
      if (isCancelled) cancel.abort();
      return Promise.reject(lostAt('unreachable'));
    };
    const failing = {
      ...service,
      waiter: () => ({
        waiter: { read, wait: () => Promise.resolve({ kind: 'unknown' as const }) },
        signal: new AbortController().signal,
      }),
    };
    expect(await runTask(definition, { ...ports, connect: () => failing }, cancel.signal)).toEqual({
      code: exitCodes.cancelled,
    });
    expect([asked.length, starts, lines]).toEqual([
      isCancelled ? 0 : 1,
      [],
      ['No job was started. Job job_new of an earlier run may go on.'],
    ]);
  });
});

describe('a task whose start got no answer', () => {
  it.each<[string, (store: ReturnType<typeof createKeyValueStore>) => Promise<unknown>]>([
    [
      'because the connection broke',
      (store) =>
        run(worldOf({ store, start: () => Promise.reject(new ServiceError('timeout', 'No answer.')) })),
    ],
    [
      'because the window was closed',
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
  ])('%s asks before it starts another', async (_, before) => {
    const store = createKeyValueStore();
    await before(store);
    const refused = worldOf({ store });
    expect(await run(refused)).toEqual({ code: exitCodes.cancelled });
    expect([refused.asked.map((each) => each.job), refused.starts]).toEqual([[null], []]);
    const agreed = worldOf({ store, answer: 'startAnother' });
    expect(await run(agreed)).toEqual({ code: exitCodes.completed });
    expect(agreed.starts).toEqual(['wf_a']);
  });

  it('asks in the same window, too', async () => {
    const world = worldOf({ start: () => Promise.reject(lostAt('timeout')) });
    await run(world);
    await run(world);
    expect([world.asked.map((each) => each.job), world.starts]).toEqual([[null], ['wf_a']]);
  });

  it('asks although the same task, run at the same time, was answered', async () => {
    const answer = Promise.withResolvers<Job>();
    const world = worldOf({
      start: () => (world.starts.length === 1 ? answer.promise : Promise.resolve(job('job_2'))),
    });
    const first = run(world);
    await run(world);
    expect(
      new TaskRuns(world.store)
        .interrupted({ baseUrl: 'https://eu.example.com/api', workflow: 'wf_a', wait: true })
        .map((each) => each.job),
    ).toEqual([null]);
    answer.reject(lostAt('timeout'));
    await first;
    await run(world);
    expect([world.asked.map((each) => each.job), world.starts]).toEqual([[null], ['wf_a', 'wf_a']]);
  });

  it('keeps a job once that the service answers with again', async () => {
    const world = worldOf({ start: () => Promise.resolve(job('job_1')) });
    for (let runs = 0; runs < 2; runs++) await run(world, { ...definition, wait: false });
    expect(
      new TaskRuns(world.store).interrupted({
        baseUrl: 'https://eu.example.com/api',
        workflow: 'wf_a',
        wait: false,
      }),
    ).toHaveLength(1);
  });

  it('asks nothing where the service was not reached or refused', async () => {
    const store = createKeyValueStore();
    for (const error of [
      new ServiceError('rejected', 'No.'),
      new ServiceError('unreachable', 'No connection.', { wasSent: false }),
    ]) {
      await run(worldOf({ store, start: () => Promise.reject(error) }));
    }
    const again = worldOf({ store });
    await run(again);
    expect([again.asked, again.starts]).toEqual([[], ['wf_a']]);
  });
});

describe('a task that runs again in the same window', () => {
  it('asks after its terminal was closed, which ended the waiting alone', async () => {
    const cancel = new AbortController();
    const world = worldOf({
      wait: () => {
        cancel.abort(closed);
        return Promise.resolve({ kind: 'cancelled' });
      },
    });
    expect((await run(world, definition, cancel.signal)).goesOn).toBe('job_new');
    await run(world);
    expect([world.asked.length, world.starts.length]).toEqual([1, 1]);
  });

  it('asks nothing where it does not wait, until the window is another', async () => {
    const keys = ['job_1', 'job_2'];
    const world = worldOf({ start: () => Promise.resolve(job(keys.shift() ?? '')) });
    const given = { ...definition, wait: false };
    await run(world, given);
    await run(world, given);
    expect([world.asked, world.starts]).toEqual([[], ['wf_a', 'wf_a']]);
    const later = worldOf({ store: world.store, answer: 'startAnother' });
    await run(later, given);
    expect([later.asked.map((each) => each.job), later.starts]).toEqual([['job_2'], ['wf_a']]);
  });
});
