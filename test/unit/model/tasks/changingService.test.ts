import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { JobWaiter } from '../../../../src/model/following/jobWaiter.ts';
import { exitCodes, runTask } from '../../../../src/model/tasks/runTask.ts';
import { TaskRuns } from '../../../../src/model/tasks/taskRuns.ts';
import { ServiceError } from '../../../../src/service/index.ts';
import { patient } from '../../service/harness.ts';
import { job } from '../builders.ts';
import { completed, serverFault, serviceOf } from '../following/serviceInMemory.ts';
import { memory } from './memory.ts';

beforeEach(() => {
  vi.useFakeTimers({ now: Date.UTC(2026, 9, 1, 9) });
  vi.spyOn(Math, 'random').mockReturnValue(1);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const pass = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1000);
const clock = (ms: number) => new Date(ms).toISOString().slice(11, 19);

/** A task that starts the job `new` of a service, and what it writes, with the time. */
function taskOf(service: ReturnType<typeof serviceOf>, timeout = 25) {
  const waiter = new JobWaiter(service.client);
  const lines: string[] = [];
  const start = async (workflowKey: string, signal: AbortSignal) => {
    const started = await service.client.startJob(workflowKey, signal);
    if (started !== undefined) waiter.remember(started);
    return started;
  };
  const ended = runTask(
    { workflow: 'wf', timeout },
    {
      connect: () => ({ baseUrl: 'https://one.example', name: 'One', waiter: () => ({ waiter, signal: patient() }), start }),
      runs: new TaskRuns(memory()),
      write: (line) => lines.push(`${clock(Date.now())} ${line}`),
      time: clock,
      ask: () => Promise.resolve(undefined),
    },
    patient(),
  );
  return { ended, lines };
}

describe('a task whose job', () => {
  it.each([
    ['the service knows a second later', () => undefined],
    ['the service does not list either in the first second', (service: ReturnType<typeof serviceOf>) => (service.hasSingles = false)],
    ['the service cannot read in the first seconds', (service: ReturnType<typeof serviceOf>) => (service.failure = serverFault)],
  ])('%s is waited for', async (_, arrange) => {
    const service = serviceOf(job('other'));
    arrange(service);
    const { ended, lines } = taskOf(service);
    await pass(3);
    service.failure = undefined;
    service.jobs = [job('new', completed)];
    await pass(22);
    expect(await ended).toEqual({ code: exitCodes.completed });
    expect(lines.at(-1)).toMatch(/ Job new is completed\.$/);
  });

  it('is not to be found for long is gone', async () => {
    const { ended, lines } = taskOf(serviceOf(job('other')), 600);
    await pass(29);
    expect(lines).toHaveLength(3);
    await pass(60);
    expect(await ended).toEqual({ code: exitCodes.notFollowed });
    expect(lines.at(-1)).toMatch(/ The service does not know job new\.$/);
  });
});

describe('a task whose service', () => {
  it.each([
    ['does not answer', (service: ReturnType<typeof serviceOf>) => (service.failure = () => new ServiceError('unreachable', 'Nothing answers.'))],
    ['is silent', (service: ReturnType<typeof serviceOf>) => (service.isSilent = true)],
  ])('%s says so once, and ends with 3 and when the job was last seen', async (_, arrange) => {
    const service = serviceOf(job('new'));
    const { ended, lines } = taskOf(service);
    await pass(3);
    arrange(service);
    await pass(22);
    expect(await ended).toEqual({ code: exitCodes.notFollowed, goesOn: 'new' });
    expect(lines.slice(3)).toEqual([
      expect.stringMatching(/ The service does not answer since 09:00:0\d; trying on\.$/),
      expect.stringMatching(/^09:00:25 Job new was last seen at 09:00:0[0-3]\. The service does not answer since 09:00:0\d\. .+ The job goes on: /),
    ]);
  });

  it('answers again goes on, and says so with the next outage', async () => {
    const service = serviceOf(job('new'));
    const { ended, lines } = taskOf(service, 600);
    for (const _ of [1, 2]) {
      await pass(20);
      service.failure = serverFault;
      await pass(40);
      service.failure = undefined;
    }
    await pass(60);
    service.change('new', completed);
    await pass(100);
    expect(await ended).toEqual({ code: exitCodes.completed });
    expect(lines.map((line) => line.slice(9).replace(/\d\d:\d\d:\d\d/, '…'))).toEqual([
      'Starting a job of workflow “wf”: One',
      'Started job new.',
      'active at Release payment',
      'The service does not answer since …; trying on.',
      'active at Release payment',
      'The service does not answer since …; trying on.',
      'active at Release payment',
      'Job new is completed.',
    ]);
  });
});
