import * as vscode from 'vscode';
import type { JobBrowsing } from '../../model/browsing/jobBrowsing.ts';
import { jobState } from '../../model/jobs/job.ts';
import { describeFilter } from '../../model/browsing/jobFilter.ts';
import type { JobList, JobRow, LoadKind } from '../../model/jobs/jobList.ts';
import { rowsPerSection } from '../../model/browsing/grouping.ts';
import { type Reader, describeJob } from '../../model/wording/rowText.ts';
import type { WatchList } from '../../model/following/watchList.ts';
import type { Job, ServiceError } from '../../service/index.ts';
import { oneLine } from '../../text/inert.ts';
import { formatShortNumber } from '../../text/number.ts';
import type { Connection } from '../connection/connection.ts';
import { type GroupNode, type JobNode, JobNodes, type JobsNode, type SpecialNode, mostSingleChanges } from './jobNodes.ts';
import { firstAnswer, formatNumber, joinedLines, loadWhenVisible, setContext } from './listView.ts';
import { failureText } from '../feedback/report.ts';
import { type FailureNode, failureItem, remediesOf, remedyItem, treeItem } from './treeItem.ts';
import type { TreeShell } from './treeShell.ts';

/** How often the ages of rows are brought up to date, in milliseconds. */
const agingInterval = 60_000;

interface Told {
  readonly description: string;
  readonly place: number;
  readonly total: number | null;
}

/** The Jobs view: a row per job, in groups or sections where asked for or many, *Load more* last while there is more. */
export class JobsView implements vscode.Disposable {
  readonly #jobs: JobList;
  readonly #browsing: JobBrowsing;
  readonly #connection: Connection;
  readonly #watches: WatchList;
  readonly #nodes = new JobNodes(vscode.env.language);
  readonly #shell: TreeShell<JobsNode>;
  readonly #subscriptions: vscode.Disposable;
  /** What VS Code was last told of a row, to tell it again only when it reads differently. */
  readonly #told = new WeakMap<JobNode, Told>();
  #total: number | null = null;
  /** Rows that are shown, in groups or not. */
  #count = 0;
  #aging: ReturnType<typeof setInterval> | undefined;

