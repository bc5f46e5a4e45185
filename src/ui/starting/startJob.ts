import { l10n } from 'vscode';
import * as z from 'zod/mini';
import type { WaitOutcome } from '../../model/following/jobWait.ts';
import { workflowsOf as namedWorkflows } from '../../model/jobs/job.ts';
import type { Session } from '../../model/session/session.ts';
import type { Asker, ChangeOutcome } from '../../model/starting/change.ts';
import type { SentStart } from '../../model/starting/sentStarts.ts';
import { beforeStart } from '../../model/starting/startedSince.ts';
import { recentWorkflows } from '../../model/starting/workflows.ts';
import { timeoutSchema, defaultTimeout } from '../../model/tasks/taskDefinition.ts';
import { flagSchema, trimmedTextSchema } from '../../model/util/schemas.ts';
import { type Job, readBaseUrl } from '../../service/index.ts';
import { singleLine, escapeQuotes } from '../../text/untrustedText.ts';
import { isRequest, readRequest } from '../actions/givenRequest.ts';
import { pickKey } from '../actions/keyPick.ts';
import type { Connection } from '../connection/connection.ts';
import type { EnvironmentList } from '../environments/environments.ts';
import { isLate, withProgress } from '../feedback/notify.ts';
import { withErrorReporting } from '../feedback/report.ts';
import type { JobPanels } from '../jobPage/jobPanels.ts';
import type { JobsView } from '../views/jobsView.ts';
import { requirePermitted } from './changeGuard.ts';
import { changeTexts } from './changeTexts.ts';
import { type SessionStart, type StartRecords, sendStart } from './sendStart.ts';
import { notifyStarted, showStartFailure, showUnknownStart } from './startNotices.ts';
import { workflowOf, offeredWorkflows } from './workflows.ts';

export interface StartServices extends StartRecords {
  readonly connection: Connection;
  readonly environments: EnvironmentList;
  readonly panels: JobPanels;
  readonly jobsView: JobsView;
}

/** Workflow of a job to start, as requested by a user or a script. */
interface StartRequest {
  /** Workflow key from a keybinding or script. If omitted, the user selects a workflow. */
  readonly workflowKey?: string | undefined;
  /** Initial value of the workflow key input. */
  readonly typed?: string | undefined;
}

/**
 * Starts a job, and then selects the new row and opens the job page. Asks the user for the workflow
 * key if the key is missing. Resolves to the job key, or to undefined if the user cancels or the
 * request fails.
 */
async function startJob(
  services: StartServices,
  session: Session,
  { workflowKey = '', typed }: StartRequest,
): Promise<string | undefined> {
  const given = workflowKey.trim();
  const who = l10n.t('A command with arguments (from a keybinding, a task, or another extension)');
  const asker: Asker = given === '' ? { kind: 'person' } : { kind: 'script', who };
  // If the environment is read-only, throws before asking the user for a workflow key.
  requirePermitted(services.environments, session.client.baseUrl, 'startJob', asker.kind);
  const key = given || (await askForWorkflow(services, session, typed));
  if (key === undefined) return undefined;
  const before = beforeStart(key, session.list);
  const outcome = await sendAndShow(services, { session, key, asker });
  if (outcome.kind === 'succeeded') return outcome.job.key;
  const isRetry = await showStartFailure(services, { session, before, failure: outcome });
  return isRetry ? startJob(services, session, { typed: key }) : undefined;
}

/** Starts a new job. Asks for the workflow, and suggests the workflow of the existing job. */
export function startAnother(services: StartServices, job: Job): Promise<string | undefined> {
  return startJob(services, services.connection.require(), { typed: namedWorkflows(job)[0]?.key });
}

/**
 * Sends the start request with a progress notification. Then opens the job page and selects the new
 * row. After a slow response, offers to open the job page instead.
 */
async function sendAndShow(services: StartServices, start: SessionStart): Promise<ChangeOutcome> {
  const { session, key } = start;
  const { name } = await workflowOf(session, services.store, key);
  let requestedAt = performance.now();
  const outcome = await sendStart(services, start, (send) => {
    requestedAt = performance.now();
    return withProgress(l10n.t('Starting a job for workflow “{0}”…', singleLine(name)), send);
  });
  if (outcome.kind !== 'succeeded') return outcome;
  const { job } = outcome;
  if (isLate(requestedAt) || session.signal.aborted) {
    void notifyStarted(services, { session, workflowKey: key, job });
  } else {
    services.panels.openJob(session.client.baseUrl.href, job);
  }
  if (services.connection.session === session) await services.jobsView.reveal(job.key);
  return outcome;
}

