import { Disposable, window } from 'vscode';
import type { RefreshedView } from '../../model/following/viewRefresh.ts';
import type { Session } from '../../model/session/session.ts';
import { onDidChangeSettings, settings } from '../connection/settings.ts';
import type { FieldsView } from '../views/fieldsView.ts';
import type { JobsView } from '../views/jobsView.ts';

interface Views {
  readonly jobsView: JobsView;
  readonly fieldsView: FieldsView;
}

/** Tells the follower of the connected session which views are visible, and whether the window is in use. */
export class Following {
  readonly #views: Views;
  readonly #subscriptions: Disposable;
  #session: Session | undefined;

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

  /** Follows the jobs of another service, or of none. */
  setSession(session: Session | undefined): void {
    this.#session = session;
    if (session === undefined) return;
    const { jobsView, fieldsView } = this.#views;
    session.follower.setViews({
      views: [refreshedJobs(session, jobsView), refreshedFields(session, fieldsView)],
      interval: settings.autoRefresh,
    });
    session.follower.setAttention(window.state);
  }

  dispose(): void {
    this.#subscriptions.dispose();
  }
}

function refreshedJobs({ list }: Session, jobsView: JobsView): RefreshedView {
  return {
    isVisible: () => jobsView.list.tree.visible,
    hasFailed: () => list.state.loading === null && list.state.failure !== null,
    refresh: async () => {
      await list.autoRefresh();
      return list.state.failure?.error;
    },
  };
}

function refreshedFields({ fields }: Session, fieldsView: FieldsView): RefreshedView {
  return {
    isVisible: () => fieldsView.list.tree.visible,
    hasFailed: () => !fields.state.loading && fields.state.failure !== null,
    refresh: async () => {
      await fields.refresh({ isAutomatic: true });
      return fields.state.failure ?? undefined;
    },
  };
}
