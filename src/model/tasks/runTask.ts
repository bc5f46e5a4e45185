import * as l10n from '@vscode/l10n';
import { type Job, ServiceError, toServiceError } from '../../service/index.ts';
import { oneLine } from '../../text/inert.ts';
import { formatClock, formatDuration } from '../../text/time.ts';
import type { WaitOptions, WaitOutcome } from '../following/jobWait.ts';
import type { Session } from '../session/session.ts';
import type { ChangeFailure, ChangeOutcome } from '../starting/change.ts';
import { jobState, namesOf, stateWord } from '../jobs/job.ts';
import { absentText, failureText } from '../wording/reports.ts';
import { type TaskDefinition, readTaskDefinition } from './taskDefinition.ts';
import type { TaskStart, UnfinishedStarts } from './unfinishedStarts.ts';

/** Exit codes of a task, for dependent tasks and scripts. */
export const exitCodes = {
  /** Or started, if the task does not wait. */
  completed: 0,
  /** By a guard, the person or the service, or because the task is invalid: no job was started. */
  refused: 1,
  stillActive: 2,
  /** The service was unreachable, the job is gone, or the connection was lost. */
  notFollowed: 3,
  /** A job may have been started, or a start was accepted and no job was returned. */
  unknown: 4,
  cancelled: 130,
} as const;

interface TaskEnd {
  readonly code: (typeof exitCodes)[keyof typeof exitCodes];
  /** The key of a job that may still be running. */
  readonly goesOn?: string;
}

/** What a task uses of a session. */
export interface TaskSession {
  readonly follower: Pick<Session['follower'], 'wait'>;
}

export interface TaskService {
  readonly baseUrl: string;
  /** For people. */
  readonly name: string;
  /**
   * The current session of the service. Undefined if the task named no environment and the window uses
   * another service now.
   */
  readonly session: () => TaskSession | undefined;
  /** Starts a job if the guards and the person permit it. */
  readonly start: (workflowKey: string, signal: AbortSignal) => Promise<ChangeOutcome>;
  /** Why a start failed, and what to do. */
  readonly describe: (workflowKey: string, failure: ChangeFailure) => string;
}

export interface TaskPorts {
  /**
   * @param environment its name; by default the connected service
   * @throws {ServiceError}
   */
  readonly connect: (environment?: string) => TaskService;
  readonly unfinished: UnfinishedStarts;
  readonly write: (line: string) => void;
  /** Asks whether to start another job although that of an earlier run may still be active. */
  readonly askForAnother: (start: TaskStart) => PromiseLike<boolean>;
}

/** The abort reason for a run whose terminal was closed. */
export const closed = 'closed';

/**
 * Runs a task: starts its job, once, and waits for its end. Never rejects.
 * @param signal ends the waiting; with the reason {@link closed} the run counts as interrupted
 */
export async function runTask(given: unknown, ports: TaskPorts, signal: AbortSignal): Promise<TaskEnd> {
  const definition = readTaskDefinition(given);
  const write = (text: string) => ports.write(oneLine(text, 4000));
  if ('problem' in definition) {
    write(l10n.t('No job was started: {0}', definition.problem));
    return { code: exitCodes.refused };
  }
  try {
    const service = ports.connect(definition.environment);
    return await execute({ definition, service, ports: { ...ports, write }, signal });
  } catch (thrown) {
    write(failureText(toServiceError('task', thrown)));
    return { code: exitCodes.refused };
  }
}

const notStarted = () => l10n.t('No job was started.');

/** What a task says of how its waiting ended. */
interface Ending {
  readonly code: TaskEnd['code'];
  readonly text: string;
  /** Whether the job may still be running, which a person may want to know. */
  readonly goesOn: boolean;
}

/** One run of a valid task. */
interface Execution {
  readonly definition: TaskDefinition;
  readonly service: TaskService;
  readonly ports: TaskPorts;
  readonly signal: AbortSignal;
}

async function execute(execution: Execution): Promise<TaskEnd> {
  const { definition, service, ports, signal } = execution;
  const start = { baseUrl: service.baseUrl, workflow: definition.workflow };
  const mayStart =
    signal.aborted || !ports.unfinished.wasInterrupted(start) || (await ports.askForAnother(start));
  if (!mayStart) {
    ports.write(notStarted());
    return { code: exitCodes.cancelled };
  }
  const { unfinished, write } = ports;
  const { workflow } = definition;
  write(l10n.t('Starting a job of workflow “{0}”: {1}', oneLine(workflow), service.name));
  unfinished.begin(start);
  const outcome = await service.start(workflow, signal);
  if (outcome.kind === 'succeeded') {
    write(l10n.t('Started job {0}.', keyText(outcome.job.key)));
    return follow(execution, start, outcome.job.key);
  }
  const code = failureCode(outcome);
  unfinished.end(start, code === exitCodes.unknown);
  const isUnsent = outcome.kind === 'declined' || code === exitCodes.cancelled;
  write(isUnsent ? notStarted() : service.describe(workflow, outcome));
  return { code };
}

