import * as l10n from '@vscode/l10n';
import { type Job, ServiceError, toServiceError } from '../../service/index.ts';
import { singleLine } from '../../text/untrustedText.ts';
import { formatClock, formatDuration } from '../../text/time.ts';
import type { WaitOutcome } from '../following/jobWait.ts';
import type { Session } from '../session/session.ts';
import type { ChangeFailure, ChangeOutcome } from '../starting/change.ts';
import { jobState, namesOf, stateWord } from '../jobs/job.ts';
import { absentText, failureText } from '../wording/reports.ts';
import { type TaskDefinition, readTaskDefinition } from './taskDefinition.ts';
import type { TaskStart, UnfinishedStarts } from './unfinishedStarts.ts';

/** Exit codes of a task. Dependent tasks and scripts rely on these values. */
export const exitCodes = {
  /** The job completed. For a task that does not wait, the job was started. */
  completed: 0,
  /**
   * No job was started: the task is invalid, or the settings, the user, or the service rejected the
   * request.
   */
  refused: 1,
  stillActive: 2,
  /** The service was unreachable, the job was deleted, or the connection was lost. */
  notFollowed: 3,
  /** A job may have been started, but the service did not return it. */
  unknown: 4,
  cancelled: 130,
} as const;

type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

interface TaskService {
  readonly baseUrl: string;
  /** Display name of the service. */
  readonly name: string;
  readonly follower: Pick<Session['follower'], 'wait'>;
  /**
   * Checks the start restrictions (read-only, production), asks the user if required, and starts a
   * job.
   */
  readonly start: (workflowKey: string, signal: AbortSignal) => Promise<ChangeOutcome>;
  /** Returns a message that explains why starting a job failed and what to do. */
  readonly describe: (workflowKey: string, failure: ChangeFailure) => string;
}

export interface TaskPorts {
  /**
   * Returns the service for an environment name, or the connected service if the name is omitted.
   * @throws {ServiceError} if the environment does not exist or no service is connected
   */
  readonly connect: (environment?: string) => TaskService;
  readonly unfinished: UnfinishedStarts;
  readonly write: (line: string) => void;
  /** Asks whether to start another job, because the job from an earlier run may still be active. */
  readonly askForAnother: (start: TaskStart) => PromiseLike<boolean>;
}

/** Abort reason after the user has closed the terminal of a task. */
export const closed = 'closed';

/** A single run of a valid task. */
interface Execution {
  readonly definition: TaskDefinition;
  readonly service: TaskService;
  readonly ports: TaskPorts;
  /**
   * Signal that ends the wait for the job. If the abort reason is {@link closed}, the run counts as
   * interrupted.
   */
  readonly signal: AbortSignal;
}

/**
 * Runs a task: starts a job, waits until the job finishes, and resolves to the exit code. Never
 * rejects.
 */
export async function runTask(
  given: unknown,
  ports: TaskPorts,
  signal: AbortSignal,
): Promise<ExitCode> {
  const definition = readTaskDefinition(given);
  const write = (text: string) => ports.write(singleLine(text, 4000));
  if ('problem' in definition) {
    write(`${notStarted()} ${definition.problem}`);
    return exitCodes.refused;
  }
  try {
    const service = ports.connect(definition.environment);
    return await execute({ definition, service, ports: { ...ports, write }, signal });
  } catch (thrown) {
    write(failureText(toServiceError('task', thrown)));
    return exitCodes.refused;
  }
}

const notStarted = () => l10n.t('No job was started.');

async function execute(execution: Execution): Promise<ExitCode> {
  const { definition, service, ports, signal } = execution;
  const { unfinished, write } = ports;
  const { workflow } = definition;
  const start = { baseUrl: service.baseUrl, workflow };
  const mayStart =
    signal.aborted || !unfinished.wasInterrupted(start) || (await ports.askForAnother(start));
  if (!mayStart) {
    write(notStarted());
    return exitCodes.cancelled;
  }
  write(l10n.t('Starting a job for workflow “{0}” on {1}…', singleLine(workflow), service.name));
  unfinished.begin(start);
  const outcome = await service.start(workflow, signal);
  if (outcome.kind === 'succeeded') {
    write(l10n.t('Started job {0}.', printableKey(outcome.job.key)));
    return follow(execution, start, outcome.job.key);
  }
  const code = failureCode(outcome);
  unfinished.end(start, code === exitCodes.unknown);
  const isUnsent = outcome.kind === 'declined' || code === exitCodes.cancelled;
  write(isUnsent ? notStarted() : service.describe(workflow, outcome));
  return code;
}