/** Command arguments from a keybinding or script. `timeout` is in seconds. */
const requestSchema = z.strictObject({
  workflowKey: z.optional(trimmedTextSchema),
  environment: z.optional(trimmedTextSchema),
  wait: z.optional(flagSchema),
  timeout: timeoutSchema,
});

interface StartedJob {
  readonly key: string;
  /** Result of waiting for the job. Present only if the arguments contain `wait: true`. */
  readonly outcome?: string;
}

/**
 * Runs {@link startJob} with command arguments. Resolves to an object if the argument is an object.
 * With `wait: true`, waits until the job finishes or the timeout expires.
 * @throws {ServiceError} `invalidInput` if a property is unknown or invalid, because ignoring a
 * misspelled `environment` would start the job in the wrong environment
 */
export async function startJobAsGiven(
  services: StartServices,
  given?: unknown,
): Promise<string | StartedJob | undefined> {
  const { connection } = services;
  if (typeof given === 'string') {
    return startJob(services, connection.require(), { workflowKey: given });
  }
  if (!isRequest(given)) return startJob(services, connection.require(), {});
  const request = readRequest(requestSchema, given, l10n.t('No job was started'));
  const session = connection.sessionNamed(request.environment);
  const key = await startJob(services, session, request);
  if (key === undefined) return undefined;
  if (request.wait !== true) return { key };
  const { kind } = await session.follower.wait(key, {
    timeout: (request.timeout ?? defaultTimeout) * 1000,
    signal: session.signal,
  });
  return { key, outcome: outcomeWords[kind] };
}

/** Outcome names that scripts receive. The documentation lists the same names. */
const outcomeWords: Record<WaitOutcome['kind'], string> = {
  completed: 'completed',
  deleted: 'gone',
  stillActive: 'stillActive',
  cancelled: 'connectionLost',
  unknown: 'gone',
  unreachable: 'unreachable',
  connectionLost: 'connectionLost',
};

async function askForWorkflow(
  { environments, store }: Pick<StartServices, 'environments' | 'store'>,
  session: Session,
  typed: string | undefined,
): Promise<string | undefined> {
  const { baseUrl } = session.client;
  const environment = environments.titleAt(baseUrl);
  const used = new Set(recentWorkflows(store, baseUrl.href).map(({ key }) => key));
  const [recentGroup, seenGroup] = [l10n.t('recently used'), l10n.t('seen in jobs')];
  return pickKey({
    title:
      environment === undefined ? l10n.t('Start Job') : l10n.t('Start Job in {0}', environment),
    placeholder: l10n.t('Select a workflow, or enter a workflow key'),
    choices: (await offeredWorkflows(session, store)).map((each) => ({
      ...each,
      group: used.has(each.key) ? recentGroup : seenGroup,
    })),
    ...(typed === undefined ? {} : { typed }),
    free: { useTyped: l10n.t('Start workflow') },
  });
}

/**
 * Reports start requests that were interrupted when the previous window was reloaded or crashed.
 * The service may still have started the jobs.
 */
export function reportInterruptedStarts(services: StartServices): void {
  for (const start of services.sentStarts.interrupted) {
    void withErrorReporting('interruptedStart', () => reportInterrupted(services, start));
  }
}

async function reportInterrupted(services: StartServices, start: SentStart): Promise<void> {
  const { connection, environments } = services;
  const { workflowKey: typed } = start;
  const reading = readBaseUrl(start.baseUrl);
  if (reading.kind === 'invalid') return;
  const { baseUrl } = reading;
  const sentence = l10n.t(
    'A job for workflow “{0}” may have been started on {1}. The window closed before the service responded.',
    escapeQuotes(typed),
    environments.nameOf(baseUrl),
  );
  const text = `${sentence} ${changeTexts.startJob().unknownAdvice}`;
  const session = connection.sessionAt(baseUrl);
  const before = { ...start, keys: new Set<string>() };
  const isRetry = await showUnknownStart(services, { text, before, session, isAccepted: false });
  if (isRetry) await startJob(services, session, { typed });
}
