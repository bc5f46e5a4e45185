import { Disposable, type TreeItem, TreeItemCollapsibleState, l10n } from 'vscode';
import { type JobTreeNode, rowsPerSection } from '../../model/browsing/grouping.ts';
import { type JobFilter, describeFilter } from '../../model/browsing/jobFilter.ts';
import { nameOfFilter } from '../../model/browsing/namedFilters.ts';
import { jobState, workflowsOf } from '../../model/jobs/job.ts';
import { emptyJobList } from '../../model/jobs/jobList.ts';
import { jobsIn } from '../../model/jobs/listRows.ts';
import type { Session } from '../../model/session/session.ts';
import { isSameJson } from '../../model/util/json.ts';
import type { KeyValueStore } from '../../model/util/keyValueStore.ts';
import { failureReason } from '../../model/wording/failureReason.ts';
import { describeJob, jobTooltip } from '../../model/wording/rowText.ts';
import { type JobRow, type ServiceError, rowId } from '../../service/index.ts';
import { singleLine } from '../../text/untrustedText.ts';
import { joinNonEmpty } from '../../text/list.ts';
import { formatJobs, formatNumber, formatProgress } from '../../text/number.ts';
import { formatAsOf } from '../../text/time.ts';
import type { Connection } from '../connection/connection.ts';
import type { EnvironmentList } from '../environments/environments.ts';
import { onDidChangeSettings, settings } from '../connection/settings.ts';
import { type RowContextValue, rowContexts } from '../feedback/contexts.ts';
import { showWaits } from '../feedback/waitNotice.ts';
import type { CompleteWalkthroughStep } from '../feedback/walkthrough.ts';
import { setContext } from '../feedback/window.ts';
import { type GroupNode, type JobNode, JobNodes, type JobsNode, watchedId } from './jobNodes.ts';
import { failureNotes, newerNotes, notesBelow, unreadNote } from './jobNotes.ts';
import { ListView } from './listView.ts';
import { type NoteNode, markdownOf, noteItem, cachedText, treeItem } from './treeItem.ts';

/** Interval for updating relative times in rows, in milliseconds. */
const agingInterval = 60_000;

/** ID of the command that runs when a row in the Jobs view is clicked. */
const clickJobRow = '_workflowJobs.clickJobRow';

/** Maximum number of rows to update individually. For more rows, updating all rows is faster. */
const maxSingleChanges = 100;

interface JobsViewOptions {
  readonly connection: Pick<Connection, 'failure'>;
  readonly environments: EnvironmentList;
  readonly completeWalkthroughStep: CompleteWalkthroughStep;
  /** Persistent storage for this workspace. */
  readonly store: KeyValueStore;
}

/** Storage key for the collapsed state of the Watched group. */
const watchedClosed = 'watchedClosed';

/**
 * The Jobs view. Shows the Watched group, followed by one row per job. Jobs can be grouped, and
 * long lists without groups are divided into sections.
 */
export class JobsView {
  readonly list: ListView<JobsNode>;
  readonly #options: JobsViewOptions;
  readonly #nodes = new JobNodes();
  readonly #subscriptions: Disposable;
  #session: Session | undefined;
  #sessionSubscriptions = Disposable.from();
  /** Number of visible rows, including rows inside groups. */
  #count = 0;
  #aging: ReturnType<typeof setTimeout> | undefined;
  /** Time when the relative times in rows were last updated, in epoch milliseconds. */
  #agedAt = Date.now();

