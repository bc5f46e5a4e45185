import * as vscode from 'vscode';
import type { JobList, JobRow, LoadKind } from '../model/jobList.ts';
import { describeJob } from '../model/rowText.ts';
import type { ServiceError } from '../service/index.ts';
import type { Connection } from './connection.ts';
import { formatNumber, loadWhenVisible, setContext } from './listView.ts';
import { failureText } from './report.ts';
import { type FailureNode, type RemedyNode, failureItem, remediesOf, remedyItem, treeItem } from './treeItem.ts';

type JobsNode =
  | { readonly kind: 'job'; readonly id: string; readonly row: JobRow; readonly place: string }
  | { readonly kind: 'newer'; readonly count: number }
  | { readonly kind: 'note'; readonly text: string }
  | { readonly kind: 'loadMore'; readonly loading: boolean; readonly progress: string }
  | FailureNode
  | RemedyNode;

/** The Jobs view: a row per job, *Load more* last while there is more. */
export class JobsView implements vscode.Disposable {
  readonly #jobs: JobList;
  readonly #connection: Connection;
  readonly #changed = new vscode.EventEmitter<undefined>();
  readonly #view: vscode.TreeView<JobsNode>;
  readonly #subscriptions: vscode.Disposable;
  #roots: JobsNode[] = [];

  constructor(jobs: JobList, connection: Connection) {
    this.#jobs = jobs;
    this.#connection = connection;
    this.#view = vscode.window.createTreeView<JobsNode>('workflowJobs.jobs', {
      treeDataProvider: {
        onDidChangeTreeData: this.#changed.event,
        getTreeItem: toTreeItem,
        getChildren: (node) => (node === undefined ? this.#roots : node.kind === 'failure' ? remediesOf(node) : []),
        getParent: (node) => (node.kind === 'remedy' ? node.failure : undefined),
      },
    });
    this.#show();
    this.#subscriptions = vscode.Disposable.from(
      this.#view,
      this.#changed,
      jobs.onDidChange(() => this.#show()),
      loadWhenVisible(this.#view, 'workflowJobs.jobs', jobs),
    );
  }

  get visible(): boolean {
    return this.#view.visible;
  }

  /** Shows the row of a job and selects it, if it has one. */
  async reveal(key: string): Promise<void> {
    const node = this.#roots.find((each) => each.kind === 'job' && each.row.kind === 'job' && each.row.job.key === key);
    if (node !== undefined) await this.#view.reveal(node, { select: true, focus: false });
  }

  dispose(): void {
    this.#subscriptions.dispose();
  }

  #show(): void {
    const { rows, total } = this.#jobs.state;
    const error = failureOf(this.#jobs, this.#connection);
    this.#roots = rootsOf(this.#jobs, this.#connection);
    this.#view.message = error === undefined ? undefined : failureText(error);
    this.#view.description = rows === undefined ? undefined : progressText(rows.length, total);
    setContext('jobsEmpty', rows?.length === 0);
    this.#changed.fire(undefined);
  }
}

function failureOf(jobs: JobList, { state }: Connection): ServiceError | undefined {
  return state.kind === 'invalid' ? state.error : jobs.state.failure?.error;
}

/** `50 of 4,213`; the number alone where the service tells no total. */
function progressText(loaded: number, total: number | null): string {
  return total === null ? formatNumber(loaded) : vscode.l10n.t('{0} of {1}', formatNumber(loaded), formatNumber(total));
}

function rootsOf(jobs: JobList, connection: Connection): JobsNode[] {
  const { rows = [], total, hasMore, loading, failure, note, newer } = jobs.state;
  const error = failureOf(jobs, connection);
  const during = failure?.during ?? 'first';
  const failures: JobsNode[] = error === undefined ? [] : [failureNode(during, error)];
  return [
    ...(during === 'more' ? [] : failures),
    ...(newer > 0 ? [{ kind: 'newer', count: newer } as const] : []),
    ...rows.map((row, index): JobsNode => ({ kind: 'job', id: row.id, row, place: progressText(index + 1, total) })),
    ...(during === 'more' ? failures : []),
    ...(note === null ? [] : [{ kind: 'note', text: note } as const]),
    ...(hasMore ? [{ kind: 'loadMore', loading: loading === 'more', progress: progressText(rows.length, total) } as const] : []),
  ];
}

function failureNode(during: LoadKind, error: ServiceError): FailureNode {
  const retryCommand = during === 'more' ? 'workflowJobs.loadMoreJobs' : 'workflowJobs.refreshJobs';
  return { kind: 'failure', id: 'failure', headline: headline(during), error, retryCommand };
}

function headline(during: LoadKind): string {
  switch (during) {
    case 'first':
      return vscode.l10n.t('Jobs could not be loaded');
    case 'more':
    case 'all':
      return vscode.l10n.t('More jobs could not be loaded');
    case 'refresh':
      return vscode.l10n.t('Jobs could not be refreshed');
  }
}

function toTreeItem(node: JobsNode): vscode.TreeItem {
  switch (node.kind) {
    case 'job':
      return jobItem(node);
    case 'newer': {
      const label = node.count === 1 ? vscode.l10n.t('1 newer job') : vscode.l10n.t('{0} newer jobs', formatNumber(node.count));
      const tooltip = vscode.l10n.t('Jobs were started while you paged. Refresh to see them.');
      return actionItem('newer', label, '', tooltip, 'arrow-up', 'workflowJobs.refreshJobs');
    }
    case 'note':
      return treeItem(
        { label: vscode.l10n.t('The list may be incomplete'), description: node.text, tooltip: node.text, icon: 'warning', color: 'list.warningForeground', spoken: node.text },
        { id: 'note' },
      );
    case 'loadMore': {
      const label = node.loading ? vscode.l10n.t('Loading more…') : vscode.l10n.t('Load more');
      return actionItem('loadMore', label, node.progress, vscode.l10n.t('Load the next page of jobs'), node.loading ? 'loading~spin' : 'arrow-down', 'workflowJobs.loadMoreJobs');
    }
    case 'failure':
      return failureItem(node);
    case 'remedy':
      return remedyItem(node);
  }
}

function jobItem({ id, row, place }: JobsNode & { kind: 'job' }): vscode.TreeItem {
  const text = describeJob(row, place, { now: Date.now(), language: vscode.env.language });
  const open = vscode.l10n.t('Open job');
  return row.kind === 'job'
    ? treeItem(text, { id, contextValue: 'job key', command: { command: 'workflowJobs.openJob', title: open, arguments: [row.job.key] } })
    : treeItem(text, { id, contextValue: 'unreadable', command: { command: 'workflowJobs.openUnreadableJob', title: open, arguments: [id] } });
}

function actionItem(id: string, label: string, description: string, tooltip: string, icon: string, command: string): vscode.TreeItem {
  return treeItem({ label, description, tooltip, icon, spoken: description === '' ? label : `${label}, ${description}` }, { id, command: { command, title: label } });
}

/** The key that a row of the Jobs view stands for. */
export function jobsNodeKey(node: unknown): string | undefined {
  const each = node as JobsNode | undefined;
  return each?.kind === 'job' && each.row.kind === 'job' ? each.row.job.key : undefined;
}
