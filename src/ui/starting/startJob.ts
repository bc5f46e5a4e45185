import { l10n } from 'vscode';
import * as z from 'zod/mini';
import type { WaitOutcome } from '../../model/following/jobWait.ts';
import { jobTitle, workflowsOf as namedWorkflows } from '../../model/jobs/job.ts';
import type { SentStarts } from '../../model/starting/sentStarts.ts';
import { type BeforeStart, beforeStart, startedSince } from '../../model/starting/startedSince.ts';
import { recentWorkflows } from '../../model/starting/workflows.ts';
import { timeoutSchema, usualTimeout } from '../../model/tasks/taskDefinition.ts';
import { startedText, unknownOutcomeText } from '../../model/wording/reports.ts';
import { flagSchema, trimmedTextSchema } from '../../model/util/schemas.ts';
import {
  type Change,
  type Job,
  ServiceError,
  abortableDelay,
  changes,
  isOutcomeUnknown,
  toServiceError,
} from '../../service/index.ts';
import { isolated, oneLine, quoted } from '../../text/inert.ts';
import { formatNumber } from '../../text/number.ts';
import { formatMoment } from '../../text/time.ts';
import type { Initiator } from '../../model/starting/asker.ts';
import type { Session } from '../../model/session/session.ts';
import type { Connection } from '../connection/connection.ts';
import type { EnvironmentList } from '../environments/environments.ts';
import { requireWritable } from './changeGuard.ts';
import { isLate, notify, offers, warnIfDisconnected, withProgress } from '../feedback/notify.ts';
import { tellElsewhere, tellFailure } from '../feedback/report.ts';
import { isRequest, readRequest } from '../actions/givenRequest.ts';
import { pickKey } from '../actions/keyPick.ts';
import type { JobPanels } from '../jobPage/jobPanels.ts';
import type { JobsView } from '../views/jobsView.ts';
import { type StartRecords, notifyStarted, registerStarted } from './startedJobs.ts';
import { startOf, workflowsOf } from './workflows.ts';

/** What starting a job uses. */
export interface StartServices extends StartRecords {
  readonly connection: Connection;
  readonly environments: EnvironmentList;
  readonly panels: JobPanels;
  readonly jobsView: JobsView;
  readonly sentStarts: SentStarts;
}

interface Question {
  readonly typed?: string | undefined;
  readonly placeholder?: string;
}

/** What is asked for, by a person or a script. */
interface StartRequest {
  /** A workflow key from a keybinding or script. */
  readonly workflowKey?: string | undefined;
  /** The name of the environment to start in, connected or not. */
  readonly environment?: string | undefined;
  /** What the question for a workflow key begins with. */
  readonly question?: Question;
}

/** A start in the session that it was chosen for, even if the window connects to another service meanwhile. */
interface Attempt {
  readonly session: Session;
  readonly workflowKey: string;
  readonly initiator: Initiator;
}

/**
 * Starts a job: asks for the workflow key unless it is given, sends the request once, and shows the new job's
 * row and page. Resolves to the key of the new job, for keybindings and scripts.
 */
export async function startJob(
  services: StartServices,
  { workflowKey = '', environment, question }: StartRequest = {},
): Promise<string | undefined> {
  const { connection, environments } = services;
  const session = connection.sessionNamed(environment);
  const { baseUrl } = session.client;
  // Checked before asking for a key, because a read-only environment refuses each start.
  requireWritable(environments, baseUrl, changes.startWords());
  const isGiven = workflowKey.trim() !== '';
  let initiator: Initiator = isGiven ? { kind: 'folder', who: commandText() } : { kind: 'person' };
  let key = isGiven ? workflowKey.trim() : await askForWorkflow(services, session, question);
  while (key !== undefined) {
    const outcome = await tryStart(services, { session, workflowKey: key, initiator });
    if (outcome.kind === 'started') return outcome.job.key;
    if (outcome.kind === 'ended') return undefined;
    initiator = { kind: 'person' };
    // Asks again with the key filled in, because each start needs its own choice.
    if (outcome.kind === 'askAgain') key = await askForWorkflow(services, session, { typed: key });
  }
  return undefined;
}

/** Asks for a key with the workflow of a job, if the service names one. */
export function startAnother(services: StartServices, job: Job): Promise<string | undefined> {
  const [workflow] = namedWorkflows(job);
  const placeholder = l10n.t('The service names no workflow of this job: pick one, or type its key');
  return startJob(services, { question: workflow ? { typed: workflow.key } : { placeholder } });
}

function commandText(): string {
  return l10n.t('A command with arguments (of a keybinding, a task or another extension)');
}

type StartOutcome =
  | { readonly kind: 'started'; readonly job: Job }
  /** Nothing more to do, or the person wants to try again, with the same workflow key or another. */
  | { readonly kind: 'ended' | 'askAgain' | 'sendAgain' };

