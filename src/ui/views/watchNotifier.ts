import * as vscode from 'vscode';
import type { FieldList } from '../../model/fields/fieldList.ts';
import { Follow } from '../../model/following/jobPoller.ts';
import { FollowDigest } from '../../model/following/throttle.ts';
import type { WatchList } from '../../model/following/watchList.ts';
import type { JobList } from '../../model/jobs/jobList.ts';
import type { SingleJobs } from '../../model/jobs/singleJobs.ts';
import type { Job, ServiceClient } from '../../service/index.ts';
import { onDidChangeSettings, settings } from '../connection/settings.ts';
import type { Reporter } from '../feedback/report.ts';
import type { FieldsView } from './fieldsView.ts';
import { tellFinished, tellLost } from './finishedNotice.ts';
import type { JobsView } from './jobsView.ts';

/** Milliseconds between two notifications of finished jobs. */
const noticeInterval = 10_000;

interface WatchingParts {
  readonly watches: WatchList;
  readonly singleJobs: SingleJobs;
  readonly jobs: JobList;
  readonly fields: FieldList;
  readonly view: JobsView;
  readonly fieldsView: FieldsView;
  readonly reporter: Reporter;
}

/** Polls watched jobs while the window is in use, and tells of finished ones by the view's badge and in one notification. */
export class Watching implements vscode.Disposable {
  readonly #view: JobsView;
  readonly #follow: Follow;
  readonly #notices: FollowDigest<Job>;
  readonly #subscriptions: vscode.Disposable;
  /** Keys of finished jobs that were not seen yet: the badge. */
  readonly #unseen = new Set<string>();
  /** Of the followed service. */
  #baseUrl: string | undefined;

  constructor({ watches, singleJobs, jobs, fields, view, fieldsView, reporter }: WatchingParts) {
    this.#view = view;
    this.#follow = new Follow({
      jobs,
      watches,
      singleJobs,
      refreshInterval: settings.autoRefresh,
      views: [
        {
          get visible() {
            return view.visible;
          },
          refresh: async () => {
            // A load that a person started is not repeated.
            if (jobs.state.loading === null) await jobs.refresh(false);
            return jobs.state.failure?.error;
          },
        },
        {
          get visible() {
            return fieldsView.visible;
          },
          refresh: async () => {
            await fields.refresh();
            return fields.state.failure ?? undefined;
          },
        },
      ],
    });
    this.#notices = new FollowDigest(noticeInterval, (finished) => {
      const baseUrl = this.#baseUrl;
      if (settings.notifyWhenFinished()) void reporter.run('finished', () => tellFinished(finished, watches, () => this.#baseUrl === baseUrl));
    });
    this.#subscriptions = vscode.Disposable.from(
      this.#follow.onDidFinish((finished) => this.#finished(finished)),
      this.#follow.onDidLose((keys) => {
        if (settings.notifyWhenFinished()) void reporter.run('lost', () => tellLost(keys));
      }),
      vscode.window.onDidChangeWindowState(() => this.#attend()),
      view.onDidChangeVisibility(() => this.#attend()),
      fieldsView.onDidChangeVisibility(() => this.#attend()),
      onDidChangeSettings(['autoRefresh'], () => this.#follow.reconsider()),
      this.#notices,
      this.#follow,
    );
    this.#attend();
  }

  /** Follows a job for as long as a page shows it; see also `onDidRead` and `staleness` there. */
  get follow(): Pick<Follow, 'addInterest' | 'onDidRead' | 'staleness' | 'onDidChangeStaleness'> {
    return this.#follow;
  }

  connect(client: ServiceClient | undefined): void {
    this.#unseen.clear();
    this.#notices.clear();
    this.#showBadge();
    this.#baseUrl = client?.baseUrl.href;
    this.#follow.connect(client);
  }

  /** A job's row or page was seen: the badge does not count it any more. */
  looked(key: string): void {
    if (this.#unseen.delete(key)) this.#showBadge();
  }

  dispose(): void {
    this.#subscriptions.dispose();
  }

  #attend(): void {
    const { focused, active } = vscode.window.state;
    if (this.#isViewSeen()) this.#unseen.clear();
    this.#showBadge();
    this.#follow.attend({ focused, active });
  }

  #finished(finished: readonly Job[]): void {
    if (!this.#isViewSeen()) for (const { key } of finished) this.#unseen.add(key);
    this.#showBadge();
    this.#notices.add(finished);
  }

  #isViewSeen(): boolean {
    return this.#view.visible && vscode.window.state.focused;
  }

  #showBadge(): void {
    const value = this.#unseen.size;
    const tooltip = value === 1 ? vscode.l10n.t('1 watched job finished') : vscode.l10n.t('{0} watched jobs finished', value);
    this.#view.badge = value === 0 ? undefined : { value, tooltip };
  }
}