function failureCode({ kind, error }: ChangeFailure): TaskEnd['code'] {
  switch (kind) {
    case 'accepted':
    case 'unknown':
      return exitCodes.unknown;
    case 'notSent':
      if (error.kind === 'cancelled') return exitCodes.cancelled;
      return error.kind === 'unreachable' ? exitCodes.notFollowed : exitCodes.refused;
    case 'declined':
    case 'disconnected':
    case 'mustWait':
    case 'refused':
    case 'rejected':
      return exitCodes.refused;
  }
}

async function follow(execution: Execution, start: TaskStart, job: string): Promise<TaskEnd> {
  const { unfinished, write } = execution.ports;
  const { wait, timeout } = execution.definition;
  if (!wait) {
    unfinished.end(start, false);
    return { code: exitCodes.completed };
  }
  const steps = stepLines(write);
  const onOutage = (since: number) => {
    steps.forget();
    write(l10n.t('The service has not answered since {0}; still trying.', formatClock(since)));
  };
  const outcome = await waitFor(execution, job, { onRead: steps.onRead, onOutage });
  unfinished.end(start, isInterruption(outcome, execution.signal));
  const { code, text, goesOn } = endingOf(outcome, keyText(job), timeout * 1000);
  if (!goesOn) {
    write(text);
    return { code };
  }
  write(`${text} ${l10n.t('This does not stop the job: “Open Job…” opens it by its key.')}`);
  return { code, goesOn: job };
}

/** Waits for a job; continues in the next session if the window leaves the service of a named environment. */
async function waitFor(
  { definition, service, signal }: Execution,
  key: string,
  listeners: Pick<WaitOptions, 'onRead' | 'onOutage'>,
): Promise<WaitOutcome> {
  const end = performance.now() + definition.timeout * 1000;
  for (;;) {
    const session = service.session();
    if (session === undefined) {
      const text = l10n.t('Another service is connected.');
      return { kind: 'connectionLost', error: new ServiceError('notConfigured', text) };
    }
    const timeout = Math.max(0, end - performance.now());
    const outcome = await session.follower.wait(key, { ...listeners, timeout, signal });
    if (outcome.kind !== 'cancelled' || signal.aborted) return outcome;
  }
}

/** Whether the waiting ended although neither the job nor the person ended it. */
function isInterruption(outcome: WaitOutcome, { reason }: AbortSignal): boolean {
  // A job that is not among those that were searched may go on.
  if ('searched' in outcome) return true;
  if (outcome.kind === 'cancelled') return reason === closed;
  return outcome.kind === 'unreachable' || outcome.kind === 'connectionLost';
}

/** @param timeout in milliseconds */
function endingOf(outcome: WaitOutcome, key: string, timeout: number): Ending {
  const ending = (code: TaskEnd['code'], text: string, goesOn: boolean) => ({ code, text, goesOn });
  const { completed, stillActive, cancelled, notFollowed } = exitCodes;
  switch (outcome.kind) {
    case 'completed':
      return ending(completed, l10n.t('Job {0} is completed.', key), false);
    case 'stillActive': {
      const text = l10n.t('Job {0} is not completed after {1}.', key, formatDuration(timeout));
      return ending(stillActive, text, true);
    }
    case 'cancelled':
      return ending(cancelled, l10n.t('Waiting for job {0} has ended.', key), true);
    case 'deleted':
      return ending(notFollowed, absentText(key, undefined), false);
    case 'unknown':
      return ending(notFollowed, absentText(key, outcome.searched), false);
    case 'unreachable':
      return ending(notFollowed, unreachableText(outcome, key), true);
    case 'connectionLost': {
      const text = l10n.t('Job {0} cannot be followed any more.', key);
      return ending(notFollowed, `${text} ${failureText(outcome.error)}`, true);
    }
  }
}

function unreachableText(
  { seenAt, since, error }: Extract<WaitOutcome, { kind: 'unreachable' }>,
  key: string,
): string {
  const seen =
    seenAt === undefined
      ? l10n.t('Job {0} was not read.', key)
      : l10n.t('Job {0} was last seen at {1}.', key, formatClock(seenAt));
  return `${seen} ${l10n.t('The service has not answered since {0}.', formatClock(since))} ${failureText(error)}`;
}

/** Writes a line for each change of a job's state or steps, and after `forget` one even without a change. */
function stepLines(write: (line: string) => void): {
  readonly onRead: (job: Job) => void;
  readonly forget: () => void;
} {
  let last: string | undefined;
  const onRead = (job: Job) => {
    const state = jobState(job);
    const step = namesOf(job.activeSteps);
    const line = step === undefined ? stateWord(state) : l10n.t('active at {0}', step);
    if (line === last) return;
    last = line;
    if (state !== 'completed') write(line);
  };
  return { onRead, forget: () => void (last = undefined) };
}

/** A key in full, unlike names, so that it can be copied. */
function keyText(key: string): string {
  return oneLine(key, 2000);
}
