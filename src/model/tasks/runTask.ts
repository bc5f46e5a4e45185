import * as l10n from '@vscode/l10n';
import { type Job, ServiceError, isOutcomeUnknown, toServiceError } from '../../service/index.ts';
import { oneLine } from '../../text/inert.ts';
import { formatClock, formatDuration } from '../../text/time.ts';
import type { JobWaiter, WaitOptions, WaitOutcome } from '../following/jobWaiter.ts';
import { jobState, jobTitle, namesOf, stateWord } from '../jobs/job.ts';
import { absentText, failureText, unknownStartText } from '../wording/reports.ts';
import { type TaskDefinition, readTaskDefinition } from './taskDefinition.ts';
import type { StartedRun, TaskRun, TaskRuns } from './taskRuns.ts';

/** Exit codes of a task, for dependent tasks and scripts. */
export const exitCodes = {
  /** Or started, if the task does not wait. */
  completed: 0,
  /** By a guard, the person or the service, or because the task is invalid: no job was started. */
  refused: 1,
  stillActive: 2,
  /** The service was unreachable, the job is gone, or the connection was lost. */
  notFollowed: 3,
  /** A job may have been started. */
  unknown: 4,
  cancelled: 130,
} as const;

interface TaskEnd {
  readonly code: (typeof exitCodes)[keyof typeof exitCodes];
  /** The key of a job that may still be running. */
  readonly goesOn?: string;
}

interface TaskService {
  readonly baseUrl: string;
  /** For people. */
  readonly name: string;
  /**
   * Undefined once another service is connected. The signal aborts when the connection changes, even to the
   * same service.
   */
  readonly waiter: () =>
    | { readonly waiter: Pick<JobWaiter, 'read' | 'wait'>; readonly signal: AbortSignal }
    | undefined;
  /**
   * Starts a job if the guards permit it, and lets the waiter remember it.
   * @returns undefined if the person does not confirm it
   * @throws {ServiceError}
   */
  readonly start: (workflowKey: string, signal: AbortSignal) => Promise<Job | undefined>;
}

export interface TaskPorts {
  /**
   * @param environment its name; by default the connected service
   * @throws {ServiceError}
   */
  readonly connect: (environment?: string) => TaskService;
  readonly runs: TaskRuns;
  readonly write: (line: string) => void;
  /** Asks what to do about the job of an interrupted run; undefined if dismissed. */
  readonly ask: (run: TaskRun) => PromiseLike<'waitOn' | 'startAnother' | undefined>;
}

/**
 * Runs a task: starts its job, once, and waits for its end. Never rejects.
 * @param signal ends the waiting; with the reason {@link closed} the run counts as interrupted
 */
export async function runTask(given: unknown, ports: TaskPorts, signal: AbortSignal): Promise<TaskEnd> {
  const definition = readTaskDefinition(given);
  const write = (text: string) => ports.write(oneLine(text, 4000));
  const own = { ...ports, write };
  if ('problem' in definition) {
    write(l10n.t('No job was started: {0}', definition.problem));
    return { code: exitCodes.refused };
  }
  try {
    const service = ports.connect(definition.environment);
    const found = await startOrFind(definition, service, own, signal);
    return typeof found === 'object'
      ? await follow(found, definition, service, own, signal)
      : { code: found };
  } catch (thrown) {
    return fail(toServiceError('task', thrown), definition, write);
  }
}

/** The abort reason for a run whose terminal was closed. */
export const closed = 'closed';

interface FoundRun {
  readonly run: StartedRun;
  readonly isResumed: boolean;
}

const notStarted = () => l10n.t('No job was started.');

/** Starts a job, or finds the one of an interrupted run; returns the run to follow, or the exit code. */
async function startOrFind(
  definition: TaskDefinition,
  service: TaskService,
  { runs, ask, write }: TaskPorts,
  signal: AbortSignal,
): Promise<FoundRun | TaskEnd['code']> {
  const { workflow, wait } = definition;
  const task = { baseUrl: service.baseUrl, workflow, wait };
  const interrupted = runs.interrupted(task);
  for (const earlier of interrupted) {
    const { job } = earlier;
    if (job !== null && (await isCompleted(job, service, signal))) {
      runs.forget([earlier]);
      continue;
    }
    const choice = signal.aborted ? undefined : await ask(earlier);
    if (choice === 'waitOn' && job !== null) return { run: { ...task, job }, isResumed: true };
    if (choice !== 'startAnother') {
      write(
        job === null
          ? notStarted()
          : l10n.t('No job was started. Job {0} of an earlier run may go on.', keyText(job)),
      );
      return exitCodes.cancelled;
    }
    runs.forget(interrupted);
    break;
  }
  write(l10n.t('Starting a job of workflow “{0}”: {1}', oneLine(workflow), service.name));
  const unanswered = { ...task, job: null };
  runs.begin(unanswered);
  try {
    const job = await service.start(workflow, signal);
    runs.forget([unanswered]);
    if (job === undefined) {
      write(notStarted());
      return exitCodes.refused;
    }
    write(l10n.t('Started job {0}.', keyText(job.key)));
    return { run: { ...task, job: job.key }, isResumed: false };
  } catch (thrown) {
    const error = toServiceError('task', thrown);
    if (isOutcomeUnknown(error)) runs.interrupt(unanswered);
    else runs.forget([unanswered]);
    throw error;
  }
}