/** Sends a start once, and shows what came of it. @throws {ServiceError} if it is not permitted */
async function tryStart(services: StartServices, attempted: Attempt): Promise<StartOutcome> {
  const { session, workflowKey, initiator } = attempted;
  const change = startOf({ session, store: services.store }, workflowKey);
  let before = beforeStart(workflowKey, Date.now());
  let requestedAt = performance.now();
  const result = await session
    .change(change, initiator, (send) => {
      const { state } = session.list;
      before = beforeStart(workflowKey, Date.now(), state.cachedAt === null ? state : undefined);
      requestedAt = performance.now();
      return withProgress(l10n.t('Starting a job of workflow “{0}”…', oneLine(workflowKey)), send);
    })
    .catch((thrown: unknown) => toServiceError('start job', thrown));
  if (result === undefined) return { kind: 'ended' };
  if (!(result instanceof ServiceError)) {
    await showStarted(services, attempted, { job: result, requestedAt });
    return { kind: 'started', job: result };
  }
  if (result.kind === 'notPermitted') {
    if (!session.signal.aborted) throw result;
    void notify.warn(result.message);
    return { kind: 'ended' };
  }
  if (result.kind === 'rateLimited' && !result.wasSent) {
    return { kind: (await offersLater(services, result, attempted)) ? 'sendAgain' : 'ended' };
  }
  return { kind: (await showFailure(services, { change, before, session }, result)) ? 'askAgain' : 'ended' };
}

/** An object from a keybinding or script; the timeout is in seconds. */
const requestSchema = z.strictObject({
  workflowKey: z.optional(trimmedTextSchema),
  environment: z.optional(trimmedTextSchema),
  wait: z.optional(flagSchema),
  timeout: timeoutSchema,
});

interface StartedJob {
  readonly key: string;
  /** Present with `wait`. */
  readonly outcome?: Exclude<WaitOutcome['kind'], 'cancelled' | 'deleted' | 'unknown'> | 'gone';
}

/**
 * As {@link startJob}, but returns an object if it is given one; with `wait`, once the job has ended.
 * @throws {ServiceError} `invalidInput` for an object that cannot be read whole, because without its
 * environment the job would start elsewhere
 */
export async function startJobAsGiven(
  services: StartServices,
  given?: unknown,
): Promise<string | StartedJob | undefined> {
  if (typeof given === 'string') return startJob(services, { workflowKey: given });
  if (!isRequest(given)) return startJob(services);
  const request = readRequest(requestSchema, given, l10n.t('No job was started'));
  const session = services.connection.sessionNamed(request.environment);
  const key = await startJob(services, request);
  if (key === undefined) return undefined;
  if (request.wait !== true) return { key };
  const { kind } = await session.follower.wait(key, {
    timeout: (request.timeout ?? usualTimeout) * 1000,
    signal: session.signal,
  });
  return { key, outcome: outcomeWords[kind] };
}

const outcomeWords: Record<WaitOutcome['kind'], NonNullable<StartedJob['outcome']>> = {
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
  { typed, placeholder = l10n.t('Pick a workflow, or type a workflow key') }: Question = {},
): Promise<string | undefined> {
  const { baseUrl } = session.client;
  const environment = environments.titleAt(baseUrl);
  const used = new Set(recentWorkflows(store, baseUrl.href).map(({ key }) => key));
  const [ofUsed, ofSeen] = [l10n.t('recently used'), l10n.t('seen in jobs')];
  return pickKey({
    title: environment === undefined ? l10n.t('Start Job') : l10n.t('Start Job in {0}', environment),
    placeholder,
    choices: (await workflowsOf({ session, store })).map((each) => ({
      ...each,
      group: used.has(each.key) ? ofUsed : ofSeen,
    })),
    ...(typed === undefined ? {} : { typed }),
    free: { useTyped: l10n.t('Start workflow') },
  });
}

/** A job that the service started, and when the person requested it, by `performance.now`. */
interface NewJob {
  readonly job: Job;
  readonly requestedAt: number;
}

/** Selects the row of a new job and opens its page. If the service took long to start it, offers the page. */
async function showStarted(
  services: StartServices,
  { session, workflowKey, initiator }: Attempt,
  { job, requestedAt }: NewJob,
): Promise<void> {
  const started = { session, workflowKey, job };
  const opensPage = !isLate(requestedAt) && !session.signal.aborted;
  registerStarted(services, started);
  if (opensPage) services.panels.openJob(session.client.baseUrl.href, job);
  const isOfWindow = services.connection.session === session;
  if (isOfWindow) await services.jobsView.reveal(job.key);
  // The row and page of a job of this window tell of it, for a keybinding as for a person.
  const who = initiator.kind === 'folder' && !isOfWindow ? initiator.who : undefined;
  void (opensPage && who === undefined
    ? notify.info(startedText(workflowKey, job))
    : notifyStarted(services, started, who));
}