function failureCode({ kind, error }: ChangeFailure): ExitCode {
  switch (kind) {
    case 'accepted':
    case 'unknown':
      return exitCodes.unknown;
    case 'notSent':
      if (error.kind === 'cancelled') return exitCodes.cancelled;
      return error.kind === 'unreachable' ? exitCodes.notFollowed : exitCodes.refused;
    case 'declined':
    case 'disconnected':
    case 'refused':
    case 'rejected':
      return exitCodes.refused;
  }
}

async function follow(
  { definition: { wait, timeout }, service, ports: { unfinished, write }, signal }: Execution,
  start: TaskStart,
  key: string,
): Promise<ExitCode> {
  if (!wait) {
    unfinished.end(start, false);
    return exitCodes.completed;
  }
  let lastLine: string | undefined;
  const waited = await service.follower.wait(key, {
    timeout: timeout * 1000,
    signal,
    onRead: (job) => {
      const line = stepLine(job);
      if (line !== lastLine && jobState(job) !== 'completed') write(line);
      lastLine = line;
    },
    onOutage: (since) => {
      // Writes the step again after the outage, even if the step has not changed.
      lastLine = undefined;
      write(l10n.t('Requests have been failing since {0}. Still trying…', formatClock(since)));
    },
  });
  const outcome = waited.kind === 'cancelled' && !signal.aborted ? disconnectedEnd() : waited;
  unfinished.end(start, isInterruption(outcome, signal));
  const { code, text } = endingOf(outcome, printableKey(key), timeout * 1000);
  write(text);
  return code;
}

function disconnectedEnd(): WaitOutcome {
  const error = new ServiceError(
    'notConfigured',
    l10n.t('The window has switched to another service.'),
  );
  return { kind: 'connectionLost', error };
}

/** Returns the active steps of a job, or the job state if no step is active. */
function stepLine(job: Job): string {
  const step = namesOf(job.activeSteps);
  return step === undefined ? stateWord(jobState(job)) : l10n.t('active at {0}', step);
}

/** Returns true if an error or a closed terminal ended the wait. The job may still be active. */
function isInterruption(outcome: WaitOutcome, { reason }: AbortSignal): boolean {
  // The job may still exist on a page that was not searched.
  if ('searched' in outcome) return true;
  if (outcome.kind === 'cancelled') return reason === closed;
  return outcome.kind === 'unreachable' || outcome.kind === 'connectionLost';
}

/**
 * Returns the exit code and the final message of a task.
 * @param timeout timeout in milliseconds
 */
function endingOf(
  outcome: WaitOutcome,
  key: string,
  timeout: number,
): { readonly code: ExitCode; readonly text: string } {
  const { completed, stillActive, cancelled, notFollowed } = exitCodes;
  switch (outcome.kind) {
    case 'completed':
      return { code: completed, text: l10n.t('Job {0} completed.', key) };
    case 'stillActive': {
      const time = formatDuration(timeout);
      const text = l10n.t('Job {0} did not complete within {1}. The job continues.', key, time);
      return { code: stillActive, text };
    }
    case 'cancelled':
      return {
        code: cancelled,
        text: l10n.t('Stopped waiting for job {0}. The job continues.', key),
      };
    case 'deleted':
      return { code: notFollowed, text: absentText(key, undefined) };
    case 'unknown':
      return { code: notFollowed, text: absentText(key, outcome.searched) };
    case 'unreachable':
      return { code: notFollowed, text: unreachableText(outcome, key) };
    case 'connectionLost': {
      const text = l10n.t('Stopped waiting for job {0}. The job may still be running.', key);
      return { code: notFollowed, text: `${text} ${failureText(outcome.error)}` };
    }
  }
}

function unreachableText(
  { seenAt, since, error }: Extract<WaitOutcome, { kind: 'unreachable' }>,
  key: string,
): string {
  const seen =
    seenAt === undefined
      ? l10n.t('Job {0} has not been found yet.', key)
      : l10n.t('Job {0} was last seen at {1}.', key, formatClock(seenAt));
  return `${seen} ${l10n.t('Requests have been failing since {0}.', formatClock(since))} ${failureText(error)}`;
}

/** Formats a job key in one line. Keeps the full key, so that users can copy the key. */
function printableKey(key: string): string {
  return singleLine(key, 2000);
}
