import { Disposable, type TreeItem, TreeItemCollapsibleState, l10n } from 'vscode';
import { rowsPerSection } from '../../model/browsing/grouping.ts';
import type { JobBrowsing } from '../../model/browsing/jobBrowsing.ts';
import { isTimed } from '../../model/browsing/jobFilter.ts';
import { describeNamed } from '../../model/browsing/namedFilters.ts';
import type { WatchList } from '../../model/following/watchList.ts';
import { jobState, workflowsOf } from '../../model/jobs/job.ts';
import type { JobList, LoadKind } from '../../model/jobs/jobList.ts';
import { jobsIn } from '../../model/jobs/jobPages.ts';
import { type RowText, describeJob, jobTooltip } from '../../model/wording/rowText.ts';
import { type Job, type JobRow, type ServiceError, rowId } from '../../service/index.ts';
import { oneLine } from '../../text/inert.ts';
import { joined } from '../../text/list.ts';
import { formatJobs, formatNumber, formatProgress } from '../../text/number.ts';
import { formatClock } from '../../text/time.ts';
import type { Connection } from '../connection/connection.ts';
import type { EnvironmentList } from '../environments/environments.ts';
import { onDidChangeSettings, settings } from '../connection/settings.ts';
import { setContext } from '../feedback/window.ts';
import { type GroupNode, type JobNode, JobNodes, type JobsNode } from './jobNodes.ts';
import { createListView } from './listView.ts';
import {
  type NoteNode,
  asOf,
  failureNodes,
  noteItem,
  recalledText,
  remedyNode,
  treeItem,
} from './treeItem.ts';

/** Time between updates of the ages in rows, in milliseconds. */
const agingInterval = 60_000;

/** The command that opens the selected row of the Jobs view. */
const openJobRow = '_workflowJobs.openJobRow';

/** Most rows to report individually; for more, one event for all rows is cheaper. */
const mostSingleChanges = 100;

export type JobsView = ReturnType<typeof createJobsView>;

/**
 * The Jobs view: a row per job, in groups or, if there are many rows, in sections; *Load more* is the last
 * row while there are more.
 */
