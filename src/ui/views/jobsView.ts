import { Disposable, type TreeItem, env, l10n } from 'vscode';
import { rowsPerSection } from '../../model/browsing/grouping.ts';
import type { JobBrowsing } from '../../model/browsing/jobBrowsing.ts';
import { describeFilter } from '../../model/browsing/jobFilter.ts';
import type { WatchList } from '../../model/following/watchList.ts';
import { jobState } from '../../model/jobs/job.ts';
import type { JobList, LoadKind } from '../../model/jobs/jobList.ts';
import { jobTooltip } from '../../model/wording/rowText.ts';
import { type Reader, describeJob } from '../../model/wording/rowText.ts';
import { type Job, type JobRow, type ServiceError, rowId } from '../../service/index.ts';
import { oneLine } from '../../text/inert.ts';
import { formatShortNumber } from '../../text/number.ts';
import type { Connection } from '../connection/connection.ts';
import { failureText } from '../feedback/report.ts';
import { formatNumber, progressText, setContext } from '../feedback/window.ts';
import { failureNode, groupItem, specialItem } from './jobItems.ts';
import { type GroupNode, type JobNode, JobNodes, type JobsNode, type SpecialNode, mostSingleChanges } from './jobNodes.ts';
import { ListView, joined } from './listView.ts';
import { failureItem, remediesOf, remedyItem, treeItem } from './treeItem.ts';

/** How often the ages of rows are brought up to date, in milliseconds. */
const agingInterval = 60_000;

interface Told {
  readonly description: string;
  readonly place: number | undefined;
  readonly total: number | null;
}

/** The Jobs view: a row per job, in groups or sections where asked for or many, *Load more* last while there is more. */
export class JobsView implements Disposable {
  readonly #jobs: JobList;
  readonly #browsing: JobBrowsing;
  readonly #connection: Connection;
  readonly #watches: WatchList;
  readonly #nodes = new JobNodes(env.language);
  readonly list: ListView<JobsNode>;
  readonly #subscriptions: Disposable;
  /** The text that VS Code has of each row, so that only rows with another text are updated. */
  readonly #told = new WeakMap<JobNode, Told>();
  #total: number | null = null;
  /** Number of shown rows, in groups or not. */
  #count = 0;
  #aging: ReturnType<typeof setInterval> | undefined;

