import { l10n } from 'vscode';
import * as z from 'zod/mini';
import type { WaitOutcome } from '../../model/following/jobWaiter.ts';
import { jobTitle, workflowsOf as namedWorkflows } from '../../model/jobs/job.ts';
import { type BeforeStart, beforeStart, startedSince } from '../../model/jobs/startedSince.ts';
import { recentWorkflows } from '../../model/jobs/workflows.ts';
import { timeoutSchema, usualTimeout } from '../../model/tasks/taskDefinition.ts';
import { startedText, unknownStartText } from '../../model/wording/reports.ts';
import { flagSchema, trimmedTextSchema } from '../../model/util/schemas.ts';
import {
  type BaseUrl,
  type Job,
  ServiceError,
  isJsonObject,
  isOutcomeUnknown,
  toServiceError,
} from '../../service/index.ts';
import { isolated, oneLine } from '../../text/inert.ts';
import { formatNumber } from '../../text/number.ts';
import { formatMoment } from '../../text/time.ts';
import type { ConnectedService } from '../connection/connectedService.ts';
import { requireWritable } from '../environments/startGuard.ts';
import { warnIfDisconnected, notify, withProgress } from '../feedback/notify.ts';
import { attempt, tellElsewhere, tellFailure } from '../feedback/report.ts';
import { pickKey } from './keyPick.ts';
import type { ExtensionServices } from './extensionServices.ts';
import { registerStarted, tellStarted } from './startedJobs.ts';
import { workflowsOf } from './workflows.ts';

/** What the question for a workflow key begins with. */
interface Question {
  readonly typed?: string | undefined;
  readonly placeholder?: string;
}

/**
 * Starts a job: asks for the workflow key unless it is given, sends the request once, and shows the new job's
 * row and page. Resolves to the key of the new job, for keybindings and scripts.
 * @param given a workflow key from a keybinding or script; anything else is ignored
 * @param environment the name of the environment to start in, connected or not
 */
export async function startJob(
  services: ExtensionServices,
  given?: unknown,
  environment?: string,
  question?: Question,
): Promise<string | undefined> {
  // The choice is for this service: if the connection changes meanwhile, no other service gets the job.
  const first = services.connection.serviceNamed(environment);
  const { baseUrl } = first.client;
  // Checked before asking for a key, because a read-only environment refuses each start.
  requireWritable(services.environments, baseUrl);
  const typed = typeof given === 'string' ? given.trim() : '';
  const isConnected = () => services.connection.at(baseUrl.href) !== undefined;
  let who =
    typed === ''
      ? undefined
      : l10n.t('A command with arguments (of a keybinding, a task or another extension)');
  let key = typed !== '' ? typed : await askForKey(services, baseUrl, question);
  while (key !== undefined) {
    const workflowKey = key;
    const service =
      services.connection.at(baseUrl.href) ??
      (environment === undefined ? first : services.connection.serviceAt(baseUrl));
    let before = beforeStart(workflowKey, Date.now());
    const result = await service
      .start(workflowKey, who === undefined ? { kind: 'person' } : { kind: 'folder', who }, (send) => {
        const { state } = services.jobs;
        before = beforeStart(
          workflowKey,
          Date.now(),
          state.recalledAt === null && isConnected() ? state : undefined,
        );
        return withProgress(l10n.t('Starting a job of workflow “{0}”…', oneLine(workflowKey)), send);
      })
      .catch((thrown: unknown) => toServiceError('start job', thrown));
    if (result === undefined) return undefined;
    if (!(result instanceof ServiceError)) {
      await showStarted(services, service, workflowKey, result, who);
      return result.key;
    }
    if (result.kind === 'notPermitted' && service.signal.aborted) return void notify.warn(result.message);
    if (result.kind === 'notPermitted') throw result;
    who = undefined;
    // Asks again with the key filled in, because each start needs its own choice.
    key = (await showFailure(services, result, before, baseUrl))
      ? await askForKey(services, baseUrl, { typed: workflowKey })
      : undefined;
  }
  return undefined;
}

/** Asks for a key with the workflow of a job, if the service names one. */
export function startAnother(services: ExtensionServices, jobs: readonly Job[]): Promise<string | undefined> {
  const [workflow] = jobs.flatMap(namedWorkflows);
  const placeholder = l10n.t('The service names no workflow of this job: pick one, or type its key');
  return startJob(services, undefined, undefined, workflow ? { typed: workflow.key } : { placeholder });
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
  readonly outcome?: Exclude<WaitOutcome['kind'], 'cancelled' | 'unknown'>;
}

/**
 * As {@link startJob}, but returns an object if it is given one; with `wait`, once the job has ended.
 * @throws {ServiceError} `invalidInput` for an object that cannot be read whole, because without its
 * environment the job would start elsewhere
 */