  constructor(shell: TreeShell<JobsNode>, jobs: JobList, browsing: JobBrowsing, connection: Connection, watches: WatchList) {
    this.#shell = shell;
    this.#jobs = jobs;
    this.#browsing = browsing;
    this.#connection = connection;
    this.#watches = watches;
    shell.fill({
      getTreeItem: (node) => this.#toTreeItem(node),
      resolveTreeItem: (item, node) => this.#withTooltip(item, node),
      getChildren: (node) => this.#children(node),
      getParent: (node) => (node.kind === 'remedy' ? node.failure : node.kind === 'job' || node.kind === 'group' ? node.parent : undefined),
      ready: () => firstAnswer(jobs, () => jobs.state.rows),
    });
    this.#show();
    this.#age();
    this.#subscriptions = vscode.Disposable.from(
      jobs.onDidChange(() => this.#show()),
      browsing.onDidChange(() => this.#show()),
      watches.onDidChange((keys) => this.#showAgain(keys)),
      shell.view.onDidChangeVisibility(() => this.#age()),
      loadWhenVisible(shell.view, 'workflowJobs.jobs', jobs),
    );
  }

  get visible(): boolean {
    return this.#shell.view.visible;
  }

  get onDidChangeVisibility(): vscode.Event<unknown> {
    return this.#shell.view.onDidChangeVisibility;
  }

  set badge(badge: vscode.ViewBadge | undefined) {
    this.#shell.view.badge = badge;
  }

  /** Shows the row of a job and selects it, if it has one that the filter lets through. */
  async reveal(key: string): Promise<void> {
    const node = this.#nodes.find(`job:${key}`);
    if (node !== undefined) await this.#shell.view.reveal(node, { select: true, focus: false });
  }

  dispose(): void {
    clearInterval(this.#aging);
    this.#subscriptions.dispose();
  }

  #show(): void {
    const { rows, total } = this.#jobs.state;
    const error = this.#failure();
    const { nodes, count } = this.#browsing.show(Date.now());
    this.#count = count;
    this.#shell.caption(
      joinedLines(error === undefined ? undefined : failureText(error), this.#jobs.state.note ?? undefined, this.#filterText()),
      rows === undefined ? undefined : joinedText(this.#countText(count, rows.length, total), this.#arrivedText()),
    );
    setContext('jobsEmpty', rows?.length === 0);
    setContext('filtering', this.#browsing.isFiltering);
    const change = this.#nodes.update(nodes, this.#above(), this.#below(count), this.#browsing.grouping !== 'none');
    const isRecounted = total !== this.#total;
    this.#total = total;
    if (change.kind === 'all') return this.#shell.tellChanged();
    const changed = new Set([...(change.kind === 'some' ? change.nodes : []), ...(isRecounted ? this.#recounted() : [])]);
    if (changed.size > 0) this.#shell.tellChanged([...changed]);
  }

  #countText(count: number, loaded: number, total: number | null): string {
    return this.#browsing.isFiltering ? vscode.l10n.t('{0} of {1} loaded', formatNumber(count), formatNumber(loaded)) : progressText(loaded, total);
  }

  /** Stands above the rows, where it wraps. */
  #filterText(): string | undefined {
    if (!this.#browsing.isFiltering || !this.#jobs.state.rows?.length) return undefined;
    return vscode.l10n.t('Filter: {0}', oneLine(describeFilter(this.#browsing.filter)));
  }

  /** Jobs that following saw come; said where it moves no row, while no row says it. */
  #arrivedText(): string | undefined {
    const { arrivedAbove, state: { newer } } = this.#jobs;
    return arrivedAbove === 0 || newer > 0 ? undefined : vscode.l10n.t('{0} newer', formatNumber(arrivedAbove));
  }

  /** The rows of these jobs read differently now. */
  #showAgain(keys: readonly string[]): void {
    const nodes = keys.flatMap((key) => this.#nodes.find(`job:${key}`) ?? []);
    if (nodes.length > 0) this.#shell.tellChanged(nodes);
  }

  #failure(): ServiceError | undefined {
    const { state } = this.#connection;
    return state.kind === 'invalid' ? state.error : this.#jobs.state.failure?.error;
  }

  #above(): SpecialNode[] {
    const { failure, newer } = this.#jobs.state;
    const error = this.#failure();
    return [
      ...(error === undefined || isAtEnd(failure?.during) ? [] : [failureNode(failure?.during ?? 'first', error)]),
      ...(newer > 0 ? [{ kind: 'newer', id: 'newer', count: newer } as const] : []),
    ];
  }

  #below(count: number): SpecialNode[] {
    const { rows, total, hasMore, loading, failure, note } = this.#jobs.state;
    const loaded = rows?.length ?? 0;
    const searching = this.#browsing.isFiltering;
    return [
      ...(searching && loaded > 0 && count === 0 ? [{ kind: 'noMatch', id: 'noMatch' } as const] : []),
      ...(failure !== null && isAtEnd(failure.during) ? [failureNode(failure.during, failure.error)] : []),
      ...(note === null ? [] : [{ kind: 'note', id: 'note', text: note } as const]),
      ...(hasMore ? [{ kind: 'more', id: 'more', loading: isAtEnd(loading), searching, progress: progressText(loaded, total), left: leftText(loaded, total) } as const] : []),
    ];
  }

  #children(node: JobsNode | undefined): JobsNode[] {
    if (node === undefined) return [...this.#nodes.roots];
    if (node.kind === 'group') return this.#nodes.childrenOf(node);
    return node.kind === 'failure' ? remediesOf(node) : [];
  }

  #toTreeItem(node: JobsNode): vscode.TreeItem {
    switch (node.kind) {
      case 'job':
        return this.#jobItem(node);
      case 'group':
        return groupItem(node, this.#browsing.grouping === 'none', this.#startsOpen(node));
      case 'failure':
        return failureItem(node);
      case 'remedy':
        return remedyItem(node);
      case 'newer':
      case 'note':
      case 'noMatch':
      case 'more':
        return specialItem(node);
    }
  }

  /** Of many rows VS Code asks for those that are open: sections that a load of all pages passes by stay closed, and so do groups that hold many together. */
  #startsOpen({ below }: GroupNode): boolean {
    if (this.#browsing.grouping === 'none') return below.length > 0 && this.#jobs.state.loading !== 'all';
    return this.#count <= rowsPerSection;
  }

  #jobItem(node: JobNode): vscode.TreeItem {
    const { id, row } = node;
    const text = this.#describe(node);
    this.#told.set(node, { description: text.description, place: node.place, total: this.#jobs.state.total });
    const open = vscode.l10n.t('Open job');
    return row.kind === 'job'
      ? treeItem(text, { id, contextValue: this.#contextOf(row.job), command: { command: 'workflowJobs.openJob', title: open, arguments: [row.job.key] } })
      : treeItem(text, { id, contextValue: 'unreadable', command: { command: 'workflowJobs.openUnreadableJob', title: open, arguments: [id] } });
  }

  /** Tooltips of jobs are long, and few are looked at. */
  async #withTooltip(item: vscode.TreeItem, node: JobsNode): Promise<vscode.TreeItem> {
    if (node.kind !== 'job' || node.row.kind !== 'job') return item;
    const { jobTooltip } = await import('../actions/onDemand.ts');
    item.tooltip = jobTooltip(node.row.job, reader(), this.#watches.isWatched(node.row.job.key));
    return item;
  }

  /** Only what may still come to its end can be watched. */
  #contextOf(job: Job): string {
    if (this.#watches.isWatched(job.key)) return 'job key watched';
    return jobState(job) === 'completed' ? 'job key' : 'job key unwatched';
  }

  #describe({ row, place }: JobNode): ReturnType<typeof describeJob> {
    const isWatched = row.kind === 'job' && this.#watches.isWatched(row.job.key);
    return describeJob(row, progressText(place, this.#jobs.state.total), reader(), isWatched);
  }

  /** Rows whose sentence names another place or number of all jobs than it would now; of many the first, and more when their time comes. */
  #recounted(): JobNode[] {
    const { total } = this.#jobs.state;
    const found: JobNode[] = [];
    for (const node of this.#nodes.asked()) {
      const told = this.#told.get(node);
      if (told !== undefined && (told.place !== node.place || told.total !== total)) found.push(node);
      if (found.length === mostSingleChanges) break;
    }
    return found;
  }

  /** Keeps what rows say true while somebody looks: only rows that read differently are told again. */
  #age(): void {
    clearInterval(this.#aging);
    if (!this.#shell.view.visible) return;
    const tick = () => {
      const aged = [...this.#nodes.asked()].filter((node) => this.#told.has(node) && this.#told.get(node)?.description !== this.#describe(node).description);
      const stale = new Set([...aged, ...this.#recounted()]);
      if (stale.size > 0) this.#shell.tellChanged([...stale]);
    };
    tick();
    this.#aging = setInterval(tick, agingInterval);
  }
}

function reader(): Reader {
  return { now: Date.now(), language: vscode.env.language };
}

/** Whether a load, or its failure, belongs to the end of the list. */
function isAtEnd(load: LoadKind | null | undefined): boolean {
  return load === 'more' || load === 'all';
}

/** `50 of 4,213`; the number alone where the service tells no total. */
function progressText(loaded: number, total: number | null): string {
  return total === null ? formatNumber(loaded) : vscode.l10n.t('{0} of {1}', formatNumber(loaded), formatNumber(total));
}

/** `4.2K left`, as far as that is known. */
function leftText(loaded: number, total: number | null): string {
  return total === null || total <= loaded ? progressText(loaded, total) : vscode.l10n.t('{0} left', formatShortNumber(total - loaded, vscode.env.language));
}

function joinedText(...parts: (string | undefined)[]): string {
  return parts.filter((part) => part !== undefined).join(' · ');
}

function failureNode(during: LoadKind, error: ServiceError): FailureNode {
  return { kind: 'failure', id: 'failure', headline: headline(during), error, retryCommand: retryCommands[during] };
}

const retryCommands: Record<LoadKind, string> = {
  first: 'workflowJobs.refreshJobs',
  refresh: 'workflowJobs.refreshJobs',
  more: 'workflowJobs.loadMoreJobs',
  all: 'workflowJobs.loadAllJobs',
};

function headline(during: LoadKind): string {
  switch (during) {
    case 'first':
      return vscode.l10n.t('Jobs not loaded');
    case 'more':
    case 'all':
      return vscode.l10n.t('More jobs not loaded');
    case 'refresh':
      return vscode.l10n.t('Jobs not refreshed');
  }
}

function groupItem({ id, group: { label, rows } }: GroupNode, isSection: boolean, startsOpen: boolean): vscode.TreeItem {
  const count = formatNumber(rows.length);
  const jobs = rows.length === 1 ? vscode.l10n.t('1 job') : vscode.l10n.t('{0} jobs', count);
  return treeItem(
    { label, description: isSection ? '' : count, tooltip: `${label}\n${jobs}`, icon: isSection ? 'list-unordered' : 'list-tree', spoken: `${label}, ${jobs}` },
    { id, contextValue: 'group', collapsibleState: startsOpen ? vscode.TreeItemCollapsibleState.Expanded : vscode.TreeItemCollapsibleState.Collapsed },
  );
}

function specialItem(node: Exclude<SpecialNode, FailureNode>): vscode.TreeItem {
  switch (node.kind) {
    case 'newer': {
      const label = node.count === 1 ? vscode.l10n.t('1 newer job') : vscode.l10n.t('{0} newer jobs', formatNumber(node.count));
      return actionItem(node.id, label, '', vscode.l10n.t('Jobs were started meanwhile. Refresh to see them.'), 'arrow-up', 'workflowJobs.refreshJobs');
    }
    case 'note':
      return treeItem(
        { label: vscode.l10n.t('May be incomplete'), description: '', tooltip: node.text, icon: 'warning', color: 'list.warningForeground', spoken: node.text },
        { id: node.id },
      );
    case 'noMatch':
      return actionItem(node.id, vscode.l10n.t('No match'), vscode.l10n.t('clear filter'), vscode.l10n.t('Clear the filter'), 'clear-all', 'workflowJobs.clearJobFilter');
    case 'more': {
      const { loading, searching, progress, left } = node;
      const label = loading ? vscode.l10n.t('Loading…') : searching ? vscode.l10n.t('Search further') : vscode.l10n.t('Load more');
      const tooltip = searching ? vscode.l10n.t('Look for matching jobs on the pages that are not loaded') : vscode.l10n.t('Load the next page of jobs');
      const icon = loading ? 'loading~spin' : searching ? 'search' : 'arrow-down';
      const command = searching ? 'workflowJobs.searchFurther' : 'workflowJobs.loadMoreJobs';
      // A narrow sidebar has no room for two numbers beside the longer words.
      return actionItem(searching ? 'searchFurther' : 'loadMore', label, loading || searching ? left : progress, tooltip, icon, command, progress);
    }
  }
}

function actionItem(id: string, label: string, description: string, tooltip: string, icon: string, command: string, said = description): vscode.TreeItem {
  return treeItem({ label, description, tooltip, icon, spoken: said === '' ? label : `${label}, ${said}` }, { id, command: { command, title: label } });
}

/** The key that a row of the Jobs view stands for. */
export function jobsNodeKey(node: unknown): string | undefined {
  const each = node as JobsNode | undefined;
  return each?.kind === 'job' && each.row.kind === 'job' ? each.row.job.key : undefined;
}

/** What a row of the Jobs view stands for, readable or not. */
export function jobsNodeRow(node: unknown): JobRow | undefined {
  const each = node as JobsNode | undefined;
  return each?.kind === 'job' ? each.row : undefined;
}

/** The key of the first workflow of the job that a row stands for. */
export function jobsNodeWorkflow(node: unknown): string | undefined {
  const each = node as JobsNode | undefined;
  return each?.kind === 'job' && each.row.kind === 'job' ? each.row.job.activeWorkflows?.[0]?.key : undefined;
}
