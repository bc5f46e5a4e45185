import { Disposable, window } from 'vscode';
import type { FieldList } from '../../model/fields/fieldList.ts';
import type { Answers } from '../../model/following/answers.ts';
import { AutoRefresh, type Refreshable } from '../../model/following/autoRefresh.ts';
import { JobPoller } from '../../model/following/jobPoller.ts';
import type { WatchList } from '../../model/following/watchList.ts';
import type { JobList } from '../../model/jobs/jobList.ts';
import type { JobReader } from '../../model/jobs/jobReader.ts';
import type { ServiceClient } from '../../service/index.ts';
import { onDidChangeSettings, settings } from '../connection/settings.ts';
import type { EnvironmentList } from '../environments/environments.ts';
import type { FieldsView } from '../views/fieldsView.ts';
import type { JobsView } from '../views/jobsView.ts';
import { FinishedJobs } from './finishedJobs.ts';

/** What following uses. */
interface FollowingServices {
  readonly answers: Answers;
  readonly jobs: JobList;
  readonly fields: FieldList;
  readonly reader: JobReader;
  readonly watches: WatchList;
  readonly jobsView: JobsView;
  readonly fieldsView: FieldsView;
  readonly environments: EnvironmentList;
}

/** Keeps watched jobs, visible pages and visible views up to date while the window has the focus. */
export class Following {
  readonly poller: JobPoller;
  readonly #finished: FinishedJobs;
  readonly #autoRefresh: AutoRefresh;
  readonly #subscriptions: Disposable;

  constructor(services: FollowingServices) {
    const { answers, jobs, watches, reader, jobsView, fieldsView } = services;
    this.poller = new JobPoller(jobs, watches, reader);
    this.#finished = new FinishedJobs({ ...services, poller: this.poller });
    this.#autoRefresh = new AutoRefresh([jobsOf(services), fieldsOf(services)], settings.autoRefresh);
    const update = () => this.#update();
    this.#subscriptions = Disposable.from(
      answers.onDidAnswer(() => this.#onAnswer()),
      window.onDidChangeWindowState(update),
      jobsView.list.tree.onDidChangeVisibility(update),
      fieldsView.list.tree.onDidChangeVisibility(update),
      onDidChangeSettings(['autoRefresh'], update),
      this.#autoRefresh,
      this.#finished,
      this.poller,
    );
    this.#update();
  }

  /** Switches to another service, or to none. */
  connect(client: ServiceClient | undefined): void {
    this.#finished.connect(client?.baseUrl);
    this.#autoRefresh.connect(client !== undefined);
    this.poller.connect(client !== undefined);
  }

  dispose(): void {
    this.#subscriptions.dispose();
  }

  /** What failed is tried again. */
  #onAnswer(): void {
    this.#autoRefresh.answered();
    this.poller.answered();
  }

  #update(): void {
    const { state } = window;
    this.#autoRefresh.setFocus(state.focused);
    this.poller.setAttention(state);
  }
}

function jobsOf({ jobs, jobsView }: FollowingServices): Refreshable {
  return {
    isVisible: () => jobsView.list.tree.visible,
    hasFailed: () => jobs.state.loading === null && jobs.state.failure !== null,
    refresh: async () => {
      // Skipped during another load, which reads the same pages. Rows keep their places while the window is
      // in use.
      if (jobs.state.loading === null) await jobs.refresh({ readOn: false, holdsRows: window.state.active });
      return jobs.state.failure?.error;
    },
  };
}

function fieldsOf({ fields, fieldsView }: FollowingServices): Refreshable {
  return {
    isVisible: () => fieldsView.list.tree.visible,
    hasFailed: () => !fields.state.loading && fields.state.failure !== null,
    refresh: async () => {
      await fields.refresh();
      return fields.state.failure ?? undefined;
    },
  };
}
