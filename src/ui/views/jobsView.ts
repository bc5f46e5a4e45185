import { Disposable, type TreeItem, l10n } from 'vscode';
import { rowsPerSection } from '../../model/browsing/grouping.ts';
import type { JobBrowsing } from '../../model/browsing/jobBrowsing.ts';
import { describeFilter } from '../../model/browsing/jobFilter.ts';
import type { WatchList } from '../../model/following/watchList.ts';
import { jobState, workflowsOf } from '../../model/jobs/job.ts';
import type { JobList, LoadKind } from '../../model/jobs/jobList.ts';
import { describeJob, jobTooltip } from '../../model/wording/rowText.ts';
import { failureText } from '../../model/wording/reports.ts';
import { type Job, type JobRow, type ServiceError, rowId } from '../../service/index.ts';
import { oneLine } from '../../text/inert.ts';
import { joined } from '../../text/list.ts';
import { formatNumber, formatProgress } from '../../text/number.ts';
import type { Connection } from '../connection/connection.ts';
import type { EnvironmentList } from '../environments/environments.ts';
import { placeLine } from '../environments/places.ts';
import { setContext } from '../feedback/window.ts';
import { groupItem, isWorkflowGroup, loadFailureNodes, openJobRow, specialItem } from './jobItems.ts';
import { type GroupNode, type JobNode, JobNodes, type JobsNode, type SpecialNode, mostSingleChanges } from './jobNodes.ts';
import { ListView } from './listView.ts';
import { asOf, recalledText, treeItem } from './treeItem.ts';

/** Time between updates of the ages in rows, in milliseconds. */
const agingInterval = 60_000;

/** The Jobs view: a row per job, in groups or, if there are many rows, in sections; *Load more* is the last row while there are more. */
export class JobsView implements Disposable {
  readonly #jobs: JobList;
  readonly #browsing: JobBrowsing;
  readonly #connection: Connection;
  readonly #environments: EnvironmentList;
  readonly #watches: WatchList;
  readonly #nodes = new JobNodes();
  readonly list: ListView<JobsNode>;
  readonly #subscriptions: Disposable;
  /** The last text of each row that VS Code received, so that only changed rows are updated. */
  readonly #sentTexts = new WeakMap<JobNode, { readonly description: string; readonly place: string }>();
  #total: number | null = null;
  #recalledAt: number | null = null;
  /** Number of shown rows, including those in groups. */
  #count = 0;
  #aging: ReturnType<typeof setInterval> | undefined;

