import { type TreeItem, TreeItemCollapsibleState, l10n } from 'vscode';
import type { LoadKind } from '../../model/jobs/jobList.ts';
import type { ServiceError } from '../../service/index.ts';
import { formatNumber, formatProgress } from '../../text/number.ts';
import type { GroupNode } from './jobNodes.ts';
import { type NoteNode, asOf, failureNodes, remedyNode, treeItem } from './treeItem.ts';

/** The command that opens the selected row of the Jobs view. */
export const openJobRow = '_workflowJobs.openJobRow';

export function loadFailureNodes(during: LoadKind, error: ServiceError): NoteNode[] {
  const notMore = l10n.t('More jobs not loaded');
  const headlines: Record<LoadKind, string> = { first: l10n.t('Jobs not loaded'), refresh: l10n.t('Jobs not refreshed'), more: notMore, all: notMore };
  const retries: Record<LoadKind, string> = { first: 'refreshJobs', refresh: 'refreshJobs', more: 'loadMoreJobs', all: 'loadAllJobs' };
  return failureNodes(headlines[during], error, `workflowJobs.${retries[during]}`);
}

/** Whether a group is that of a workflow's jobs, or of the jobs of several. */
export function isWorkflowGroup(id: string): boolean {
  return id.startsWith('group:workflow::');
}

export function groupItem({ id, group: { label, rows } }: GroupNode, isSection: boolean, startsOpen: boolean): TreeItem {
  const count = formatNumber(rows.length);
  const jobs = rows.length === 1 ? l10n.t('1 job') : l10n.t('{0} jobs', count);
  return treeItem(
    { label, description: isSection ? '' : count, tooltip: `${label}\n${jobs}`, icon: isSection ? 'list-unordered' : 'list-tree', spoken: `${label}, ${jobs}` },
    { id, contextValue: isWorkflowGroup(id) ? 'group workflow' : 'group', collapsibleState: startsOpen ? TreeItemCollapsibleState.Expanded : TreeItemCollapsibleState.Collapsed },
  );
}

/** The jobs from this number on, which were not read again. */
export function notRefreshedNode(from: number, readAt: number): NoteNode {
  const remedy = { title: l10n.t('Jobs after {0}', formatNumber(from)), icon: 'history', command: '_workflowJobs.refreshRest' };
  return remedyNode('notRefreshed', remedy, asOf(readAt), l10n.t('The jobs further down were not read again. Open this row to read them.'));
}

export function incompleteNode(why: string): NoteNode {
  return { kind: 'note', id: 'note', text: { label: l10n.t('May be incomplete'), description: '', tooltip: why, icon: 'warning', color: 'list.warningForeground', spoken: why } };
}

export function noMatchNode(): NoteNode {
  return remedyNode('noMatch', { title: l10n.t('No match'), icon: 'clear-all', command: 'workflowJobs.clearJobFilter' }, l10n.t('clear filter'), l10n.t('Clear the filter'));
}

/** The last row while there are more jobs; with a filter, it searches them. */
export function moreNode(isLoading: boolean, isSearching: boolean, loaded: number, total: number | null): NoteNode {
  const progress = formatProgress(loaded, total);
  const left = total === null || total <= loaded ? progress : l10n.t('{0} not read yet', formatNumber(total - loaded));
  const remedy = {
    title: isLoading ? l10n.t('Loading…') : isSearching ? l10n.t('Search further') : l10n.t('Load more'),
    icon: isLoading ? 'loading~spin' : isSearching ? 'search' : 'arrow-down',
    command: isSearching ? '_workflowJobs.searchFurther' : 'workflowJobs.loadMoreJobs',
  };
  const tooltip = isSearching ? l10n.t('Search the pages that are not loaded') : l10n.t('Load the next page of jobs');
  // The longer labels get one number, because a narrow sidebar has no room for two.
  return remedyNode(isSearching ? 'searchFurther' : 'loadMore', remedy, isLoading || isSearching ? left : progress, tooltip, progress);
}
