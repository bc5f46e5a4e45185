import { Disposable, commands, l10n, window } from 'vscode';
import type { JobPoller, PollEvent } from '../../model/following/jobPoller.ts';
import { Throttle } from '../../model/following/throttle.ts';
import type { WatchList } from '../../model/following/watchList.ts';
import { jobTitle } from '../../model/jobs/job.ts';
import type { BaseUrl, Job } from '../../service/index.ts';
import { isolated, oneLine } from '../../text/inert.ts';
import { firstInLine } from '../../text/list.ts';
import { formatJobs, formatNumber } from '../../text/number.ts';
import { settings } from '../connection/settings.ts';
import type { EnvironmentList } from '../environments/environments.ts';
import { notify, offers, plain, warnIfDisconnected } from '../feedback/notify.ts';
import { attempt } from '../feedback/report.ts';
import type { JobsView } from '../views/jobsView.ts';

/** Shortest time between two notifications of finished jobs, in milliseconds. */
const noticeInterval = 10_000;

/** Most jobs that a notification names; it counts the others. */
const mostNamed = 3;

/** A watched job that finished, and its service. */
interface Finished {
  readonly job: Job;
  readonly baseUrl: BaseUrl;
}

interface FinishedJobsOptions {
  readonly poller: JobPoller;
  readonly watches: WatchList;
  readonly jobsView: JobsView;
  readonly environments: EnvironmentList;
}

/** Announces watched jobs that finished, by badge and notification, and those that are gone. */
export class FinishedJobs {
  readonly #watches: WatchList;
  readonly #jobsView: JobsView;
  readonly #environments: EnvironmentList;
  readonly #subscription: Disposable;
  readonly #notices = new Throttle<Finished>(noticeInterval, (finished) => this.#notify(finished));
  /** The service whose jobs are polled. */
  #service: BaseUrl | undefined;

  constructor({ poller, watches, jobsView, environments }: FinishedJobsOptions) {
    this.#watches = watches;
    this.#jobsView = jobsView;
    this.#environments = environments;
    this.#subscription = Disposable.from(
      poller.onDidPoll((event) => this.#onPoll(event)),
      watches.onDidChange(() => this.#updateBadge()),
    );
  }

  /** Switches to another service, or to none. */
  connect(baseUrl: BaseUrl | undefined): void {
    this.#service = baseUrl;
    // Pending notices are shown now, because these jobs are no longer watched and no later round would
    // announce them.
    this.#notices.flush();
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#notices.clear();
  }

  #updateBadge(): void {
    const value = this.#watches.unseen;
    const tooltip = value === 1 ? l10n.t('1 watched job ended') : l10n.t('{0} watched jobs ended', value);
    this.#jobsView.list.tree.badge = value === 0 ? undefined : { value, tooltip };
  }

  #onPoll(event: PollEvent): void {
    const isTold = settings.notifyWhenFinished();
    if (event.kind === 'gone' && event.watched.length > 0 && isTold) {
      const environment = this.#service && this.#environments.titleAt(this.#service.href);
      void attempt('lost', () => warnOfLost(event.watched, environment));
    }
    if (event.kind !== 'finished') return;
    const baseUrl = this.#service;
    if (baseUrl !== undefined && isTold) this.#notices.add(event.jobs.map((job) => ({ job, baseUrl })));
  }

  #notify(finished: readonly Finished[]): void {
    const [first] = finished;
    if (first === undefined) return;
    const { href } = first.baseUrl;
    const jobs = finished.map(({ job }) => job);
    void attempt('finished', () => this.#announce(jobs, href));
  }

  /**
   * Shows one notification for finished jobs, which can open one of them or stop watching all others; without
   * these buttons if their service is no longer connected.
   * @param href the base URL of their service
   */
  async #announce(finished: readonly Job[], href: string): Promise<void> {
    const isConnected = () => this.#service?.href === href;
    const environment = this.#environments.titleAt(href);
    const message = at(environment, sentence(finished));
    if (!isConnected()) return void (await notify.info(message));
    const others = [...this.#watches.keys];
    const open = l10n.t('Open');
    const stop = stopTitle(others.length);
    const chosen = await notify.info(message, open, ...(others.length === 0 ? [] : [stop]));
    if (chosen === undefined || warnIfDisconnected(isConnected())) return;
    if (chosen === stop) return this.#stopWatching(others, isConnected);
    const key = finished.length === 1 ? finished[0]?.key : await pickOne(finished);
    if (key !== undefined && !warnIfDisconnected(isConnected())) {
      await commands.executeCommand('workflowJobs.openJob', key);
    }
  }

  /** Stops watching these jobs, which can be undone. */
  async #stopWatching(keys: readonly string[], isConnected: () => boolean): Promise<void> {
    this.#watches.unwatch(...keys);
    const message = l10n.t('No longer watched: {0}', formatJobs(keys.length));
    if (!(await offers(notify.info, message, l10n.t('Undo')))) return;
    if (!warnIfDisconnected(isConnected())) this.#watches.watch(...keys);
  }
}

function stopTitle(others: number): string {
  return others === 1
    ? l10n.t('Stop Watching 1 Other')
    : l10n.t('Stop Watching {0} Others', formatNumber(others));
}

/** Warns of watched jobs that no longer exist. */
async function warnOfLost(keys: readonly string[], environment: string | undefined): Promise<void> {
  const [key] = keys;
  const lost =
    keys.length === 1
      ? l10n.t(
          'The service does not know the job “{0}” any more. It is not watched any more.',
          oneLine(key ?? '', 80),
        )
      : l10n.t(
          'The service does not know {0} watched jobs any more. They are not watched any more.',
          formatNumber(keys.length),
        );
  await notify.warn(at(environment, lost));
}

function at(environment: string | undefined, text: string): string {
  return environment === undefined ? text : l10n.t('{0}: {1}', environment, text);
}

function sentence(finished: readonly Job[]): string {
  const [first] = finished;
  if (finished.length === 1 && first !== undefined) {
    return l10n.t('{0} finished ({1}).', shortTitle(first), oneLine(first.key, 60));
  }
  return l10n.t(
    '{0} watched jobs finished: {1}.',
    formatNumber(finished.length),
    firstInLine(finished.map(shortTitle), mostNamed),
  );
}

function shortTitle(job: Job): string {
  return isolated(oneLine(jobTitle(job), 60));
}

async function pickOne(finished: readonly Job[]): Promise<string | undefined> {
  const items = finished.map((job) => ({
    label: plain(jobTitle(job)),
    description: plain(job.key),
    key: job.key,
  }));
  return (
    await window.showQuickPick(items, {
      title: l10n.t('Open Job'),
      placeHolder: l10n.t('Jobs that finished'),
      matchOnDescription: true,
    })
  )?.key;
}