export function createJobsView(
  jobs: JobList,
  browsing: JobBrowsing,
  connection: Connection,
  environments: EnvironmentList,
  watches: WatchList,
) {
  const jobNodes = new JobNodes();
  /** The last text of each row that VS Code received, so that only changed rows are updated. */
  const sentTexts = new WeakMap<JobNode, string>();
  /** The list's total, and when an earlier window read its rows, as last shown. */
  let [shownTotal, shownRecalledAt]: [number | null, number | null] = [null, null];
  /** Number of shown rows, including those in groups. */
  let count = 0;
  let aging: ReturnType<typeof setTimeout> | undefined;

  const failureNow = (): ServiceError | undefined => connection.failure ?? jobs.state.failure?.error;

  const describe = ({ id, row }: JobNode) => {
    const rowIndex = jobs.rowIndex(id);
    return describeJob(row, {
      position: rowIndex === undefined ? '' : formatProgress(rowIndex + 1, jobs.state.total),
      now: Date.now(),
      watch: row.kind === 'job' ? watches.stateOf(row.job.key) : undefined,
    });
  };

  /** Only a job that is not completed can be watched. */
  const contextOf = (job: Job) => {
    if (watches.isWatched(job.key)) return 'job key watched';
    return jobState(job) === 'completed' ? 'job key' : 'job key unwatched';
  };
  const jobItem = (node: JobNode) => {
    const { id, row } = node;
    const described = describe(node);
    const text = shownRecalledAt === null ? described : recalledText(described, shownRecalledAt);
    sentTexts.set(node, changingText(described));
    return treeItem(text, {
      id,
      contextValue: row.kind === 'job' ? contextOf(row.job) : 'unreadable',
      command: { command: openJobRow, title: l10n.t('Open job') },
    });
  };

  /**
   * Groups of long lists and sections that *Load all* passes start closed, because VS Code requests only the
   * rows of open ones.
   */
  const startsOpen = (node: GroupNode) => {
    if (browsing.grouping !== 'none') return count <= rowsPerSection;
    const { hasMore, loading } = jobs.state;
    return hasMore && loading !== 'all' && node === jobNodes.roots.findLast(({ kind }) => kind === 'group');
  };
  const toTreeItem = (node: JobsNode) => {
    if (node.kind === 'job') return jobItem(node);
    return node.kind === 'group'
      ? groupItem(node, browsing.grouping === 'none', startsOpen(node))
      : noteItem(node, openJobRow);
  };
  /** Adds a job's tooltip on request, because it is long and rarely seen. */
  const withTooltip = (item: TreeItem, node: JobsNode) => {
    if (node.kind !== 'job' || node.row.kind !== 'job') return item;
    item.tooltip = jobTooltip(node.row.job, Date.now(), watches.stateOf(node.row.job.key));
    return item;
  };
  const list = createListView<JobsNode>('workflowJobs.jobs', jobs, environments, {
    getTreeItem: toTreeItem,
    resolveTreeItem: withTooltip,
    getChildren: (node) =>
      node === undefined ? [...jobNodes.roots] : node.kind === 'group' ? jobNodes.childrenOf(node) : [],
    keysOf: jobsNodeKeys,
    getParent: (node) => (node.kind === 'job' || node.kind === 'group' ? node.parent : undefined),
    isLoaded: () => jobs.state.rows !== undefined,
    isEmpty: () => jobs.state.rows?.length === 0,
  });

  /** The filter, shown above the rows because it may wrap. */
  const filterText = () => {
    const { filter, isFiltering, rows } = browsing;
    return isFiltering && rows.length > 0
      ? l10n.t('Filter: {0}', oneLine(describeNamed(settings.filters().filters, filter)))
      : undefined;
  };
  /**
   * The text beside the view's name; undefined without rows. Formats no number before the first load, because
   * building the format takes 12 ms of the activation.
   */
  const description = () => {
    const { rows, total, newer, recalledAt, loading } = jobs.state;
    const { hasFurther, isFiltering } = browsing;
    if (rows === undefined && loading === null) return undefined;
    const loaded = rows?.length ?? 0;
    const shown = formatNumber(count);
    const filtered = hasFurther
      ? l10n.t('{0} of {1} read', shown, formatNumber(browsing.rows.length))
      : l10n.t('{0} of {1} loaded', shown, formatNumber(loaded));
    const newerText = newer > 0 ? l10n.t('{0} newer', formatNumber(newer)) : undefined;
    return (
      rows &&
      joined(
        ' · ',
        isFiltering ? filtered : formatProgress(loaded, total),
        recalledAt === null ? undefined : asOf(recalledAt),
        newerText,
      )
    );
  };
  const stopText = () => {
    const { stop } = watches;
    if (stop === undefined) return undefined;
    const since = formatClock(stop.since);
    return l10n.t('Watching stopped: the service did not accept the API key (since {0}).', since);
  };
  const caption = () => {
    setContext('hasWebUrl', environments.current?.webUrl !== undefined);
    list.caption(description(), failureNow(), stopText(), jobs.state.note ?? undefined, filterText());
  };

  const stoppedNodes = () => {
    const { stop } = watches;
    return stop === undefined
      ? []
      : failureNodes(l10n.t('Watching stopped'), stop.error, 'workflowJobs.refreshJobs');
  };
  const above = (): NoteNode[] => {
    const { failure, rows } = jobs.state;
    const error = failureNow();
    if (isAtEnd(failure?.during)) return [];
    if (error === undefined) return stoppedNodes();
    return failureNodes(
      rows === undefined ? l10n.t('Jobs not loaded') : l10n.t('Jobs not refreshed'),
      error,
      'workflowJobs.refreshJobs',
    );
  };
  const below = (): NoteNode[] => {
    const { rows, total, hasMore, loading, failure, note, notRefreshed } = jobs.state;
    const loaded = rows?.length ?? 0;
    const { isFiltering, hasFurther } = browsing;
    // Where the overview has read every job, a search finds no other.
    const isSearched = hasFurther && total !== null && browsing.rows.length >= total;
    return [
      isFiltering && loaded > 0 && count === 0 ? noMatchNode() : [],
      failure !== null && isAtEnd(failure.during)
        ? failureNodes(
            l10n.t('More jobs not loaded'),
            failure.error,
            failure.during === 'all' ? 'workflowJobs.loadAllJobs' : 'workflowJobs.loadMoreJobs',
          )
        : [],
      notRefreshed === null ? [] : notRefreshedNode(notRefreshed.from, notRefreshed.readAt),
      note === null ? [] : incompleteNode(note),
      hasMore && !isSearched ? moreNode(isAtEnd(loading), isFiltering, loaded, total) : [],
    ].flat();
  };

  /** The rows that VS Code received with another age, place or total. */
  const outdated = () =>
    [...jobNodes.requested()].filter(
      (node) => sentTexts.has(node) && sentTexts.get(node) !== changingText(describe(node)),
    );
  const update = (nodes: readonly JobsNode[]) => {
    if (nodes.length > 0) {
      list.fireChanged(nodes.length > mostSingleChanges ? undefined : [...new Set(nodes)]);
    }
  };
  const show = () => {
    const { rows, total, recalledAt } = jobs.state;
    const shown = browsing.show(Date.now());
    count = shown.count;
    caption();
    setContext('jobsEmpty', rows?.length === 0);
    setContext('filtering', browsing.isFiltering);
    const change = jobNodes.update(shown.nodes, above(), below());
    const isRecounted = total !== shownTotal;
    const isAnswered = recalledAt !== shownRecalledAt;
    [shownTotal, shownRecalledAt] = [total, recalledAt];
    if (change === undefined || isAnswered) list.fireChanged();
    else update(isRecounted ? [...change, ...outdated()] : change);
  };
  /** Updates the rows of these jobs. */
  const showAgain = (keys: readonly string[]) => {
    update([...jobNodes.requested()].filter(({ row }) => row.kind === 'job' && keys.includes(row.job.key)));
  };
  /**
   * While the view is visible, updates what time changes: ages, a filter by time, and moments, which have no
   * date while they are of today.
   */
  const age = () => {
    clearTimeout(aging);
    if (!list.tree.visible) return;
    // Moments wait for the timer, because the view's first rows would be drawn 100 ms later.
    if (isTimed(browsing.filter)) show();
    update(outdated());
    aging = setTimeout(() => {
      show();
      age();
    }, agingInterval);
  };

  const subscriptions = Disposable.from(
    jobs.onDidChange(show),
    browsing.onDidChange(show),
    environments.onDidChange(caption),
    onDidChangeSettings(['filters'], caption),
    watches.onDidChange((keys) => {
      show();
      showAgain(keys);
    }),
    list.tree.onDidChangeVisibility(age),
    list,
  );
  return {
    list,
    /** Selects the row of a job and scrolls to it, if it is shown; never opens the sidebar. */
    reveal: (key: string) => list.reveal(() => jobNodes.find(rowId(key))),
    dispose(): void {
      clearTimeout(aging);
      subscriptions.dispose();
    },
  };
}

