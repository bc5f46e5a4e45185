import { Disposable, l10n, window } from 'vscode';
import type { FieldList } from '../../model/fields/fieldList.ts';
import { AutoRefresh } from '../../model/following/autoRefresh.ts';
import { JobPoller } from '../../model/following/jobPoller.ts';
import { Throttle } from '../../model/following/schedule.ts';
import type { WatchList } from '../../model/following/watchList.ts';
import type { JobList } from '../../model/jobs/jobList.ts';
import type { JobReader } from '../../model/jobs/jobReader.ts';
import type { BaseUrl, Job, ServiceClient } from '../../service/index.ts';
import { onDidChangeSettings, settings } from '../connection/settings.ts';
import type { EnvironmentList } from '../environments/environments.ts';
import type { Reporter } from '../feedback/report.ts';
import type { FieldsView } from '../views/fieldsView.ts';
import { announceFinished, warnOfLost } from './finishedNotice.ts';
import type { JobsView } from '../views/jobsView.ts';

/** Shortest time between two notifications of finished jobs, in milliseconds. */
const noticeInterval = 10_000;

interface WatchNotifierParts {
  readonly watches: WatchList;
  readonly reader: JobReader;
  readonly jobs: JobList;
  readonly fields: FieldList;
  readonly jobsView: JobsView;
  readonly fieldsView: FieldsView;
  readonly environments: EnvironmentList;
  readonly reporter: Reporter;
}

/** A watched job that finished, and its service. */
interface Finished {
  readonly job: Job;
  readonly baseUrl: BaseUrl;
}

/** Polls jobs and refreshes views while the window has the focus, and announces finished jobs by badge and notification. */
export class WatchNotifier implements Disposable {
  readonly #jobsView: JobsView;
  readonly #autoRefresh: AutoRefresh;
  readonly poller: JobPoller;
  readonly #notices: Throttle<Finished>;
  readonly #subscriptions: Disposable;
  /** Keys of jobs that finished while the Jobs view was not visible. */
  readonly #unseen = new Set<string>();
  /** The service whose jobs are polled. */
  #baseUrl: BaseUrl | undefined;

  constructor({ watches, reader, jobs, fields, jobsView, fieldsView, environments, reporter }: WatchNotifierParts) {
    this.#jobsView = jobsView;
    this.poller = new JobPoller(jobs, watches, reader);
    const views = [
      {
        isVisible: () => jobsView.list.tree.visible,
        refresh: async () => {
          // Skipped during another load, which reads the same pages. Rows keep their places while the window is in use.
          if (jobs.state.loading === null) await jobs.refresh({ readOn: false, holdsRows: window.state.active });
          return jobs.state.failure?.error;
        },
      },
      {
        isVisible: () => fieldsView.list.tree.visible,
        refresh: async () => {
          await fields.refresh();
          return fields.state.failure ?? undefined;
        },
      },
    ];
    this.#autoRefresh = new AutoRefresh(views, settings.autoRefresh);
    this.#notices = new Throttle(noticeInterval, (finished) => {
      const [first] = finished;
      if (first === undefined || !settings.notifyWhenFinished()) return;
      const { baseUrl } = first;
      const jobs = finished.map(({ job }) => job);
      void reporter.run('finished', () => announceFinished(jobs, environments.titleAt(baseUrl.href), watches, () => this.#baseUrl?.href === baseUrl.href));
    });
    this.#subscriptions = Disposable.from(
      this.poller.onDidPoll((event) => {
        if (event.kind === 'finished') this.#finished(event.jobs);
        else if (event.kind === 'gone' && event.watched.length > 0 && settings.notifyWhenFinished()) void reporter.run('lost', () => warnOfLost(event.watched, this.#baseUrl && environments.titleAt(this.#baseUrl.href)));
      }),
      window.onDidChangeWindowState(() => this.#attend()),
      jobsView.list.tree.onDidChangeVisibility(() => this.#attend()),
      fieldsView.list.tree.onDidChangeVisibility(() => this.#attend()),
      onDidChangeSettings(['autoRefresh'], () => this.#autoRefresh.reconsider()),
      { dispose: () => this.#notices.clear() },
      this.#autoRefresh,
      this.poller,
    );
    this.#attend();
  }

  connect(client: ServiceClient | undefined): void {
    this.#unseen.clear();
    this.#showBadge();
    this.#baseUrl = client?.baseUrl;
    // Pending notices are shown now, because these jobs are no longer watched and no later round would announce them.
    this.#notices.flush();
    this.#autoRefresh.connect(client !== undefined);
    this.poller.connect(client !== undefined);
  }

  /** Removes a job that a person has seen from the badge. */
  markSeen(key: string): void {
    if (this.#unseen.delete(key)) this.#showBadge();
  }

  dispose(): void {
    this.#subscriptions.dispose();
  }

  #attend(): void {
    const { focused, active } = window.state;
    if (this.#isViewSeen()) this.#unseen.clear();
    this.#showBadge();
    // Before the poller, so that it leaves the jobs to a list refresh that is due at the same time.
    this.#autoRefresh.attend({ focused });
    this.poller.attend({ focused, active });
  }

  #finished(finished: readonly Job[]): void {
    if (!this.#isViewSeen()) for (const { key } of finished) this.#unseen.add(key);
    this.#showBadge();
    const baseUrl = this.#baseUrl;
    if (baseUrl !== undefined) this.#notices.add(finished.map((job) => ({ job, baseUrl })));
  }

  #isViewSeen(): boolean {
    return this.#jobsView.list.tree.visible && window.state.focused;
  }

  #showBadge(): void {
    const value = this.#unseen.size;
    const tooltip = value === 1 ? l10n.t('1 watched job finished') : l10n.t('{0} watched jobs finished', value);
    this.#jobsView.list.tree.badge = value === 0 ? undefined : { value, tooltip };
  }
}
