import { l10n } from 'vscode';
import { jobTitle } from '../../model/jobs/job.ts';
import type { JobList } from '../../model/jobs/jobList.ts';
import type { KeyChoice } from '../../model/jobs/keyChoices.ts';
import { type BeforeStart, beforeStart, startedSince } from '../../model/jobs/startedSince.ts';
import { type Workflow, knownWorkflows, readRecent, withRecent } from '../../model/jobs/workflows.ts';
import type { Memory } from '../../model/util/memory.ts';
import { type Job, type ServiceError, isOutcomeUnknown } from '../../service/index.ts';
import { oneLine } from '../../text/inert.ts';
import type { ConnectedService } from '../connection/connection.ts';
import { settings } from '../connection/settings.ts';
import { isTooLate, notify, withProgress } from '../feedback/notify.ts';
import { formatNumber } from '../feedback/window.ts';
import { pickKey } from './keyPick.ts';
import type { Parts } from './parts.ts';

const recentName = 'recentWorkflows';

/**
 * Starts a job: asks for the workflow key unless it is given, sends it once, then shows the job's row and page.
 * @param given a workflow key, as a keybinding or a script passes it, or one to suggest; anything else is ignored
 */
export async function startJob(parts: Parts, given?: unknown): Promise<void> {
  // A choice is made for this service: where the settings change meanwhile, no other service gets the job.
  const { baseUrl } = parts.connection.require().client;
  const service = () => parts.connection.at(baseUrl.href);
  let key = typeof given === 'string' && given.trim() !== '' ? given.trim() : await askForKey(parts, suggestedKey(given));
  while (key !== undefined) {
    if (!(await isConfirmed(baseUrl.label, key))) return;
    const connected = service();
    if (connected === undefined) {
      void notify.warn(l10n.t('The connection changed: no job was started.'));
      return;
    }
    const before = beforeStart(parts.jobs.state.rows, key, Date.now());
    const failure = await start(parts, connected, key);
    if (failure === undefined) return;
    // Asks again with the key filled in: a second start always takes a choice of its own.
    key = (await showFailure(parts, failure, before, () => service() !== undefined)) ? await askForKey(parts, key) : undefined;
  }
}

/** What *Start another* passes: a key to be confirmed, not one to start at once. */
export interface SuggestedWorkflow {
  readonly suggested: string | undefined;
}

function suggestedKey(given: unknown): string | undefined {
  const { suggested } = typeof given === 'object' && given !== null ? (given as Partial<SuggestedWorkflow>) : {};
  return typeof suggested === 'string' ? suggested : undefined;
}

function askForKey({ jobs, memory }: Parts, typed?: string): Promise<string | undefined> {
  const recent = recentWorkflows(memory);
  const used = new Set(recent.map(({ key }) => key));
  const choice = (group: string) => (workflow: Workflow): KeyChoice => ({ ...workflow, group });
  return pickKey({
    title: l10n.t('Start Job'),
    placeholder: l10n.t('Pick a workflow, or type a workflow key'),
    choices: [
      ...recent.map(choice(l10n.t('recently used'))),
      ...knownWorkflows(jobs.state.rows ?? []).filter(({ key }) => !used.has(key)).map(choice(l10n.t('seen in jobs'))),
    ],
    ...(typed === undefined ? {} : { typed }),
    free: { useTyped: (key) => l10n.t('Start workflow “{0}”', key), blank: l10n.t('A workflow key cannot be blank') },
  });
}

/** Asks for a confirmation that names the service, where the settings want one. */
async function isConfirmed(service: string, workflowKey: string): Promise<boolean> {
  if (!settings.confirmStart()) return true;
  const start = l10n.t('Start');
  const question = l10n.t('Start a job of workflow “{0}” on {1}?', oneLine(workflowKey), service);
  return (await notify.ask(question, start)) === start;
}

/** Sends the request once; resolves to what went wrong, if anything. */
async function start(parts: Parts, { client, signal }: ConnectedService, workflowKey: string): Promise<ServiceError | undefined> {
  const shown = oneLine(workflowKey);
  let job: Job;
  try {
    job = await withProgress(l10n.t('Starting a job of workflow “{0}”…', shown), (cancelled) => client.startJob(workflowKey, AbortSignal.any([signal, cancelled])));
  } catch (thrown) {
    return parts.reporter.toServiceError('start job', thrown);
  }
  if (!signal.aborted) await showStarted(parts, workflowKey, job);
  return undefined;
}

async function showStarted({ jobs, jobsView, watches, panels, memory, reporter }: Parts, workflowKey: string, job: Job): Promise<void> {
  const name = job.activeWorkflows?.find(({ key }) => key === workflowKey)?.name ?? workflowKey;
  memory.set(recentName, withRecent(recentWorkflows(memory), { key: workflowKey, name: oneLine(name) }));
  jobs.put(job);
  watches.watch(job.key);
  panels.open(job.key);
  await reporter.run('reveal job', () => jobsView.reveal(job.key));
  void notify.info(l10n.t('Started {0} ({1}).', jobTitle(job), oneLine(workflowKey)));
}

/** Says what went wrong; resolves to whether to ask for the key again. */
async function showFailure({ reporter, jobs, panels }: Parts, error: ServiceError, before: BeforeStart, isConnected: () => boolean): Promise<boolean> {
  if (!isOutcomeUnknown(error)) return (await reporter.show(error, true)) && !isTooLate(isConnected);
  const next = await askAfterUnknownOutcome(error, jobs, before, isConnected);
  if (next === undefined || isTooLate(isConnected)) return false;
  if (next !== 'startAgain') panels.open(next.key);
  return next === 'startAgain';
}

/**
 * Says that the outcome is unknown and asks what to do; resolves to a job to open, one that may be the started one.
 * @param isConnected whether the service that was asked is the connected one
 */
async function askAfterUnknownOutcome(error: ServiceError, jobs: JobList, before: BeforeStart, isConnected: () => boolean): Promise<'startAgain' | Job | undefined> {
  if (isConnected()) await jobs.refresh();
  const { failure, rows } = jobs.state;
  const readable = failure === null && isConnected();
  const found = readable ? startedSince(rows ?? [], before) : [];
  const open = found.map((job) => l10n.t('Open {0} ({1})', jobTitle(job), oneLine(job.key, 60)));
  const startAgain = l10n.t('Start again…');
  const seen =
    !readable
      ? l10n.t('Its list of jobs cannot be read now: look there before you start another.')
      : found.length === 0
        ? l10n.t('The list of jobs shows no new job of this workflow yet.')
        : found.length === 1
          ? l10n.t('One job of this workflow appeared since.')
          : l10n.t('{0} jobs of this workflow appeared since.', formatNumber(found.length));
  const unknown = l10n.t('It is not known whether the job of workflow “{0}” was started. {1}', oneLine(before.workflowKey), error.message);
  const chosen = await notify.warn(`${unknown} ${seen}`, ...open.slice(0, 3), ...(isConnected() ? [startAgain] : []));
  if (chosen === startAgain) return 'startAgain';
  return chosen === undefined ? undefined : found[open.indexOf(chosen)];
}

function recentWorkflows(memory: Memory): Workflow[] {
  return readRecent(memory.get(recentName));
}
