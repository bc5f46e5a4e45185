import { Disposable, commands, l10n, window } from 'vscode';
import { Throttle } from '../../model/following/throttle.ts';
import { jobTitle } from '../../model/jobs/job.ts';
import type { Session } from '../../model/session/session.ts';
import type { Job } from '../../service/index.ts';
import { bidiIsolate, singleLine } from '../../text/untrustedText.ts';
import { formatFirstNames } from '../../text/list.ts';
import { formatNumber } from '../../text/number.ts';
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
  #subscriptions = Disposable.from();

  constructor(environments: EnvironmentList) {
    this.#environments = environments;
  }

  /** Shows notifications for the session's watched jobs, or none if the session is undefined. */
  setSession(session: Session | undefined): void {
    this.#subscriptions.dispose();
    if (session !== undefined) this.#subscriptions = this.#subscribe(session);
  }

  dispose(): void {
    this.#subscriptions.dispose();
  }

  #subscribe(session: Session): Disposable {
    const notices = new Throttle<Job>(noticeInterval, (finished) => {
      const message = finishedText(finished, this.#environmentOf(session));
      void withErrorReporting('finished', () => announceFinished(finished, message, session));
    });
    return Disposable.from(
      session.follower.onDidFollow((event) => {
        if (!settings.notifyWhenFinished()) return;
        if (event.kind === 'finished') notices.add(event.jobs);
        if (event.kind === 'deleted' && event.watched.length > 0)
          void notify.warn(deletedText(event.watched, this.#environmentOf(session)));
      }),
      { dispose: () => notices.clear() },
    );
  }

  /** Returns the environment name for a session, or undefined if there is only one environment. */
  #environmentOf({ client }: Session): string | undefined {
    return this.#environments.all.length > 1
      ? this.#environments.titleAt(client.baseUrl)
      : undefined;
  }
}

/** Shows one notification about finished jobs, with a button that opens a job. */
async function announceFinished(
  finished: readonly Job[],
  message: string,
  { signal }: Session,
): Promise<void> {
  if (!(await offers(notify.info, message, l10n.t('Open'))) || warnIfDisconnected(signal)) return;
  const key = finished.length === 1 ? finished[0]?.key : await pickOne(finished);
  if (key !== undefined && !warnIfDisconnected(signal)) {
    await commands.executeCommand('workflowJobs.openJob', key);
  }
}

function deletedText(keys: readonly string[], environment: string | undefined): string {
  const [key] = keys;
  const deleted =
    keys.length === 1
      ? l10n.t('Job “{0}” was deleted and is no longer watched', singleLine(key ?? '', 80))
      : l10n.t('{0} watched jobs were deleted', formatNumber(keys.length));
  return withEnvironment(deleted, environment);
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
