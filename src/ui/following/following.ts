import { Disposable, l10n, window } from 'vscode';
import { type AnnouncedList, announceRefreshes } from '../../model/following/refreshAnnouncer.ts';
import type { RefreshedView } from '../../model/following/viewRefresh.ts';
import type { LoadKind } from '../../model/jobs/jobList.ts';
import type { Session } from '../../model/session/session.ts';
import { failureText } from '../../model/wording/reports.ts';
import type { ServiceError } from '../../service/index.ts';
import { onDidChangeSettings, settings } from '../connection/settings.ts';
import { announce } from '../feedback/announce.ts';
import type { FieldsView } from '../views/fieldsView.ts';
import type { JobsView } from '../views/jobsView.ts';

/** A view that is refreshed automatically, and whose load errors are announced. */
type FollowedView = RefreshedView & AnnouncedList;

interface Views {
  readonly jobsView: JobsView;
  readonly fieldsView: FieldsView;
}

/**
 * Reports visible views and the window focus to the connected session's job follower, which decides
 * what to refresh.
 */
export class Following {
  readonly #views: Views;
  readonly #subscriptions: Disposable;
  #session: Session | undefined;
  #announcements: { dispose(): void } | undefined;

  constructor(views: Views) {
    this.#views = views;
    const updateViews = () => this.#session?.follower.updateViews();
    this.#subscriptions = Disposable.from(
      window.onDidChangeWindowState((state) => this.#session?.follower.setAttention(state)),
      views.jobsView.list.tree.onDidChangeVisibility(updateViews),
      views.fieldsView.list.tree.onDidChangeVisibility(updateViews),
      onDidChangeSettings(['autoRefresh'], updateViews),
    );
  }

  /** Starts reporting to the given session's job follower, or stops if the session is undefined. */
  setSession(session: Session | undefined): void {
    this.#session = session;
    this.#announcements?.dispose();
    if (session === undefined) return;
    const { jobsView, fieldsView } = this.#views;
    const views = [followedJobs(session, jobsView), followedFields(session, fieldsView)];
    this.#announcements = announceRefreshes(views, announce);
    session.follower.setViews({ views, interval: settings.autoRefresh });
    session.follower.setAttention(window.state);
  }

  dispose(): void {
    this.#announcements?.dispose();
    this.#subscriptions.dispose();
  }
}

function followedJobs({ list }: Session, jobsView: JobsView): FollowedView {
  return {
    onDidChange: list.onDidChange,
    isVisible: () => jobsView.list.tree.visible,
    hasFailed: () => list.state.loading === null && list.state.failure !== null,
    refresh: async () => {
      await list.autoRefresh();
      return list.state.failure?.error;
    },
    state: () => {
      const { loading, failure } = list.state;
      // Ignores errors from **Load All Jobs**, because a notification shows these errors.
      const isIgnored = failure?.during === 'all';
      return {
        isLoading: loading !== null || isIgnored,
        failure:
          failure === null || isIgnored ? undefined : failedText(failure.error, failure.during),
      };
    },
  };
}

function followedFields({ fields }: Session, fieldsView: FieldsView): FollowedView {
  return {
    onDidChange: fields.onDidChange,
    isVisible: () => fieldsView.list.tree.visible,
    hasFailed: () => !fields.state.loading && fields.state.failure !== null,
    refresh: async () => {
      await fields.refresh({ isAutomatic: true });
      return fields.state.failure ?? undefined;
    },
    state: () => {
      const { loading, failure } = fields.state;
      return { isLoading: loading, failure: failure === null ? undefined : failedText(failure) };
    },
  };
}

function failedText(error: ServiceError, during?: LoadKind): string {
  return during === 'more'
    ? l10n.t('More jobs could not be loaded. {0}', failureText(error))
    : l10n.t('Refresh failed. {0}', failureText(error));
}