export async function startJobAsGiven(
  services: ExtensionServices,
  given?: unknown,
): Promise<string | StartedJob | undefined> {
  if (!isJsonObject(given) || !Object.keys(requestSchema.shape).some((name) => name in given)) {
    return startJob(services, given);
  }
  const { data: request, error } = requestSchema.safeParse(given);
  const [name] =
    error?.issues.flatMap((issue) => (issue.code === 'unrecognized_keys' ? issue.keys : issue.path)) ?? [];
  if (request === undefined) {
    throw new ServiceError(
      'invalidInput',
      l10n.t('No job was started: “{0}” is unknown or has a wrong value.', oneLine(String(name))),
    );
  }
  const first = services.connection.serviceNamed(request.environment);
  const key = await startJob(services, request.workflowKey, request.environment);
  if (key === undefined) return undefined;
  if (request.wait !== true) return { key };
  // A start that was tried again may have needed another connection to the same service.
  const service = services.connection.at(first.client.baseUrl.href) ?? first;
  const { kind } = await service.waiter.wait(key, {
    timeout: (request.timeout ?? usualTimeout) * 1000,
    signal: service.signal,
  });
  return { key, outcome: kind === 'cancelled' ? 'connectionLost' : kind === 'unknown' ? 'gone' : kind };
}

async function askForKey(
  services: ExtensionServices,
  baseUrl: BaseUrl,
  { typed, placeholder = l10n.t('Pick a workflow, or type a workflow key') }: Question = {},
): Promise<string | undefined> {
  const environment = services.environments.titleAt(baseUrl.href);
  const used = new Set(recentWorkflows(services.store, baseUrl.href).map(({ key }) => key));
  const [ofUsed, ofSeen] = [l10n.t('recently used'), l10n.t('seen in jobs')];
  return pickKey({
    title: environment === undefined ? l10n.t('Start Job') : l10n.t('Start Job in {0}', environment),
    placeholder,
    choices: (await workflowsOf(services, baseUrl)).map((each) => ({
      ...each,
      group: used.has(each.key) ? ofUsed : ofSeen,
    })),
    ...(typed === undefined ? {} : { typed }),
    free: { useTyped: l10n.t('Start workflow') },
  });
}

async function showStarted(
  services: ExtensionServices,
  service: ConnectedService,
  workflowKey: string,
  job: Job,
  who: string | undefined,
): Promise<void> {
  registerStarted(services, { service, workflowKey, job });
  if (!service.signal.aborted) services.panels.openJob(service.client.baseUrl.href, job);
  if (services.connection.state === service) {
    await attempt('reveal job', () => services.jobsView.reveal(job.key));
  }
  void (who === undefined
    ? notify.info(startedText(workflowKey, job))
    : tellStarted(services, { service, workflowKey, job }, who));
}

/**
 * Shows a failed start; resolves to whether to ask for the key again. If the outcome is unknown, offers the
 * jobs that it may have started.
 * @param baseUrl of the service of the start
 */
async function showFailure(
  { connection, environments, jobs, panels }: ExtensionServices,
  error: ServiceError,
  before: BeforeStart,
  baseUrl: BaseUrl,
): Promise<boolean> {
  const isConnected = () => connection.at(baseUrl.href) !== undefined;
  const place = environments.nameOf(baseUrl);
  if (!isOutcomeUnknown(error)) {
    return isConnected()
      ? (await tellFailure(error, true)) && !warnIfDisconnected(isConnected())
      : tellElsewhere(place, error);
  }
  // A reading of the list that is under way may be older than the start, and a refresh would join it.
  if (isConnected()) await jobs.ensureLoaded().then(() => jobs.refresh());
  const { failure, rows } = jobs.state;
  const found = failure === null && isConnected() ? startedSince(rows ?? [], before) : [];
  const open = found.map((job) => l10n.t('Open {0} ({1})', isolated(jobTitle(job)), oneLine(job.key, 60)));
  const startAgain = l10n.t('Start Again…');
  // Not since the start: the list may have been read hours before it.
  const since = formatMoment(before.readAt);
  const seen = !isConnected()
    ? l10n.t('It would be on {0}, which this window does not show.', place)
    : failure !== null
      ? l10n.t('The list of jobs cannot be read right now.')
      : found.length === 0
        ? l10n.t('The list of jobs shows no new job of this workflow yet.')
        : found.length === 1
          ? l10n.t('One new job of this workflow has appeared since {0}.', since)
          : l10n.t(
              '{0} new jobs of this workflow have appeared since {1}.',
              formatNumber(found.length),
              since,
            );
  const chosen = await notify.warn(
    `${unknownStartText(before.workflowKey, error)} ${seen}`,
    ...open.slice(0, 3),
    ...(isConnected() ? [startAgain] : []),
  );
  if (chosen === undefined || warnIfDisconnected(isConnected())) return false;
  const job = found[open.indexOf(chosen)];
  if (job !== undefined) panels.open(job.key);
  return job === undefined;
}
