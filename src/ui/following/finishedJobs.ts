import { commands, l10n, window } from 'vscode';
import type { FollowEvent } from '../../model/following/jobFollower.ts';
import { Throttle } from '../../model/following/throttle.ts';
import { jobTitle } from '../../model/jobs/job.ts';
import type { Session } from '../../model/session/session.ts';
import type { Job } from '../../service/index.ts';
import { bidiIsolate, singleLine } from '../../text/untrustedText.ts';
import { formatFirstNames } from '../../text/list.ts';
import { formatJobs, formatNumber } from '../../text/number.ts';
import { settings } from '../connection/settings.ts';
import type { EnvironmentList } from '../environments/environments.ts';
import { notify, offers, escapeIcons, warnIfDisconnected } from '../feedback/notify.ts';
import { withErrorReporting } from '../feedback/report.ts';

/** Minimum interval between notifications about finished jobs, in milliseconds. */
const noticeInterval = 10_000;

/** Maximum number of job names in a notification. Additional jobs are only counted. */
const maxNamedJobs = 3;

/** Shows notifications about watched jobs that have finished or were deleted. */
export class FinishedJobs {
  readonly #environments: EnvironmentList;
  readonly #notices = new Throttle<Job>(noticeInterval, (finished) => this.#notify(finished));
  #session: Session | undefined;
  #subscription: { dispose(): void } | undefined;

  constructor(environments: EnvironmentList) {
    this.#environments = environments;
  }

  /** Shows notifications for the session's watched jobs, or none if the session is undefined. */
  setSession(session: Session | undefined): void {
    this.#subscription?.dispose();
    // Shows pending notifications now, because the next session does not report these jobs.
    this.#notices.flush();
    this.#session = session;
    this.#subscription = session?.follower.onDidFollow((event) => this.#onFollow(event, session));
  }

  dispose(): void {
    this.#subscription?.dispose();
    this.#notices.clear();
  }

  #onFollow(event: FollowEvent, session: Session): void {
    if (!settings.notifyWhenFinished()) return;
    if (event.kind === 'deleted' && event.watched.length > 0) {
      const environment = this.#environmentOf(session);
      void withErrorReporting('lost', () => warnOfLost(event.watched, environment));
    }
    if (event.kind === 'finished') this.#notices.add(event.jobs);
  }

  #notify(finished: readonly Job[]): void {
    const session = this.#session;
    if (session !== undefined)
      void withErrorReporting('finished', () => this.#announce(finished, session));
  }

  /**
   * Shows one notification about finished jobs, with buttons to open a job and to stop watching the
   * other jobs. If the service is no longer connected, the notification has no buttons.
   */
  async #announce(finished: readonly Job[], session: Session): Promise<void> {
    const { signal, watches } = session;
    const message = finishedText(finished, this.#environmentOf(session));
    if (signal.aborted) return void (await notify.info(message));
    const others = [...watches.keys];
    const open = l10n.t('Open');
    const stop = stopTitle(others.length);
    const chosen = await notify.info(message, open, ...(others.length === 0 ? [] : [stop]));
    if (chosen === undefined || warnIfDisconnected(signal)) return;
    if (chosen === stop) return stopWatching(others, session);
    const key = finished.length === 1 ? finished[0]?.key : await pickOne(finished);
    if (key !== undefined && !warnIfDisconnected(signal)) {
      await commands.executeCommand('workflowJobs.openJob', key);
    }
  }

  /** Returns the environment name for a session, or undefined if there is only one environment. */
  #environmentOf({ client }: Session): string | undefined {
    return this.#environments.all.length > 1
      ? this.#environments.titleAt(client.baseUrl)
      : undefined;
  }
}

/** Stops watching the given jobs, and offers to undo the change. */
async function stopWatching(keys: readonly string[], { watches, signal }: Session): Promise<void> {
  watches.unwatch(...keys);
  const message = l10n.t('Stopped watching {0}', formatJobs(keys.length));
  if (!(await offers(notify.info, message, l10n.t('Undo')))) return;
  if (!warnIfDisconnected(signal)) watches.watch(...keys);
}

function stopTitle(others: number): string {
  return others === 1
    ? l10n.t('Stop Watching 1 Other Job')
    : l10n.t('Stop Watching {0} Other Jobs', formatNumber(others));
}

/** Shows a warning that watched jobs were deleted. */
async function warnOfLost(keys: readonly string[], environment: string | undefined): Promise<void> {
  const [key] = keys;
  const lost =
    keys.length === 1
      ? l10n.t('Job “{0}” was deleted and is no longer watched', singleLine(key ?? '', 80))
      : l10n.t('{0} watched jobs were deleted', formatNumber(keys.length));
  await notify.warn(withEnvironment(lost, environment));
}

/** Appends the environment name to a message, so that screen readers read the message first. */
function withEnvironment(message: string, environment: string | undefined): string {
  return environment === undefined ? message : l10n.t('{0} ({1})', message, environment);
}

/** Returns a message without a final period, because VS Code appends text for screen readers. */
function finishedText(finished: readonly Job[], environment: string | undefined): string {
  const [first] = finished;
  if (finished.length === 1 && first !== undefined) {
    return withEnvironment(l10n.t('{0} completed', shortTitle(first)), environment);
  }
  const message = l10n.t('{0} watched jobs completed', formatNumber(finished.length));
  const names = formatFirstNames(finished.map(shortTitle), maxNamedJobs);
  return l10n.t('{0}: {1}', withEnvironment(message, environment), names);
}

function shortTitle(job: Job): string {
  return bidiIsolate(singleLine(jobTitle(job), 60));
}

async function pickOne(finished: readonly Job[]): Promise<string | undefined> {
  const items = finished.map((job) => ({
    label: escapeIcons(jobTitle(job)),
    description: escapeIcons(job.key),
    key: job.key,
  }));
  return (
    await window.showQuickPick(items, {
      title: l10n.t('Open Job'),
      placeHolder: l10n.t('Select a completed job'),
      matchOnDescription: true,
    })
  )?.key;
}