/**
 * Shows that the service asked to wait, and offers the start when that time is over. Resolves to whether the
 * person accepts the offer.
 */
async function offersLater(
  { environments }: StartServices,
  { message, retryAfter = 0 }: ServiceError,
  { session, workflowKey }: Attempt,
): Promise<boolean> {
  void notify.warn(`${message} ${l10n.t('A notification will offer the start then.')}`);
  try {
    await abortableDelay(retryAfter, session.signal);
  } catch {
    return false;
  }
  const question = l10n.t(
    'The wait that {0} asked for is over. Start workflow “{1}” now?',
    environments.nameOf(session.client.baseUrl),
    quoted(workflowKey),
  );
  return offers(notify.info, question, l10n.t('Start Now'));
}

interface FailedStart {
  readonly change: Change;
  readonly before: BeforeStart;
  readonly session: Session;
}

/** Shows a failed start; resolves to whether to ask for the key again. */
async function showFailure(
  services: StartServices,
  { change, before, session }: FailedStart,
  error: ServiceError,
): Promise<boolean> {
  const { connection, environments } = services;
  const isConnected = () => connection.session === session;
  if (!isOutcomeUnknown(error)) {
    if (!isConnected()) return tellElsewhere(environments.nameOf(session.client.baseUrl), error);
    return (await tellFailure(error, true)) && !warnIfDisconnected(session.signal);
  }
  return showUnknownOutcome(services, {
    text: unknownOutcomeText(change, error),
    before,
    session,
    isAccepted: error.kind === 'accepted',
  });
}

/** A start that may have created a job. */
interface UnknownStart extends Omit<FailedStart, 'change'> {
  /** What happened, and what to do. */
  readonly text: string;
  /** Whether the service accepted the start, so that it must not be sent again. */
  readonly isAccepted?: boolean;
}

/**
 * Shows a start whose outcome is unknown, with the jobs that it may have created. Resolves to whether to ask for
 * the key again. Until a person answers, the start stays recorded, because a reload removes the notification.
 */
export function showUnknownOutcome(services: StartServices, unknown: UnknownStart): Promise<boolean> {
  const { session, before } = unknown;
  const { href } = session.client.baseUrl;
  const start = { baseUrl: href, workflowKey: before.workflowKey, sentAt: before.sentAt };
  return services.sentStarts.during(start, () => offerFoundJobs(services, unknown));
}

async function offerFoundJobs(
  services: StartServices,
  { text, before, session, isAccepted = false }: UnknownStart,
): Promise<boolean> {
  const { connection, environments, panels } = services;
  const isConnected = () => connection.session === session;
  const elsewhere = isConnected() ? undefined : environments.nameOf(session.client.baseUrl);
  const findings = await lookForStarted(session.list, before, elsewhere);
  const { found } = findings;
  const open = found.map((job) => l10n.t('Open {0} ({1})', isolated(jobTitle(job)), oneLine(job.key, 60)));
  const canRepeat = isConnected() && !isAccepted;
  const chosen = await notify.warn(
    `${text} ${findings.text}`,
    ...open.slice(0, 3),
    ...(canRepeat ? [l10n.t('Start Again…')] : []),
  );
  if (chosen === undefined || warnIfDisconnected(session.signal)) return false;
  const job = found[open.indexOf(chosen)];
  if (job !== undefined) panels.open(job.key);
  return job === undefined;
}

interface Findings {
  readonly found: readonly Job[];
  readonly text: string;
}

/** @param elsewhere the environment of a start that is not connected any more */
async function lookForStarted(
  list: Session['list'],
  before: BeforeStart,
  elsewhere: string | undefined,
): Promise<Findings> {
  if (elsewhere !== undefined) {
    return {
      found: [],
      text: l10n.t('It would be on {0}, which this window does not show.', elsewhere),
    };
  }
  // A reading of the list that is under way may be older than the start, and a refresh would join it.
  await list.ensureLoaded();
  await list.refresh();
  const { failure, rows } = list.state;
  if (failure !== null) return { found: [], text: l10n.t('The list of jobs cannot be read right now.') };
  const found = startedSince(rows ?? [], before);
  return { found, text: describeFindings(found.length, before) };
}

function describeFindings(count: number, { readAt }: BeforeStart): string {
  if (count === 0) return l10n.t('The list of jobs shows no new job of this workflow yet.');
  // Not since the start: the list may have been read hours before it.
  const since = formatMoment(readAt);
  return count === 1
    ? l10n.t('One new job of this workflow has appeared since {0}.', since)
    : l10n.t('{0} new jobs of this workflow have appeared since {1}.', formatNumber(count), since);
}