/** Whether the job of an earlier run is known to be completed. */
async function isCompleted(key: string, service: TaskService, signal: AbortSignal): Promise<boolean> {
  try {
    const reading = await service.waiter()?.waiter.read(key, signal);
    return reading?.job !== undefined && jobState(reading.job) === 'completed';
  } catch {
    return false;
  }
}

async function follow(
  { run, isResumed }: FoundRun,
  { wait, timeout }: TaskDefinition,
  service: TaskService,
  { runs, write }: TaskPorts,
  signal: AbortSignal,
): Promise<TaskEnd> {
  runs.begin(run);
  if (!wait) return { code: exitCodes.completed };
  const key = keyText(run.job);
  const leave = (code: TaskEnd['code'], why: string): TaskEnd => {
    write(`${why} ${l10n.t('This does not stop the job: “Open Job…” opens it by its key.')}`);
    return { code, goesOn: run.job };
  };
  const steps = stepLines(write, isResumed);
  const onOutage = (since: number) => {
    steps.forget();
    write(l10n.t('The service has not answered since {0}; still trying.', formatClock(since)));
  };
  const outcome = await waitFor(run.job, service, {
    timeout: timeout * 1000,
    signal,
    onRead: steps.tell,
    onOutage,
  });
  // A job that is not among those that were searched may go on.
  const isInterrupted =
    'searched' in outcome ||
    outcome.kind === 'unreachable' ||
    outcome.kind === 'connectionLost' ||
    (outcome.kind === 'cancelled' && signal.reason === closed);
  if (isInterrupted) runs.interrupt(run);
  else runs.forget([run]);
  switch (outcome.kind) {
    case 'completed':
      write(l10n.t('Job {0} is completed.', key));
      return { code: exitCodes.completed };
    case 'stillActive':
      return leave(
        exitCodes.stillActive,
        l10n.t('Job {0} is not completed after {1}.', key, formatDuration(timeout * 1000)),
      );
    case 'cancelled':
      return leave(exitCodes.cancelled, l10n.t('Waiting for job {0} has ended.', key));
    case 'gone':
    case 'unknown':
      write(absentText(key, 'searched' in outcome ? outcome.searched : undefined));
      return { code: exitCodes.notFollowed };
    case 'unreachable': {
      const seen =
        outcome.seenAt === undefined
          ? l10n.t('Job {0} was not read.', key)
          : l10n.t('Job {0} was last seen at {1}.', key, formatClock(outcome.seenAt));
      return leave(
        exitCodes.notFollowed,
        `${seen} ${l10n.t('The service has not answered since {0}.', formatClock(outcome.since))} ${failureText(outcome.error)}`,
      );
    }
    case 'connectionLost':
      return leave(
        exitCodes.notFollowed,
        `${l10n.t('Job {0} cannot be followed any more.', key)} ${failureText(outcome.error)}`,
      );
  }
}

/** Waits for a job, and continues over a new connection to the same service. */
async function waitFor(
  key: string,
  service: TaskService,
  { timeout, signal, ...listeners }: WaitOptions,
): Promise<WaitOutcome> {
  const end = performance.now() + timeout;
  for (;;) {
    const connected = service.waiter();
    if (connected === undefined) {
      return {
        kind: 'connectionLost',
        error: new ServiceError('notConfigured', l10n.t('Another service is connected.')),
      };
    }
    const outcome = await connected.waiter.wait(key, {
      ...listeners,
      timeout: Math.max(0, end - performance.now()),
      signal: AbortSignal.any([signal, connected.signal]),
    });
    if (outcome.kind !== 'cancelled' || signal.aborted) return outcome;
  }
}

/**
 * Writes a line for each change of a job's state or steps, and after `forget` one even without a change.
 * @param isResumed whether the first line names the job, because no line of this run did
 */
function stepLines(
  write: (line: string) => void,
  isResumed: boolean,
): { readonly tell: (job: Job) => void; readonly forget: () => void } {
  let last: string | undefined;
  const tell = (job: Job) => {
    const state = jobState(job);
    const step = namesOf(job.activeSteps);
    const line = step === undefined ? stateWord(state) : l10n.t('active at {0}', step);
    if (line !== last && state !== 'completed') {
      write(
        isResumed && last === undefined
          ? l10n.t('Waiting on for {0} ({1}): {2}', keyText(job.key), jobTitle(job), line)
          : line,
      );
    }
    last = line;
  };
  return { tell, forget: () => void (last = undefined) };
}

/** Writes why no job was started, or that this is unknown. */
function fail(error: ServiceError, { workflow }: TaskDefinition, write: (line: string) => void): TaskEnd {
  if (error.kind === 'cancelled' && !error.wasSent) {
    write(notStarted());
    return { code: exitCodes.cancelled };
  }
  if (isOutcomeUnknown(error)) {
    write(unknownStartText(workflow, error));
    return { code: exitCodes.unknown };
  }
  write(failureText(error));
  return {
    code:
      error.kind === 'unreachable' || error.kind === 'timeout' ? exitCodes.notFollowed : exitCodes.refused,
  };
}

/** A key in full, unlike names, so that it can be copied. */
function keyText(key: string): string {
  return oneLine(key, 2000);
}