  constructor(options: JobsViewOptions) {
    this.#options = options;
    const { environments, store } = options;
    this.list = new ListView<JobsNode>({
      viewId: 'workflowJobs.jobs',
      environments,
      rows: {
        getTreeItem: (node) => this.#treeItem(node),
        resolveTreeItem: (item, node) => this.#withTooltip(item, node),
        getChildren: (node) => this.#childrenOf(node),
        keysOf: jobsNodeKeys,
        getParent: (node) => (node.kind === 'note' ? undefined : node.parent),
        isLoaded: () => this.#state.rows !== undefined,
        isEmpty: () =>
          this.#loadError !== undefined ||
          (this.#state.rows?.length === 0 && this.#watchedRows.length === 0),
      },
    });
    this.#subscriptions = Disposable.from(
      environments.onDidChange(() => this.#caption()),
      onDidChangeSettings(['filters'], () => this.#caption()),
      this.list.tree.onDidCollapseElement(({ element }) => {
        if (element.id === watchedId) store.set(watchedClosed, true);
      }),
      this.list.tree.onDidExpandElement(({ element }) => {
        if (element.id === watchedId) store.set(watchedClosed, undefined);
      }),
      this.list.tree.onDidChangeVisibility(() => this.#age()),
      this.list,
    );
  }

  /** Shows the jobs of the session's service, or no jobs if there is no session. */
  setSession(session: Session | undefined): void {
    this.#sessionSubscriptions.dispose();
    this.#session = session;
    const show = () => this.#show();
    if (session !== undefined) {
      this.#sessionSubscriptions = Disposable.from(
        session.list.onDidChange(show),
        session.browsing.onDidChange(() => this.#show({ redrawsAll: true })),
        session.watched.onDidChange(show),
        session.watches.onDidChange((keys) => this.#updateWatched(keys)),
        showWaits(session.wait, () => session.isLoading),
      );
    }
    this.list.setModel(session?.list);
    show();
  }

  /** Selects and reveals a job's row if the view is visible and contains the job. */
  reveal(key: string): Promise<void> {
    return this.list.reveal(() => this.#nodes.find(rowId(key)), { select: true });
  }

  /** Moves the focus to a row if the view is visible and contains the row. */
  focusRow(id: string): Promise<void> {
    return this.list.reveal(() => this.#nodes.find(id), { focus: true });
  }

  /** Error message with suggested actions, defined if no rows could be loaded. */
  get unreadNote(): NoteNode | undefined {
    const error = this.#loadError;
    return error && unreadNote(error);
  }

  dispose(): void {
    clearTimeout(this.#aging);
    this.#sessionSubscriptions.dispose();
    this.#subscriptions.dispose();
  }

  get #state() {
    return this.#session?.list.state ?? emptyJobList;
  }

  get #watchedRows() {
    return this.#session?.watched.rows ?? [];
  }

  get #grouping() {
    return this.#session?.browsing.grouping ?? 'none';
  }

  #childrenOf(node: JobsNode | undefined): JobsNode[] {
    if (node === undefined) return [...this.#nodes.roots];
    return node.kind === 'group' ? [...this.#nodes.childrenOf(node)] : [];
  }

  #treeItem(node: JobsNode): TreeItem {
    if (node.kind === 'note') return noteItem(node, clickJobRow);
    if (node.kind === 'job') return this.#jobItem(node);
    return this.#groupItem(node);
  }

  #groupItem(node: GroupNode): TreeItem {
    const { id, group } = node;
    const isWatched = id === watchedId;
    const isSection = !isWatched && this.#grouping === 'none';
    const jobs = formatJobs(group.rows.length);
    const listIcon = isSection ? 'list-unordered' : 'list-tree';
    return treeItem(
      {
        label: group.label,
        description: isSection ? '' : formatNumber(group.rows.length),
        tooltip: isWatched
          ? l10n.t(
              'Watched jobs, most recently changed first. A completed job stays here until you open it.',
            )
          : `${group.label}\n${jobs}`,
        icon: isWatched ? 'eye' : listIcon,
        ariaLabel: `${group.label}, ${jobs}`,
      },
      {
        id,
        contextValue: this.#groupContextOf(node),
        collapsibleState: this.#startsOpen(node)
          ? TreeItemCollapsibleState.Expanded
          : TreeItemCollapsibleState.Collapsed,
      },
    );
  }

  #groupContextOf({ id, group }: GroupNode): RowContextValue {
    if (id !== watchedId) {
      return isWorkflowGroup(id) ? rowContexts.workflowGroup : rowContexts.group;
    }
    const hasEnded = group.rows.length > (this.#session?.watches.keys.size ?? 0);
    return hasEnded ? rowContexts.watchedGroupWithEnded : rowContexts.watchedGroup;
  }

  #jobItem(node: JobNode): TreeItem {
    const text = this.#describe(node, Date.now());
    const cachedAt = this.#cachedAt(node);
    return treeItem(cachedAt === undefined ? text : cachedText(text, cachedAt), {
      id: node.id,
      contextValue: this.#contextOf(node.row),
      command: { command: clickJobRow, title: l10n.t('Open job') },
    });
  }

  /** Returns the time when a cached job was loaded, or undefined if the job is not cached. */
  #cachedAt({ row, parent }: JobNode): number | undefined {
    if (parent?.id !== watchedId) return this.#state.cachedAt ?? undefined;
    return row.kind === 'job' ? this.#session?.jobs.cachedAt(row.job.key) : undefined;
  }

  #describe({ row, parent }: JobNode, now: number) {
    const watch = this.#watchOf(row);
    if (parent?.id === watchedId) return describeJob(row, { now, watch, grouping: watchedId });
    return describeJob(row, {
      now,
      watch,
      ...(parent && { grouping: this.#grouping }),
      ...(this.#session && { filter: this.#session.browsing.filter }),
    });
  }

  #watchOf(row: JobRow) {
    return row.kind === 'job' ? this.#session?.watches.stateOf(row.job.key) : undefined;
  }

  /** Returns the context value that controls the row's menu. Completed jobs cannot be watched. */
  #contextOf(row: JobRow): RowContextValue {
    if (row.kind === 'unreadable') return rowContexts.unreadable;
    const { job } = row;
    if (this.#session?.watches.isWatched(job.key) === true) return rowContexts.watchedJob;
    return jobState(job) === 'completed' ? rowContexts.job : rowContexts.unwatchedJob;
  }

  /** Adds a job's tooltip on hover, because creating all tooltips in advance is slow. */
  #withTooltip(item: TreeItem, node: JobsNode): TreeItem {
    if (node.kind === 'job' && node.row.kind === 'job') {
      item.tooltip = markdownOf(jobTooltip(node.row.job, Date.now(), this.#watchOf(node.row)));
    }
    return item;
  }

  /**
   * Returns true if a group or section is initially expanded. Most of a long list starts collapsed,
   * because VS Code requests only the rows of expanded groups.
   */
  #startsOpen(node: GroupNode): boolean {
    if (node.id === watchedId) return this.#options.store.get(watchedClosed) !== true;
    if (this.#grouping !== 'none')
      return this.#count <= rowsPerSection && node.group.isRest !== true;
    const { hasMore, loading } = this.#state;
    const isLast = node === this.#nodes.roots.findLast(({ kind }) => kind === 'group');
    return hasMore && loading !== 'all' && isLast;
  }

  /** @param options `redrawsAll` is true if the text of each row may have changed */
  #show({ redrawsAll = false } = {}): void {
    const { nodes, count } = this.#session?.browsing.show(Date.now()) ?? { nodes: [], count: 0 };
    this.#count = count;
    const changed = this.#nodes.update([
      ...this.#notesAbove(),
      ...this.#watchedGroup(),
      ...nodes,
      ...this.#notesBelow(),
    ]);
    this.#setContexts();
    this.#caption();
    this.#update(redrawsAll ? undefined : changed);
  }