/** Whether a load extends the end of the list. */
function isAtEnd(load: LoadKind | null | undefined): boolean {
  return load === 'more' || load === 'all';
}

/** The parts of a row's text that change with time and total. */
function changingText({ description, spoken }: RowText): string {
  return `${description}\n${spoken}`;
}

/** The key of a job, or those of the workflows under whose heading jobs are grouped. */
export function jobsNodeKeys(node: unknown): string[] {
  const each = node as JobsNode | undefined;
  if (each?.kind === 'job') return each.row.kind === 'job' ? [each.row.job.key] : [];
  if (each?.kind !== 'group' || !isWorkflowGroup(each.id)) return [];
  return [
    ...new Set(
      jobsIn(each.group.rows)
        .flatMap(workflowsOf)
        .map(({ key }) => key),
    ),
  ];
}

/** The row of a job, readable or not. */
export function jobsNodeRow(node: unknown): JobRow | undefined {
  const each = node as JobsNode | undefined;
  return each?.kind === 'job' ? each.row : undefined;
}

/** Whether a group is that of a workflow's jobs, or of the jobs of several. */
function isWorkflowGroup(id: string): boolean {
  return id.startsWith('group:workflow::');
}

function groupItem(
  { id, group: { label, rows } }: GroupNode,
  isSection: boolean,
  startsOpen: boolean,
): TreeItem {
  const count = formatNumber(rows.length);
  const jobs = formatJobs(rows.length);
  return treeItem(
    {
      label,
      description: isSection ? '' : count,
      tooltip: `${label}\n${jobs}`,
      icon: isSection ? 'list-unordered' : 'list-tree',
      spoken: `${label}, ${jobs}`,
    },
    {
      id,
      contextValue: isWorkflowGroup(id) ? 'group workflow' : 'group',
      collapsibleState: startsOpen ? TreeItemCollapsibleState.Expanded : TreeItemCollapsibleState.Collapsed,
    },
  );
}

/** The jobs from this number on, which were not read again. */
function notRefreshedNode(from: number, readAt: number): NoteNode {
  const remedy = {
    title: l10n.t('Jobs after {0}', formatNumber(from)),
    icon: 'history',
    command: '_workflowJobs.refreshRest',
  };
  return remedyNode(
    'notRefreshed',
    remedy,
    asOf(readAt),
    l10n.t('The jobs further down were not read again. Open this row to read them.'),
  );
}

function incompleteNode(why: string): NoteNode {
  return {
    kind: 'note',
    id: 'note',
    text: {
      label: l10n.t('May be incomplete'),
      description: '',
      tooltip: why,
      icon: 'warning',
      color: 'list.warningForeground',
      spoken: why,
    },
  };
}

function noMatchNode(): NoteNode {
  return remedyNode(
    'noMatch',
    { title: l10n.t('No match'), icon: 'clear-all', command: 'workflowJobs.clearJobFilter' },
    l10n.t('clear filter'),
    l10n.t('Clear the filter'),
  );
}

/** The last row while there are more jobs; with a filter, it searches them. */
function moreNode(isLoading: boolean, isSearching: boolean, loaded: number, total: number | null): NoteNode {
  const progress = formatProgress(loaded, total);
  const left =
    total === null || total <= loaded ? progress : l10n.t('{0} not read yet', formatNumber(total - loaded));
  const remedy = {
    title: isLoading ? l10n.t('Loading…') : isSearching ? l10n.t('Search further') : l10n.t('Load more'),
    icon: isLoading ? 'loading~spin' : isSearching ? 'search' : 'arrow-down',
    command: isSearching ? '_workflowJobs.searchFurther' : 'workflowJobs.loadMoreJobs',
  };
  const tooltip = isSearching
    ? l10n.t('Search the pages that are not loaded')
    : l10n.t('Load the next page of jobs');
  // The longer labels get one number, because a narrow sidebar has no room for two.
  return remedyNode(
    isSearching ? 'searchFurther' : 'loadMore',
    remedy,
    isLoading || isSearching ? left : progress,
    tooltip,
    progress,
  );
}