  constructor(jobs: JobList, browsing: JobBrowsing, connection: Connection, environments: EnvironmentList, watches: WatchList) {
    this.#jobs = jobs;
    this.#browsing = browsing;
    this.#connection = connection;
    this.#environments = environments;
    this.#watches = watches;
    this.list = new ListView<JobsNode>('workflowJobs.jobs', jobs, {
      getTreeItem: (node) => this.#toTreeItem(node),
      resolveTreeItem: (item, node) => this.#withTooltip(item, node),
      getChildren: (node) => this.#children(node),
      keysOf: jobsNodeKeys,
      getParent: (node) => (node.kind === 'job' || node.kind === 'group' ? node.parent : undefined),
      isLoaded: () => jobs.state.rows !== undefined,
      isEmpty: () => jobs.state.rows?.length === 0,
    });
    this.#show();
    this.#subscriptions = Disposable.from(
      jobs.onDidChange(() => this.#show()),
      browsing.onDidChange(() => this.#show()),
      environments.onDidChange(() => this.#caption()),
      watches.onDidChange((keys) => this.#showAgain(keys)),
      this.list.tree.onDidChangeVisibility(() => this.#age()),
      this.list,
    );
  }

  /** Selects the row of a job and scrolls to it, if it is shown; never opens the sidebar. */
  async reveal(key: string): Promise<void> {
    await this.list.reveal(() => this.#nodes.find(rowId(key)));
  }

  dispose(): void {
    clearInterval(this.#aging);
    this.#subscriptions.dispose();
  }

  #show(): void {
    const { rows, total, recalledAt } = this.#jobs.state;
    const { nodes, count } = this.#browsing.show(Date.now());
    this.#count = count;
    this.#caption();
    setContext('jobsEmpty', rows?.length === 0);
    setContext('filtering', this.#browsing.isFiltering);
    const change = this.#nodes.update(nodes, this.#above(), this.#below());
    const isRecounted = total !== this.#total;
    this.#total = total;
    const isAnswered = recalledAt !== this.#recalledAt;
    this.#recalledAt = recalledAt;
    if (change.kind === 'all' || isAnswered) return this.list.fireChanged();
    const changed = new Set([...(change.kind === 'some' ? change.nodes : []), ...(isRecounted ? this.#recounted() : [])]);
    if (changed.size > 0) this.list.fireChanged([...changed]);
  }

  #caption(): void {
    const { note } = this.#jobs.state;
    const { here, current } = this.#environments;
    setContext('hasWebUrl', current?.webUrl !== undefined);
    const error = this.#failure();
    const text = joined('\n', error && failureText(error), note ?? undefined, this.#filterText());
    this.list.caption(here && placeLine(here), text, this.#description());
  }

  /** The filter, shown above the rows because it may wrap. */
  #filterText(): string | undefined {
    const { filter, isFiltering, rows } = this.#browsing;
    return isFiltering && rows.length > 0 ? l10n.t('Filter: {0}', oneLine(describeFilter(filter))) : undefined;
  }

  /** The text beside the view's name; undefined without rows. Formats no number before the first load, because building the format takes 12 ms of the activation. */
  #description(): string | undefined {
    const { rows, total, newer, recalledAt, loading } = this.#jobs.state;
    const { hasFurther, isFiltering } = this.#browsing;
    if (rows === undefined && loading === null) return undefined;
    const loaded = rows?.length ?? 0;
    const shown = formatNumber(this.#count);
    const filtered = hasFurther ? l10n.t('{0} of {1} read', shown, formatNumber(this.#browsing.rows.length)) : l10n.t('{0} of {1} loaded', shown, formatNumber(loaded));
    const newerText = newer > 0 ? l10n.t('{0} newer', formatNumber(newer)) : undefined;
    return rows && joined(' · ', isFiltering ? filtered : formatProgress(loaded, total), recalledAt === null ? undefined : asOf(recalledAt), newerText);
  }

  /** Updates the rows of these jobs. */
  #showAgain(keys: readonly string[]): void {
    const nodes = [...this.#nodes.requested()].filter(({ row }) => row.kind === 'job' && keys.includes(row.job.key));
    if (nodes.length > 0) this.list.fireChanged(nodes);
  }

  #failure(): ServiceError | undefined {
    return this.#connection.failure ?? this.#jobs.state.failure?.error;
  }

  #above(): SpecialNode[] {
    const { failure } = this.#jobs.state;
    const error = this.#failure();
    return error === undefined || isAtEnd(failure?.during) ? [] : loadFailureNodes(failure?.during ?? 'first', error);
  }

  #below(): SpecialNode[] {
    const { rows, total, hasMore, loading, failure, note, notRefreshed } = this.#jobs.state;
    const loaded = rows?.length ?? 0;
    const { isFiltering: searching, hasFurther } = this.#browsing;
    // Where the overview has read every job, a search finds no other.
    const isSearched = hasFurther && total !== null && this.#browsing.rows.length >= total;
    return [
      ...(searching && loaded > 0 && this.#count === 0 ? [{ kind: 'noMatch', id: 'noMatch' } as const] : []),
      ...(failure !== null && isAtEnd(failure.during) ? loadFailureNodes(failure.during, failure.error) : []),
      ...(notRefreshed === null ? [] : [{ kind: 'notRefreshed', id: 'notRefreshed', ...notRefreshed } as const]),
      ...(note === null ? [] : [{ kind: 'note', id: 'note', text: note } as const]),
      ...(hasMore && !isSearched ? [{ kind: 'more', id: 'more', loading: isAtEnd(loading), searching, progress: formatProgress(loaded, total), left: leftText(loaded, total) } as const] : []),
    ];
  }

  #children(node: JobsNode | undefined): JobsNode[] {
    if (node === undefined) return [...this.#nodes.roots];
    return node.kind === 'group' ? this.#nodes.childrenOf(node) : [];
  }

  #toTreeItem(node: JobsNode): TreeItem {
    if (node.kind === 'job') return this.#jobItem(node);
    return node.kind === 'group' ? groupItem(node, this.#browsing.grouping === 'none', this.#startsOpen(node)) : specialItem(node);
  }

  /** Groups of long lists and sections that *Load all* passes start closed, because VS Code requests only the rows of open ones. */
  #startsOpen(node: GroupNode): boolean {
    if (this.#browsing.grouping !== 'none') return this.#count <= rowsPerSection;
    const { hasMore, loading } = this.#jobs.state;
    return hasMore && loading !== 'all' && node === this.#nodes.roots.findLast(({ kind }) => kind === 'group');
  }

  #jobItem(node: JobNode): TreeItem {
    const { id, row } = node;
    const described = this.#describe(node);
    const text = this.#recalledAt === null ? described : recalledText(described, this.#recalledAt);
    this.#sentTexts.set(node, { description: text.description, place: this.#placeText(id) });
    return treeItem(text, { id, contextValue: row.kind === 'job' ? this.#contextOf(row.job) : 'unreadable', command: { command: openJobRow, title: l10n.t('Open job') } });
  }

  /** Adds a job's tooltip on request, because it is long and rarely seen. */
  #withTooltip(item: TreeItem, node: JobsNode): TreeItem {
    if (node.kind !== 'job' || node.row.kind !== 'job') return item;
    const tooltip = jobTooltip(node.row.job, Date.now(), this.#watches.isWatched(node.row.job.key));
    item.tooltip = joined('\n', tooltip, node.row.isRepeated ? l10n.t('The same answer of the service contains another job with this key.') : undefined);
    return item;
  }

  /** Only a job that is not completed can be watched. */
  #contextOf(job: Job): string {
    if (this.#watches.isWatched(job.key)) return 'job key watched';
    return jobState(job) === 'completed' ? 'job key' : 'job key unwatched';
  }

  #describe({ id, row }: JobNode): ReturnType<typeof describeJob> {
    const isWatched = row.kind === 'job' && this.#watches.isWatched(row.job.key);
    return describeJob(row, this.#placeText(id), Date.now(), isWatched);
  }

  #placeText(rowId: string): string {
    const place = this.#jobs.placeOf(rowId);
    return place === undefined ? '' : formatProgress(place + 1, this.#jobs.state.total);
  }

  /** Rows whose spoken text has an outdated place or total; at most {@link mostSingleChanges}, others follow with the next tick. */
  #recounted(): JobNode[] {
    const found: JobNode[] = [];
    for (const node of this.#nodes.requested()) {
      const sent = this.#sentTexts.get(node);
      if (sent !== undefined && sent.place !== this.#placeText(node.id)) found.push(node);
      if (found.length === mostSingleChanges) break;
    }
    return found;
  }

  /** While the view is visible, updates rows whose age text changes, and a filter by time. */
  #age(): void {
    clearInterval(this.#aging);
    if (!this.list.tree.visible) return;
    const tick = () => {
      if (this.#browsing.isTimed) this.#show();
      const aged = [...this.#nodes.requested()].filter((node) => this.#sentTexts.has(node) && this.#sentTexts.get(node)?.description !== this.#describe(node).description);
      const stale = new Set([...aged, ...this.#recounted()]);
      if (stale.size > 0) this.list.fireChanged([...stale]);
    };
    tick();
    this.#aging = setInterval(tick, agingInterval);
  }
}

/** Whether a load extends the end of the list. */
function isAtEnd(load: LoadKind | null | undefined): boolean {
  return load === 'more' || load === 'all';
}

/** `4,163 not read yet`, or the progress if the total is unknown. */
function leftText(loaded: number, total: number | null): string {
  return total === null || total <= loaded ? formatProgress(loaded, total) : l10n.t('{0} not read yet', formatNumber(total - loaded));
}

/** The key of a job, or those of the workflows under whose heading jobs are grouped. */
export function jobsNodeKeys(node: unknown): string[] {
  const each = node as JobsNode | undefined;
  if (each?.kind === 'job') return each.row.kind === 'job' ? [each.row.job.key] : [];
  if (each?.kind !== 'group' || !isWorkflowGroup(each.id)) return [];
  return [...new Set(each.group.rows.flatMap((row) => (row.kind === 'job' ? workflowsOf(row.job).map(({ key }) => key) : [])))];
}

/** The row of a job, readable or not. */
export function jobsNodeRow(node: unknown): JobRow | undefined {
  const each = node as JobsNode | undefined;
  return each?.kind === 'job' ? each.row : undefined;
}