  constructor(jobs: JobList, browsing: JobBrowsing, connection: Connection, watches: WatchList) {
    this.#jobs = jobs;
    this.#browsing = browsing;
    this.#connection = connection;
    this.#watches = watches;
    this.list = new ListView('workflowJobs.jobs', jobs, {
      getTreeItem: (node) => this.#toTreeItem(node),
      resolveTreeItem: (item, node) => this.#withTooltip(item, node),
      getChildren: (node) => this.#children(node),
      getParent: (node) => (node.kind === 'remedy' ? node.failure : node.kind === 'job' || node.kind === 'group' ? node.parent : undefined),
      isLoaded: () => jobs.state.rows !== undefined,
    });
    this.#show();
    this.#subscriptions = Disposable.from(
      jobs.onDidChange(() => this.#show()),
      browsing.onDidChange(() => this.#show()),
      watches.onDidChange((keys) => this.#showAgain(keys)),
      this.list.onDidChangeVisibility(() => this.#age()),
      this.list,
    );
  }

  /** Scrolls to the row of a job and selects it, if the filter shows it. */
  async reveal(key: string): Promise<void> {
    const node = this.#nodes.find(rowId(key));
    if (node !== undefined) await this.list.reveal(node);
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
    this.list.caption(
      joined('\n', error && failureText(error), this.#jobs.state.note ?? undefined, this.#filterText()),
      rows && joined(' · ', this.#countText(count, rows.length, total), this.#arrivedText()),
    );
    setContext('jobsEmpty', rows?.length === 0);
    setContext('filtering', this.#browsing.isFiltering);
    const change = this.#nodes.update(nodes, this.#above(), this.#below(count), this.#browsing.grouping !== 'none');
    const isRecounted = total !== this.#total;
    this.#total = total;
    if (change.kind === 'all') return this.list.tellChanged();
    const changed = new Set([...(change.kind === 'some' ? change.nodes : []), ...(isRecounted ? this.#recounted() : [])]);
    if (changed.size > 0) this.list.tellChanged([...changed]);
  }

  #countText(count: number, loaded: number, total: number | null): string {
    return this.#browsing.isFiltering ? l10n.t('{0} of {1} loaded', formatNumber(count), formatNumber(loaded)) : progressText(loaded, total);
  }

  /** The filter, above the rows, where it wraps. */
  #filterText(): string | undefined {
    if (!this.#browsing.isFiltering || !this.#jobs.state.rows?.length) return undefined;
    return l10n.t('Filter: {0}', oneLine(describeFilter(this.#browsing.filter)));
  }

  /** The number of newer jobs found by polling, beside the name; undefined where a row says it. */
  #arrivedText(): string | undefined {
    const { arrivedAbove, state: { newer } } = this.#jobs;
    return arrivedAbove === 0 || newer > 0 ? undefined : l10n.t('{0} newer', formatNumber(arrivedAbove));
  }

  /** Updates the rows of these jobs. */
  #showAgain(keys: readonly string[]): void {
    const nodes = keys.flatMap((key) => this.#nodes.find(rowId(key)) ?? []);
    if (nodes.length > 0) this.list.tellChanged(nodes);
  }

  #failure(): ServiceError | undefined {
    return this.#connection.failure ?? this.#jobs.state.failure?.error;
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

  #toTreeItem(node: JobsNode): TreeItem {
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

  /** Closed sections and groups cost nothing: VS Code asks only for open ones. So sections that *Load all* passes stay closed, and groups of many rows. */
  #startsOpen({ below }: GroupNode): boolean {
    if (this.#browsing.grouping === 'none') return below.length > 0 && this.#jobs.state.loading !== 'all';
    return this.#count <= rowsPerSection;
  }

  #jobItem(node: JobNode): TreeItem {
    const { id, row } = node;
    const text = this.#describe(node);
    this.#told.set(node, { description: text.description, place: this.#jobs.placeOf(id), total: this.#jobs.state.total });
    const open = l10n.t('Open job');
    return row.kind === 'job'
      ? treeItem(text, { id, contextValue: this.#contextOf(row.job), command: { command: 'workflowJobs.openJob', title: open, arguments: [row.job.key] } })
      : treeItem(text, { id, contextValue: 'unreadable', command: { command: 'workflowJobs.openUnreadableJob', title: open, arguments: [id] } });
  }

  /** Tooltips of jobs are long and few are seen, so each is made when it is asked for. */
  #withTooltip(item: TreeItem, node: JobsNode): TreeItem {
    if (node.kind !== 'job' || node.row.kind !== 'job') return item;
    item.tooltip = jobTooltip(node.row.job, reader(), this.#watches.isWatched(node.row.job.key));
    return item;
  }

  /** Only a job that is not completed can be watched. */
  #contextOf(job: Job): string {
    if (this.#watches.isWatched(job.key)) return 'job key watched';
    return jobState(job) === 'completed' ? 'job key' : 'job key unwatched';
  }

  #describe({ id, row }: JobNode): ReturnType<typeof describeJob> {
    const place = this.#jobs.placeOf(id);
    const isWatched = row.kind === 'job' && this.#watches.isWatched(row.job.key);
    return describeJob(row, place === undefined ? '' : progressText(place + 1, this.#jobs.state.total), reader(), isWatched);
  }

  /** Rows whose spoken text has an outdated place or total: the first ones, and more with the next tick. */
  #recounted(): JobNode[] {
    const { total } = this.#jobs.state;
    const found: JobNode[] = [];
    for (const node of this.#nodes.asked()) {
      const told = this.#told.get(node);
      if (told !== undefined && (told.place !== this.#jobs.placeOf(node.id) || told.total !== total)) found.push(node);
      if (found.length === mostSingleChanges) break;
    }
    return found;
  }

  /** Updates the ages of rows while the view is visible, in rows whose text changes. */
  #age(): void {
    clearInterval(this.#aging);
    if (!this.list.visible) return;
    const tick = () => {
      const aged = [...this.#nodes.asked()].filter((node) => this.#told.has(node) && this.#told.get(node)?.description !== this.#describe(node).description);
      const stale = new Set([...aged, ...this.#recounted()]);
      if (stale.size > 0) this.list.tellChanged([...stale]);
    };
    tick();
    this.#aging = setInterval(tick, agingInterval);
  }
}

function reader(): Reader {
  return { now: Date.now(), language: env.language };
}

/** Whether a load, or its failure, belongs to the end of the list. */
function isAtEnd(load: LoadKind | null | undefined): boolean {
  return load === 'more' || load === 'all';
}

/** `4.2K left`; the progress where the total is unknown. */
function leftText(loaded: number, total: number | null): string {
  return total === null || total <= loaded ? progressText(loaded, total) : l10n.t('{0} left', formatShortNumber(total - loaded, env.language));
}

/** The row of a job, readable or not. */
export function jobsNodeRow(node: unknown): JobRow | undefined {
  const each = node as JobsNode | undefined;
  return each?.kind === 'job' ? each.row : undefined;
}