  #setContexts(): void {
    const { rows, hasMore } = this.#state;
    const loadError = this.#loadError;
    setContext('jobsEmpty', rows?.length === 0);
    setContext('jobsUnread', loadError && failureReason(loadError));
    setContext('allLoaded', rows !== undefined && !hasMore);
    setContext('jobsGrouped', this.#nodes.hasGroups);
    setContext('watching', (this.#session?.watches.keys.size ?? 0) > 0);
    setContext('filtering', this.#session?.browsing.isFiltering === true);
    if (rows !== undefined && this.list.tree.visible)
      this.#options.completeWalkthroughStep('browsed');
  }

  #notesAbove(): NoteNode[] {
    const error = this.#loadError === undefined ? this.#error : undefined;
    const failures = failureNotes(this.#state, error, this.#session?.watches.stop);
    return [...failures, ...newerNotes(this.#state)];
  }

  #notesBelow(): NoteNode[] {
    if (this.#session === undefined) return [];
    return notesBelow(this.#state, this.#session.browsing, this.#count);
  }

  /** Returns the Watched group. A completed job stays in the group until the user opens it. */
  #watchedGroup(): JobTreeNode[] {
    const rows = this.#watchedRows;
    return rows.length === 0
      ? []
      : [{ kind: 'group', id: watchedId, label: l10n.t('Watched'), rows }];
  }

  /** Updates the Watched group and the rows of the changed jobs. */
  #updateWatched(keys: readonly string[]): void {
    const rows = this.#nodes
      .requested()
      .filter(({ row }) => row.kind === 'job' && keys.includes(row.job.key));
    const { watched } = this.#nodes;
    this.#update(watched === undefined ? rows : [watched, ...rows]);
  }

  /**
   * Notifies VS Code that these nodes, or all nodes, have changed. If several rows are selected,
   * updates all rows, because updating a single row would remove the highlight from selected rows.
   */
  #update(nodes: readonly JobsNode[] | undefined): void {
    if (nodes?.length === 0) return;
    const isSingle = this.list.tree.selection.length <= 1;
    const isShort = nodes !== undefined && nodes.length <= maxSingleChanges;
    this.list.fireChanged(isSingle && isShort ? [...nodes] : undefined);
  }

  /**
   * Updates everything that depends on the current time, such as relative times and filters. While
   * the view is visible, repeats the update every minute.
   */
  #age(): void {
    clearTimeout(this.#aging);
    if (!this.list.tree.visible) return;
    const [before, now] = [this.#agedAt, Date.now()];
    this.#agedAt = now;
    this.#show();
    const aged = this.#nodes
      .requested()
      .filter((node) => !isSameJson(this.#describe(node, before), this.#describe(node, now)));
    this.#update(aged);
    this.#aging = setTimeout(() => this.#age(), agingInterval);
  }

  get #error(): ServiceError | undefined {
    return this.#options.connection.failure ?? this.#state.failure?.error;
  }

  /** Error that the welcome view shows because no rows could be loaded. */
  get #loadError(): ServiceError | undefined {
    return this.#state.rows !== undefined || this.#watchedRows.length > 0 ? undefined : this.#error;
  }

  #caption(): void {
    const { browsing } = this.#session ?? {};
    setContext('hasWebUrl', this.#options.environments.current?.webUrl !== undefined);
    const filter =
      browsing?.isFiltering && browsing.rows.length > 0 ? filterText(browsing.filter) : undefined;
    this.list.caption(this.#nameDetails(), this.#state.note ?? undefined, filter);
  }

  /**
   * Returns the text next to the view title. Returns undefined before the first load, because
   * creating a number format would slow down activation by 12 ms.
   */
  #nameDetails(): string | undefined {
    const { rows, total, cachedAt } = this.#state;
    const { browsing } = this.#session ?? {};
    if (rows === undefined || browsing === undefined) return undefined;
    return joinNonEmpty(
      ' · ',
      browsing.isFiltering
        ? this.#filteredText(browsing, rows.length)
        : formatProgress(rows.length, total),
      cachedAt === null ? undefined : formatAsOf(cachedAt),
    );
  }

  #filteredText(browsing: Session['browsing'], loaded: number): string {
    const shown = formatNumber(this.#count);
    return browsing.hasAdditional
      ? l10n.t('{0} of {1} read', shown, formatNumber(browsing.rows.length))
      : l10n.t('{0} of {1} loaded', shown, formatNumber(loaded));
  }
}

function filterText(filter: JobFilter): string {
  const name = nameOfFilter(settings.filters().filters, filter);
  return l10n.t('Filter: {0}', singleLine(name ?? describeFilter(filter)));
}

/** Returns the job key of a job row, or the workflow keys of a workflow group. */
export function jobsNodeKeys(node: unknown): string[] {
  const each = node as JobsNode | undefined;
  if (each?.kind === 'job') return each.row.kind === 'job' ? [each.row.job.key] : [];
  if (each?.kind !== 'group' || !isWorkflowGroup(each.id)) return [];
  const workflows = jobsIn(each.group.rows).flatMap(workflowsOf);
  return [...new Set(workflows.map(({ key }) => key))];
}

/** Returns the row of a job node, or undefined for groups and messages. */
export function jobsNodeRow(node: unknown): JobRow | undefined {
  const each = node as JobsNode | undefined;
  return each?.kind === 'job' ? each.row : undefined;
}

/** Returns true if the ID belongs to a group of jobs with the same workflow or workflows. */
function isWorkflowGroup(id: string): boolean {
  return id.startsWith('group:workflow::');
}
